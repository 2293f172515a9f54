package report

import (
	"io"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

// hostileReport is a report whose every text, and whose list of findings, a site has made.
func hostileReport(text string) *link.Report {
	finding := func(id, text string) link.Finding {
		return link.Finding{
			ID: id, Verdict: link.Broken, Reason: link.NotFound, Target: text, Message: text, Suggestion: text, Fails: true,
			Occurrences: []link.Occurrence{{Page: text, File: text, Line: 1, Column: 2, Element: "a", Attribute: "href", Link: text, Text: text}},
		}
	}
	r := &link.Report{
		Schema: link.Schema, Mode: link.Directory, Target: text, Complete: true, Failed: true, Problems: []string{text}, Notes: []string{text},
		Findings: []link.Finding{finding("a", text)},
	}
	for line := range strings.Lines(text) {
		if len(line) < 20 {
			r.Findings = append(r.Findings, finding(link.FindingID(line, link.NotFound), line))
		}
	}
	return r
}

func BenchmarkLinear(b *testing.B) {
	line := func(string, int) string { return "" }
	for name, write := range map[string]func(w io.Writer, r *link.Report) error{
		"text":     func(w io.Writer, r *link.Report) error { return Text(w, r, TextOptions{Verbose: true, Line: line}) },
		"JSON":     JSON,
		"SARIF":    SARIF,
		"JUnit":    JUnit,
		"GitLab":   GitLab,
		"pages":    Pages,
		"Markdown": func(w io.Writer, r *link.Report) error { return Markdown(w, r, MarkdownOptions{}) },
		"HTML":     func(w io.Writer, r *link.Report) error { return HTML(w, r, HTMLOptions{Line: line}) },
	} {
		b.Run(name, func(b *testing.B) {
			lineartest.Texts(b, 1<<12, func(text string) { _ = write(io.Discard, hostileReport(text)) }, linearTexts...)
		})
	}
	b.Run("texts", func(b *testing.B) {
		lineartest.Texts(b, 1<<16, func(text string) {
			Clean(text, 100)
			Clean(text, 1<<20)
			Inert(text)
			at := len(text)/2 + 1
			quoteLine(&spot{first: &link.Occurrence{Link: "/a"}, line: 1, column: at}, text)
			quoteLine(&spot{first: &link.Occurrence{Link: "/a", Source: &link.Source{}}, line: 1, column: at, end: at + 2}, text)
		}, linearTexts...)
	})
}

// linearTexts are what texts repeat that are made to take long.
var linearTexts = []string{
	"\x1b[", "::", "##[", "|", "<!--", "```", "***", "-->", "\u202e", "\U0001f600", "<b>", "&amp;", "a", "\"", "\\", "[a](", "//", "%C3%BC", "(…)", "<a href=\"", "<script>", "a\n", "b%d\n", "/a/b%d\n",
}
