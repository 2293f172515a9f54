package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
)

// JSON writes r for other programs, as indented UTF-8 with a line break at the
// end. It lists every finding and every place; only strings are cut, to
// link.MaxString bytes. Characters that could act on a terminal or a workflow runner
// are escaped as JSON allows; the values stay the same.
func JSON(w io.Writer, r *link.Report) error {
	shell := *r
	shell.Started = r.Started.UTC().Truncate(time.Second)
	shell.Target, shell.SiteURL = link.Cut(r.Target), link.Cut(r.SiteURL)
	shell.Problems, shell.Notes = cutAll(r.Problems), cutAll(r.Notes)
	// A reader cannot tell from the rest which findings another fail-on than the default counts.
	if what := decided(r); what != "" && r.FailOn != "broken" {
		shell.Notes = append(shell.Notes, "with fail-on: "+r.FailOn+", "+what)
	}
	shell.Findings = []link.Finding{}
	e := newEncoder(w)
	e.list(0, 2, &shell, "]\n}", len(r.Findings), func(i int) {
		f := cutFinding(&r.Findings[i])
		all := f.Occurrences
		f.Occurrences = []link.Occurrence{}
		e.list(2, 4, &f, "]\n    }", len(all), func(k int) { e.value(4, cutOccurrence(&all[k]), "") })
	})
	return e.end("JSON")
}

// cutAll cuts each of a list, which stays as it is.
func cutAll(list []string) []string {
	list = slices.Clone(list)
	for i := range list {
		list[i] = link.Cut(list[i])
	}
	return list
}

// cutFinding returns a finding with its strings cut; its occurrences stay as they are.
func cutFinding(from *link.Finding) link.Finding {
	f := *from
	f.Target, f.Message, f.Suggestion = link.Cut(f.Target), link.Cut(f.Message), link.Cut(f.Suggestion)
	f.Redirects = slices.Clone(f.Redirects)
	for i := range f.Redirects {
		f.Redirects[i].URL = link.Cut(f.Redirects[i].URL)
	}
	return f
}

// cutOccurrence returns an occurrence with its strings cut. Its candidates are left out where
// the source is known.
func cutOccurrence(from *link.Occurrence) *link.Occurrence {
	o := *from
	for _, s := range []*string{&o.Page, &o.File, &o.Element, &o.Attribute, &o.Link, &o.Text} {
		*s = link.Cut(*s)
	}
	if o.Source != nil {
		source := *o.Source
		source.File = link.Cut(source.File)
		o.Source, o.Candidates = &source, nil
	}
	o.Candidates = slices.Clone(o.Candidates)
	for i := range o.Candidates {
		o.Candidates[i].File = link.Cut(o.Candidates[i].File)
	}
	return &o
}

// Pages writes the inventory of r: a JSON object for each page, one a line, by
// path; their strings are cut as in JSON. It is empty when no inventory was taken.
func Pages(w io.Writer, r *link.Report) error {
	e := newEncoder(w)
	for _, page := range r.Inventory {
		page.Page, page.File, page.Title = link.Cut(page.Page), link.Cut(page.File), link.Cut(page.Title)
		e.encoder.SetIndent("", "")
		e.write(&page, "")
		_ = e.out.WriteByte('\n')
	}
	return e.end("list of pages")
}

// encoder writes JSON one value after the other, so that a report with very many findings needs
// no second copy of itself in memory. The first error sticks.
type encoder struct {
	out     *bufio.Writer
	buffer  bytes.Buffer
	encoder *json.Encoder
	err     error
}

func newEncoder(w io.Writer) *encoder {
	e := &encoder{out: bufio.NewWriterSize(w, 64<<10)}
	e.encoder = json.NewEncoder(&e.buffer)
	e.encoder.SetEscapeHTML(false)
	return e
}

// list writes a value whose last field is an empty list, with n items in it. The value is
// depth levels deep in the report, and an item is so many. The text of the value ends in tail,
// which begins with the list's bracket.
func (e *encoder) list(depth, items int, shell any, tail string, n int, item func(i int)) {
	if n == 0 {
		e.value(depth, shell, "")
	} else {
		e.value(depth, shell, tail)
		for i := range n {
			if i > 0 {
				_ = e.out.WriteByte(',')
			}
			_, _ = e.out.WriteString("\n" + indent(items))
			item(i)
		}
		_, _ = e.out.WriteString("\n" + indent(items-1) + tail)
	}
	if depth == 0 {
		_ = e.out.WriteByte('\n')
	}
}

func indent(depth int) string { return "                        "[:2*depth] }

// value writes a value without the tail of its text.
func (e *encoder) value(depth int, v any, tail string) {
	e.encoder.SetIndent(indent(depth), "  ")
	e.write(v, tail)
}

func (e *encoder) write(v any, tail string) {
	e.buffer.Reset()
	if err := e.encoder.Encode(v); err != nil && e.err == nil {
		e.err = fmt.Errorf("could not encode the report: %w", err)
	}
	text := bytes.TrimSuffix(e.buffer.Bytes(), []byte("\n"))
	writeHarmless(e.out, bytes.TrimSuffix(text, []byte(tail)))
}

// end writes what is left, and returns the first error.
func (e *encoder) end(format string) error {
	if err := e.out.Flush(); err != nil && e.err == nil {
		e.err = fmt.Errorf("could not write the %s report: %w", format, err)
	}
	return e.err
}

// writeHarmless writes encoded JSON with the characters that act on a screen,
// and the first of "##[", as \u escapes. Both occur in strings only, and the
// encoder ends no string within an escape, so the text stays valid and means the
// same.
func writeHarmless(w *bufio.Writer, src []byte) {
	done := 0
	for i := 0; i < len(src); {
		c := src[i]
		n, escape := 1, ""
		switch {
		case c == '#' && bytes.HasPrefix(src[i:], []byte("##[")):
			escape = `\u0023`
		case c >= 0x7f:
			var r rune
			if r, n = utf8.DecodeRune(src[i:]); unsafeRune(r) {
				escape = jsonEscape(r)
			}
		}
		if escape != "" {
			_, _ = w.Write(src[done:i])
			_, _ = w.WriteString(escape)
			done = i + n
		}
		i += n
	}
	_, _ = w.Write(src[done:])
}

// jsonEscape is how JSON writes a character by its number.
func jsonEscape(r rune) string {
	if r > 0xffff {
		r -= 0x10000
		return fmt.Sprintf(`\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
	}
	return fmt.Sprintf(`\u%04x`, r)
}
