// Package redact keeps the secrets of a call out of every output: those of its arguments,
// its environment and its settings, in the forms in which servers echo them.
package redact

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// shortest is the length in bytes from which a value is taken for a secret. Shorter
// ones, such as "en" or "true", protect nothing, and removing them would garble words.
const shortest = 8

// mask replaces a secret.
const mask = "***"

// ellipsis ends a text that was cut short, perhaps within a secret.
const ellipsis = "…"

// ordinary are values of headers that everybody sends: words, not secrets.
var ordinary = []string{
	"no-cache", "no-store", "max-age=0", "keep-alive", "text/html", "text/plain", "application/json",
	"application/xml", "xmlhttprequest", "same-origin", "same-site", "cross-site", "navigate", "document",
	"identity", "websocket", "samesitenone",
}

// redactor knows some secrets. It never changes once it is made, so it may be used from several
// goroutines. A nil one knows none.
type redactor struct {
	// forms are what to look for, folded, and replacer finds all of them at once.
	forms    []string
	replacer *strings.Replacer
}

// newRedactor returns a redactor for those of the texts that are secrets by IsSecret.
func newRedactor(secrets ...string) *redactor {
	r := &redactor{}
	for _, secret := range secrets {
		if !IsSecret(secret) {
			continue
		}
		for _, form := range formsOf(secret) {
			if form = fold(form); len(form) >= shortest {
				r.forms = append(r.forms, form)
			}
		}
	}
	if len(r.forms) == 0 {
		return nil
	}
	slices.Sort(r.forms)
	r.forms = slices.Compact(r.forms)
	var pairs []string
	for _, form := range r.forms {
		pairs = append(pairs, form, mask)
	}
	r.replacer = strings.NewReplacer(pairs...)
	return r
}

// IsSecret reports whether a text can be hidden: it is not too short, as the value of
// x-vercel-skip-toolbar: 1, and no ordinary word of HTTP. Others would hide parts of any text.
func IsSecret(text string) bool {
	return len(text) >= shortest && !slices.Contains(ordinary, strings.ToLower(text))
}

// formsOf returns the texts that say the same as a secret: as a page or a program that
// shows URLs writes it, in base64 behind any number of other bytes, and each of these
// escaped as in URLs, HTML and JSON.
func formsOf(secret string) (all []string) {
	plain := []string{secret, strings.Join(strings.Fields(secret), " "), weburl.Unescape(secret)}
	for _, cased := range []string{secret, strings.ToLower(secret), strings.ToUpper(secret)} {
		for shift := range 3 {
			plain = append(plain, inBase64(base64.RawStdEncoding, cased, shift), inBase64(base64.RawURLEncoding, cased, shift))
		}
		var bytes, letters, numbers strings.Builder // every character is escaped
		for _, c := range []byte(cased) {
			fmt.Fprintf(&bytes, "%%%02x", c)
		}
		for _, c := range cased {
			fmt.Fprintf(&letters, `\u%04x`, c)
			fmt.Fprintf(&numbers, "&#%d;", c)
		}
		plain = append(plain, bytes.String(), letters.String(), numbers.String())
	}
	for _, text := range plain {
		escaped, quoted := html.EscapeString(text), strconv.Quote(text)
		quoted = quoted[1 : len(quoted)-1]
		marshaled, _ := json.Marshal(text) // a string has no error
		all = append(
			all, text, url.QueryEscape(text), url.PathEscape(text), percent(text, ""), percent(text, "!'()*"), percent(text, "$&+,/:;=@"), percent(text, "!$&'()*+,/:;=?@#[]"),
			escaped,
			quoted, strings.ReplaceAll(quoted, "/", `\/`), string(marshaled[1:len(marshaled)-1]),
		)
		for _, apostrophe := range []string{"&#39;", "&#039;", "&#x27;"} { // as Express, PHP and React write it
			all = append(all, strings.NewReplacer("&#34;", "&quot;", "&#39;", apostrophe).Replace(escaped))
		}
	}
	return all
}

// inBase64 is the part of an encoding that depends on text alone when shift bytes modulo 3
// are before it. The characters around it hold a few bits of the secret.
func inBase64(encoding *base64.Encoding, text string, shift int) string {
	encoded := encoding.EncodeToString([]byte("\x00\x00"[:shift] + text))
	return encoded[(8*shift+5)/6 : 8*(shift+len(text))/6]
}

// percent escapes a text as in URLs, but for letters, digits and the characters that are
// kept.
func percent(text, kept string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		if strings.IndexByte(kept, c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteString(strings.ReplaceAll(url.QueryEscape(string([]byte{c})), "+", "%20"))
		}
	}
	return b.String()
}

// fold makes texts equal that differ in the case of ASCII letters, and in spaces that a URL
// writes as a plus. No byte moves.
func fold(s string) string {
	b := []byte(s)
	for i, c := range b {
		switch {
		case 'A' <= c && c <= 'Z':
			b[i] = c | 0x20
		case c == '+':
			b[i] = ' '
		}
	}
	return string(b)
}

// span is a part of a text.
type span struct{ start, end int }

// find returns where secrets are, and where the beginning of one is that an ellipsis cuts off.
func (r *redactor) find(text string) (spans []span) {
	if r == nil {
		return nil
	}
	text = fold(text)
	if r.replacer.Replace(text) != text { // which does not see secrets that overlap
		for _, form := range r.forms {
			for at := index(text, form, 0); at >= 0; at = index(text, form, at+1) {
				spans = append(spans, span{at, at + len(form)})
			}
		}
	}
	for at := index(text, ellipsis, 0); at >= 0; at = index(text, ellipsis, at+1) {
		for _, form := range r.forms {
			for n := len(form) - 1; n >= shortest; n-- {
				if strings.HasSuffix(text[:at], form[:n]) {
					spans = append(spans, span{at - n, at})
					break
				}
			}
		}
	}
	return spans
}

// index returns where part is in text, not before from; negative when it is not.
func index(text, part string, from int) int {
	if n := strings.Index(text[from:], part); n >= 0 {
		return from + n
	}
	return -1
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
