package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/changed"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fix"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/source"
)

const (
	// rereading is how long pages of a live site may be requested again for the text around their
	// links.
	rereading = 10 * time.Second
	// comparing is how long it may take to find out what a pull request changes.
	comparing = 30 * time.Second
)

// mapSources attributes the findings to lines of the sources. A run without findings
// opens no source. An error is a note, and changes no finding.
func (s *session) mapSources(ctx context.Context, job *check.Job, r *link.Report) {
	cfg := &s.cfg
	opt := source.Options{Dir: cfg.Sources, Jobs: cfg.Jobs, Made: []string{cfg.Baseline, cfg.Cache}, Page: job.Served.Has}
	for _, file := range cfg.Reports {
		opt.Made = append(opt.Made, file.Path)
	}
	if _, isRepository := s.site.(*repositorySite); !isURL(cfg.Target) && !isRepository {
		opt.Built = cfg.Target
	}
	if r.Mode != link.Directory {
		ctx, cancel := context.WithTimeout(ctx, rereading)
		defer cancel()
		opt.Read = func(page string) []byte { return crawl.ReadAgain(ctx, job, page) }
	}
	var problems []string
	opt.Problem = func(problem string) { problems = append(problems, problem) }
	contained(r, "find the source lines", cfg.Sources, func() {
		if err := source.Map(ctx, r, opt); err != nil {
			r.Notes = append(r.Notes, err.Error())
		}
	})
	for _, problem := range problems {
		r.AddProblem(problem)
	}
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
	pull, ok := s.pullRequest()
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
		changes, err := s.readDiff(ctx, pull)
		switch {
		case errors.Is(err, git.ErrMerged):
			r.Notes = append(r.Notes, noEffect)
			return
		case err != nil:
			r.AddProblem(fmt.Sprintf("could not find out what the pull request changes, so all findings count: %v", err))
			return
		}
		s.changedFiles = changedPaths(changes)
		// Without a repository, all files are taken for files of it.
		files := changed.Files{Path: func(file string) string { return file }, Tracks: func(string) bool { return true }}
		if tree := s.repository(); tree != nil {
			files = changed.Files{Path: tree.Path, Tracks: tree.Tracks}
		}
		if failing, notCaused := changed.Decide(r, changes, files); notCaused > 0 {
			r.Notes = append(r.Notes, fmt.Sprintf("changed: this pull request does not cause %d of %s, which therefore cannot fail the run",
				notCaused, check.Count(failing, "finding")))
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

// pullRequest is the pull request of a run.
type pullRequest struct {
	// number is zero where the event does not name it.
	number int
	// base is the commit that it is to be merged into, or else branch is the default branch:
	// a deployment does not name the base. head is its last commit, which is under test.
	base, branch, head string
}

// pullRequest returns the pull request that the run is for; ok is false for another run.
func (s *session) pullRequest() (p pullRequest, ok bool) {
	e := s.workflow.Event()
	switch e.Name {
	case "pull_request", "pull_request_target", "merge_group",
		"deployment_status", "repository_dispatch", "status", "check_run", "workflow_run":
		return pullRequest{e.PullRequest, e.Base, e.DefaultBranch, e.Commit}, true
	}
	return pullRequest{}, false
}

// readDiff reads what a pull request changes, from GitHub, or else from the history of the
// checkout.
func (s *session) readDiff(ctx context.Context, p pullRequest) (changes []git.Change, err error) {
	if p.head == "" {
		return nil, errors.New("the event does not name the commit under test")
	}
	if s.isOtherCheckout {
		return nil, diffError(nil, git.ErrOtherCommit, p.head)
	}
	var fromGitHub error
	owner, name, _ := strings.Cut(s.workflow.Event().Repository, "/")
	if s.cfg.Token != "" && name != "" {
		client, err := s.api()
		if err == nil {
			changes, err = changed.FromGitHub(ctx, client, owner, name, p.number, cmp.Or(p.base, p.branch), p.head)
		}
		if err == nil || errors.Is(err, git.ErrMerged) {
			return changes, err
		}
		fromGitHub = err
	}
	fromGit := errors.New("the working directory has no git repository")
	if tree := s.repository(); tree != nil {
		changes, fromGit = tree.Compare(ctx, cmp.Or(p.base, tree.RemoteDefault(p.branch)), p.head)
		if fromGit == nil || errors.Is(fromGit, git.ErrMerged) {
			return changes, fromGit
		}
	}
	return nil, diffError(fromGitHub, fromGit, p.head)
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

// checkStdout refuses to print a patch and a report that programs read to one stream.
func checkStdout(cfg config.Config) error {
	printed := ""
	if cfg.Format != report.FormatText {
		printed = "format: " + cfg.Format
	}
	for _, file := range cfg.Reports {
		if standardStream(file.Path) == 1 {
			printed = "report: " + file.Format + "=" + file.Path
		}
	}
	if cfg.Fix != config.FixDiff || printed == "" {
		return nil
	}
	return fmt.Errorf("could not print both: fix: diff prints a patch on standard output, and %s a report; write the report to a file: report: FORMAT=PATH", printed)
}

// printsPatch reports whether standard output is for the patch alone. In a workflow all
// output goes to one stream, where nothing reads a patch.
func (s *session) printsPatch() bool {
	return s.cfg.Fix == config.FixDiff && !s.workflow.Active() && s.cfg.From == ""
}

// fixSources decides what can be fixed, and changes the files when the setting fix asks for
// that. An incomplete run changes nothing: what it has not seen may be another answer.
func (s *session) fixSources(ctx context.Context, job *check.Job, r *link.Report) {
	fixer := "fix"
	if s.cfg.Fix == config.FixNone {
		fixer = "publish: review"
	}
	tree := s.repository()
	switch {
	case s.cfg.Fix == config.FixNone && !s.publisher.shows(config.PublishReview):
		return
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
		links := check.Count(plan.Links(), "link")
		switch {
		case s.cfg.Fix == config.FixWrite:
			s.writeFixes(r, plan)
		case s.cfg.Fix == config.FixDiff && plan.Links() > 0:
			r.Notes = append(r.Notes, fmt.Sprintf("the patch fixes %s in %s", links, check.Count(len(plan.Files), "file")))
		}
		s.fixes = plan
	})
}

// writeFixes changes the files. The findings stay in the report: the site was built before.
func (s *session) writeFixes(r *link.Report, plan *fix.Plan) {
	links, files, err := plan.Write()
	if links > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("fixed %s in %s; build the site and run linkvet again", check.Count(links, "link"), check.Count(files, "file")))
	}
	if err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			r.AddProblem(line)
		}
	}
}

const (
	// maxLeftShown bounds the list of the links that are not fixed, and maxLeftText each of their
	// texts, in characters.
	maxLeftShown = 20
	maxLeftText  = 120
)

// printFixes prints which links with an answer are left alone, and the patch.
func (s *session) printFixes() error {
	if s.fixes == nil || s.cfg.Fix == config.FixNone {
		return nil
	}
	var err error
	if s.cfg.Format == report.FormatText && (!s.cfg.Quiet || s.cfg.Verbose) {
		_, err = io.WriteString(s.out, s.left())
	}
	if s.cfg.Fix != config.FixDiff || s.fixes.Links() == 0 {
		return err
	}
	to := s.process.Stdout
	if s.workflow.Active() {
		to = s.out
	}
	_, failed := io.WriteString(to, s.fixes.Patch())
	return errors.Join(err, explainEPIPE(openfile.Cause(failed)))
}

// left lists the links that have an answer and are left alone.
func (s *session) left() string {
	var b strings.Builder
	if s.fixes.Slashes > 0 {
		fmt.Fprintf(&b, "\nnot fixed: %s that redirect only for the slash at the end; let the generator write them as the host serves the pages: its setting is called trailingSlash, or like that\n", check.Count(s.fixes.Slashes, "link"))
	}
	all := s.fixes.Left
	if len(all) > 0 {
		fmt.Fprintf(&b, "\nnot fixed: %s with a suggestion\n", check.Count(len(all), "link"))
	}
	for i, l := range all {
		if i == maxLeftShown && !s.cfg.Verbose {
			fmt.Fprintf(&b, "    and %d more; --verbose lists all\n", len(all)-i)
			break
		}
		at := fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Column)
		for _, c := range l.Candidates[min(len(l.Candidates), 1):] {
			at += fmt.Sprintf(" or %s:%d:%d", c.File, c.Line, c.Column)
		}
		line := fmt.Sprintf("    %s  %s → %s: %s", report.Clean(at, 0), report.Clean(l.Link, maxLeftText), report.Clean(l.Suggestion, maxLeftText), l.Why)
		b.WriteString(report.Inert(s.process.secrets.Text(line)) + "\n")
	}
	return b.String()
}
