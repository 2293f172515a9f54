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
			notes = append(notes, unmatchedRule.Of(1, []string{b.rules[i].Text}, b.rules[i].Where))
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

// patternUses knows which patterns of the settings matched anything. The zero
// value knows nothing.
type patternUses struct{ include, exclude, excludePages, accept *patternUse }

// NewPatternUses returns the patterns of the settings, all unmatched.
func NewPatternUses(cfg *config.Config) patternUses {
	return patternUses{
		include:      newPatternUse("include", cfg.Include),
		exclude:      newPatternUse("exclude", cfg.Exclude),
		excludePages: newPatternUse("exclude-pages", cfg.ExcludePages),
		accept:       newPatternUse("accept", cfg.Accept.Where()),
	}
}

// patternUse knows which patterns of one setting matched anything. It is safe for
// concurrent use.
type patternUse struct {
	setting  string
	patterns config.Patterns
	used     []atomic.Bool
}

// newPatternUse returns nil when there are no patterns.
func newPatternUse(setting string, patterns config.Patterns) *patternUse {
	if patterns.Empty() {
		return nil
	}
	return &patternUse{setting: setting, patterns: patterns, used: make([]atomic.Bool, len(patterns))}
}

// match reports whether any pattern matches one of the candidates. Behind the first
// that does, only those are tried that have matched nothing so far: a pattern is not
// useless because another one says the same of some links.
func (u *patternUse) match(candidates ...string) bool {
	matched := false
	for i := range u.patterns {
		if matched && u.used[i].Load() || !u.patterns.MatchAt(i, candidates...) {
			continue
		}
		matched = true
		if !u.used[i].Load() {
			u.used[i].Store(true)
		}
	}
	return matched
}

// any reports whether a pattern matched anything.
func (u *patternUse) any() bool {
	for i := range u.used {
		if u.used[i].Load() {
			return true
		}
	}
	return false
}

// maxUnmatched bounds how many patterns of one setting are named.
const maxUnmatched = 10

// unmatched returns notes about the patterns that matched nothing.
func (u *patternUse) unmatched(what string) []string {
	if u == nil {
		return nil
	}
	var notes []string
	more := 0
	for i := range u.used {
		switch {
		case u.used[i].Load():
		case len(notes) < maxUnmatched:
			notes = append(notes, unmatchedPattern.Of(1, []string{u.patterns.Text(i)}, u.setting, what))
		default:
			more++
		}
	}
	if more > 0 {
		notes = append(notes, morePatterns.Of(more, nil, u.setting, what))
	}
	return notes
}

// plainWords returns a note for each of the first patterns between slashes that looks like
// a path.
func (u *patternUse) plainWords() []string {
	if u == nil {
		return nil
	}
	var notes []string
	for i := range u.patterns {
		if word := u.patterns.PlainWord(i); word != "" && len(notes) < maxUnmatched {
			notes = append(notes, plainWord.Of(1, []string{word}, u.setting, word))
		}
	}
	return notes
}

// notes say about patterns what their author may not know. An incomplete run may have
// stopped before the URLs that a pattern matches.
func (u *patternUses) notes(j *Job, complete bool) []string {
	var notes []string
	for _, use := range []*patternUse{u.include, u.exclude, u.excludePages, u.accept} {
		notes = append(notes, use.plainWords()...)
	}
	if !complete {
		return notes
	}
	notes = append(notes, u.include.unmatched("nothing")...)
	notes = append(notes, u.exclude.unmatched("nothing")...)
	notes = append(notes, u.excludePages.unmatched("no page of the site")...)
	if j.Config.External && j.Config.Shard.Count < 2 {
		// Otherwise most of what it may be about is left out on purpose.
		notes = append(notes, u.accept.unmatched("no URL that was requested")...)
	}
	return notes
}

// sayNothingLeft says in a report that no link was left to check, if that is so. It is a
// problem when include or exclude is the cause, and a note when it is another setting. One
// share of a site may have no link of its own.
func (u *patternUses) sayNothingLeft(j *Job, r *link.Report) {
	s := &r.Stats
	switch {
	case s.Links == 0 || s.Targets == 0:
	case u.include != nil && !u.include.any():
		patterns := &u.include.patterns
		r.Problem(nothingIncluded.Of(len(*patterns), []string{patterns.Text(0)}, Count(s.Links, "link")))
	case s.Targets > s.Skipped || r.Skips[link.Excluded] == 0 && u.include == nil:
	case u.exclude != nil && u.exclude.any() && j.Config.Shard.Count < 2:
		r.Problem(allExcluded.Of(s.Targets, nil))
	default:
		r.Note(allSkipped.Of(s.Targets, nil))
	}
}
