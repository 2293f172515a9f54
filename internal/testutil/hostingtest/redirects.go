package hostingtest

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/hosting"
)

// SiteWith returns a small site with the rules of a _redirects file.
func SiteWith(rules string) Tree {
	files := Tree{"_redirects": rules}
	for _, file := range []string{"index.html", "page.html", "folder/index.html", "both.html", "both/index.html", "404.html", "bare"} {
		files[file] = ""
	}
	return files
}

// CheckRedirects makes a profile of the rules of a _redirects file, whose destinations must
// are where the rules say, and checks its answer for a URL.
func CheckRedirects(t *testing.T, rules, url string, host string) {
	p := hosting.New(host, SiteWith(rules).Deployment(nil))
	CheckLines(t, p, rules)
	lines := strings.Split(rules, "\n")
	for _, rule := range p.Rules() {
		line := []rune(lines[rule.Line-1])
		if rest := string(line[rule.Column-1:]); !strings.HasPrefix(rest, rule.To) {
			t.Errorf("line %d, column %d is %q, not %q", rule.Line, rule.Column, rest, rule.To)
		}
	}
	CheckAnswer(t, p, url)
}

// CheckLines expects rules and faults to be about lines that the file has.
func CheckLines(t *testing.T, p hosting.Profile, file string) {
	count := strings.Count(file, "\n") + 1
	for _, rule := range p.Rules() {
		if rule.Line < 1 || rule.Line > count || rule.Column < 1 || rule.To == "" {
			t.Errorf("rule %+v of %d lines", rule, count)
		}
	}
	for _, fault := range p.Faults() {
		if fault.Line < 0 || fault.Line > count || fault.Message == "" {
			t.Errorf("fault %+v of %d lines", fault, count)
		}
	}
}

// CheckAnswer expects the answer for a URL to make sense.
func CheckAnswer(t *testing.T, p hosting.Profile, url string) {
	path, query, _ := strings.Cut(url, "?")
	answer := p.Answer(hosting.Request{Path: "/" + strings.TrimPrefix(path, "/"), Query: query})
	for _, a := range append([]hosting.Answer{answer}, answer.Or...) {
		switch a.Kind {
		case hosting.File:
			if _, ok := SiteWith("")[a.File]; !ok || a.File == "_redirects" {
				t.Errorf("sends %q, which is no file", a.File)
			}
		case hosting.Redirect, hosting.Proxy:
			if !strings.HasPrefix(a.Location, "/") && !hosting.NamesHost(a.Location) || strings.ContainsAny(a.Location, " \t\n") {
				t.Errorf("leads to %q", a.Location)
			}
			if utf8.ValidString(a.Location) && strings.ContainsFunc(a.Location, func(r rune) bool { return r > '~' }) {
				t.Errorf("the location %q is not encoded", a.Location)
			}
			if a.Kind == hosting.Redirect && a.Status/100 != 3 {
				t.Errorf("redirects with %d", a.Status)
			}
		case hosting.NotFound:
			if a.Status != 0 && a.Status/100 != 4 && a.Status/100 != 5 {
				t.Errorf("finds nothing with %d", a.Status)
			}
		}
	}
}
