package report

import (
	"fmt"
	"io"
	"slices"

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
	write  func(io.Writer, *link.Report, Options) error
}

// formats is the only list of the formats, in the order in which messages name them.
// To add a format, add a row, and describe it in docs/reports.md.
var formats = []format{
	{name: FormatJSON, stdout: true, write: noOptions(JSON)},
	{name: FormatSARIF, stdout: true, write: noOptions(SARIF)},
	{name: FormatJUnit, stdout: true, write: noOptions(JUnit)},
	{name: FormatMarkdown, stdout: true, write: func(w io.Writer, r *link.Report, _ Options) error {
		return Markdown(w, r, MarkdownOptions{})
	}},
	{name: FormatGitLab, write: noOptions(GitLab)},
	{name: FormatPages, write: noOptions(Pages)},
	{name: FormatHTML, write: func(w io.Writer, r *link.Report, opt Options) error {
		if opt.HTML == nil {
			return HTML(w, r, HTMLOptions{})
		}
		return HTML(w, r, opt.HTML())
	}},
	{name: FormatText, stdout: true, write: func(w io.Writer, r *link.Report, opt Options) error {
		return Text(w, r, opt.Text)
	}},
	{name: FormatBaseline, write: noOptions(Baseline)},
	{name: FormatRedirects, write: noOptions(Redirects)},
}

// noOptions adapts the writer of a format without options.
func noOptions(write func(io.Writer, *link.Report) error) func(io.Writer, *link.Report, Options) error {
	return func(w io.Writer, r *link.Report, _ Options) error { return write(w, r) }
}

// Write writes r in the named format. It returns an error for an unknown name.
func Write(w io.Writer, name string, r *link.Report, opt Options) error {
	i := slices.IndexFunc(formats, func(f format) bool { return f.name == name })
	if i < 0 {
		return fmt.Errorf("could not write the report: unknown format %q", name)
	}
	return formats[i].write(w, r, opt)
}

// Formats returns the names of the formats that can be written to a file: all.
func Formats() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// StdoutFormats returns the names of the formats for standard output: first text,
// the default, then the others in the order of Formats.
func StdoutFormats() []string {
	names := []string{FormatText}
	for _, f := range formats {
		if f.stdout && f.name != FormatText {
			names = append(names, f.name)
		}
	}
	return names
}
