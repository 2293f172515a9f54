package config

import (
	"slices"
	"time"
)

// The values of Rule.Verdict.
const (
	VerdictIgnore = "ignore"
	VerdictOK     = "ok"
	VerdictWarn   = "warn"
)

var verdictChoices = []string{VerdictIgnore, VerdictOK, VerdictWarn}

// The values of Rule.Method.
const (
	MethodGet  = "GET"
	MethodHead = "HEAD"
)

var methodChoices = []string{MethodGet, MethodHead}

// Rule is what holds for some targets alone. What it does not set is as the
// settings have it.
type Rule struct {
	// Where is the file and line where the rule begins, such as ".linkvet.yml:12".
	Where string
	// Match chooses the targets; it is never empty. Text is its first pattern as
	// it was written.
	Match Patterns
	Text  string
	// Verdict is one of the Verdict constants, or empty: what is matched is left
	// out (ignore), taken for ok without being asked for (ok), or unverified where
	// it would be broken (warn).
	Verdict string
	// Accept holds statuses that count as ok in addition to those of Config.Accept.
	Accept Accept
	// Fragments is one of the Fragments constants, or empty.
	Fragments string
	// Headers go with each request for what Match names, and then Match is of
	// patterns that name a host alone. Their values are secrets.
	Headers []Header
	// Method is one of the Method constants, or empty: GET is never preceded by
	// HEAD, and HEAD never followed by GET.
	Method string
	// HostRate is in requests a second to one external host; zero is not set.
	HostRate float64
	// Timeout bounds one try of one request; zero is not set.
	Timeout time.Duration
}

// Is reports whether the rule, which may be nil, has that verdict.
func (r *Rule) Is(verdict string) bool { return r != nil && r.Verdict == verdict }

// Rules are rules in the order of their file. The first that matches counts. The zero value
// holds none.
type Rules []Rule

// Find returns the index of the first rule that matches a URL; -1 when none does. The
// candidates are the forms of the URL to match patterns with.
func (r Rules) Find(candidates ...string) int {
	return slices.IndexFunc(r, func(rule Rule) bool { return rule.Match.Match(candidates...) })
}
