package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
)

// JSON writes r for other programs, as indented UTF-8 with a line break at the
// end. One finding at a time is encoded, so that a report with very many of
// them needs no second copy of itself in memory. Characters that could act on a
// terminal or a workflow runner are escaped as JSON allows; the values stay the
// same.
func JSON(w io.Writer, r *link.Report) error {
	shell := *r
	shell.Started = r.Started.UTC().Truncate(time.Second)
	shell.Findings = []link.Finding{}
	head, err := encode(shell, "")
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	if len(r.Findings) == 0 {
		_, _ = out.Write(head)
		_ = out.WriteByte('\n')
		return flushed(out)
	}
	// The findings are the last field, so the shell ends in an empty list.
	_, _ = out.Write(bytes.TrimSuffix(head, []byte("]\n}")))
	for i := range r.Findings {
		item, err := encode(listed(r.Findings[i]), "    ")
		if err != nil {
			return err
		}
		if i > 0 {
			_ = out.WriteByte(',')
		}
		_, _ = out.WriteString("\n    ")
		_, _ = out.Write(item)
	}
	_, _ = out.WriteString("\n  ]\n}\n")
	return flushed(out)
}

func flushed(out *bufio.Writer) error {
	if err := out.Flush(); err != nil {
		return fmt.Errorf("could not write JSON report: %w", err)
	}
	return nil
}

// listed returns f with a list of occurrences even when there are none, since
// readers iterate over it.
func listed(f link.Finding) link.Finding {
	if f.Occurrences == nil {
		f.Occurrences = []link.Occurrence{}
	}
	return f
}

// encode writes v as indented JSON, without a line break at the end.
func encode(v any, prefix string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, "  ")
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("could not encode JSON report: %w", err)
	}
	return harmless(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// harmless writes the characters of encoded JSON that act on a screen, and the
// first of "##[", as \u escapes. Both occur in strings only, and the encoder
// ends no string within an escape, so the text stays valid and means the same.
func harmless(src []byte) []byte {
	dst := make([]byte, 0, len(src))
	for i := 0; i < len(src); {
		c := src[i]
		if c == '#' && bytes.HasPrefix(src[i:], []byte("##[")) {
			dst = append(dst, `\u0023`...)
			i++
			continue
		}
		if c < 0x7f {
			dst = append(dst, c)
			i++
			continue
		}
		r, n := utf8.DecodeRune(src[i:])
		switch {
		case !unsafeRune(r):
			dst = append(dst, src[i:i+n]...)
		case r > 0xffff:
			r -= 0x10000
			dst = fmt.Appendf(dst, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			dst = fmt.Appendf(dst, `\u%04x`, r)
		}
		i += n
	}
	return dst
}
