package redact

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/weburl"
)

// form is one way to write a secret, folded.
type form struct {
	text string
	// before and after report whether the characters around it, which depend on its
	// neighbors, hold bits of the secret.
	before, after bool
}

// ordinary are values of headers that everybody sends: words, not secrets.
var ordinary = []string{
	"no-cache", "no-store", "max-age=0", "keep-alive", "text/html", "text/plain", "application/json",
	"application/xml", "xmlhttprequest", "same-origin", "same-site", "cross-site", "navigate", "document",
	"identity", "websocket", "samesitenone",
}

// isSecret reports whether a value is worth to be removed.
func isSecret(value string) bool {
	return len(value) >= Shortest && !slices.Contains(ordinary, strings.ToLower(value))
}

// formsOf returns the ways in which a secret is looked for, in text that was decoded.
func formsOf(secret string) []form {
	var all []form
	known := map[string]bool{}
	add := func(f form) {
		if f.text = fold(f.text); len(f.text) >= Shortest && !known[f.text] {
			known[f.text] = true
			all = append(all, f)
		}
	}
	for _, text := range spellings(secret) {
		add(form{text: text})
		// What shows a URL may have decoded it.
		for level, decoded := 0, decode(unitsOf(text)); level < maxDecodings; level++ {
			add(form{text: stringOf(decoded)})
			decoded = decode(decoded)
		}
		for _, cased := range cases(text) {
			add(form{text: hex.EncodeToString([]byte(cased))})
			for shift := range 3 {
				add(base64Form(base64.RawStdEncoding, cased, shift))
				add(base64Form(base64.RawURLEncoding, cased, shift))
			}
		}
	}
	return all
}

func stringOf(text units) string {
	b := make([]byte, len(text))
	for i, u := range text {
		b[i] = u.char
	}
	return string(b)
}

// cases are the cases in which a text may be encoded.
func cases(text string) []string {
	lower := strings.ToLower(text)
	first, size := utf8.DecodeRuneInString(lower)
	title := string(unicode.ToUpper(first)) + lower[size:]
	all := []string{text, lower, strings.ToUpper(text), title}
	slices.Sort(all)
	return slices.Compact(all)
}

// spellings are the texts that say the same as a secret: without the white space that
// pages and URLs leave out, in other cases of letters that are not ASCII's, in another
// character set, in pieces, and as a browser writes it in each part of a URL.
func spellings(secret string) []string {
	all := []string{secret, strings.Join(strings.Fields(secret), " "), strings.ReplaceAll(secret, "\t", "")}
	if strings.ContainsFunc(secret, func(r rune) bool { return r >= utf8.RuneSelf }) {
		all = append(all, cases(secret)...)
		var latin []byte // each byte as a character
		for i := range len(secret) {
			latin = utf8.AppendRune(latin, rune(secret[i]))
		}
		all = append(all, string(latin))
		var narrow []byte // each character as a byte
		for _, r := range secret {
			if r > 0xff {
				narrow = nil
				break
			}
			narrow = append(narrow, byte(r))
		}
		all = append(all, string(narrow))
	}
	// A URL or a tag that a server makes of it carelessly ends in the midst of it.
	all = append(all, strings.FieldsFunc(secret, func(r rune) bool { return strings.ContainsRune("#?@\"'<>", r) })...)
	const home = "https://site.invalid"
	for _, before := range []string{"/", "/?", "/#"} {
		if u, err := weburl.Parse(home + before + secret); err == nil {
			if part, ok := strings.CutPrefix(u.String(), home+before); ok {
				all = append(all, part)
			}
		}
	}
	if u, err := weburl.Parse("https://" + secret + ".invalid/"); err == nil {
		if part, ok := strings.CutSuffix(u.Host, ".invalid"); ok && u.Path == "/" {
			all = append(all, part)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// base64Form is the part of an encoding that depends on text alone when shift bytes
// modulo 3 are before it.
func base64Form(encoding *base64.Encoding, text string, shift int) form {
	encoded := encoding.EncodeToString([]byte("\x00\x00"[:shift] + text))
	first := (8*shift + 5) / 6
	last := max(8*(shift+len(text))/6, first) // of an empty text nothing is left
	return form{text: encoded[first:last], before: first*6 > 8*shift, after: last < len(encoded)}
}
