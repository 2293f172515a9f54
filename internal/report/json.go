package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
)

// writeJSON writes r for other programs, as indented UTF-8 with a line break at the
// end. It lists every finding and every place. Characters that could act on a terminal or a
// workflow runner are escaped as JSON allows; the values stay the same.
func writeJSON(out *bufio.Writer, r *link.Report, _ Options) error {
	shell := *r
	shell.Started, shell.Findings = r.Started.UTC().Truncate(time.Second), []link.Finding{}
	// A reader cannot tell from the rest which findings another fail-on than the default counts.
	if what := decided(r); what != "" {
		shell.Notes = append(slices.Clone(r.Notes), what)
	}
	return encode(out, &shell, len(r.Findings), func(i int) any {
		f := r.Findings[i]
		if f.Occurrences == nil {
			f.Occurrences = []link.Occurrence{}
		}
		return &f
	})
}

// writePages writes the inventory of r: a JSON object for each page, one a line, by
// path. It is empty when no inventory was taken.
func writePages(out *bufio.Writer, r *link.Report, _ Options) error {
	for i := range r.Inventory {
		line, err := marshal(&r.Inventory[i], "", "")
		if err != nil {
			return err
		}
		_, _ = out.Write(append(line, '\n'))
	}
	return nil
}

// encode writes shell, whose last value is an empty list, as indented JSON with n items in the
// list. It encodes one item after the other, so that a report with very many findings needs no
// second copy of itself in memory.
func encode(out *bufio.Writer, shell any, n int, item func(i int) any) error {
	text, err := marshal(shell, "", "  ")
	if err != nil {
		return err
	}
	list := bytes.LastIndex(text, []byte("[]")) + 1
	head, tail := text[:list], text[list:]
	indent := strings.Repeat("  ", bytes.Count(tail, []byte("\n")))
	_, _ = out.Write(head)
	for i := range n {
		text, err := marshal(item(i), indent+"  ", "  ")
		if err != nil {
			return err
		}
		if i > 0 {
			_ = out.WriteByte(',')
		}
		_, _ = out.WriteString("\n" + indent + "  ")
		_, _ = out.Write(text)
	}
	if n > 0 {
		_, _ = out.WriteString("\n" + indent)
	}
	_, err = out.Write(append(tail, '\n'))
	return err
}

// marshal encodes a value as JSON in which what acts on a screen, and the first of "##[", are
// \u escapes. Both occur in strings only, so the text means the same.
func marshal(v any, prefix, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, indent)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	text := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if bytes.Contains(text, []byte("##[")) {
		text = bytes.ReplaceAll(text, []byte("##["), []byte(`\u0023#[`))
	}
	// The encoder has escaped what acts below a blank, and most reports are ASCII.
	if !slices.ContainsFunc(text, func(c byte) bool { return c > '~' }) {
		return text, nil
	}
	var safe []byte
	for _, r := range string(text) {
		if r == '\n' || !unsafeRune(r) {
			safe = utf8.AppendRune(safe, r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			safe = fmt.Appendf(safe, `\u%04x`, unit)
		}
	}
	return safe, nil
}
