package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/compare"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/weburl"
)

// checkOldSite returns an error when the old site of the settings is a path at which nothing
// is.
func checkOldSite(cfg *config.Config) error {
	for _, file := range cfg.Reports {
		if file.Format == report.FormatRedirects && cfg.Compare == "" {
			return reportError(file.Path, errNoComparison)
		}
	}
	if cfg.Compare == "" || isURL(cfg.Compare) {
		return nil
	}
	if isOtherURL(cfg.Compare) {
		return fmt.Errorf("could not compare with %q: it must be a directory, a file, or a URL that starts with http:// or https://", weburl.Redact(cfg.Compare))
	}
	if _, err := os.Stat(cfg.Compare); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("could not compare with %q: no such file or directory", cfg.Compare)
	}
	return nil
}

// errNoComparison is the error of redirects in a run that compares nothing.
var errNoComparison = errors.New("redirects are for lost URLs; set compare to the old site")

// openComparison prepares the comparison that the settings ask for.
func (s *session) openComparison() {
	cfg := &s.cfg
	if cfg.Compare == "" {
		return
	}
	opt := compare.Options{Source: cfg.Compare, Hosting: cfg.Hosting, Renames: s.renames, Workers: max(cfg.Jobs, 1)}
	for _, file := range cfg.Reports {
		if file.Format == report.FormatRedirects {
			opt.Redirects = file.Path
		}
	}
	if isURL(cfg.Target) {
		opt.Workers = 2 * cfg.Concurrency
	}
	if isURL(cfg.Compare) {
		client := s.oldSiteClient()
		s.atEnd(func() error {
			client.Close()
			return nil
		})
		opt.Old = &check.Job{
			Config: oldSiteConfig(cfg), Client: client, Version: s.process.Version, Progress: &check.Progress{},
			Started: time.Now(), Redact: s.process.secrets.Mask,
		}
	}
	s.comparison = compare.New(opt)
}

// renames returns the files that the pull request renames, as far as that is known: it only
// helps to find where a page went.
func (s *session) renames(ctx context.Context) (all []git.Change) {
	p, ok := s.pullRequest()
	tree := s.repository()
	if !ok || tree == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, comparing)
	defer cancel()
	// Without the history, nothing is known.
	changes, _ := tree.Compare(ctx, cmp.Or(p.base, tree.RemoteDefault(p.branch)), p.head)
	for _, change := range changes {
		if change.From != change.To && change.From != "" && change.To != "" {
			all = append(all, change)
		}
	}
	return all
}

// oldSiteClient returns a client for the old site. It sends no header, user info or token. A
// private address is allowed unless an untrusted settings file chose it.
func (s *session) oldSiteClient() *fetch.Client {
	cfg := &s.cfg
	isUntrusted := cfg.InFile("compare") != "" && s.process.inWorkflow()
	return fetch.New(fetch.Options{
		Concurrency: cfg.Concurrency, Timeout: cfg.Timeout, Retries: cfg.Retries,
		UserAgent: cfg.UserAgent, Site: []string{cfg.Compare}, GuardSite: isUntrusted, AllowPrivate: cfg.AllowPrivate && !isUntrusted,
	})
}

// oldSiteConfig returns the settings by which the old site is read: all that bounds the
// reading, and nothing that judges or writes.
func oldSiteConfig(cfg *config.Config) config.Config {
	return config.Config{
		Target: cfg.Compare, Fragments: config.FragmentsNone, Redirects: config.RedirectsNone, FailOn: config.FailOnNone,
		MaxPages: cfg.MaxPages, MaxUnread: cfg.MaxUnread, Concurrency: cfg.Concurrency, HostConcurrency: cfg.HostConcurrency,
		Timeout: cfg.Timeout, Retries: cfg.Retries, Jobs: cfg.Jobs,
		Reports: []config.ReportFile{{Format: report.FormatPages}},
	}
}
