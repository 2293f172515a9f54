package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
)

// JSON writes r for other programs, as indented UTF-8 with a line break at the
// end. Characters that could act on a terminal or a workflow runner are escaped
// as JSON allows; the values stay the same.
func JSON(w io.Writer, r *link.Report) error {
	shell := *r
	shell.Started = r.Started.UTC().Truncate(time.Second)
	shell.Findings = []link.Finding{}
	// The findings are the last field, so the shell ends in an empty list.
	return stream(w, "JSON", shell, "]\n}", "    ", len(r.Findings), func(i int) any {
		return listed(r.Findings[i])
	})
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
		return nil, fmt.Errorf("could not encode report: %w", err)
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
