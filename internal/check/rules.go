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

// Unused says of each rule that matched nothing that it did not.
func (b *Rulebook) Unused() (notes []string) {
	for i := 0; b != nil && i < len(b.rules); i++ {
		if !b.used[i].Load() {
			notes = append(notes, unmatchedRule.Of(1, []string{b.rules[i].Text}, b.rules[i].Where))
		}
	}
	return notes
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
	path, query := CutQuery(name)
	u := j.Scope.Page(path[1:])
	u.Query = query
	return j.RuleOf(u, true)
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

// The settings that are lists of patterns: their numbers in patternSettings.
const (
	include = iota
	exclude
	excludePages
	accept
)

// patternSettings have, of each of them, its name, its patterns, and what it is that one matches.
var patternSettings = [...]struct {
	name, what string
	of         func(*config.Config) config.Patterns
}{
	include:      {"include", "nothing", func(c *config.Config) config.Patterns { return c.Include }},
	exclude:      {"exclude", "nothing", func(c *config.Config) config.Patterns { return c.Exclude }},
	excludePages: {"exclude-pages", "no page of the site", func(c *config.Config) config.Patterns { return c.ExcludePages }},
	accept:       {"accept", "no URL that was requested", func(c *config.Config) config.Patterns { return c.Accept.Where() }},
}

// patternUse are the patterns of one setting, and which of them matched anything.
type patternUse struct {
	config.Patterns
	used uses
}

// newPatternUses returns the patterns of the settings, all unmatched.
func newPatternUses(cfg *config.Config) *[len(patternSettings)]patternUse {
	var all [len(patternSettings)]patternUse
	for i, s := range patternSettings {
		all[i].Patterns = s.of(cfg)
		all[i].used = make(uses, len(all[i].Patterns))
	}
	return &all
}

// matches reports whether a pattern of a setting matches one of the candidates. Behind the
// first that does, only those are tried that have matched nothing so far in this run: a pattern
// is not useless because another one says the same of some links.
func (j *Job) matches(setting int, candidates ...string) (matched bool) {
	if j.patterns == nil {
		return patternSettings[setting].of(&j.Config).Match(candidates...)
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

// anyMatched reports whether a pattern of a setting matched anything in this run.
func (j *Job) anyMatched(setting int) bool {
	for i := range j.patterns[setting].used {
		if j.patterns[setting].used[i].Load() {
			return true
		}
	}
	return false
}

// maxUnmatched bounds how many patterns of one setting are named.
const maxUnmatched = 10

// patternNotes say about patterns what their author may not know: which only look like a path,
// and which matched nothing in a complete run. Another one may have stopped before the URLs that
// a pattern matches. What accept may be about is left out on purpose without external targets.
func (j *Job) patternNotes(complete bool) []string {
	var plain, unmatched []string
	for n, setting := range patternSettings {
		words, more := 0, 0
		named := len(unmatched)
		for i := range j.patterns[n].Patterns {
			if word := j.patterns[n].PlainWord(i); word != "" && words < maxUnmatched {
				plain = append(plain, plainWord.Of(1, []string{word}, setting.name, word))
				words++
			}
			switch {
			case !complete || j.patterns[n].used[i].Load() || n == accept && (!j.Config.External || j.Config.Shard.Count >= 2):
			case len(unmatched)-named < maxUnmatched:
				unmatched = append(unmatched, unmatchedPattern.Of(1, []string{j.patterns[n].Text(i)}, setting.name, setting.what))
			default:
				more++
			}
		}
		if more > 0 {
			unmatched = append(unmatched, morePatterns.Of(more, nil, setting.name, setting.what))
		}
	}
	return append(plain, unmatched...)
}

// sayNothingLeft says in a report that no link was left to check, if that is so. It is a
// problem when include or exclude is the cause, and a note when it is another setting. One
// share of a site may have no link of its own.
func (j *Job) sayNothingLeft(r *link.Report) {
	s, included := &r.Stats, &j.patterns[include]
	switch {
	case s.Links == 0 || s.Targets == 0:
	case !included.Empty() && !j.anyMatched(include):
		r.Problem(nothingIncluded.Of(len(included.Patterns), []string{included.Text(0)}, Count(s.Links, "link")))
	case s.Targets > s.Skipped || r.Skips[link.Excluded] == 0 && included.Empty():
	case j.anyMatched(exclude) && j.Config.Shard.Count < 2:
		r.Problem(allExcluded.Of(s.Targets, nil))
	default:
		r.Note(allSkipped.Of(s.Targets, nil))
	}
}
