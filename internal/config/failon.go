package config

import "github.com/linkvet/linkvet/internal/link"

// The values of the setting fail-on.
const (
	FailOnNone       = "none"
	FailOnInternal   = "internal"
	FailOnBroken     = "broken"
	FailOnUnverified = "unverified"
)

var failOnChoices = []string{FailOnNone, FailOnInternal, FailOnBroken, FailOnUnverified}

// Fails reports whether a finding fails the run, by the setting fail-on. A known one never does.
func (c *Config) Fails(f *link.Finding) bool {
	isBroken := f.Verdict == link.Broken
	switch {
	case f.Known:
		return false
	case c.FailOn == FailOnInternal:
		return isBroken && f.Internal
	case c.FailOn == FailOnBroken:
		return isBroken
	}
	return c.FailOn == FailOnUnverified && (isBroken || f.Verdict == link.Unverified)
}
