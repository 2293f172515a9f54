package check

import (
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
)

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

// unmatched returns a note for each pattern that matched nothing.
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
			notes = append(notes, fmt.Sprintf("%s: %q matched %s", u.setting, u.patterns.Text(i), what))
		default:
			more++
		}
	}
	if more > 0 {
		notes = append(notes, fmt.Sprintf("%s: %d more patterns matched %s", u.setting, more, what))
	}
	return notes
}

// plainWords returns a note for each pattern between slashes that looks like a path.
func (u *patternUse) plainWords() []string {
	if u == nil {
		return nil
	}
	var notes []string
	for i := range u.patterns {
		if word := u.patterns.PlainWord(i); word != "" && len(notes) < maxUnmatched {
			folder := "/" + strings.Trim(word, "/") + "/**"
			notes = append(notes, fmt.Sprintf("%s: /%s/ is a regular expression, so it matches every URL that contains %q; write %s for that folder, or /(%s)/ to keep the expression",
				u.setting, word, word, folder, word))
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

// nothingLeft says that no link was left to check, if that is so. It is a problem when
// include, which says what to check, matches no link. It is a note when other settings
// leave out the links that include matches.
func (u *patternUses) nothingLeft(r *link.Report) (problem, note string) {
	s := &r.Stats
	if s.Links == 0 || s.Targets == 0 || r.Skips[link.Excluded] == 0 && u.include == nil {
		return "", ""
	}
	switch {
	case u.include != nil && !u.include.any():
		text := "its patterns match"
		if len(u.include.patterns) == 1 {
			text = fmt.Sprintf("%q matches", u.include.patterns.Text(0))
		}
		return fmt.Sprintf("include leaves no link to check: %s none of %s; write /** for the whole site, https://example.com/** for a host, or remove include",
			text, Count(s.Links, "link")), ""
	case s.Targets == s.Skipped:
		return "", fmt.Sprintf("no link was checked: the settings skip %s", Plural(s.Targets, "the only target", fmt.Sprintf("all %d targets", s.Targets)))
	}
	return "", ""
}
