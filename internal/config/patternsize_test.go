package config

import (
	"regexp/syntax"
	"strings"
	"testing"
	"time"
)

func TestRegexpsThatRepeatTooMuchAreRefused(t *testing.T) {
	t.Parallel()
	for text, fits := range map[string]bool{
		"/((a{0,30}){0,30})b/":                    false,
		"/(.*a){249}b/":                           false,
		"/.{0,600}x/":                             false,
		"/^.{1000}/":                              true,
		"/((a?){30}){30}/":                        false,
		"/[0-9a-f]{128}/":                         true,
		`/\/\d{4}\/\d{2}\/[^\/]{1,100}$/`:         true,
		"/" + strings.Repeat("page|", 199) + "x/": true,
		"/" + strings.Repeat("(a?)", 249) + "b/":  true,
	} {
		_, err := parsePattern(text)
		if fits != (err == nil) {
			t.Errorf("%.40s: %v, want that it fits: %t", text, err, fits)
		}
		if !fits && err != nil && !strings.Contains(err.Error(), "use lower counts, * or +") {
			t.Errorf("%.40s: %v, which does not say what to shorten", text, err)
		}
	}
}

// A pattern without counted repeats never meets the bound.
func TestProgramsAreNoLongerThanTheirText(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"a", "a|", "(a?)", "a*", "a+?", ".", `\w`, `\pL`, `\b`, "^", "$", "[a-z]", "[^b]", "(?:a|b)", "(?i:k)", "(?P<n>", "|", "é", `\x{10FFFF}`} {
		text := strings.Repeat(part, 900/len(part))
		if part == "(?P<n>" {
			text = strings.Repeat("(", 200) + strings.Repeat(")", 200)
		}
		tree, err := syntax.Parse(text, syntax.Perl)
		if err != nil {
			t.Errorf("%s: %v", part, err)
			continue
		}
		program, err := syntax.Compile(tree.Simplify())
		if err != nil || len(program.Inst) > len(text)+maxRepeated/2 {
			t.Errorf("%s: %d bytes are %d instructions, %v", part, len(text), len(program.Inst), err)
		}
	}
}

// A URL may be a whole page long. All of it would take minutes here.
func TestLongURLsAreMatchedByTheirBeginning(t *testing.T) {
	t.Parallel()
	long := "/drafts/" + strings.Repeat("a", 64<<20)
	for text, want := range map[string]bool{"/drafts/**": true, "/^\\/drafts\\//": true, "/" + strings.Repeat("(a?)", 249) + "b/": false, "/other/**": false} {
		p, err := parsePattern(text)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if p.match(long) != want {
			t.Errorf("%.40s: %t after %v, want %t", text, !want, time.Since(began), want)
		}
	}
}
