package fix

import (
	"html"
	"os"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// TestExternalLinks keeps the form of external links.
func TestExternalLinks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, from, to, want string }{
		{name: "the scheme alone", text: "http://a.test", from: "http://a.test/", to: "https://a.test/", want: "https://a.test/"},
		{name: "the host alone", text: "http://a.test/x?q#f", from: "http://a.test/x?q", to: "http://www.a.test/x?q", want: "http://www.a.test/x?q#f"},
		{name: "the path", text: "https://A.test/x/y/", from: "https://a.test/x/y/", to: "https://a.test/z/y/", want: "https://a.test/z/y/"},
		{name: "the fragment of the redirect", text: "https://a.test/x", from: "https://a.test/x", to: "https://a.test/y#z", want: "https://a.test/y#z"},
		{name: "the fragment of the link", text: "https://a.test/x#f", from: "https://a.test/x", to: "https://a.test/y#z", want: "https://a.test/y#f"},
		{name: "a query that is gone", text: "https://a.test/x?id=1#f", from: "https://a.test/x?id=1", to: "https://a.test/one", want: "https://a.test/one#f"},
		{name: "parentheses", text: "https://a.test/x", from: "https://a.test/x", to: "https://a.test/y_(z)", want: "https://a.test/y_%28z%29"},
		{name: "letters", text: "https://a.test/ä", from: "https://a.test/%C3%A4", to: "https://a.test/%C3%B6", want: "https://a.test/ö"},
		{name: "escapes", text: "https://a.test/%C3%A4", from: "https://a.test/%C3%A4", to: "https://a.test/%C3%B6", want: "https://a.test/%C3%B6"},
		{name: "entities", text: "http://a.test/?a=1&amp;b=2", from: "http://a.test/?a=1&b=2", to: "https://a.test/?a=1&b=2", want: "https://a.test/?a=1&amp;b=2"},
		{name: "without a scheme", text: "//a.test/x", from: "https://a.test/x", to: "https://a.test/y", want: "https://a.test/y"},
		{name: "user info", text: "https://u@a.test/x", from: "https://a.test/x", to: "https://a.test/y"},
		{name: "another URL", text: "https://a.test/other", from: "https://a.test/x", to: "https://a.test/y"},
		{name: "an underscore at the end, reStructuredText", text: "https://a.test/x", from: "https://a.test/x", to: "https://a.test/y_"},
		{name: "a full stop at the end", text: "https://a.test/x", from: "https://a.test/x", to: "https://a.test/y."},
		{name: "a full stop at the end before", text: "https://a.test/x.", from: "https://a.test/x.", to: "https://a.test/y.", want: "https://a.test/y."},
		{name: "a mark at the end of a fragment", text: "https://a.test/x", from: "https://a.test/x", to: "https://a.test/y#z!"},
		{name: "two underscores, another", text: "https://a.test/x", from: "https://a.test/x", to: "https://a.test/__y__"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			from, okFrom := parse(tt.from)
			to, okTo := parse(tt.to)
			if !okFrom || !okTo {
				t.Fatal("no URL")
			}
			got, ok := rewrite(tt.text, &use{&link.Occurrence{Page: "/", Link: html.UnescapeString(tt.text)}, answer{from: from, to: to}}, false)
			if ok != (tt.want != "") || ok && got != tt.want {
				t.Errorf("got %q, %t, want %q", got, ok, tt.want)
			}
		})
	}
}

// TestNew holds what no file of the demonstration has: links that overlap, secrets beside a link, and
// texts that have the word that would be a typo.
func TestNew(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.md", []byte("See /API/API/ and /contact/ here.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	at := func(page, written, text string, column int) link.Occurrence {
		source := &link.Source{File: "a.md", Line: 1, Column: column, EndColumn: column + len(written)}
		return link.Occurrence{Page: page, Link: written, Text: text, Source: source}
	}
	whole, end := at("/", "/API/API/", "", 5), at("/API/", "API/", "", 10)
	for _, tt := range []struct {
		name, target, suggestion string
		occurrences              []link.Occurrence
		holds                    bool
		want                     int
	}{
		{name: "one", target: "/API/API/", suggestion: "/API/api/", occurrences: []link.Occurrence{end}, want: 1},
		{name: "overlapping", target: "/API/API/", suggestion: "/API/api/", occurrences: []link.Occurrence{whole, end}, want: 1},
		{name: "secret", target: "/API/API/", suggestion: "/API/api/", occurrences: []link.Occurrence{end}, holds: true},
		{name: "typo", target: "/contact/", suggestion: "/contract/", occurrences: []link.Occurrence{at("/", "/contact/", "the page", 19)}, want: 1},
		{name: "word", target: "/contact/", suggestion: "/contract/", occurrences: []link.Occurrence{at("/", "/contact/", "Contacts", 19)}},
	} {
		r := &link.Report{Findings: []link.Finding{{
			Verdict: link.Broken, Reason: link.NotFound, Internal: true, Target: tt.target, Suggestion: tt.suggestion, Occurrences: tt.occurrences,
		}}}
		opt := Options{Tracked: map[string]bool{"a.md": true}, Holds: func(string) bool { return tt.holds }}
		if got := New(t.Context(), r, opt).Links(); got != tt.want {
			t.Errorf("%s: %d links are changed, want %d", tt.name, got, tt.want)
		}
	}
}
