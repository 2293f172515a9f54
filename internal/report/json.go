package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
)

// JSON writes r for other programs, as indented UTF-8 with a line break at the
// end. It lists every finding and every place; only strings are cut, to
// maxString bytes. Characters that could act on a terminal or a workflow runner
// are escaped as JSON allows; the values stay the same.
func JSON(w io.Writer, r *link.Report) error {
	shell := *r
	shell.Started = r.Started.UTC().Truncate(time.Second)
	shell.Target, shell.SiteURL = cutString(r.Target), cutString(r.SiteURL)
	shell.Problems, shell.Notes = cutStrings(r.Problems), cutStrings(jsonNotes(r))
	shell.Findings = []link.Finding{}
	out := bufio.NewWriterSize(w, jsonPiece)
	if err := writeReport(out, &shell, r.Findings); err != nil {
		return fmt.Errorf("could not encode the report: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("could not write the JSON report: %w", err)
	}
	return nil
}

// jsonPiece is about how many bytes of a JSON report are written at once.
const jsonPiece = 64 << 10

// writeReport writes shell, a report without findings, with those that are given. The
// findings are the last field of a report, and the occurrences that of a finding. The
// first write error sticks to out, and ends it.
func writeReport(out *bufio.Writer, shell *link.Report, findings []link.Finding) error {
	const tail = "]\n}"
	s := newStreamer(out)
	s.out = out
	if err := s.encode(shell, "", tail); err != nil {
		return err
	}
	var t jsonText
	for i := range findings {
		f := &findings[i]
		t.item(i, findingMargin)
		t.finding(f)
		for k := range f.Occurrences {
			t.item(k, occurrenceMargin)
			t.occurrence(&f.Occurrences[k])
			t.close()
			if len(t.text) > jsonPiece {
				if _, err := out.Write(t.text); err != nil {
					return nil // out says so
				}
				t.text = t.text[:0]
			}
		}
		if len(f.Occurrences) > 0 {
			t.endList(findingMargin + "  ")
		} else {
			t.text = append(t.text, ']')
		}
		t.margin = findingMargin
		t.close()
	}
	_, _ = out.Write(t.text)
	if len(findings) > 0 {
		_, _ = out.WriteString("\n  ")
	}
	_, _ = out.WriteString(tail + "\n")
	return nil
}

// jsonNotes are the notes, and what a reader cannot tell from the rest of a JSON
// report: which findings another fail-on than the default counts.
func jsonNotes(r *link.Report) []string {
	what := decided(r)
	if what == "" || r.FailOn == "broken" {
		return r.Notes
	}
	return append(r.Notes[:len(r.Notes):len(r.Notes)], "with fail-on: "+r.FailOn+", "+what)
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
			r, n = utf8.DecodeRune(src[i:])
			escape = jsonEscape(r)
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

// jsonEscape is how JSON writes a character that acts on a screen; it is empty
// for every other.
func jsonEscape(r rune) string {
	switch {
	case !unsafeRune(r):
		return ""
	case r > 0xffff:
		r -= 0x10000
		return fmt.Sprintf(`\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
	}
	return fmt.Sprintf(`\u%04x`, r)
}
