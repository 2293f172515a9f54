package cli

import (
	"context"
	"fmt"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/git"
)

// noteEnvironment notes when the setting environment has no effect.
func (s *session) noteEnvironment(cfg *config.Config) {
	if s.workflow.Event().Deployment != nil {
		return
	}
	for _, g := range cfg.Given {
		if g.Name == "environment" {
			s.targetNotes = append(s.targetNotes, fmt.Sprintf("%s (%s) has no effect: this is not a run for a deployment", g.Name, g.Source))
		}
	}
}

// shortCommit is how many digits of a commit a note shows.
const shortCommit = 7

// compareCheckout notes when the commit under test is not the one that is checked out.
func (s *session) compareCheckout(ctx context.Context) {
	e := s.workflow.Event()
	if e.Commit == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, historyPatience)
	defer cancel()
	head, is, err := git.IsCheckedOut(ctx, ".", e.Commit)
	if err != nil || is {
		return
	}
	s.isOtherCheckout = true
	note := fmt.Sprintf(
		"the checkout is the commit %.*s, and the commit under test is %.*s: findings are not annotated on lines, and source lines are those of the checkout; set ref: ${{ %s }} in the step with actions/checkout",
		shortCommit, head, shortCommit, e.Commit, e.CommitField)
	if hasSecrets := e.Name == "pull_request_target" || e.Name == "workflow_run"; hasSecrets && (e.IsFork() || e.HeadRepository == "") {
		note += ", and run no code of that commit in the same job"
	}
	s.targetNotes = append(s.targetNotes, note)
}
