package redact

import (
	"html"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzText puts a secret in one of the encodings between two other texts.
func FuzzText(f *testing.F) {
	for i, secret := range []string{"s3cr3t-t0k3n", `tok/en+with "odd" <chars>==`, "100%25 sure", "pässwörd!", "aaaaaaaaaaaa", "a+b c%20d&amp;e"} {
		f.Add(secret, uint(i*37), "https://a.test/?t=", " and more")
		f.Add(secret, uint(i*101), "%", "41")
		f.Add(secret, uint(i*211), "&#6", ";…")
		f.Add(secret, uint(i*37+5), `\u00`, `\`)
	}
	f.Fuzz(func(t *testing.T, secret string, which uint, before, after string) {
		if len(secret) > 200 || len(before)+len(after) > 4096 || !utf8.ValidString(secret) || !isSecret(secret) ||
			strings.ContainsFunc(secret, func(r rune) bool { return r < ' ' || r == 0x7f || r >= 0x80 }) {
			t.Skip()
		}
		r := New(secret)
		all := encodings(secret)
		names := slices.Sorted(maps.Keys(all))
		name := names[which%uint(len(names))]
		text := before + all[name] + after
		got := r.Text(text)
		if !strings.Contains(got, Mask) {
			t.Fatalf("%s of %q: %q becomes %q", name, secret, text, got)
		}
		if encoded := all[name]; !strings.Contains(name, "base64") && strings.Contains(got, encoded) && !strings.Contains(Mask, encoded) {
			t.Fatalf("%s of %q: %q becomes %q, which still holds it", name, secret, text, got)
		}
		if again := r.Text(got); again != got && !strings.Contains(secret, "*") {
			t.Fatalf("%q becomes %q, and that %q", text, got, again)
		}
		if alone := before + "\n" + after; r.Text(alone) != alone && !holdsAny(alone, all, secret) {
			t.Fatalf("%q, which does not hold %q, becomes %q", alone, secret, r.Text(alone))
		}
	})
}

// holdsAny reports whether a text may hold a secret, by what the standard library makes of
// it, and takes much for it that is none.
func holdsAny(text string, encodings map[string]string, secret string) bool {
	plain := func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "+", " ") }
	for range maxDecodings + 1 {
		for name, encoded := range encodings {
			if strings.Contains(name, "base64") {
				encoded = strings.Trim(encoded, "=")
				encoded = encoded[min(8, len(encoded)/3) : len(encoded)-min(8, len(encoded)/3)]
			}
			if strings.Contains(plain(text), plain(encoded)) {
				return true
			}
		}
		// What is cut short counts, too, and so do escapes that the standard library does not know.
		if strings.Contains(text, ellipsis) || strings.ContainsAny(text, `\`) || strings.Contains(strings.ToLower(text), "%u") {
			return true
		}
		if decoded, err := url.PathUnescape(secret); err == nil && strings.Contains(plain(text), plain(decoded)) {
			return true
		}
		if strings.ContainsAny(secret, `%&\`+"\t /.?#@\"'<>") {
			return true // browsers and pages write it in other ways, or a part of it
		}
		text = html.UnescapeString(unescapeEach(text))
	}
	return false
}

// unescapeEach decodes the percent-encoding of a text that may not be valid as a whole.
func unescapeEach(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if i+3 <= len(text) && text[i] == '%' {
			if c, err := url.PathUnescape(text[i : i+3]); err == nil {
				b.WriteString(c)
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
