package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

func TestQuote(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 60)
	tests := map[string]struct {
		line        string
		column, end int
		value       string // of a page's link; a source has none
		want        quotedLine
		none        bool
	}{
		"a source":              {line: "See the [guide](../guide.md) now.  ", column: 17, end: 28, value: "", want: quotedLine{"See the [guide](", "../guide.md", ") now."}, none: false},
		"a source that is long": {line: long + "[a](b) " + long, column: 305, end: 306, value: "", want: quotedLine{"…rd word word word word word [a](", "b", ") word word word word word word word word word word word word w…"}, none: false},
		"a link that is long":   {line: strings.Repeat("x", 300), column: 1, end: 301, value: "", want: quotedLine{"", strings.Repeat("x", 96), "…"}, none: false},
		"more than text":        {line: `<a href="b"><img src="c"></a>`, column: 10, end: 0, value: "b", want: quotedLine{`<a href="`, "b", `">`}, none: false},
		"entities":              {line: `<a href="?a&amp;b">c</a>`, column: 10, end: 0, value: "?a&b", want: quotedLine{`<a href="`, "?a&amp;b", `">c</a>`}, none: false},
		"the tag ends below":    {line: `<a href="b"`, column: 10, end: 0, value: "b", want: quotedLine{`<a href="`, "b", `"`}, none: false},
		"hostile":               {line: "<a\tx=\u202e href=\"b\x1b\"", column: 14, end: 0, value: "b\x1b", want: quotedLine{`<a x=\u202e href="`, `b\u001b`, `"`}, none: false},
		"wide letters":          {line: "語 [a](b)", column: 7, end: 8, value: "", want: quotedLine{"語 [a](", "b", ")"}, none: false},
		"entities, no marks":    {line: `<a href=?a&amp;b id=c>`, column: 9, end: 0, value: "?a&b", want: quotedLine{`<a href=`, "?a&amp;b", ` id=c>`}, none: false},
		"the tag began above":   {line: `href="b">c</a>`, column: 7, end: 0, value: "b", want: quotedLine{`href="`, "b", `">c</a>`}, none: false},
		"behind the end":        {line: `<a>`, column: 9, end: 0, value: "c", want: quotedLine{}, none: true},
		"another link":          {line: `<a href="b">`, column: 10, end: 0, value: "c", want: quotedLine{}, none: true},
		"another charset":       {line: "<a href=\"\xe9\">", column: 10, end: 0, value: "é", want: quotedLine{}, none: true},
		"an end too far":        {line: `[a](b)`, column: 5, end: 50, value: "", want: quotedLine{}, none: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := &link.Occurrence{File: "a", Line: 1, Column: tt.column, Link: tt.value}
			if tt.value == "" {
				o.Source = &link.Source{File: "a", Line: 1, Column: tt.column, EndColumn: tt.end}
			}
			s := newSpot(o)
			got, ok := quoteLine(&s, tt.line)
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(quotedLine{})); diff != "" || ok == tt.none {
				t.Errorf("ok is %v (-want +got):\n%s", ok, diff)
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
	golden(t, "quoted.txt", textOf(t, r, TextOptions{Line: lineOf}))
	got := textOf(t, r, TextOptions{Line: lineOf, Color: true})
	golden(t, "quoted-color.txt", strings.ReplaceAll(got, "\x1b", "ESC"))
	golden(t, "verbose.txt", textOf(t, r, TextOptions{Line: lineOf, Verbose: true, Quiet: true, Settings: []string{"fail-on: broken (flag)"}}))
}

func TestManyAreNotQuoted(t *testing.T) {
	t.Parallel()
	line := func(string, int) string { t.Error("a line was asked for"); return "" }
	textOf(t, many(51), TextOptions{Line: line})
}

func TestQuiet(t *testing.T) {
	t.Parallel()
	incomplete := clean()
	incomplete.Complete, incomplete.Problems = false, []string{"time was over"}
	for name, tt := range map[string]struct {
		report *link.Report
		want   string
	}{
		"all is well":  {report: clean(), want: ""},
		"all is known": {report: known(), want: ""},
		"incomplete":   {report: incomplete, want: "✗ Incomplete: public was not checked completely\nproblem: time was over\n"},
		"something fails": {report: three(), want: "✗ fragment-not-found  /guide/install/#linux — page has no element with id \"linux\"; did you mean /guide/install/#on-linux\n" +
			"    content/start.md:7:21         <a href=\"../guide/install/#linux\"> \"install it\"  on /start/\n" +
			"    public/faq/index.html:130:14  <a> \"how to install on Linux\"\n\n" +
			"✗ Failed: 1 broken, 1 unverified, 1 redirected in public\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, textOf(t, tt.report, TextOptions{Quiet: true})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
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
		out := textOf(t, r, TextOptions{Line: func(string, int) string { return line }})
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
