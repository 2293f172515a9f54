package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/baseline/remote"
	"github.com/linkvet/linkvet/internal/changed"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/compare"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fix"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/source"
	"github.com/linkvet/linkvet/internal/weburl"
)

// How long pages of a live site may be requested again for the text around their links, and how long
// it may take to find out what a pull request changes.
const rereading, comparing = 10 * time.Second, 30 * time.Second

// mapSources attributes the findings to lines of the sources. A run without findings
// opens no source. An error is a note, and changes no finding.
func (s *session) mapSources(ctx context.Context, job *check.Job, r *link.Report) {
	cfg := &s.cfg
	opt := source.Options{Dir: cfg.Sources, Jobs: cfg.Jobs, Made: []string{cfg.Baseline, cfg.Cache}, Page: job.Served.Has}
	for _, file := range cfg.Reports {
		opt.Made = append(opt.Made, file.Path)
	}
	if d, isDirectory := s.site.(*directorySite); isDirectory && !d.dir.IsRepository() {
		opt.Built = cfg.Target
	}
	if r.Mode != link.Directory {
		ctx, cancel := context.WithTimeout(ctx, rereading)
		defer cancel()
		opt.Read = func(page string) []byte { return crawl.ReadAgain(ctx, job, page) }
	}
	opt.Problem = r.Problem
	contained(r, "find the source lines", cfg.Sources, func() {
		if err := source.Map(ctx, r, opt); err != nil {
			r.Notes = append(r.Notes, err.Error())
		}
	})
	if job.Client != nil {
		r.Stats.Requests = job.Client.Requests()
	}
}

// judgeChanged lets only those findings fail the run that the pull request causes, when the
// setting changed asks for that. It reads nothing unless a finding fails the run. Without the
// diff of the pull request the run is incomplete.
func (s *session) judgeChanged(ctx context.Context, r *link.Report) {
	if !s.cfg.Changed {
		return
	}
	const noEffect = "changed has no effect: this run is not for a pull request"
	event, base, ok := s.pullRequest()
	switch {
	case !ok:
		r.Notes = append(r.Notes, noEffect)
		return
	case !slices.ContainsFunc(r.Findings, func(f link.Finding) bool { return f.Fails }):
		return
	}
	ctx, cancel := context.WithTimeout(ctx, comparing)
	defer cancel()
	contained(r, "find out what the pull request causes", "", func() {
		changes, err := s.readDiff(ctx, event, base)
		switch {
		case errors.Is(err, git.ErrMerged):
			r.Notes = append(r.Notes, noEffect)
			return
		case err != nil:
			r.Problem(fmt.Sprintf("could not find out what the pull request changes, so all findings count: %v", err))
			return
		}
		s.changedFiles = changedPaths(changes)
		// Without a repository, all files are taken for files of it.
		files := changed.Files{Path: func(file string) string { return file }, Tracks: func(string) bool { return true }}
		if tree := s.repository(); tree != nil {
			files = changed.Files{Path: tree.Path, Tracks: tree.Tracks}
		}
		if failing, notCaused := changed.Decide(r, changes, files); notCaused > 0 {
			r.Notes = append(r.Notes, fmt.Sprintf("changed: this pull request does not cause %s of %s, which therefore cannot fail the run",
				link.Number(notCaused), link.Count(failing, "finding")))
		}
	})
}

// changedPaths returns the paths of the changed files, as they are after the pull request.
func changedPaths(changes []git.Change) map[string]bool {
	paths := map[string]bool{}
	for i := range changes {
		paths[changes[i].To] = true
	}
	return paths
}

// pullRequest returns the event of a run for a pull request, with its base; ok is false for another
// run. A deployment does not name the base, which is the default branch then.
func (s *session) pullRequest() (e github.Event, base string, ok bool) {
	e = s.workflow.Event()
	switch e.Name {
	case "pull_request", "pull_request_target", "merge_group",
		"deployment_status", "repository_dispatch", "status", "check_run", "workflow_run":
		if base = e.Base; base == "" && s.repository() != nil {
			base = s.repository().RemoteDefault(e.DefaultBranch)
		}
		return e, base, true
	}
	return e, "", false
}

// readDiff reads what a pull request changes, from GitHub, or else from the history of the
// checkout.
func (s *session) readDiff(ctx context.Context, e github.Event, base string) (changes []git.Change, err error) {
	switch {
	case e.Commit == "":
		return nil, errors.New("the event does not name the commit under test")
	case s.isOtherCheckout:
		return nil, diffError(nil, git.ErrOtherCommit, e.Commit)
	}
	var fromGitHub error
	if owner, name, ok := strings.Cut(e.Repository, "/"); ok && s.cfg.Token != "" {
		client, err := s.api()
		if err == nil {
			changes, err = changed.FromGitHub(ctx, client, owner, name, e.PullRequest, cmp.Or(e.Base, e.DefaultBranch), e.Commit)
		}
		if err == nil || errors.Is(err, git.ErrMerged) {
			return changes, err
		}
		fromGitHub = err
	}
	fromGit := errors.New("the working directory has no git repository")
	if tree := s.repository(); tree != nil {
		changes, fromGit = tree.Compare(ctx, base, e.Commit)
	}
	if fromGit == nil || errors.Is(fromGit, git.ErrMerged) {
		return changes, fromGit
	}
	return nil, diffError(fromGitHub, fromGit, e.Commit)
}

// diffError says why there is no diff, and what to set: the reasons are those of GitHub, which is
// nil where it was not asked, and of the checkout.
func diffError(fromGitHub, fromGit error, head string) error {
	why, what := fromGit.Error(), "give linkvet the token of the job, with `permissions: pull-requests: read`"
	switch {
	case errors.Is(fromGit, git.ErrOtherCommit):
		what = fmt.Sprintf("check out the commit %.7s", head)
	case errors.Is(fromGit, git.ErrShallow):
		why = git.ErrShallow.Error()
		what += ", or set fetch-depth: 0 for actions/checkout"
	}
	if fromGitHub != nil {
		why = fmt.Sprintf("could not ask GitHub: %v; %s", fromGitHub, why)
	}
	return fmt.Errorf("%s; %s", why, what)
}

// fixSources decides what can be fixed, and changes the files when the setting fix asks for
// that. An incomplete run changes nothing: what it has not seen may be another answer.
func (s *session) fixSources(ctx context.Context, job *check.Job, r *link.Report) {
	fixer := "fix"
	if s.cfg.Fix == config.FixNone {
		fixer = "publish: review"
	}
	if s.cfg.Fix == config.FixNone && !s.publisher.shows(config.PublishReview) {
		return
	}
	tree := s.repository()
	switch {
	case !r.Complete:
		r.Notes = append(r.Notes, fixer+" has no effect: the site was not checked completely")
		return
	case tree == nil:
		r.Notes = append(r.Notes, fixer+" has no effect: the working directory has no git repository, and only files that git tracks are changed")
		return
	}
	opt := fix.Options{Tracked: map[string]bool{}, Holds: s.process.secrets.Holds}
	if folder := tree.Path("."); folder != "." && folder != "" {
		opt.Folder = folder + "/"
	}
	for _, name := range tree.Files() {
		if name, ok := strings.CutPrefix(name, opt.Folder); ok {
			opt.Tracked[name] = true
		}
	}
	if s.comparison != nil {
		opt.Moved = s.comparison.Moved
	}
	if s.cfg.Fragments != config.FragmentsNone {
		opt.Lacks = job.Served.Lacks
	}
	contained(r, "find what can be fixed", s.cfg.Sources, func() {
		plan := fix.New(ctx, r, opt)
		links := link.Count(plan.Links(), "link")
		switch {
		case s.cfg.Fix == config.FixWrite:
			s.writeFixes(r, plan)
		case s.cfg.Fix == config.FixDiff && plan.Links() > 0:
			r.Notes = append(r.Notes, fmt.Sprintf("the patch fixes %s in %s", links, link.Count(len(plan.Files), "file")))
		}
		s.fixes = plan
	})
}

// writeFixes changes the files. The findings stay in the report: the site was built before.
func (s *session) writeFixes(r *link.Report, plan *fix.Plan) {
	links, files, err := plan.Write()
	if links > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("fixed %s in %s; build the site and run linkvet again", link.Count(links, "link"), link.Count(files, "file")))
	}
	if err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			r.Problem(line)
		}
	}
}

// printPatch prints the patch that the setting fix asks for.
func (s *session) printPatch() error {
	if s.fixes == nil || s.cfg.Fix != config.FixDiff {
		return nil
	}
	to := s.process.Stdout
	if s.workflow.Active() {
		to = s.log
	}
	_, err := io.WriteString(to, s.fixes.Patch(nil))
	return explainEPIPE(openfile.Cause(err))
}

// readBaseline returns the places that the baseline of the settings lists; nil without one, and
// with a note where there is none yet.
func (s *session) readBaseline(ctx context.Context, cfg config.Config) (places baseline.Places, err error) {
	name, isArtifact := strings.CutPrefix(cfg.Baseline, config.ArtifactPrefix)
	switch {
	case cfg.Baseline == "":
		return nil, nil
	case isArtifact:
		return s.readArtifact(ctx, cfg, name)
	case !config.IsURL(cfg.Baseline):
		// To create one, the given name is offered unless it is that of another file.
		if _, missing := os.Lstat(name); missing == nil {
			name = report.BaselineFile
		}
		return baseline.Read(cfg.Baseline, s.process.option("report", report.FormatBaseline+"="+name))
	}
	client := s.baselineClient(cfg, "")
	defer client.Close()
	places, err = remote.AtURL(ctx, client, cfg.Baseline)
	if failed, ok := errors.AsType[*fetch.Error](err); ok && failed.Reason == link.PrivateAddress {
		err = fmt.Errorf("%w; to allow it, set %s", err, s.process.option("allow-private", "true"))
	}
	return places, err
}

// baselineClient returns a client for a baseline. It sends no header of the site and no token.
// Private addresses are those of other requests, and those of the server that stores artifacts.
func (s *session) baselineClient(cfg config.Config, server string) *fetch.Client {
	opt := fetch.Options{
		Timeout: cfg.Timeout, Retries: cfg.Retries, UserAgent: cfg.UserAgent, AllowPrivate: cfg.AllowPrivate,
		MaxBody: baseline.MaxSize, MaxExternalBody: baseline.MaxSize,
	}
	if _, chosenAt := s.process.chosenByFile(&cfg); chosenAt == "" && isURL(cfg.Target) {
		opt.Site = append(opt.Site, cfg.Target)
	}
	if server != "" {
		opt.Site = append(opt.Site, server)
	}
	return fetch.New(opt)
}

// readArtifact returns the places that an artifact of this workflow lists. A note says why there is
// none yet.
func (s *session) readArtifact(ctx context.Context, cfg config.Config, name string) (baseline.Places, error) {
	p := s.process
	owner, repository, ok := strings.Cut(p.getenv("GITHUB_REPOSITORY"), "/")
	workflow, _, _ := strings.Cut(p.getenv("GITHUB_WORKFLOW_REF"), "@")
	branch := s.workflow.Event().DefaultBranch
	cause := ""
	switch {
	case !p.inWorkflow() || !ok || workflow == "":
		cause = "artifacts are available only in a workflow run on GitHub; use a file or a URL"
	case branch == "":
		cause = "the event of this run does not name the default branch; use a file or a URL"
	case cfg.Token == "":
		cause = "there is no token; set the environment variable GITHUB_TOKEN"
	}
	if cause != "" {
		return nil, fmt.Errorf("could not read the baseline %q: %s", cfg.Baseline, cause)
	}
	api, err := s.api()
	if err != nil {
		return nil, err
	}
	server := p.getenv("GITHUB_API_URL")
	if server == github.DefaultURL {
		server = "" // it stores artifacts at public addresses
	}
	client := s.baselineClient(cfg, server)
	defer client.Close()
	places, missing, err := remote.FromArtifact(ctx, api, client, remote.Artifact{Owner: owner, Repository: repository, Workflow: path.Base(workflow), Branch: branch, Name: name})
	if missing != "" {
		s.notes = append(s.notes, missing)
	}
	return places, err
}

// noteBaseline notes how many places of the baseline are fixed and how to remove them from it,
// and that a report baseline does not add what is new.
func (s *session) noteBaseline(r *link.Report) {
	if s.job.Known == nil || !r.Complete {
		return
	}
	written := s.cfg.ReportPath(report.FormatBaseline)
	if r.Fixed > 0 {
		note := link.Count(r.Fixed, "place") + " of the baseline are fixed"
		if r.Fixed == 1 {
			note = "1 place of the baseline is fixed"
		}
		if written != "" {
			note += fmt.Sprintf(", and removed in %q", written)
		} else if name := s.cfg.Baseline; !config.IsRemoteBaseline(name) {
			if strings.EqualFold(filepath.Ext(name), ".json") {
				name = report.BaselineFile
			}
			note += "; to remove what is fixed, add " + s.process.option("report", report.FormatBaseline+"="+name)
		}
		r.Notes = append(r.Notes, note)
	}
	if written != "" && slices.ContainsFunc(r.Findings, func(f link.Finding) bool { return !f.Known }) {
		r.Notes = append(r.Notes, fmt.Sprintf("new places are not added to %q; to add them, run once without the setting baseline", written))
	}
}

// checkOldSite returns an error when the old site of the settings is a path at which nothing
// is.
func checkOldSite(cfg *config.Config) error {
	if path := cfg.ReportPath(report.FormatRedirects); path != "" && cfg.Compare == "" {
		return reportError(path, errors.New("redirects are for lost URLs; set compare to the old site"))
	}
	_, err := os.Stat(cfg.Compare)
	switch {
	case cfg.Compare == "" || isURL(cfg.Compare):
	case isOtherURL(cfg.Compare):
		return fmt.Errorf("could not compare with %q: it must be a directory, a file, or a URL that starts with http:// or https://", weburl.Redact(cfg.Compare))
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("could not compare with %q: no such file or directory", cfg.Compare)
	}
	return nil
}

// openComparison prepares the comparison that the settings ask for.
func (s *session) openComparison() {
	cfg := &s.cfg
	if cfg.Compare == "" {
		return
	}
	opt := compare.Options{
		Source: cfg.Compare, Hosting: cfg.Hosting, Renames: s.renames, Workers: max(cfg.Jobs, 1), Redirects: cfg.ReportPath(report.FormatRedirects),
	}
	if isURL(cfg.Target) {
		opt.Workers = 2 * cfg.Concurrency
	}
	if isURL(cfg.Compare) {
		// No header, user info or token is sent there. A private address is allowed unless an untrusted
		// settings file chose it. All settings that bound the reading count, and none that judges or
		// writes.
		isUntrusted := cfg.InFile("compare") != "" && s.process.inWorkflow()
		client := fetch.New(fetch.Options{
			Concurrency: cfg.Concurrency, Timeout: cfg.Timeout, Retries: cfg.Retries,
			UserAgent: cfg.UserAgent, Site: []string{cfg.Compare}, GuardSite: isUntrusted, AllowPrivate: cfg.AllowPrivate && !isUntrusted,
		})
		s.closers = append(s.closers, client.Close)
		old := config.Config{
			Target: cfg.Compare, Fragments: config.FragmentsNone, Redirects: config.RedirectsNone, FailOn: config.FailOnNone,
			MaxPages: cfg.MaxPages, MaxUnread: cfg.MaxUnread, Concurrency: cfg.Concurrency, HostConcurrency: cfg.HostConcurrency,
			Timeout: cfg.Timeout, Retries: cfg.Retries, Jobs: cfg.Jobs,
			Reports: []config.ReportFile{{Format: report.FormatPages, Path: os.DevNull}}, // so that its pages are listed
		}
		opt.Old = &check.Job{
			Config: old, Client: client, Version: s.process.Version, Progress: &check.Progress{},
			Started: time.Now(), Redact: s.process.secrets.Mask,
		}
	}
	s.comparison = compare.New(opt)
	s.comparer = s.comparison.Compare
}

// renames returns the files that the pull request renames, as far as that is known: it only
// helps to find where a page went.
func (s *session) renames(ctx context.Context) (all []git.Change) {
	event, base, ok := s.pullRequest()
	tree := s.repository()
	if !ok || tree == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, comparing)
	defer cancel()
	// Without the history, nothing is known.
	changes, _ := tree.Compare(ctx, base, event.Commit)
	for _, change := range changes {
		if change.From != change.To && change.From != "" && change.To != "" {
			all = append(all, change)
		}
	}
	return all
}
