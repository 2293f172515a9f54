package report

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

func textOf(t testing.TB, r *link.Report, opt Options) string {
	t.Helper()
	return written(t, with(FormatText, opt), r)
}

func TestTextPlaces(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		report  *link.Report
		verbose bool
		want    string
		places  int
	}{
		"ten of many":            {report: many(1), want: "and 402 more places, on 412 pages in total", places: 10},
		"three when much is bad": {report: many(51), want: "and 409 more places, on 412 pages in total", places: 3},
		"all":                    {report: many(1), verbose: true, want: "public/guide/part-411/index.html", places: 412},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := textOf(t, tt.report, Options{Verbose: tt.verbose})
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
		out := textOf(t, r, Options{})
		inert(t, out)
		for _, r := range out {
			if r != '\n' && unsafeRune(r) {
				t.Errorf("%U reaches the screen", r)
			}
		}
		lines := strings.Count(out, "\n")
		for range advice(r, Groups(r)) {
			lines--
		}
		if want := 18; lines != want {
			t.Errorf("got %d lines, want %d:\n%s", lines, want, out)
		}
		inert(t, textOf(t, r, Options{Color: true}))
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
		"failing host": {report: external(3, link.ServerError, 500, "https://a.test"), want: []string{"--exclude 'https://a.test/**' to skip this host (3 targets)"}},
		"out of time":  {report: ended(), want: nil},
		"base path":    {report: based(), want: []string{"--site-url https://YOUR-HOST/docs/"}},
		"known host":   {report: func() *link.Report { r := based(); r.SiteURL = "https://example.com/"; return r }(), want: []string{"--site-url https://example.com/docs/"}},
		"pages host":   {report: func() *link.Report { r := based(); r.PagesURL = "https://o.github.io/docs/"; return r }(), want: []string{"--site-url https://o.github.io/docs/"}},
		"known base":   {report: func() *link.Report { r := based(); r.SiteURL = "https://example.com/d/"; return r }(), want: []string{"--report baseline=linkvet-baseline.txt"}},
		"gone abroad":  {report: external(3, link.NotFound, 404, "https://a.test:8080"), want: []string{"--exclude 'https://a.test:8080/**' to skip this host (3 targets), or --fail-on internal"}},
		"two wrong":    {report: external(2, link.NotFound, 404, "https://a.test"), want: []string{"--fail-on internal to fail on internal links only"}},
		"rate limit":   {report: external(1, link.RateLimited, 429, "https://a.test"), want: []string{"--host-rate 1"}},
		"much":         {report: external(20, link.Gone, 410, "https://a.test"), want: []string{"--exclude", "--report baseline=linkvet-baseline.txt now, and --baseline linkvet-baseline.txt"}},
		"hostile host": {report: external(9, link.Gone, 410, "https://a';reboot;'.test", "https://*.test", "https://[::1]"), want: nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := advice(tt.report, Groups(tt.report))
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

func TestQuote(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 60)
	tests := map[string]struct {
		line        string
		column, end int
		value       string // of a page's link; a source has none
		want        *quotedLine
	}{
		"a source":              {line: "See the [guide](../guide.md) now.  ", column: 17, end: 28, value: "", want: &quotedLine{"See the [guide](", "../guide.md", ") now."}},
		"a source that is long": {line: long + "[a](b) " + long, column: 305, end: 306, value: "", want: &quotedLine{"…word word word word [a](", "b", ") word word word word word word word word w…"}},
		"a link that is long":   {line: strings.Repeat("x", 300), column: 1, end: 301, value: "", want: &quotedLine{"", strings.Repeat("x", quoteWidth), "…"}},
		"more than text":        {line: `<a href="b"><img src="c"></a>`, column: 10, end: 0, value: "b", want: &quotedLine{`<a href="`, "b", `">`}},
		"entities":              {line: `<a href="?a&amp;b">c</a>`, column: 10, end: 0, value: "?a&b", want: &quotedLine{`<a href="`, "?a&amp;b", `">c</a>`}},
		"the tag ends below":    {line: `<a href="b"`, column: 10, end: 0, value: "b", want: &quotedLine{`<a href="`, "b", `"`}},
		"hostile":               {line: "<a\tx=\u202e href=\"b\x1b\"", column: 14, end: 0, value: "b\x1b", want: &quotedLine{`<a x=\u202e href="`, `b\u001b`, `"`}},
		"wide letters":          {line: "語 [a](b)", column: 7, end: 8, value: "", want: &quotedLine{"語 [a](", "b", ")"}},
		"entities, no marks":    {line: `<a href=?a&amp;b id=c>`, column: 9, end: 0, value: "?a&b", want: &quotedLine{`<a href=`, "?a&amp;b", ` id=c>`}},
		"the tag began above":   {line: `href="b">c</a>`, column: 7, end: 0, value: "b", want: &quotedLine{`href="`, "b", `">c</a>`}},
		"behind the end":        {line: `<a>`, column: 9, end: 0, value: "c", want: nil},
		"another link":          {line: `<a href="b">`, column: 10, end: 0, value: "c", want: nil},
		"another charset":       {line: "<a href=\"\xe9\">", column: 10, end: 0, value: "é", want: nil},
		"an end too far":        {line: `[a](b)`, column: 5, end: 50, value: "", want: nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := &link.Occurrence{File: "a", Line: 1, Column: tt.column, Link: tt.value}
			if tt.value == "" {
				o.Source = &link.Source{File: "a", Line: 1, Column: tt.column, EndColumn: tt.end}
			}
			s := newSpot(o)
			if diff := cmp.Diff(tt.want, quoteLine(&s, tt.line)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// lines returns the lines that the fixtures speak of.
func lineOf(file string, line int) string {
	switch {
	case file == "content/start.md" && line == 7:
		return "語 to [install](../guide/install/#linux) it"
	case file == "layouts/a b#é.html":
		return `	{{ with }}<a href="/old/">Old</a>`
	}
	return ""
}

func TestTextQuotes(t *testing.T) {
	t.Parallel()
	r := sited()
	s := r.Findings[1].Occurrences[0].Source
	s.Column, s.EndColumn = 16, 39
	s = r.Findings[0].Occurrences[0].Source
	s.Column, s.EndColumn = 21, 26
	r.Findings[1].Occurrences[1].Candidates = []link.Source{{File: "content/faq.md", Line: 30, Column: 2}, {File: "content/more.md", Line: 2}}
	golden(t, "quoted.txt", textOf(t, r, Options{Line: lineOf}))
	got := textOf(t, r, Options{Line: lineOf, Color: true})
	golden(t, "quoted-color.txt", strings.ReplaceAll(got, "\x1b", "ESC"))
	golden(t, "verbose.txt", textOf(t, r, Options{Line: lineOf, Verbose: true, Quiet: true, Settings: []string{"fail-on: broken (flag)"}}))
}

func TestManyAreNotQuoted(t *testing.T) {
	t.Parallel()
	line := func(string, int) string { t.Error("a line was asked for"); return "" }
	textOf(t, many(51), Options{Line: line})
}

// FuzzQuote holds that a quote is harmless and its underline beneath the link,
// with any content of the line.
func FuzzQuote(f *testing.F) {
	f.Add(`<a href="b">c</a>`, 10, 0, "b")
	f.Add("::error::x ##[group]\x1b[2J\u202e", 1, 5, "")
	f.Add(strings.Repeat("語::", 5000), 300, 9000, "語")
	f.Fuzz(func(t *testing.T, line string, column, end int, value string) {
		if strings.ContainsAny(line, "\n") {
			return
		}
		o := link.Occurrence{Page: "/", File: "a", Line: 1, Column: column, Element: "a", Attribute: "href", Link: value}
		if value == "" {
			o.Source = &link.Source{File: "a", Line: 1, Column: column, EndColumn: end}
		}
		r := reportOf(link.Finding{Reason: link.NotFound, Internal: true, Target: "/x", Occurrences: []link.Occurrence{o}})
		out := textOf(t, r, Options{Line: func(string, int) string { return line }})
		inert(t, out)
		if i := strings.IndexFunc(out, func(r rune) bool { return r != '\n' && unsafeRune(r) }); i >= 0 {
			t.Errorf("a screen would act on %q", out[i:])
		}
		for shown := range strings.Lines(out) {
			if len([]rune(shown)) > 20*quoteWidth {
				t.Errorf("a line of %d code points", len([]rune(shown)))
			}
		}
	})
}

func TestClean(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		in    string
		limit int
		want  string
	}{
		"letters of all kinds": {in: "/é/日本/👩‍💻", limit: 500, want: "/é/日本/👩‍💻"},
		"line breaks":          {in: "a\r\nb\tc", limit: 0, want: `a\r\nb\tc`},
		"terminal":             {in: "\x1b[31m\x07\x7f\u009b", limit: 0, want: `\u001b[31m\u0007\u007f\u009b`},
		"invisible":            {in: "\u200b\ufeff\u00ad\U000e0041", limit: 0, want: `\u200b\ufeff\u00ad\U000e0041`},
		"invalid":              {in: "a\xffb", limit: 0, want: "a\ufffdb"},
		"just fits, wide":      {in: "ábcdé", limit: 5, want: "ábcdé"},
		"nothing fits":         {in: "\x1b", limit: 3, want: "…"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Clean(tt.in, tt.limit); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\n\u202e\xff", 3)
	f.Add(strings.Repeat("é", 600), 500)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		got := Clean(s, limit)
		if strings.ContainsFunc(got, unsafeRune) || !utf8.ValidString(got) {
			t.Errorf("%q is not clean", got)
		}
		if n := utf8.RuneCountInString(got); limit > 0 && n > limit {
			t.Errorf("%q has %d code points, more than %d", got, n, limit)
		}
		if again := Clean(got, limit); again != got {
			t.Errorf("%q cleaned again is %q", got, again)
		}
	})
}

func TestStart(t *testing.T) {
	t.Parallel()
	folder := func(n int) (all []link.Finding) {
		for i := range n {
			all = append(all, below("/api/", fmt.Sprintf("/api/%d", i), from(fmt.Sprintf("%d.md", i), 1)))
		}
		return all
	}
	single := func(n int) (all []link.Finding) {
		for i := range n {
			all = append(all, lost(fmt.Sprintf("/%d", i), from(fmt.Sprintf("s%d.md", i), 1)))
		}
		return all
	}
	incomplete := reportOf(folder(9)...)
	incomplete.Complete = false
	known := reportOf(folder(9)...)
	for i := range known.Findings {
		known.Findings[i].Known = true
	}
	nav := lost("/old/", onPages(9, from("nav.html", 3))...)
	for name, tt := range map[string]struct {
		report *link.Report
		want   string
	}{
		"nothing":               {report: clean(), want: ""},
		"few":                   {report: reportOf(folder(4)...), want: ""},
		"known":                 {report: known, want: ""},
		"incomplete":            {report: incomplete, want: ""},
		"all of one cause":      {report: reportOf(folder(9)...), want: "9 targets in the missing folder /api/"},
		"most of one cause":     {report: reportOf(append(single(7), folder(9)...)...), want: "9 targets in the missing folder /api/, of 16 broken"},
		"a base path":           {report: based(), want: "24 missing targets exist without /docs/: is the site served there?"},
		"the first of the list": {report: reportOf(append(single(4), nav)...), want: ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := start(tt.report, Groups(tt.report)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
