package cli

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/hosting/preview"
	"github.com/linkvet/linkvet/internal/weburl"
)

// sharedAddressNotes returns a note where, in a workflow run, the target has an address
// that other deployments had before: an earlier one may answer.
func sharedAddressNotes(p Process, cfg *config.Config) []string {
	if !p.inWorkflow() || !isURL(cfg.Target) || cfg.Expect != "" {
		return nil
	}
	target, err := weburl.Parse(cfg.Target)
	if err != nil {
		return nil
	}
	shared, ok := preview.SharedOf(target)
	if !ok {
		return nil
	}
	return []string{fmt.Sprintf("%s always shows the newest deployment of %s (%s): set expect to the commit, so that an earlier deployment is not checked instead",
		target.Origin(), shared.Of, shared.Host)}
}
