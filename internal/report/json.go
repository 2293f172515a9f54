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
		line, err := marshal(&r.Inventory[i])
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
	text, err := marshal(shell)
	if err != nil {
		return err
	}
	text = indented(text, "\n")
	list := bytes.LastIndex(text, []byte("[]")) + 1
	head, tail := text[:list], text[list:]
	margin := "\n" + strings.Repeat("  ", bytes.Count(tail, []byte("\n")))
	_, _ = out.Write(head)
	for i := range n {
		text, err := marshal(item(i))
		if err != nil {
			return err
		}
		if i > 0 {
			_ = out.WriteByte(',')
		}
		_, _ = out.WriteString(margin + "  ")
		_, _ = out.Write(indented(text, margin+"  "))
	}
	if n > 0 {
		_, _ = out.WriteString(margin)
	}
	_, err = out.Write(append(tail, '\n'))
	return err
}

// indented returns compact JSON with each value on a line of its own. margin is a line break with
// what is before the value. json.Indent returns the same at a tenth of the run, as it checks each byte.
func indented(text []byte, margin string) []byte {
	out := make([]byte, 0, 2*len(text))
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"':
			start := i
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			out = append(out, text[start:i+1]...)
		case ':':
			out = append(out, ": "...)
		case ',':
			out = append(append(out, c), margin...)
		case '{', '[':
			out = append(out, c)
			if end := c + 2; text[i+1] == end {
				out = append(out, end)
				i++
			} else {
				margin += "  "
				out = append(out, margin...)
			}
		case '}', ']':
			margin = margin[:len(margin)-2]
			out = append(append(out, margin...), c)
		default:
			out = append(out, c)
		}
	}
	return out
}

// marshal encodes a value as compact JSON in which what acts on a screen, and the first of "##[",
// are \u escapes. Both occur in strings only, so the text means the same.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	text := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if bytes.Contains(text, []byte("##[")) {
		text = bytes.ReplaceAll(text, []byte("##["), []byte(`\u0023#[`))
	}
	if plain(text) {
		return text, nil
	}
	var safe []byte
	for _, r := range string(text) {
		if !unsafeRune(r) {
			safe = utf8.AppendRune(safe, r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			safe = fmt.Appendf(safe, `\u%04x`, unit)
		}
	}
	return safe, nil
}
