package cli

import (
	"context"
	"io"
	"time"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/redact"
	"github.com/linkvet/linkvet/internal/report"
)

// openWorkflow makes ready to speak to the runner, where there is one, and has
// it mask the secrets before anything is printed.
//
// All goes to one stream, as the runner keeps no order between two: standard
// output, unless a program is to read the report there.
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
	// What stands in the settings file is no secret of the run, and a stranger who
	// could have words of the log masked would hide what it says. Reports leave it out
	// all the same.
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

// flush lets out what the guard holds back, before anything passes it by.
func (s *session) flush() error {
	if s.guard == nil {
		return nil
	}
	return s.guard.Flush()
}

// patience is how long the history of a repository may be read. That happens at the
// end of a run; one that is being cancelled does not wait for it.
const patience = 3 * time.Second

// repository is the work tree around the working directory, or nil.
func repository() *git.Tree {
	tree, err := git.Open(".")
	if err != nil {
		return nil
	}
	return tree
}

// held tells which files the repository holds. Without one, or with nothing to
// show, it is the zero Files.
func (s *session) held(r *link.Report) actions.Files {
	if !s.workflow.Active() || len(r.Findings) == 0 {
		return actions.Files{}
	}
	if tree := s.repository(); tree != nil {
		return actions.Files{Path: tree.Path, Tracks: tree.Tracks}
	}
	return actions.Files{}
}

// files is held, and tells what a pull request changes, for what is shown beside
// its lines.
func (s *session) files(ctx context.Context, r *link.Report) actions.Files {
	files := s.held(r)
	if !files.Known() {
		return files
	}
	if base, head := s.workflow.PullRequest(); head != "" {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		// Without the history nothing comes first.
		changed, _ := s.repository().Changed(ctx, base)
		files.Changed = make(map[string]bool, len(changed))
		for _, name := range changed {
			files.Changed[name] = true
		}
	}
	return files
}
