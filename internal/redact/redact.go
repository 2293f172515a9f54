// Package redact takes secrets out of text. A server may echo a secret in another case, and
// each of its characters as it is or escaped as in URLs, HTML or JSON, once or more often;
// or all of it in base64 or in hexadecimal digits. One pass over the text finds all of these.
package redact

import (
	"encoding/base64"
	"encoding/hex"
	"html"
	"io"
	"iter"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/weburl"
)

// Shortest is the length in bytes from which a value is taken for a secret. Shorter
// ones, such as "en" or "true", protect nothing, and removing them would garble words.
const Shortest = 8

// Mask replaces a secret.
const Mask = "***"

// ellipsis ends a text that was cut short, perhaps within a secret.
const ellipsis = "…"

// ordinary are values of headers that everybody sends: words, not secrets.
var ordinary = []string{
	"no-cache", "no-store", "max-age=0", "keep-alive", "text/html", "text/plain", "application/json",
	"application/xml", "xmlhttprequest", "same-origin", "same-site", "cross-site", "navigate", "document",
	"identity", "websocket", "samesitenone",
}

// Redactor knows secrets and removes them from text. It never changes once it is made, so
// it may be used from several goroutines. A nil Redactor knows none.
type Redactor struct {
	// forms are what to look for, by the first byte.
	forms [256][]form
}

// form is one way to write a secret.
type form struct {
	text string // folded
	// goesOn reports whether the character behind it, which depends on what follows the
	// secret, holds bits of it, too.
	goesOn bool
}

// New returns a Redactor for secrets, of which it leaves out those that are too short or
// ordinary words of HTTP.
func New(secrets ...string) *Redactor {
	r := &Redactor{}
	known := map[string]bool{}
	for _, secret := range secrets {
		if len(secret) < Shortest || slices.Contains(ordinary, strings.ToLower(secret)) {
			continue
		}
		for _, f := range formsOf(secret) {
			if f.text = fold(f.text); len(f.text) >= Shortest && !known[f.text] {
				known[f.text] = true
				r.forms[f.text[0]] = append(r.forms[f.text[0]], f)
			}
		}
	}
	if len(known) == 0 {
		return nil
	}
	return r
}

// formsOf returns the texts that say the same as a secret: without the white space that
// pages and URLs leave out, decoded as one that shows URLs does it, as a browser writes it
// in a path; in hexadecimal digits, and in base64 behind any number of other bytes. Letters
// may be in another case.
func formsOf(secret string) []form {
	var all []form
	for _, text := range []string{
		secret, strings.Join(strings.Fields(secret), " "), strings.ReplaceAll(secret, "\t", ""),
		weburl.Unescape(secret), strings.ReplaceAll(secret, `\`, "/"),
	} {
		lower := strings.ToLower(text)
		first, size := utf8.DecodeRuneInString(lower)
		for _, cased := range []string{text, lower, strings.ToUpper(text), string(unicode.ToUpper(first)) + lower[size:]} {
			all = append(all, form{text: cased}, form{text: hex.EncodeToString([]byte(cased))})
			for shift := range 3 {
				all = append(all, base64Form(base64.RawStdEncoding, cased, shift), base64Form(base64.RawURLEncoding, cased, shift))
			}
		}
	}
	return all
}

// base64Form is the part of an encoding that depends on text alone when shift bytes
// modulo 3 are before it. Of the character before that a few bits are the secret's.
func base64Form(encoding *base64.Encoding, text string, shift int) form {
	encoded := encoding.EncodeToString([]byte("\x00\x00"[:shift] + text))
	first := (8*shift + 5) / 6
	last := max(8*(shift+len(text))/6, first) // of an empty text nothing is left
	return form{encoded[first:last], last < len(encoded)}
}

// Text returns text with Mask in the place of each secret.
func (r *Redactor) Text(text string) string {
	if r == nil {
		return text
	}
	var b strings.Builder
	kept := 0
	for at := 0; at < len(text); at++ {
		end := r.find(text, at)
		for next := at + 1; next <= end; next++ { // another may begin within it
			end = max(end, r.find(text, next))
		}
		if end > 0 {
			b.WriteString(text[kept:at])
			b.WriteString(Mask)
			kept, at = end, end-1
		}
	}
	if kept == 0 {
		return text
	}
	b.WriteString(text[kept:])
	return b.String()
}

// Holds reports whether a secret is in text.
func (r *Redactor) Holds(text string) bool { return r.Text(text) != text }

// find returns where the longest secret ends that begins at an offset of text; 0 for none.
func (r *Redactor) find(text string, at int) (end int) {
	if at+1 >= len(text) {
		return 0
	}
	second := text[at+1]
	isPlain := second != '%' && second != '&' && second != '\\'
	for i := range r.forms[folded[text[at]]] {
		if f := &r.forms[folded[text[at]]][i]; !isPlain || folded[second] == f.text[1] {
			end = max(end, f.end(text, at))
		}
	}
	for value := range escapes(text[at:]) {
		for _, f := range r.forms[folded[value[0]]] {
			end = max(end, f.end(text, at))
		}
	}
	return end
}

// end returns where the form ends that begins at an offset of text; 0 when it does not.
func (f *form) end(text string, at int) int {
	m := matcher{text: text, form: f.text}
	end := m.end(place{at, 0})
	if end > 0 && f.goesOn && end < len(text) && isBase64(text[end]) {
		end++
	}
	return end
}

func isBase64(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("+/-_", c) >= 0
}

// matcher looks for one form in one place of a text.
type matcher struct {
	text, form string
	// dead are the places from which the text does not go on as the form does.
	dead map[place]bool
}

// place is an offset of the text, and how many bytes of the form are before it.
type place struct{ at, first int }

// end returns where the form ends when the text goes on from a place as the form does, and
// 0 otherwise. What looks like an escape may be meant as it is.
func (m *matcher) end(p place) (end int) {
	for ; p.first < len(m.form); p.first++ {
		if p.at == len(m.text) {
			return 0
		}
		for value, size := range escapes(m.text[p.at:]) {
			next := place{p.at + size, p.first + len(value)}
			if !strings.HasPrefix(m.form[p.first:], fold(value)) || m.dead[next] {
				continue
			}
			if end := m.end(next); end > 0 {
				return end
			}
			if m.dead == nil {
				m.dead = map[place]bool{}
			}
			m.dead[next] = true
		}
		if folded[m.text[p.at]] != m.form[p.first] {
			if p.first >= Shortest && strings.HasPrefix(m.text[p.at:], ellipsis) {
				return p.at
			}
			return 0
		}
		p.at++
	}
	return p.at
}

// escapes yields what the escape at the beginning of text stands for, and its length: as it
// is, and then what that stands for, as servers that build URLs out of URLs encode twice.
func escapes(text string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		behind := 0 // how much longer text was than what is left of it
		for text != "" && behind < maxEncoded {
			value, size := escape(text)
			if size == 0 || !yield(value, behind+size) {
				return
			}
			behind += size - len(value)
			text = value + text[size:min(size+maxEntity, len(text))]
		}
	}
}

// escape reads the escape of URLs, HTML or JSON at the beginning of text: what it stands
// for, and its length, which is 0 when there is none.
func escape(text string) (value string, size int) {
	switch text[0] {
	case '%':
		if value := weburl.Unescape(text[:min(len("%41"), len(text))]); len(value) == 1 && len(text) > 1 {
			return value, len("%41")
		}
	case '&':
		name, _, ok := strings.Cut(text[:min(maxEntity, len(text))], ";")
		if decoded := html.UnescapeString(name + ";"); ok && utf8.RuneCountInString(decoded) <= 2 && decoded != name+";" {
			return decoded, len(name) + 1
		}
	case '\\':
		if strings.HasPrefix(text, `\/`) {
			return "/", len(`\/`)
		}
		if char, wide, rest, err := strconv.UnquoteChar(text, '"'); err == nil && wide {
			return string(char), len(text) - len(rest)
		} else if err == nil {
			return string([]byte{byte(char)}), len(text) - len(rest)
		}
	}
	return "", 0
}

const (
	// maxEntity bounds the length of a character reference in bytes.
	maxEntity = 33
	// maxEncoded bounds the length of one that was encoded again and again.
	maxEncoded = 64
)

// folded is the character that stands for a character in forms: case does not count, and
// in a URL a plus may be a space.
var folded = func() (table [256]byte) {
	for i := range table {
		table[i] = byte(i)
	}
	for c := 'A'; c <= 'Z'; c++ {
		table[c] = byte(c) | 0x20
	}
	table['+'] = ' '
	return table
}()

func fold(s string) string {
	b := []byte(s)
	for i, c := range b {
		b[i] = folded[c]
	}
	return string(b)
}

// Writer cleans each message on its way. A message is what one Write takes, as fmt.Fprintf
// makes it.
type Writer struct {
	w     io.Writer
	clean func(string) string
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer, clean func(string) string) *Writer { return &Writer{w, clean} }

func (w *Writer) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.w, w.clean(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Unwrap returns the writer behind w.
func (w *Writer) Unwrap() io.Writer { return w.w }

// Strings replaces each string that v, a pointer, leads to by what clean makes of it: in
// structs, slices, maps (their keys, too) and pointers. It leaves named types of string
// alone, which hold the program's own words, and does not look behind functions and
// interfaces, nor into fields that are not exported.
func Strings(v any, clean func(string) string) { walk(reflect.ValueOf(v), clean) }

func walk(v reflect.Value, clean func(string) string) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() {
			v.SetString(clean(v.String()))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			walk(v.Elem(), clean)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			walk(v.Index(i), clean)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Field(i); field.CanSet() { // it is exported
				walk(field, clean)
			}
		}
	case reflect.Map:
		walkMap(v, clean)
	}
}

// walkMap walks the keys and values of a map. Keys that become the same keep one of their
// values; numbers are added up.
func walkMap(v reflect.Value, clean func(string) string) {
	if v.IsNil() {
		return
	}
	out := reflect.MakeMapWithSize(v.Type(), v.Len())
	for entry := v.MapRange(); entry.Next(); {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		key.Set(entry.Key())
		value.Set(entry.Value())
		walk(key, clean)
		walk(value, clean)
		if old := out.MapIndex(key); old.IsValid() && value.CanInt() {
			value.SetInt(value.Int() + old.Int())
		}
		out.SetMapIndex(key, value)
	}
	v.Set(out)
}
