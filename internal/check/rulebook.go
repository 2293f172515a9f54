package check

import (
	"fmt"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Rulebook holds the rules of one run, and which of them matched anything. Nil
// holds none. It is safe for concurrent use.
type Rulebook struct {
	rules config.Rules
	used  []atomic.Bool
}

// NewRulebook returns the book of rules; nil when there are none.
func NewRulebook(rules config.Rules) *Rulebook {
	if len(rules) == 0 {
		return nil
	}
	return &Rulebook{rules: rules, used: make([]atomic.Bool, len(rules))}
}

// find returns the first rule that matches one of the candidates; nil when none
// does.
func (b *Rulebook) find(candidates ...string) *config.Rule {
	i := b.rules.Find(candidates...)
	if i < 0 {
		return nil
	}
	// Nearly always it is known already, and a write would be fought over.
	if !b.used[i].Load() {
		b.used[i].Store(true)
	}
	return &b.rules[i]
}

// Unused says of each rule that matched nothing that it did not.
func (b *Rulebook) Unused() []string {
	if b == nil {
		return nil
	}
	var notes []string
	for i := range b.rules {
		if !b.used[i].Load() {
			notes = append(notes, fmt.Sprintf("the rule at %s (%q) matched nothing", b.rules[i].Where, b.rules[i].Text))
		}
	}
	return notes
}

// rule returns the rule for a target; nil when there is none. A rule is for a whole target,
// so fragments do not count.
func (j *Job) rule(d Destination) *config.Rule {
	if j.Rules == nil {
		return nil
	}
	return j.Rules.find(j.NamesOf(d)...)
}

// RuleOf is rule for a URL.
func (j *Job) RuleOf(u weburl.URL, internal bool) *config.Rule {
	if j.Rules == nil {
		return nil
	}
	return j.rule(Destination{URL: u, Internal: internal})
}

// RuleNamed is rule for an internal target, by what the report calls it.
func (j *Job) RuleNamed(name string) *config.Rule {
	if j.Rules == nil {
		return nil
	}
	path, query := CutQuery(name)
	u := j.Scope.Page(path[1:])
	u.Query = query
	return j.rule(Destination{URL: u, Internal: true})
}

// Special returns how the rules change the request for u; nil when they do not. scope is
// the site as far as it is known. A rule may hold secrets, and the site's other origins may
// only be claims of its pages. So on these origins a rule counts only if it names exactly
// that URL. A Client calls Special for each request.
func (b *Rulebook) Special(scope *site.Scope, u weburl.URL) *fetch.Special {
	if b == nil {
		return nil
	}
	u = u.Document()
	names := []string{u.Redacted()}
	if at, internal := scope.Internal(u); internal && at.Origin() == u.Origin() && at.Path == u.Path {
		names = append(names, scope.Target(at))
	}
	rule := b.find(names...)
	if rule == nil {
		return nil
	}
	special := &fetch.Special{Method: rule.Method, HostRate: rule.HostRate, Timeout: rule.Timeout}
	for _, h := range rule.Headers {
		special.Headers = append(special.Headers, transport.Header(h))
	}
	return special
}

// Accepts reports whether the settings, or the rule for u, accept a status of u that is
// usually an error.
func (j *Job) Accepts(status int, u weburl.URL) bool {
	_, internal := j.Scope.Internal(u)
	d := Destination{URL: u, Internal: internal}
	names := j.NamesOf(d)
	if use := j.PatternUses.accept; use != nil {
		use.match(names...)
	}
	if j.Config.Accept.Allows(status, names...) {
		return true
	}
	rule := j.rule(d)
	return rule != nil && rule.Accept.Allows(status)
}

// Temper is o as a rule has it: what only is to be warned of is not broken.
func Temper(o Outcome, rule *config.Rule) Outcome {
	if rule.Is(config.VerdictWarn) && o.Verdict == link.Broken {
		o.Verdict = link.Unverified
		o.Message += " (a rule makes this a warning)"
	}
	return o
}
