package check

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
)

// Tolerate applies max-broken: up to that many findings do not fail the run, and more of
// them all do. A note says how many there are, and which lower value fits, so that the
// setting is tightened step by step. Call it when it is decided which findings fail.
func Tolerate(r *link.Report, cfg *config.Config) {
	most := cfg.MaxBroken
	if most == 0 || cfg.FailOn == config.FailOnNone {
		return
	}
	failing := r.FailsUnlisted
	for i := range r.Findings {
		if r.Findings[i].Fails {
			failing++
		}
	}
	r.MaxBroken = most
	noun := "broken link"
	if cfg.FailOn == config.FailOnUnverified {
		noun = "broken or unverified link"
	}
	if cfg.FailOn == config.FailOnInternal {
		noun = "broken internal link"
	}
	// What an incomplete run found is not all that there is, and a pull request is not the
	// whole site.
	final := r.Complete && !cfg.Changed
	said := fmt.Sprintf("%s, max-broken tolerates %d", Count(failing, noun), most)
	switch {
	case failing > most:
		said += fmt.Sprintf("; fix at least %d", failing-most)
	case failing == 0 && final:
		said = fmt.Sprintf("no %s, max-broken tolerates %d; remove it", noun, most)
	case failing == 0:
		return
	case failing < most && final:
		said += fmt.Sprintf("; lower it to %d", failing)
	}
	r.Notes = append(r.Notes, said)
	if failing > most {
		return
	}
	r.Failed, r.Tolerated = false, failing
	for i := range r.Findings {
		r.Findings[i].Fails = false
	}
}
