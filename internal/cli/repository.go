package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/dir"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/project"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// repositorySite is the Markdown of a repository, as GitHub shows it.
type repositorySite struct {
	dir *site.Dir
	// at is where GitHub shows the top of the repository.
	at weburl.URL
}

// isMarkdown reports whether TARGET is Markdown that is read on GitHub, and no built site.
func (s *session) isMarkdown(ctx context.Context, cfg *config.Config) bool {
	switch cfg.Hosting {
	case hosting.GitHubRepository:
		return true
	case project.Auto:
		_, holds := site.HoldsMarkdown(ctx, cfg.Target)
		return holds || site.IsMarkdown(cfg.Target)
	}
	return false
}

// unknownRepository is where a repository without a remote is taken to be, and notFiles matches what
// GitHub has there besides files, such as ../../issues: that is not requested then.
const (
	unknownRepository = "https://repository.invalid/owner/name"
	notFiles          = `/^https:\/\/repository\.invalid\/([^\/]*\/?$|owner\/([^\/]*\/?$|name\/($|[^b]|b[^l])))/`
)

// openRepository opens the Markdown in TARGET. Its errors are errors of the call.
func (s *session) openRepository(ctx context.Context, cfg config.Config) (checkedSite, error) {
	opened, err := site.OpenRepository(ctx, cfg.Target)
	if err != nil {
		return nil, err
	}
	remote := unknownRepository
	if all := git.Repositories(cfg.Sources, s.process.getenv); len(all) > 0 {
		remote = all[0].Scheme + "://" + all[0].Host + all[0].Path
	} else if left, err := config.Load(config.Sources{Args: []string{"--exclude=" + notFiles}}); err == nil {
		s.cfg.Exclude = append(s.cfg.Exclude, left.Exclude...)
	}
	at, err := weburl.Parse(remote + "/blob/HEAD/")
	if err != nil {
		return nil, fmt.Errorf("could not read the remote of the repository: %w", err)
	}
	opened.SetRootPath(at.Path)
	s.notes = append(s.notes, "Markdown is checked as GitHub shows it (hosting: github-repository)")
	return &repositorySite{dir: opened, at: at}, nil
}

func (r *repositorySite) check(ctx context.Context, s *session) (*link.Report, *check.Job) {
	at := place{scope: site.PlannedScope(append(siteURLs(s.cfg), r.at)...)}
	s.scope.Store(&at.scope)
	s.newClient()
	job := s.newJob(at)
	report := dir.Check(ctx, job, r.dir, s.comparer())
	// The user has not set that pattern.
	report.Notes = slices.DeleteFunc(report.Notes, func(note string) bool { return strings.Contains(note, fmt.Sprintf("%q", notFiles)) })
	return report, job
}

func (r *repositorySite) close() {
	// Nothing was written there, so there is nothing that closing could lose.
	_ = r.dir.Close()
}
