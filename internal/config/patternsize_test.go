package config

import (
	"strings"
	"testing"
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

// A URL may be a whole page long. All of it would take minutes with some patterns.
func TestLongURLsAreMatchedByTheirBeginning(t *testing.T) {
	t.Parallel()
	long := "/drafts/" + strings.Repeat("a", maxSubject) + "/end"
	for text, want := range map[string]bool{"/drafts/**": true, "/^\\/drafts\\//": true, "**/end": false, "/end$/": false} {
		p, err := parsePattern(text)
		if err != nil {
			t.Fatal(err)
		}
		if p.match(long) != want {
			t.Errorf("%s: %t, want %t", text, !want, want)
		}
	}
}
