package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/check/dir"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/github"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/gcpercent"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/phase"
	"github.com/linkvet/linkvet/internal/project"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// checkedSite is the site to check: a directory or a live site.
type checkedSite interface {
	// check returns the report, and the job that it is of.
	check(context.Context, *session) (*link.Report, *check.Job)
	// dump shows the links that are found, and returns what could not be read.
	dump(context.Context, *session, func(page.Sighting)) (problems []string)
	gcPolicy() gcpercent.Policy
	close()
}

// openSite opens TARGET. Its errors are errors of the call.
func (s *session) openSite(ctx context.Context, cfg config.Config) (checkedSite, error) {
	if !isURL(cfg.Target) {
		if isOtherURL(cfg.Target) {
			return nil, advised(fmt.Errorf("could not check %q: it must be a directory, or a URL that starts with http:// or https://",
				weburl.Redact(cfg.Target)), project.Advice(cfg.Target, s.process.inWorkflow()))
		}
		s.process.phases.Begin(phase.Listing)
		dir, err := site.OpenDir(ctx, cfg.Target)
		if errors.Is(err, fs.ErrNotExist) {
			err = advised(err, project.Advice(cfg.Target, s.process.inWorkflow()))
		}
		if err != nil {
			return nil, err
		}
		dir.Host(cfg.Hosting)
		s.notes = append(s.notes, directoryNotes(&cfg, dir)...)
		return &directorySite{dir: dir}, nil
	}
	start, err := weburl.Parse(cfg.Target)
	if err != nil {
		return nil, fmt.Errorf("could not read %s as a URL: %w", s.process.target(), err)
	}
	return &liveSite{start: start.Document()}, nil
}

// advised adds advice to an error; empty advice adds nothing.
func advised(err error, advice string) error {
	if advice == "" {
		return err
	}
	return fmt.Errorf("%w; %s", err, advice)
}

// siteURLs are those of the setting site-url.
func siteURLs(cfg config.Config) []weburl.URL {
	var all []weburl.URL
	for _, raw := range cfg.SiteURLs {
		// The setting was checked when it was read. A URL that a browser would still
		// refuse does not count.
		if u, err := weburl.Parse(raw); err == nil {
			all = append(all, u)
		}
	}
	return all
}

// namedOrigins are the origins of the setting site-url. Pages are untrusted: the
// origins that they name get no headers, and no access to private addresses.
func namedOrigins(cfg config.Config) []string {
	var all []string
	for _, u := range siteURLs(cfg) {
		all = append(all, u.Origin())
	}
	return all
}

func (s *session) newClient(origins ...string) *fetch.Client {
	cfg := s.cfg
	_, chosenAt := s.process.chosenByFile(&cfg)
	headers := make([]transport.Header, len(cfg.Headers))
	for i, h := range cfg.Headers {
		headers[i] = transport.Header(h)
	}
	return fetch.New(fetch.Options{
		Concurrency:     cfg.Concurrency,
		HostConcurrency: cfg.HostConcurrency,
		HostRate:        cfg.HostRate,
		OpenFiles:       s.openFiles,
		Timeout:         cfg.Timeout,
		Retries:         cfg.Retries,
		UserAgent:       cfg.UserAgent,
		Headers:         headers,
		GitHub:          github.Access{Token: s.process.linkToken(cfg)},
		Site:            origins,
		GuardSite:       chosenAt != "",
		AllowPrivate:    cfg.AllowPrivate,
		Special:         func(u weburl.URL) *fetch.Special { return s.rules.Special(s.scope.Load(), u) },
	})
}

type directorySite struct{ dir *site.Dir }

func (d *directorySite) check(ctx context.Context, s *session) (*link.Report, *check.Job) {
	job := d.job(s)
	return dir.Check(ctx, job, d.dir, s.comparer()), job
}

func (d *directorySite) dump(ctx context.Context, s *session, show func(page.Sighting)) []string {
	job := d.job(s)
	return page.DumpDirectory(ctx, job, d.dir, show)
}

// job returns the job of the run, for which it opens a client.
func (d *directorySite) job(s *session) *check.Job {
	sites, origins := siteURLs(s.cfg), namedOrigins(s.cfg)
	at := place{scope: site.UnknownScope("/")}
	if len(sites) == 0 {
		inferred := at.infer(d.dir.Evidence())
		if sites = inferred.Sites; inferred.Base != "" {
			at.scope = site.UnknownScope(inferred.Base)
		}
	}
	if len(sites) > 0 {
		at.scope, at.sites = site.PlannedScope(sites...), sites
	}
	s.scope.Store(&at.scope)
	s.client.Store(s.newClient(origins...))
	return s.newJob(at)
}

func (d *directorySite) gcPolicy() gcpercent.Policy {
	if d.dir.Len() > gcpercent.LargeFrom {
		return gcpercent.LargeDirectory
	}
	return gcpercent.Directory
}

func (d *directorySite) close() {
	// Nothing was written there, so there is nothing that closing could lose.
	_ = d.dir.Close()
}

type liveSite struct {
	start weburl.URL
	// isLetIn is whether a token of the workflow opened the site.
	isLetIn bool
}

func (l *liveSite) check(ctx context.Context, s *session) (*link.Report, *check.Job) {
	s.process.phases.Begin(phase.Waiting)
	l.open(s)
	early := l.askEarly(ctx, s)
	found, first, err := l.settle(ctx, s)
	at := place{scope: *s.scope.Load(), sitemap: early(found, err)}
	if err != nil {
		job := s.newJob(at)
		return crawl.Unreachable(ctx, job, err), job
	}
	at.sites = append([]weburl.URL{found}, siteURLs(s.cfg)...)
	if len(s.cfg.SiteURLs) == 0 {
		inferred := l.infer(ctx, s, &at, found, first)
		at.scope, at.sites = site.NewScope(found, inferred...), append(at.sites, inferred...)
		s.scope.Store(&at.scope)
	}
	job := s.newJob(at)
	return crawl.CheckAgainst(ctx, job, found, first, s.comparer()), job
}

// dump shows the links of the start page alone: to find others it would have to
// ask for them.
func (l *liveSite) dump(ctx context.Context, s *session, show func(page.Sighting)) []string {
	l.open(s)
	_, first, err := l.settle(ctx, s)
	if err != nil {
		return []string{err.Error()}
	}
	defer first.Release()
	return page.DumpPage(s.newJob(place{scope: *s.scope.Load()}), first, show)
}

// open sets the client and a first scope of the site.
func (l *liveSite) open(s *session) {
	s.client.Store(s.newClient(l.start.Origin()))
	l.setScope(s, l.start)
}

// setScope sets the scope of a site that is read at a URL.
func (l *liveSite) setScope(s *session, home weburl.URL) {
	scope := site.NewScope(home, siteURLs(s.cfg)...)
	s.scope.Store(&scope)
}

// settle finds the start page, and sets the scope by it.
func (l *liveSite) settle(ctx context.Context, s *session) (weburl.URL, *fetch.Response, error) {
	found, first, err := l.findStart(ctx, s, s.cfg.Wait)
	if err != nil {
		isOpen := false
		if isOpen, err = l.letIn(ctx, s, err); isOpen {
			found, first, err = l.findStart(ctx, s, max(s.cfg.Wait-time.Since(s.started), 0))
		}
	}
	if err != nil {
		return found, nil, l.advise(err, s)
	}
	client := s.client.Load()
	if found.Origin() != l.start.Origin() {
		client.Close()
		s.client.Store(s.newClient(found.Origin(), l.start.Origin()))
	}
	l.setScope(s, found)
	return found, first, nil
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

func (l *liveSite) gcPolicy() gcpercent.Policy { return gcpercent.Live }

// close has nothing to release: the session closes the client.
func (l *liveSite) close() {}

// advise adds advice to the error of a site that cannot be reached: what loopback means
// inside a container, and how to allow a private address.
func (l *liveSite) advise(err error, s *session) error {
	p := s.process
	var unreachable *site.UnreachableError
	var failed *fetch.Error
	private := errors.As(err, &failed) && failed.Reason == link.PrivateAddress && len(failed.Redirects) == 0
	if _, where := p.chosenByFile(&s.cfg); private && where != "" && errors.As(err, &unreachable) {
		advised := *unreachable
		advised.Advice = fmt.Sprintf("%s must not lead to a private address in a workflow run; set target as an input", where)
		return &advised
	}
	refused := errors.As(err, &failed) && failed.Reason == link.ConnectionRefused && len(failed.Redirects) == 0
	if refused && errors.As(err, &unreachable) && isLoopback(l.start) && inContainer(p) {
		advised := *unreachable
		advised.Advice = "in a container, this address is the container itself, not the host machine; " +
			"check the build directory instead, or serve the site on 0.0.0.0 and use http://172.17.0.1:PORT/"
		return &advised
	}
	return err
}

// inContainer reports whether the process runs in a container of Docker, Podman or
// a workflow's container action.
func inContainer(p Process) bool {
	if p.getenv("GITHUB_WORKSPACE") == containerWorkspace {
		return true
	}
	for _, mark := range []string{"/.dockerenv", "/run/.containerenv"} {
		if _, err := os.Stat(mark); err == nil {
			return true
		}
	}
	return false
}

// comparer compares the site with the old one; nil for none.
func (s *session) comparer() check.Comparer {
	if s.comparison == nil {
		return nil
	}
	return s.comparison.Compare
}

// isLoopback reports whether u names this very machine, which inside a container is the
// container.
func isLoopback(u weburl.URL) bool {
	host := u.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || ip.IsUnspecified())
}
