package check

import (
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// uses are the entries of a list that matched anything. They are safe for concurrent use.
type uses []atomic.Bool

// note notes that an entry matched.
func (u uses) note(i int) {
	// Nearly always it is known already, and a write would be fought over.
	if !u[i].Load() {
		u[i].Store(true)
	}
}

// any reports whether an entry matched anything.
func (u uses) any() bool {
	for i := range u {
		if u[i].Load() {
			return true
		}
	}
	return false
}

// Rulebook holds the rules of one run, and which of them matched anything. Nil
// holds none. It is safe for concurrent use.
type Rulebook struct {
	rules config.Rules
	used  uses
}

// NewRulebook returns the book of rules; nil when there are none.
func NewRulebook(rules config.Rules) *Rulebook {
	if len(rules) == 0 {
		return nil
	}
	return &Rulebook{rules: rules, used: make(uses, len(rules))}
}

// find returns the first rule that matches one of the candidates; nil when none
// does.
func (b *Rulebook) find(candidates ...string) *config.Rule {
	i := b.rules.Find(candidates...)
	if i < 0 {
		return nil
	}
	b.used.note(i)
	return &b.rules[i]
}

// RuleOf returns the rule for a target; nil when there is none. A rule is for a whole target,
// so fragments do not count.
func (j *Job) RuleOf(u weburl.URL, internal bool) *config.Rule {
	if j.Rules == nil {
		return nil
	}
	return j.Rules.find(j.names(u, internal)...)
}

// RuleNamed is RuleOf for an internal target, by what the report calls it.
func (j *Job) RuleNamed(name string) *config.Rule {
	if j.Rules == nil {
		return nil
	}
	return j.RuleOf(j.URLOf(name), true)
}

// URLOf is the URL of an internal target, by what the report calls it.
func (j *Job) URLOf(name string) weburl.URL {
	path, query := CutQuery(name)
	u := j.Scope.Page(path[1:])
	u.Query = query
	return u
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
	names := j.names(u, internal)
	j.matches(accept, names...) // which notes what matched
	if j.Config.Accept.Allows(status, names...) {
		return true
	}
	rule := j.RuleOf(u, internal)
	return rule != nil && rule.Accept.Allows(status, names...)
}

// Temper is o as a rule has it: what only is to be warned of is not broken.
func Temper(o Outcome, rule *config.Rule) Outcome {
	if rule.Is(config.VerdictWarn) && o.Verdict == link.Broken {
		o.Verdict = link.Unverified
		o.Message += " (a rule makes this a warning)"
	}
	return o
}

// The settings that are lists of patterns.
const (
	include = iota
	exclude
	excludePages
	accept
)

// patterns are those of one setting, and which of them matched anything.
type patterns struct {
	config.Patterns
	used uses
	// name is that of the setting, and what is what one did not match that matched nothing.
	name, what string
}

// patternsOf returns the patterns of the settings, all unmatched.
func patternsOf(c *config.Config) []patterns {
	all := []patterns{
		include:      {Patterns: c.Include, name: "include", what: "nothing"},
		exclude:      {Patterns: c.Exclude, name: "exclude", what: "nothing"},
		excludePages: {Patterns: c.ExcludePages, name: "exclude-pages", what: "no page of the site"},
		accept:       {Patterns: c.Accept.Where(), name: "accept", what: "no URL that was requested"},
	}
	for i := range all {
		all[i].used = make(uses, len(all[i].Patterns))
	}
	return all
}

// matches reports whether a pattern of a setting matches one of the candidates. Behind the
// first that does, only those are tried that have matched nothing so far in this run: a pattern
// is not useless because another one says the same of some links.
func (j *Job) matches(setting int, candidates ...string) (matched bool) {
	if j.patterns == nil {
		return patternsOf(&j.Config)[setting].Match(candidates...)
	}
	all := &j.patterns[setting]
	for i := range all.Patterns {
		if (!matched || !all.used[i].Load()) && all.MatchAt(i, candidates...) {
			all.used.note(i)
			matched = true
		}
	}
	return matched
}

// patternNotes say about patterns what their author may not know: which only look like a path,
// and which matched nothing in a complete run. Another one may have stopped before the URLs that
// a pattern matches. What accept may be about is left out on purpose without external targets.
func (j *Job) patternNotes(complete bool) []string {
	var plain, unmatched []string
	for n, p := range j.patterns {
		var idle []string
		for i := range p.Patterns {
			if word := p.PlainWord(i); word != "" && len(plain) < MaxExamples {
				plain = append(plain, plainWord.Of(1, []string{word}, p.name, word))
			}
			if complete && !p.used[i].Load() && (n != accept || j.Config.External && j.Config.Shard.Count < 2) {
				idle = append(idle, p.Text(i))
			}
		}
		if len(idle) > 0 {
			unmatched = append(unmatched, unmatchedPattern.Of(len(idle), idle, p.name, p.what))
		}
	}
	if book := j.Rules; book != nil && complete && j.Config.Shard.Count < 2 {
		// What only redirects in another share may be what a rule is about.
		for i := range book.rules {
			if !book.used[i].Load() {
				unmatched = append(unmatched, unmatchedRule.Of(1, []string{book.rules[i].Text}, book.rules[i].Where))
			}
		}
	}
	return append(plain, unmatched...)
}

// sayNothingLeft says in a report that no link was left to check, if that is so. It is a
// problem when include or exclude is the cause, and a note when it is another setting. One
// share of a site may have no link of its own.
func (j *Job) sayNothingLeft(r *link.Report) {
	s, included, excluded := &r.Stats, &j.patterns[include], &j.patterns[exclude]
	switch {
	case s.Links == 0 || s.Targets == 0:
	case !included.Empty() && !included.used.any():
		r.Problem(nothingIncluded.Of(len(included.Patterns), []string{included.Text(0)}, link.Count(s.Links, "link")))
	case s.Targets > s.Skipped || r.Skips[link.Excluded] == 0 && included.Empty():
	case excluded.used.any() && j.Config.Shard.Count < 2:
		r.Problem(allExcluded.Of(s.Targets, nil))
	default:
		r.Note(allSkipped.Of(s.Targets, nil))
	}
}
