package cli

import (
	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/config"
)

// openWorkflow makes ready to speak to the runner, where there is one, and has
// it mask the secrets before anything is printed.
//
// All goes to one stream, as the runner keeps no order between two: standard
// output, unless a program is to read the report there.
func (s *session) openWorkflow(cfg config.Config) {
	commands := s.process.Stdout
	if cfg.Format != config.FormatText {
		commands = s.process.Stderr
	}
	s.workflow = actions.New(s.process.getenv, commands)
	if !s.workflow.Active() {
		return
	}
	s.guard = actions.Guard(commands)
	s.log = s.guard
	if cfg.Format == config.FormatText {
		s.out = s.guard
	}
	for _, h := range cfg.SecretHeaders() {
		s.workflow.Mask(h.Value)
	}
}

// flush lets out what the guard holds back, before anything passes it by.
func (s *session) flush() error {
	if s.guard == nil {
		return nil
	}
	return s.guard.Flush()
}
