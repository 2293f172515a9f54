package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/linkvet/linkvet/internal/link"
)

func textOf(t testing.TB, r *link.Report, opt TextOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := Text(&b, r, opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestText(t *testing.T) {
	t.Parallel()
	for name, r := range reports() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden(t, name+".txt", textOf(t, r, TextOptions{}))
		})
	}
}

func TestTextPlaces(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		report *link.Report
		max    int
		want   string
		places int
	}{
		"ten of many":            {report: many(1), max: 0, want: "and 402 more places, on 412 pages in total", places: 10},
		"three when much is bad": {report: many(51), max: 0, want: "and 409 more places, on 412 pages in total", places: 3},
		"all":                    {report: many(1), max: 1000, want: "public/guide/part-411/index.html", places: 412},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := textOf(t, tt.report, TextOptions{MaxOccurrences: tt.max})
			first, _, _ := strings.Cut(got[strings.Index(got, "✗ ")+1:], "✗ ")
			if !strings.Contains(first, tt.want) {
				t.Errorf("lacks %q:\n%s", tt.want, first)
			}
			if n := strings.Count(first, "public/guide/"); n != tt.places {
				t.Errorf("got %d places, want %d:\n%s", n, tt.places, first)
			}
		})
	}
}

func TestOutcome(t *testing.T) {
	t.Parallel()
	incomplete := three()
	incomplete.Complete = false
	partly := many(4)
	partly.Findings[2].Known = true
	lenient := three()
	lenient.Failed = false
	tests := map[string]struct {
		report *link.Report
		want   string
	}{
		"failed":                {report: three(), want: "✗ Failed: 1 broken, 1 unverified, 1 redirected in public\n"},
		"all known":             {report: known(), want: "✓ Passed: 1 known broken, 1 unverified"},
		"some known":            {report: partly, want: "✗ Failed: 3 new broken (1 known) in public\n"},
		"incomplete and failed": {report: incomplete, want: "✗ Incomplete and failed: public was not checked completely; so far 1 broken,"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := textOf(t, tt.report, TextOptions{}); !strings.Contains(got, tt.want) {
				t.Errorf("lacks %q:\n%s", tt.want, got)
			}
		})
	}
}

// hostileWith is a report made of what a fuzzer thinks of.
func hostileWith(a, b, c string) *link.Report {
	r := reportOf(
		link.Finding{
			Reason: link.NotFound, Internal: true, Target: a, Message: b, Suggestion: c,
			Redirects: []link.Redirect{{Status: 301, URL: a}},
			Occurrences: []link.Occurrence{
				{Page: a, File: b, Line: 3, Column: 4, Element: c, Attribute: a, Link: b, Text: c},
				{Page: c, Element: "a", Attribute: "href", Link: c, Text: a, Source: &link.Source{File: a, Line: 1}},
			},
		},
		link.Finding{Reason: link.Blocked, Status: 403, Target: b, Message: c, Occurrences: []link.Occurrence{{Page: b}}},
		link.Finding{Reason: link.MovedPermanently, Target: c, Redirects: []link.Redirect{{Status: 308, URL: b}}, Occurrences: []link.Occurrence{{File: c, Line: 2}}},
	)
	r.Target, r.Notes, r.Problems = a, []string{a, b}, []string{c}
	return r
}

// inert fails the test when a workflow runner would obey a line of out.
func inert(t testing.TB, out string) {
	t.Helper()
	for line := range strings.FieldsFuncSeq(out, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if strings.HasPrefix(strings.TrimFunc(line, unicode.IsSpace), "::") || strings.Contains(line, "##[") {
			t.Errorf("a workflow runner obeys %q", line)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("::error::x", "##[group]", "\n::add-mask::e")
	f.Add("##", "[error]", "\r\u2028\u202e::")
	f.Add("https://a.test/'; rm -rf ~", "\x1b[2J", "\u00a0::warning::x")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		r := hostileWith(a, b, c)
		out := textOf(t, r, TextOptions{})
		inert(t, out)
		for _, r := range out {
			if r != '\n' && unsafeRune(r) {
				t.Errorf("%U reaches the screen", r)
			}
		}
		lines := strings.Count(out, "\n")
		for range advice(r) {
			lines--
		}
		if want := 18; lines != want {
			t.Errorf("got %d lines, want %d:\n%s", lines, want, out)
		}
		inert(t, textOf(t, r, TextOptions{Color: true}))
	})
}

func TestAdvice(t *testing.T) {
	t.Parallel()
	external := func(n int, reason link.Reason, status int, origins ...string) *link.Report {
		var all []link.Finding
		for i := range n {
			all = append(all, link.Finding{Reason: reason, Status: status, Target: fmt.Sprintf("%s/%d", origins[i%len(origins)], i)})
		}
		return reportOf(all...)
	}
	tests := map[string]struct {
		report *link.Report
		want   []string
	}{
		"nothing":      {report: clean(), want: nil},
		"no answer":    {report: silent(), want: nil},
		"a problem":    {report: func() *link.Report { r := external(20, link.Gone, 410, "https://a.test"); r.Complete = false; return r }(), want: nil},
		"no such host": {report: external(2, link.DNSNotFound, 0, "https://a.test"), want: []string{"--fail-on internal to fail on internal links only"}},
		"failing host": {report: external(3, link.ServerError, 500, "https://a.test"), want: []string{"--exclude 'https://a.test/**' to skip this host (3 targets unverified)"}},
		"out of time":  {report: cut(), want: []string{"a longer --time-limit"}},
		"base path":    {report: based(), want: []string{"--site-url https://YOUR-HOST/docs/"}},
		"known host":   {report: func() *link.Report { r := based(); r.SiteURL = "https://example.com/"; return r }(), want: []string{"--site-url https://example.com/docs/"}},
		"pages host":   {report: func() *link.Report { r := based(); r.PagesURL = "https://o.github.io/docs/"; return r }(), want: []string{"--site-url https://o.github.io/docs/"}},
		"known base":   {report: func() *link.Report { r := based(); r.SiteURL = "https://example.com/d/"; return r }(), want: []string{"--report baseline=linkvet-baseline.txt"}},
		"gone abroad":  {report: external(3, link.NotFound, 404, "https://a.test:8080"), want: []string{"--exclude 'https://a.test:8080/**' to skip this host (3 broken targets), or --fail-on internal"}},
		"two wrong":    {report: external(2, link.NotFound, 404, "https://a.test"), want: []string{"--fail-on internal to fail on internal links only"}},
		"one wall":     {report: external(2, link.Blocked, 403, "https://a.test", "https://b.test"), want: []string{"--accept 'https://a.test/**=403' to accept this status (1 target)"}},
		"many walls":   {report: external(3, link.Blocked, 403, "https://a.test", "https://b.test", "https://c.test"), want: []string{"--accept 403 to accept this status (3 targets)"}},
		"rate limit":   {report: external(1, link.RateLimited, 429, "https://a.test"), want: []string{"--host-rate 1"}},
		"much":         {report: external(20, link.Gone, 410, "https://a.test"), want: []string{"--exclude", "--report baseline=linkvet-baseline.txt now, and --baseline linkvet-baseline.txt"}},
		"hostile host": {report: external(9, link.Gone, 410, "https://a';reboot;'.test", "https://*.test", "https://[::1]"), want: nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := advice(tt.report)
			if len(got) != len(tt.want) {
				t.Fatalf("got %q, want %q", got, tt.want)
			}
			for i := range got {
				if !strings.HasPrefix(got[i], tt.want[i]) {
					t.Errorf("got %q, want %q…", got[i], tt.want[i])
				}
			}
		})
	}
}
