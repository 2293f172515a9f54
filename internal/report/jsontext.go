package report

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
)

// jsonText is the text of findings as encoding/json would indent it, with the
// characters escaped that act on a screen. A report may hold a million findings, and
// may have to be written in the second that is left once a run was ended: text that
// is made field by field, of what is known of the fields, takes a tenth of the time.
type jsonText struct {
	text []byte
	// margin is what the lines of the current object begin with. bare is true while the
	// object has no field.
	margin string
	bare   bool
}

// The margins of a finding in a report, and of what it holds.
const (
	findingMargin    = "    "
	redirectMargin   = "        "
	occurrenceMargin = redirectMargin
	sourceMargin     = "          "
	candidateMargin  = "            "
)

// open begins an object with that margin before its lines.
func (t *jsonText) open(margin string) {
	t.text = append(t.text, '{')
	t.margin, t.bare = margin, true
}

// close ends it.
func (t *jsonText) close() { t.text = append(append(append(t.text, '\n'), t.margin...), '}') }

// item begins one of the objects of a list, the i-th.
func (t *jsonText) item(i int, margin string) {
	if i > 0 {
		t.text = append(t.text, ',')
	}
	t.text = append(append(t.text, '\n'), margin...)
	t.open(margin)
}

// endList ends a list with that margin before its bracket.
func (t *jsonText) endList(margin string) {
	t.text = append(append(append(t.text, '\n'), margin...), ']')
}

// name begins a field of the current object.
func (t *jsonText) name(name string) {
	if !t.bare {
		t.text = append(t.text, ',')
	}
	t.bare = false
	t.text = append(append(append(t.text, '\n'), t.margin...), `  "`...)
	t.text = append(append(t.text, name...), `": `...)
}

func (t *jsonText) string(name, value string) {
	t.name(name)
	t.value(value)
}

// stringOrNone leaves out a field that is empty, and numberOrNone one that is zero.
func (t *jsonText) stringOrNone(name, value string) {
	if value != "" {
		t.string(name, value)
	}
}

func (t *jsonText) number(name string, value int) {
	t.name(name)
	t.text = strconv.AppendInt(t.text, int64(value), 10)
}

func (t *jsonText) numberOrNone(name string, value int) {
	if value != 0 {
		t.number(name, value)
	}
}

func (t *jsonText) bool(name string, value bool) {
	t.name(name)
	t.text = strconv.AppendBool(t.text, value)
}

// value writes a string.
func (t *jsonText) value(s string) {
	text := append(t.text, '"')
	done := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < 0x7f && c != '"' && c != '\\' && c != '#' {
			i++
			continue
		}
		r, n := rune(c), 1
		if c >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		if escape := stringEscape(r, n, s[i:]); escape != "" {
			text = append(append(text, s[done:i]...), escape...)
			done = i + n
		}
		i += n
	}
	t.text = append(append(text, s[done:]...), '"')
}

// stringEscape is how a character of n bytes is written, with which rest begins; it is
// empty for one that needs no escape.
func stringEscape(r rune, n int, rest string) string {
	switch {
	case r == '"':
		return `\"`
	case r == '\\':
		return `\\`
	case r == '\b':
		return `\b`
	case r == '\f':
		return `\f`
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r == '#' && strings.HasPrefix(rest, "##["):
		return `\u0023`
	case r == utf8.RuneError && n == 1:
		return `\ufffd`
	}
	return jsonEscape(r)
}

// finding writes a finding up to the list of its occurrences.
func (t *jsonText) finding(f *link.Finding) {
	t.string("id", f.ID)
	t.string("verdict", string(f.Verdict))
	t.string("reason", string(f.Reason))
	t.string("target", cutString(f.Target))
	t.bool("internal", f.Internal)
	t.numberOrNone("status", f.Status)
	t.stringOrNone("message", cutString(f.Message))
	t.stringOrNone("suggestion", cutString(f.Suggestion))
	if len(f.Redirects) > 0 {
		t.name("redirects")
		t.text = append(t.text, '[')
		for i, r := range f.Redirects {
			t.item(i, redirectMargin)
			t.number("status", r.Status)
			t.string("url", cutString(r.URL))
			t.close()
		}
		t.margin = findingMargin
		t.endList(findingMargin + "  ")
	}
	t.bool("known", f.Known)
	if f.Caused != nil {
		t.bool("caused", *f.Caused)
	}
	t.name("occurrences")
	// Readers iterate over the list, so it is there even when it is empty.
	t.text = append(t.text, '[')
}

// occurrence writes an occurrence. Its candidates are left out where the source is
// known.
func (t *jsonText) occurrence(o *link.Occurrence) {
	t.string("page", cutString(o.Page))
	t.stringOrNone("file", cutString(o.File))
	t.numberOrNone("line", o.Line)
	t.numberOrNone("column", o.Column)
	t.string("element", cutString(o.Element))
	t.stringOrNone("attribute", cutString(o.Attribute))
	t.string("link", cutString(o.Link))
	t.stringOrNone("text", cutString(o.Text))
	t.bool("known", o.Known)
	if o.Caused != nil {
		t.bool("caused", *o.Caused)
	}
	switch {
	case o.Source != nil:
		t.name("source")
		t.open(sourceMargin)
		t.source(o.Source)
		t.close()
	case len(o.Candidates) > 0:
		t.name("candidates")
		t.text = append(t.text, '[')
		for i := range o.Candidates {
			t.item(i, candidateMargin)
			t.source(&o.Candidates[i])
			t.close()
		}
		t.endList(sourceMargin)
	}
	t.margin = occurrenceMargin
}

func (t *jsonText) source(s *link.Source) {
	t.string("file", cutString(s.File))
	t.number("line", s.Line)
	t.numberOrNone("column", s.Column)
}
