package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/dir"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/markdown"
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

// findMarkdown lists the repository of TARGET when its Markdown is to be read, and no built site;
// nil otherwise.
func (s *session) findMarkdown(ctx context.Context, cfg *config.Config) (*markdown.Repository, error) {
	switch {
	case s.markdown != nil:
		return s.markdown, nil // chosen, as nothing else is here
	case cfg.Hosting == hosting.GitHubRepository:
		return markdown.Find(ctx, cfg.Target)
	case cfg.Hosting != project.Auto:
		return nil, nil
	}
	if _, err := os.Stat(filepath.Join(cfg.Target, hosting.IndexFile)); err == nil {
		return nil, nil
	}
	// Where nothing can be listed, opening a site says why.
	found, err := markdown.Find(ctx, cfg.Target)
	if err != nil {
		return nil, nil
	}
	if _, isMost := found.Pages(); !isMost {
		return nil, nil
	}
	// The sources of a generator have links that work on its site alone, as in the docs of VitePress.
	_, err = project.Find()
	if none, ok := errors.AsType[*project.NotFoundError](err); ok && !none.NoProject {
		s.notes = append(s.notes, none.Cause+"; links that work on that site only are broken on GitHub")
	}
	return found, nil
}

// openRepository opens the Markdown in TARGET. Its errors are errors of the call.
func (s *session) openRepository(found *markdown.Repository, sources string) (checkedSite, error) {
	r := &repositorySite{at: site.Nowhere("/owner/name/blob/HEAD/")}
	// A directory without git has no remote either.
	if all := git.Repositories(sources, s.process.getenv); len(all) > 0 {
		r.at = weburl.URL{Scheme: all[0].Scheme, Host: all[0].Host, Path: all[0].Path + "/blob/HEAD/"}
	}
	var err error
	if r.dir, err = site.OpenRepository(found, r.at.Path); err != nil {
		return nil, err
	}
	s.atEnd(r.dir.Close)
	s.notes = append(s.notes, "Markdown is checked as GitHub shows it (hosting: github-repository)")
	return r, nil
}

func (r *repositorySite) check(ctx context.Context, s *session) (*link.Report, *check.Job) {
	at := place{scope: site.PlannedScope(append(siteURLs(s.cfg), r.at)...)}
	s.scope.Store(&at.scope)
	s.newClient()
	job := s.newJob(at)
	return dir.Check(ctx, job, r.dir, s.comparer), job
}
