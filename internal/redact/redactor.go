// Package redact takes secrets out of text. A server may echo a secret in another case, in
// percent-encoding, in HTML or JSON escapes, in base64 or in hexadecimal digits: all of
// these are found, in time proportional to the text however many secrets there are.
package redact

import (
	"slices"
	"strings"
)

// Shortest is the length in bytes from which a value is taken for a secret. Shorter
// ones, such as "en" or "true", protect nothing, and removing them would garble words.
const Shortest = 8

// Mask replaces a secret.
const Mask = "***"

// Text longer than window is read in windows that overlap, so that the memory for
// decoded text is bounded.
const (
	window  = 256 << 10
	overlap = 32 << 10
)

// Redactor knows secrets and removes them from text. It never changes once it is made, so
// it may be used from several goroutines. A nil Redactor knows none.
type Redactor struct {
	find *automaton
}

// New returns a Redactor for secrets, of which it leaves out those that are too short or
// ordinary words of HTTP.
func New(secrets ...string) *Redactor {
	var forms []form
	for _, secret := range secrets {
		if isSecret(secret) {
			forms = append(forms, formsOf(secret)...)
		}
	}
	if len(forms) == 0 {
		return nil
	}
	return &Redactor{find: newAutomaton(forms)}
}

// Text returns text with Mask in the place of each secret.
func (r *Redactor) Text(text string) string {
	found := r.spans(text)
	if len(found) == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	for _, s := range found {
		b.WriteString(text[at:s.from])
		b.WriteString(Mask)
		at = s.to
	}
	b.WriteString(text[at:])
	return b.String()
}

// Holds reports whether a secret is in text.
func (r *Redactor) Holds(text string) bool { return len(r.spans(text)) > 0 }

// span is a range of bytes of a text.
type span struct{ from, to int }

// spans returns where secrets are in text, in order and apart.
func (r *Redactor) spans(text string) []span {
	if r == nil || len(text) < Shortest {
		return nil
	}
	var found []span
	for at := 0; ; at += window - overlap {
		end := min(at+window, len(text))
		found = r.scan(found, text[at:end], at)
		if end == len(text) {
			break
		}
	}
	return merge(found)
}

// maxDecodings is how many times text is decoded: servers that build URLs out of URLs
// encode twice, and a page that shows one encodes once more.
const maxDecodings = 5

// scan adds what is in one window, which begins at offset of the text: as it is, and
// decoded again and again until there is nothing to decode.
func (r *Redactor) scan(found []span, text string, offset int) []span {
	found = scan(r.find, found, plain(text), offset)
	if !strings.ContainsAny(text, `%&\`) && !strings.Contains(text, "/u00") {
		return found
	}
	encoded := unitsOf(text)
	for range maxDecodings {
		var decoded units
		found, decoded = r.decode(found, encoded, offset)
		if len(decoded) == len(encoded) {
			break
		}
		found = scan(r.find, found, decoded, offset)
		encoded = decoded
	}
	return found
}

// merge sorts spans and joins those that overlap.
func merge(all []span) []span {
	slices.SortFunc(all, func(a, b span) int { return a.from - b.from })
	kept := all[:0]
	for _, s := range all {
		if last := len(kept) - 1; last >= 0 && s.from <= kept[last].to {
			kept[last].to = max(kept[last].to, s.to)
			continue
		}
		kept = append(kept, s)
	}
	return kept
}
