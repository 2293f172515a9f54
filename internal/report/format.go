package report

import (
	"fmt"
	"io"

	"github.com/linkvet/linkvet/internal/link"
)

// The names of the formats, as settings and messages write them.
const (
	FormatText     = "text"
	FormatJSON     = "json"
	FormatMarkdown = "markdown"
	FormatSARIF    = "sarif"
	FormatJUnit    = "junit"
	FormatGitLab   = "gitlab"
	FormatPages    = "pages"
	FormatHTML     = "html"
	FormatBaseline = "baseline"
	// FormatRedirects is that of the rules for lost URLs.
	FormatRedirects = "redirects"
)

// Options are what the formats need besides the report. Each format takes what it
// knows.
type Options struct {
	Text TextOptions
	// HTML returns the options of an HTML report; nil returns none. It is a function
	// because only this format needs what the repository contains.
	HTML func() HTMLOptions
}

// format is one row of the table of formats.
type format struct {
	name string
	// stdout is true for a format that the setting format may send to standard output.
	// Every format can be written to a file.
	stdout bool
	write  func(io.Writer, *link.Report) error
}

// formats returns the only list of the formats, in the order in which messages name them.
// To add a format, add a row, and describe it in docs/reports.md.
func formats(opt Options) []format {
	return []format{
		{FormatJSON, true, JSON},
		{FormatSARIF, true, SARIF},
		{FormatJUnit, true, JUnit},
		{FormatMarkdown, true, func(w io.Writer, r *link.Report) error { return Markdown(w, r, MarkdownOptions{}) }},
		{FormatGitLab, false, GitLab},
		{FormatPages, false, Pages},
		{FormatHTML, false, func(w io.Writer, r *link.Report) error {
			if opt.HTML == nil {
				return HTML(w, r, HTMLOptions{})
			}
			return HTML(w, r, opt.HTML())
		}},
		{FormatText, true, func(w io.Writer, r *link.Report) error { return Text(w, r, opt.Text) }},
		{FormatBaseline, false, Baseline},
		{FormatRedirects, false, Redirects},
	}
}

// Write writes r in the named format. It returns an error for an unknown name.
func Write(w io.Writer, name string, r *link.Report, opt Options) error {
	for _, f := range formats(opt) {
		if f.name == name {
			return f.write(w, r)
		}
	}
	return fmt.Errorf("could not write the report: unknown format %q", name)
}

// Formats returns the names of the formats that can be written to a file: all.
func Formats() []string {
	var names []string
	for _, f := range formats(Options{}) {
		names = append(names, f.name)
	}
	return names
}

// StdoutFormats returns the names of the formats for standard output: first text,
// the default, then the others in the order of Formats.
func StdoutFormats() []string {
	names := []string{FormatText}
	for _, f := range formats(Options{}) {
		if f.stdout && f.name != FormatText {
			names = append(names, f.name)
		}
	}
	return names
}
