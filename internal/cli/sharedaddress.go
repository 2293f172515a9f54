package cli

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/weburl"
)

// sharedAddressNotes returns a note where, in a workflow run, the target has an address
// that other deployments had before: an earlier one may answer. The event that started the
// run knows the commit.
func (s *session) sharedAddressNotes(cfg *config.Config) []string {
	if !s.workflow.Active() || !isURL(cfg.Target) || cfg.Expect != "" {
		return nil
	}
	target, err := weburl.Parse(cfg.Target)
	if err != nil {
		return nil
	}
	shared, ok := hosting.SharedAddressOf(target)
	if !ok {
		return nil
	}
	commit := "expect to the commit"
	if started := s.workflow.Event(); started.Commit != "" {
		commit = "expect: ${{ " + started.CommitField + " }}"
	}
	return []string{fmt.Sprintf("%s always shows the newest deployment of %s (%s): set %s, so that an earlier deployment is not checked instead",
		target.Origin(), shared.Of, shared.Host, commit)}
}
