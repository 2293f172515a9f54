package cli

import (
	"context"
	"io"
	"time"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/changed"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/redact"
	"github.com/linkvet/linkvet/internal/report"
)

// openWorkflow prepares the commands to the runner, if there is one, and masks the
// secrets before anything is printed.
//
// All output goes to one stream, because the runner does not keep the order of two:
// standard output, unless a program reads the report there.
func (s *session) openWorkflow(cfg config.Config) {
	s.workflow = actions.New(s.process.getenv, s.process.runner(cfg))
	if !s.workflow.Active() {
		return
	}
	s.guard = actions.Guard(unwrapped(s.process.commands(cfg)))
	s.log = redact.NewWriter(s.guard, s.process.secrets.Text)
	if cfg.Format == report.FormatText {
		s.out = s.guard
	}
	for _, g := range cfg.Given {
		if g.Name == "token" {
			s.workflow.Mask(cfg.Token)
		}
	}
	// A header of the settings file is not masked in the log: it is no secret, and an
	// untrusted file could hide words of the log that way. Reports leave it out.
	if cfg.InFile("header") == "" {
		for _, h := range cfg.Headers {
			s.workflow.Mask(h.Value)
		}
	}
}

// commands is the stream for the commands of a workflow.
func (p Process) commands(cfg config.Config) io.Writer {
	if cfg.Format != report.FormatText {
		return p.Stderr
	}
	return p.Stdout
}

// flush writes what the guard has buffered. Call it before writing past the guard.
func (s *session) flush() error {
	if s.guard == nil {
		return nil
	}
	return s.guard.Flush()
}

// historyPatience is how long the history of a repository may be read at the end of a
// run.
const historyPatience = 3 * time.Second

// repository returns the work tree around the working directory, or nil.
func repository() *git.Tree {
	tree, err := git.Open(".")
	if err != nil {
		return nil
	}
	return tree
}

// repositoryFiles returns the files of the repository. Without one, or without findings,
// it knows no files.
func (s *session) repositoryFiles(r *link.Report) actions.Files {
	files := actions.Files{IsOther: s.isOtherCheckout}
	if !s.workflow.Active() || len(r.Findings) == 0 {
		return files
	}
	if tree := s.repository(); tree != nil {
		files.Path, files.Tracks = tree.Path, tree.Tracks
	}
	return files
}

// files returns the files of the repository, and which of them a pull request changes.
func (s *session) files(ctx context.Context, r *link.Report) actions.Files {
	files := s.repositoryFiles(r)
	if !files.Known() {
		return files
	}
	files.Changed = s.changedFiles
	if e := s.workflow.Event(); files.Changed == nil && e.Base != "" && !files.IsOther {
		ctx, cancel := context.WithTimeout(ctx, historyPatience)
		defer cancel()
		// Without the history nothing comes first.
		if diff, end, err := changed.FromGit(ctx, s.repository(), e.Base, e.Commit); err == nil {
			files.Changed = diff.Paths()
			end()
		}
	}
	return files
}
