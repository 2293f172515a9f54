package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/check/dir"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/github"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/project"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// checkedSite is the site to check: a directory, a live site or an earlier report.
type checkedSite interface {
	// check returns the report, and the job that it is of.
	check(context.Context, *session) (*link.Report, *check.Job)
}

// openSite opens TARGET. Its errors are errors of the call.
func (s *session) openSite(ctx context.Context, cfg config.Config) (checkedSite, error) {
	if isURL(cfg.Target) {
		start, err := weburl.Parse(cfg.Target)
		if err != nil {
			return nil, fmt.Errorf("could not read %s as a URL: %w", s.process.target(), err)
		}
		return &liveSite{start: start.Document()}, nil
	}
	if isOtherURL(cfg.Target) {
		err := fmt.Errorf("could not check %q: it must be a directory, or a URL that starts with http:// or https://", weburl.Redact(cfg.Target))
		return nil, s.process.explain(err, cfg.Target)
	}
	if r, err := s.openRepository(ctx, &cfg); r != nil || err != nil {
		return r, err
	}
	dir, err := site.OpenDir(ctx, cfg.Target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, s.process.explain(err, cfg.Target)
	case err != nil:
		return nil, err
	}
	dir.Host(cfg.Hosting)
	s.closers = append(s.closers, func() { _ = dir.Close() }) // it was only read from
	return &directorySite{dir: dir}, nil
}

// explain adds to the error of a wrong TARGET what it probably meant.
func (p Process) explain(err error, target string) error {
	if advice := project.Advice(target, p.inWorkflow()); advice != "" {
		return fmt.Errorf("%w; %s", err, advice)
	}
	return err
}

// place is where the site is, as far as it is known when the check begins.
type place struct {
	scope site.Scope
	// inferred is that of the job, and notes say how the place was inferred.
	inferred bool
	notes    []string
	// sitemap is the request for the usual sitemap of a live site; nil for none.
	sitemap *fetch.Sitemap
}

// infer fills in what the evidence says about the site, and returns the inference.
func (p *place) infer(e site.Evidence) site.Inference {
	inference := site.Infer(e)
	if inference.Note != "" {
		p.notes = append(p.notes, inference.Note)
	}
	p.inferred = true
	return inference
}

// newJob returns the job of the run. It is complete: nothing changes it any more.
func (s *session) newJob(at place) *check.Job {
	job := s.job
	job.Config, job.Notes = s.cfg, slices.Concat(s.notes, at.notes)
	job.Scope, job.Inferred, job.Sitemap = at.scope, at.inferred, at.sitemap
	if s.comparison != nil {
		job.OnPage = s.comparison.OnPage
	}
	// A nil pointer in an interface would be a Client and a Checkout.
	if client := s.client.Load(); client != nil {
		job.Client = client
	}
	if s.checkout != nil {
		job.Checkout = s.checkout
	}
	return &job
}

// newClient opens the client of the run. Headers go to these origins, and their addresses may be
// private. Pages are untrusted: the origins that they name get neither.
func (s *session) newClient(origins ...string) {
	cfg := s.cfg
	_, chosenAt := s.process.chosenByFile(&cfg)
	headers := make([]transport.Header, len(cfg.Headers))
	for i, h := range cfg.Headers {
		headers[i] = transport.Header(h)
	}
	if before := s.client.Load(); before != nil {
		before.Close()
	}
	s.client.Store(fetch.New(fetch.Options{
		Concurrency: cfg.Concurrency, HostConcurrency: cfg.HostConcurrency, HostRate: cfg.HostRate,
		Timeout: cfg.Timeout, Retries: cfg.Retries, UserAgent: cfg.UserAgent, Headers: headers,
		GitHub: github.Access{Token: s.process.linkToken(cfg)}, Site: origins, GuardSite: chosenAt != "", AllowPrivate: cfg.AllowPrivate,
		Special: func(u weburl.URL) *fetch.Special { return s.job.Rules.Special(s.scope.Load(), u) },
	}))
}

// openRepository opens TARGET when its Markdown is to be read, as GitHub shows it, and no built site;
// nil otherwise.
func (s *session) openRepository(ctx context.Context, cfg *config.Config) (*directorySite, error) {
	isSet := cfg.Hosting == hosting.GitHubRepository
	if _, err := os.Stat(filepath.Join(cfg.Target, hosting.IndexFile)); !isSet && (cfg.Hosting != project.Auto || err == nil) {
		return nil, nil
	}
	dir, isMost, err := site.OpenRepository(ctx, cfg.Target)
	switch {
	case err != nil && isSet:
		return nil, err
	case err != nil:
		return nil, nil // opening a site says why
	case !isMost && !isSet:
		return nil, dir.Close()
	}
	s.closers = append(s.closers, func() { _ = dir.Close() }) // it was only read from
	// The sources of a generator have links that work on its site alone, as in the docs of VitePress.
	_, err = project.Find()
	if none, ok := errors.AsType[*project.NotFoundError](err); ok && !none.NoProject && !isSet {
		s.notes = append(s.notes, none.Cause+"; links that work on that site only are broken on GitHub")
	}
	s.notes = append(s.notes, "Markdown is checked as GitHub shows it (hosting: github-repository)")
	r := &directorySite{dir: dir, repository: site.Nowhere("/owner/name/blob/HEAD/")}
	// A directory without git has no remote either.
	if all := git.Repositories(cfg.Sources, s.process.getenv); len(all) > 0 {
		r.repository = weburl.URL{Scheme: all[0].Scheme, Host: all[0].Host, Path: all[0].Path + "/blob/HEAD/"}
	}
	return r, nil
}

// directorySite is a build directory, or the Markdown of a repository.
type directorySite struct {
	dir *site.Dir
	// repository is where GitHub shows the top of the repository; zero for a build directory.
	repository weburl.URL
}

func (d *directorySite) check(ctx context.Context, s *session) (*link.Report, *check.Job) {
	sites := slices.Clone(s.cfg.SiteURLs)
	var origins []string
	for _, u := range sites {
		origins = append(origins, u.Origin())
	}
	if d.dir.IsRepository() {
		sites = append(sites, d.repository)
	}
	at := place{scope: site.UnknownScope("/")}
	if len(sites) == 0 {
		inferred := at.infer(d.dir.Evidence())
		if sites = inferred.Sites; inferred.Base != "" {
			at.scope = site.UnknownScope(inferred.Base)
		}
	}
	if len(sites) > 0 {
		at.scope = site.PlannedScope(sites...)
	}
	s.scope.Store(&at.scope)
	s.newClient(origins...)
	job := s.newJob(at)
	return dir.Check(ctx, job, d.dir, s.comparer), job
}

// liveSite is a deployed site.
type liveSite struct{ start weburl.URL }

func (l *liveSite) check(ctx context.Context, s *session) (*link.Report, *check.Job) {
	l.setScope(s, l.start)
	s.newClient(l.start.Origin())
	home, first, err := l.settle(ctx, s)
	at := place{scope: *s.scope.Load()}
	if err != nil {
		job := s.newJob(at)
		return crawl.Unreachable(ctx, job, err), job
	}
	if len(s.cfg.SiteURLs) == 0 {
		at.sitemap = fetch.AskSitemap(ctx, s.client.Load().Do, fetch.UsualSitemap(home))
		at.scope = site.NewScope(home, inferPlaces(ctx, &at, home, first)...)
		s.scope.Store(&at.scope)
	}
	job := s.newJob(at)
	return crawl.Check(ctx, job, home, first, s.comparer), job
}

// inferPlaces returns the places of a live site other than home, where it is read; first is
// the answer of its start page. When no page names home as its place, the sitemap counts,
// too. What is known is added to at.
func inferPlaces(ctx context.Context, at *place, home weburl.URL, first *fetch.Response) []weburl.URL {
	evidence := site.StartEvidence(home, first)
	if evidence.NamesHome() {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, 3*time.Second) // the crawl itself needs no sitemap
	defer cancel()
	if text, err := at.sitemap.Text(limited); err == nil {
		evidence.AddSitemap(text)
	}
	return at.infer(evidence).Sites
}

// setScope sets the scope of a site that is read at a URL.
func (l *liveSite) setScope(s *session, home weburl.URL) {
	scope := site.NewScope(home, s.cfg.SiteURLs...)
	s.scope.Store(&scope)
}

// settle finds the start page, and sets the scope by it.
func (l *liveSite) settle(ctx context.Context, s *session) (weburl.URL, *fetch.Response, error) {
	found, first, err := l.findStart(ctx, s, s.cfg.Wait)
	if err != nil {
		isOpen := false
		if isOpen, err = l.letIn(ctx, s, err); isOpen {
			found, first, err = l.findStart(ctx, s, max(s.cfg.Wait-time.Since(s.job.Started), 0))
		}
	}
	if err != nil {
		return found, nil, l.advise(err, s)
	}
	if found.Origin() != l.start.Origin() {
		s.newClient(found.Origin(), l.start.Origin())
		// The links of the site have the right origin, and are not redirected to it.
		if at := slices.IndexFunc(first.Redirects, func(hop link.Redirect) bool { return hop.URL == found.String() }); at >= 0 {
			first.Redirects = first.Redirects[at+1:]
		}
	}
	l.setScope(s, found)
	return found, first, nil
}

// noteReady records that the start page has answered. A file of the site may still arrive for a
// minute after the deployment got ready: now if the run had to wait for the start page, otherwise
// when the event says it. The run waits for such files no longer than wait says.
func (s *session) noteReady(hasWaited bool) {
	ready := time.Now()
	if d := s.workflow.Event().Deployment; !hasWaited {
		if d == nil || d.At.IsZero() {
			return
		}
		if d.At.Before(ready) {
			ready = d.At
		}
	}
	s.job.Settled = ready.Add(min(s.cfg.Wait, time.Minute))
}

// findStart finds the start page, and shows what it has seen of it while it waits.
func (l *liveSite) findStart(ctx context.Context, s *session, within time.Duration) (weburl.URL, *fetch.Response, error) {
	defer s.waiting.Store(nil)
	hasWaited := false
	found, first, err := site.FindStart(ctx, s.client.Load(), l.start, site.Wanted{
		Within: within, Text: s.cfg.Expect, OnAnswer: func(seen string) {
			hasWaited = true
			s.waiting.Store(&seen)
		},
	})
	if err == nil {
		s.noteReady(hasWaited)
	}
	return found, first, err
}

// letIn requests an OIDC token from GitHub and opens the site with it, when err is a login
// of Vercel and nothing else was given to open it. Otherwise it returns the error to report. The
// token identifies the repository, so it goes to the origin of the target alone: over https, and
// never where the settings file chose the target.
func (l *liveSite) letIn(ctx context.Context, s *session, err error) (isOpen bool, why error) {
	opens := func(h config.Header) bool {
		return strings.EqualFold(h.Name, protection.VercelBypass) || strings.EqualFold(h.Name, protection.VercelOIDCToken)
	}
	mayRequest := s.workflow.MayRequestIDToken() && s.cfg.InFile("target") == "" && !slices.ContainsFunc(s.cfg.Headers, opens)
	login, isLogin := errors.AsType[*site.UnreachableError](err)
	if !isLogin || login.Protection != protection.Vercel || !mayRequest || l.start.Scheme != "https" {
		return false, err
	}
	token, noToken := s.workflow.IDToken(ctx)
	if noToken != nil {
		told := *login
		told.NoToken = report.Clean(noToken.Error(), 200)
		return false, &told
	}
	s.workflow.Mask(token)
	s.cfg.Headers = append(slices.Clip(s.cfg.Headers), config.Header{Name: protection.VercelOIDCToken, Value: token})
	s.process.secrets.Add(s.cfg)
	s.newClient(l.start.Origin())
	return true, nil
}

// advise adds advice to the error of a site that cannot be reached: what loopback means
// inside a container, and how to allow a private address.
func (l *liveSite) advise(err error, s *session) error {
	unreachable, isUnreachable := errors.AsType[*site.UnreachableError](err)
	failed, isFailed := errors.AsType[*fetch.Error](err)
	if !isUnreachable || !isFailed || len(failed.Redirects) > 0 {
		return err
	}
	advised := *unreachable
	_, where := s.process.chosenByFile(&s.cfg)
	_, docker := os.Stat("/.dockerenv")
	inContainer := docker == nil || s.process.getenv("GITHUB_WORKSPACE") == containerWorkspace
	switch {
	case failed.Reason == link.PrivateAddress && where != "":
		advised.Advice = where + " must not lead to a private address in a workflow run; set target as an input"
	case failed.Reason == link.ConnectionRefused && inContainer && loopback.MatchString(l.start.Host):
		advised.Advice = "in a container, this address is the container itself, not the host machine; " +
			"check the build directory instead, or serve the site on 0.0.0.0 and use http://172.17.0.1:PORT/"
	}
	return &advised
}

// loopback matches the hosts of this very machine, which inside a container is the container.
var loopback = regexp.MustCompile(`^(?:(?:.+\.)?localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])(?::\d+)?$`)

// earlierSite is a site that an earlier run has checked.
type earlierSite struct{ report *link.Report }

// openEarlier prepares a run that delivers an earlier report and checks no site. Its errors
// are errors of the call.
func (s *session) openEarlier(ctx context.Context, cfg config.Config) (err error) {
	if cfg.Target != "" && cfg.InFile("target") == "" {
		return fmt.Errorf("could not use from together with %s: from reads no site; remove one of them", s.process.target())
	}
	for _, file := range cfg.Reports {
		if file.Format == report.FormatPages || file.Format == report.FormatRedirects {
			return reportError(file.Path, fmt.Errorf("an earlier report has no %s; write the report in the run that checks the site", file.Format))
		}
	}
	// The settings of a check have no effect: see Config.Ineffective.
	cfg.Target, cfg.Cache, cfg.Headers = "", "", nil
	if s.job.Known, err = s.readBaseline(ctx, cfg); err != nil {
		return err
	}
	r, err := baseline.ReadReport(cfg.From)
	if ctx.Err() != nil {
		r, err = &link.Report{Schema: link.Schema, Mode: link.Directory, Findings: []link.Finding{}, Skips: map[link.Reason]int{}}, nil
		r.Problem(check.EarlyEnd.About(context.Cause(ctx).Error()))
	}
	if err != nil {
		return err
	}
	s.cfg, s.job.Started, s.site = cfg, time.Now(), &earlierSite{r}
	// The pull request and the commit under test are those of the event, never of the report.
	_ = s.compareCheckout(ctx) // its note was that of the earlier run
	if err := s.openPublisher(cfg); err != nil {
		return err
	}
	s.notes = slices.Concat(s.notes, s.settingsNotes(), cfg.Ineffective())
	return nil
}

// check returns the report of the earlier run as the settings of this run judge it.
func (e *earlierSite) check(_ context.Context, s *session) (*link.Report, *check.Job) {
	r := e.report
	claimed := r.Complete && r.Failed
	(&check.Job{Config: s.cfg, Known: s.job.Known}).Rejudge(r)
	// What fail-on counted in the earlier run is no note of this one.
	r.Notes = slices.DeleteFunc(r.Notes, func(note string) bool { return strings.HasPrefix(note, "with fail-on: ") })
	r.Notes = slices.Concat(s.notes, r.Notes)
	if claimed && r.Complete && !r.Failed {
		r.Notes = append(r.Notes, "the earlier run failed, and by the settings of this run it passes: compare fail-on and baseline of both")
	}
	return r, nil
}
