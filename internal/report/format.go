package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/link"
)

// The names of those formats that other packages treat differently from the rest.
const (
	FormatText      = "text"
	FormatJSON      = "json"
	FormatPages     = "pages"
	FormatHTML      = "html"
	FormatBaseline  = "baseline"
	FormatRedirects = "redirects"
)

// Options say how a report looks, and what it shows besides the findings. Each format takes what it
// knows; the zero value is for a log.
type Options struct {
	// Color marks verdicts and targets in text with ANSI colors.
	Color bool
	// Quiet leaves everything out of text but what fails the run and how it ended, and
	// writes nothing at all when all is well.
	Quiet bool
	// Verbose shows in text more findings, up to a thousand places of each, and the
	// redirects on the way. Quiet has no meaning then.
	Verbose bool
	// Settings are lines about the settings in force, which Verbose shows.
	Settings []string
	// Line returns a line of a file as the report names it, without its end, for the first
	// place of what is broken to be quoted in text and HTML; it returns "" for what cannot or
	// must not be shown. Nil quotes nothing.
	Line func(file string, line int) string
	// Link returns the web address of a line of a file as the report names it, for Markdown and
	// HTML, or "" when it has none. The line is zero when it is not known. Nil links nothing.
	Link func(file string, line int) string
	// Limit is the most bytes of Markdown. Zero means what a comment on GitHub holds, and less
	// that there is no room at all.
	Limit int
	// Commit is the hash of the commit under test, CommitURL its web address, and RunURL that of
	// the run, for a comment; empty when they are not known.
	Commit, CommitURL, RunURL string
}

// format is one row of the table of formats.
type format struct {
	name string
	// stdout is true for a format that the setting format may send to standard output.
	// Every format can be written to a file.
	stdout bool
	// write keeps the errors of out for its end.
	write func(out *bufio.Writer, r *link.Report, opt Options) error
	// use says in docs/reports.md for whom the format is.
	use string
}

// formats returns the only list of the formats, in the order in which messages name them.
// To add a format, add a row; go test ./internal/report -update documents it.
func formats() []format {
	return []format{
		{FormatJSON, true, writeJSON, "programs, and the setting `baseline`; its schema is `linkvet.report/1`"},
		{"sarif", true, writeSARIF, "GitHub code scanning, editors, and other tools that read SARIF 2.1.0"},
		{"junit", true, writeJUnit, "programs that show test results"},
		{"markdown", true, writeMarkdown, "people, in an issue or a comment; the job summary is the same, with links"},
		{"gitlab", false, writeGitLab, "GitLab's code quality widget"},
		{FormatPages, false, writePages, "an inventory of the site"},
		{FormatHTML, false, writeHTML, "people, as a page to keep as an artifact, to send or to print"},
		{FormatText, true, writeText, "people at a terminal or a log; it is the default there"},
		{FormatBaseline, false, writeBaseline, "the setting `baseline` of later runs, [one line per place](new-findings.md#baseline)"},
		{FormatRedirects, false, writeRedirects, "[redirects for lost URLs](compare.md#redirects), for the host"},
	}
}

// Write writes r in the named format. It returns an error for an unknown name.
func Write(w io.Writer, name string, r *link.Report, opt Options) error {
	for _, f := range formats() {
		if f.name != name {
			continue
		}
		out := bufio.NewWriterSize(w, 64<<10)
		err := f.write(out, r, opt)
		if err == nil {
			err = out.Flush()
		}
		if err != nil {
			return fmt.Errorf("could not write the report as %s: %w", name, err)
		}
		return nil
	}
	return fmt.Errorf("could not write the report: unknown format %q", name)
}

// Formats returns the names of the formats that can be written to a file: all.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// StdoutFormats returns the names of the formats for standard output: first text,
// the default, then the others in the order of Formats.
func StdoutFormats() []string {
	names := []string{FormatText}
	for _, f := range formats() {
		if f.stdout && f.name != FormatText {
			names = append(names, f.name)
		}
	}
	return names
}

// writeBaseline writes the places of r, one sorted line each, for the setting baseline of later
// runs. The lines hold nothing that another change of the same pages would move. In a run
// with a baseline it removes lines only: it keeps those that were found again, and those
// that the run could not settle.
func writeBaseline(out *bufio.Writer, r *link.Report, _ Options) error {
	lines := slices.Clone(r.Unsettled)
	for i := range r.Findings {
		f := &r.Findings[i]
		last := baseline.Place{}
		for k := range f.Occurrences {
			place := baseline.PlaceOf(f, &f.Occurrences[k])
			if place != last && (!r.Baseline || f.Occurrences[k].Known) {
				lines = append(lines, place.Line())
			}
			last = place
		}
	}
	slices.Sort(lines)
	_, _ = out.WriteString(baseline.Header + "\n")
	for _, line := range slices.Compact(lines) {
		_, _ = out.WriteString(line + "\n")
	}
	return nil
}

// writeRedirects writes the rules for lost URLs. It is empty when there is no rule.
func writeRedirects(out *bufio.Writer, r *link.Report, _ Options) error {
	_, err := out.WriteString(r.Redirects)
	return err
}
