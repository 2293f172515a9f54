package redirectrules

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

// lines joins entries that are lines.
func lines(p *plan, entries []entry) []File {
	var b strings.Builder
	for _, e := range entries {
		b.WriteString(e.text)
	}
	return []File{{p.syntax.file, b.String()}}
}

// jsonFile joins the objects of a JSON array, one on a line, with what is around it.
func jsonFile(before, indent, after string) func(*plan, []entry) []File {
	return func(p *plan, entries []entry) []File {
		var b strings.Builder
		b.WriteString(before)
		separator := "\n"
		for _, e := range entries {
			for _, object := range e.objects {
				b.WriteString(separator + indent + object)
				separator = ",\n"
			}
		}
		b.WriteString("\n" + after + "\n")
		return []File{{p.syntax.file, b.String()}}
	}
}

// object returns a JSON object of names and values in turn; a value is JSON.
func object(namesAndValues ...string) string {
	var pairs []string
	for pair := range slices.Chunk(namesAndValues, 2) {
		pairs = append(pairs, quote(pair[0])+": "+pair[1])
	}
	return "{" + strings.Join(pairs, ", ") + "}"
}

// quote returns a text as a JSON string, which is also one of YAML, TOML and JavaScript: the
// text has no control character.
func quote(text string) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err) // A string can be encoded.
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// encode writes a decoded path as in a URL, and percent-encodes further marks.
func encode(decoded, marks string) string {
	return encodeMarks(hosting.EscapePath(decoded), marks)
}

// encodeMarks percent-encodes marks.
func encodeMarks(text, marks string) string {
	const hex = "0123456789ABCDEF"
	if marks == "" || !strings.ContainsAny(text, marks) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if c := text[i]; strings.IndexByte(marks, c) >= 0 {
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// url writes a target as a URL: a path below base, or an absolute one. Further marks are
// percent-encoded behind the host.
func (t target) url(base, marks string) string {
	return t.place(base, marks) + encodeMarks(t.query+t.fragment, marks)
}

// place is the URL without query and fragment.
func (t target) place(base, marks string) string {
	if t.origin != "" {
		return t.origin + encodeMarks(t.other, marks)
	}
	return encode(base+t.path, marks)
}

// otherSlash returns a path with its slash at the end, or without it.
func otherSlash(from string) []string {
	if without, ok := strings.CutSuffix(from, "/"); ok {
		if without == "" {
			return nil
		}
		return []string{without}
	}
	return []string{from + "/"}
}

// takesSlash reports whether a rule for a path can also be for the path with, or without, a slash
// at its end: readers come to either, and the old host had a redirect for one of them. A page or
// another move may be there.
func (p *plan) takesSlash(from string) bool {
	if path.Ext(from) != "" {
		return false
	}
	for _, other := range otherSlash(from) {
		if _, ok := p.at[other]; ok || p.site.Exists(other) {
			return false
		}
	}
	return true
}

// hasOwnPage reports whether the page of a folder itself moved with the folder.
func (p *plan) hasOwnPage(r *rule) bool {
	return slices.ContainsFunc(r.items, func(i int) bool { return p.items[i].from == r.from })
}

// spellings returns a path decoded and, where that differs, as in a URL. Which of them a host
// compares is not known, and no request has the other one.
func (p *plan) spellings(from string) []string {
	if encoded := hosting.EscapePath(from); encoded != from && !p.site.Exists(encoded) {
		return []string{from, encoded}
	}
	return []string{from}
}
