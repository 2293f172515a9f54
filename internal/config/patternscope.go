package config

import (
	"regexp/syntax"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/weburl"
)

// patternScope is the set of texts that the patterns of one setting are matched with.
// URLs are normalized: they begin with http or https in lower case, or with a slash on
// the site, and are percent-encoded as browsers do it.
type patternScope struct {
	// fragments reports whether URLs are also matched with their fragment.
	fragments bool
	// invalid reports whether invalid URLs are matched, too, as they were written.
	invalid bool
}

// The scopes of the settings with patterns.
var (
	includedLinks = patternScope{fragments: true}
	excludedLinks = patternScope{fragments: true, invalid: true}
	pageURLs      = patternScope{}
	acceptedURLs  = patternScope{}
	ruleTargets   = patternScope{invalid: true}
)

// The parts of a normalised URL, as regular expressions.
const (
	hostPart  = "(?:\\[[0-9a-f:.]+\\]|[!$&-.0-9;=_`a-z{}~\"']+)"
	pathPart  = "/[!$-;=@-Z\\[\\]_a-z|~]*"
	queryPart = "(?:\\?[!$-&(-;=?-~]*)?"
	// fragmentPart may be alone in a URL that ends there.
	fragmentPart = "(?:#[!#-;=?-_a-~]*)?"
	// A port that is the default of its scheme is left out.
	otherPort80  = "(?::(?:\\d|[0-79]\\d|8[1-9]|\\d{3,5}))?"
	otherPort443 = "(?::(?:\\d{1,2}|[0-35-9]\\d\\d|4[0-35-9]\\d|44[0-24-9]|\\d{4,5}))?"
)

// language returns the program that matches exactly the URLs and paths of the scope.
func (s patternScope) language() *syntax.Prog { return languages()[s.fragments] }

var languages = sync.OnceValue(func() map[bool]*syntax.Prog {
	all := map[bool]*syntax.Prog{}
	for _, fragments := range []bool{false, true} {
		text := "(?s)(?:http://" + hostPart + otherPort80 + "|https://" + hostPart + otherPort443 + ")?" + pathPart + queryPart
		if fragments {
			text += fragmentPart
		}
		all[fragments] = mustCompile(text)
	}
	return all
})

// mustCompile compiles an expression of this file.
func mustCompile(text string) *syntax.Prog {
	p, ok := compile(text)
	if !ok {
		panic("the expressions of this file are valid, as a test shows")
	}
	return p
}

// compile compiles a regular expression; ok is false when it is none.
func compile(text string) (p *syntax.Prog, ok bool) {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, false
	}
	p, err = syntax.Compile(tree.Simplify())
	return p, err == nil && len(p.Inst) <= maxProgram
}

// maxProgram is the size of a regular expression, in instructions, up to which patternscope
// looks for faults.
const maxProgram = 10_000

// maxReadings is the number of ways to read the braces of a glob past which nothing
// is said of it, and maxAdvised the length of a pattern past which no better form is
// looked for: a settings file may hold many such patterns.
const (
	maxReadings = 16
	maxAdvised  = 200
)

// reaches reports whether a pattern may match something that the setting looks
// at.
func (s patternScope) reaches(p *pattern) bool {
	if p.regexp == nil && alternatives(p.glob) > maxReadings || s.invalid && p.namesInvalid() {
		return true
	}
	if p.regexp != nil {
		program, ok := compile("(?s:.*)(?:" + p.regexp.String() + ")(?s:.*)")
		return !ok || overlaps(program, s.language())
	}
	for _, text := range globRegexps(p.glob) {
		if program, ok := compile(text); !ok || overlaps(program, s.language()) {
			return true
		}
	}
	return false
}

// parse reads a pattern and refuses one that can never match. It says which form
// was probably meant.
func (s patternScope) parse(text string) (pattern, error) {
	p, err := parsePattern(text)
	if err != nil || s.reaches(&p) {
		return p, err
	}
	return pattern{}, &unmatchableError{text: text, advice: s.advice(text)}
}

// unmatchableError says that a pattern can never match.
type unmatchableError struct{ text, advice string }

func (e *unmatchableError) Error() string {
	return quote(e.text) + " can never match: " + e.advice
}

// advice says what is wrong with a pattern that can never match, and what to write
// instead.
func (s patternScope) advice(text string) string {
	switch {
	case strings.HasPrefix(text, "# ") || text == "#" || strings.HasPrefix(text, "##"):
		return "each line is a pattern, and comments are not possible here; remove it, or move it out of the value"
	case isOtherScheme(text):
		return "only http and https links are checked; remove it"
	}
	for _, fix := range fixes {
		better, ok := fix.apply(text)
		if !ok || better == text || len(text) > maxAdvised {
			continue
		}
		if p, err := parsePattern(better); err == nil && s.reaches(&p) {
			return fix.cause + "; write " + shownPattern(better)
		}
	}
	if i := strings.IndexByte(text, '#'); i > 0 && !s.fragments {
		return "fragments are not matched here; write " + shownPattern(text[:i])
	}
	return "it must match whole URLs such as https://example.com/a?b, or paths of the site such as /a?b"
}

// wildcards are replaced by a letter where only the rest of a glob matters.
var wildcards = strings.NewReplacer("**", "x", "*", "x", "?", "x", `\`, "")

// namesInvalid reports whether a pattern spells out what no browser reads as a URL,
// such as https://{{ host }}/**. A wildcard that could stand for that is not
// enough.
func (p *pattern) namesInvalid() bool {
	if p.regexp != nil {
		text := p.regexp.String()
		return strings.ContainsAny(text, " <>%") || strings.Contains(text, `\s`) || strings.Contains(text, "[:space:]")
	}
	for _, glob := range expand(p.glob) {
		text := wildcards.Replace(glob)
		if strings.HasPrefix(text, "//") {
			text = "http:" + text
		}
		if !strings.HasPrefix(text, "http:") && !strings.HasPrefix(text, "https:") {
			continue
		}
		if _, err := weburl.Parse(text); err != nil {
			return true
		}
	}
	return false
}
