package redact

import (
	"encoding/base64"
	"fmt"
	"html"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// encodings are the ways in which servers echo a value.
func encodings(secret string) map[string]string {
	all := map[string]string{}
	cased := map[string]string{"": secret}
	if utf8.RuneCountInString(secret) == len(secret) {
		cased["upper "], cased["lower "] = strings.ToUpper(secret), strings.ToLower(secret)
		cased["title "] = strings.ToUpper(secret[:1]) + strings.ToLower(secret[1:])
	}
	for name, s := range cased {
		for encoding, text := range map[string]string{
			"plain": s, "query": url.QueryEscape(s), "path": url.PathEscape(s), "path of a URL": (&url.URL{Path: "/" + s}).EscapedPath()[1:],
			"spaces as plus": strings.ReplaceAll(s, " ", "+"), "query, lower": strings.ToLower(url.QueryEscape(s)),
			"quoted": strconv.Quote(s)[1 : len(strconv.Quote(s))-1], "html": html.EscapeString(s),
			"html by names": strings.ReplaceAll(html.EscapeString(s), "&#34;", "&quot;"),
			"html of PHP":   strings.NewReplacer("&#34;", "&quot;", "&#39;", "&#039;").Replace(html.EscapeString(s)),
		} {
			all[name+encoding] = text
		}
	}
	for i, before := range []string{"", "u", "me", "user:", "abcd:"} {
		for after := range 3 {
			whole := before + secret + "!?."[:after]
			for kind, e := range map[string]*base64.Encoding{"std": base64.StdEncoding, "url": base64.URLEncoding, "raw": base64.RawStdEncoding, "raw url": base64.RawURLEncoding} {
				encoded := e.EncodeToString([]byte(whole))
				all[fmt.Sprintf("base64 %s %d %d", kind, i, after)] = encoded
				all[fmt.Sprintf("base64 %s %d %d, escaped", kind, i, after)] = url.QueryEscape(encoded)
				all[fmt.Sprintf("base64 %s %d %d, lower", kind, i, after)] = strings.ToLower(encoded)
			}
		}
	}
	return all
}

// shows returns the encoding of a secret that a text holds; "" for none.
func shows(text string, encodings map[string]string) string {
	for name, encoded := range encodings {
		if strings.Contains(name, "base64") {
			continue // its ends depend on the text around it
		}
		if strings.Contains(text, encoded) {
			return name + ": " + encoded
		}
	}
	return ""
}

func TestText(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{"s3cr3t-t0k3n", `tok/en+with "odd" <chars>==`, "open sesame now", "pässwörd!", "abcdefgh", "100%25 sure", "a&amp;b&lt;cdef", `back\slash\u0041`} {
		r := secretsOf(secret)
		all := encodings(secret)
		for name, encoded := range all {
			text := "https://a.test/go?to=" + encoded + " and more"
			got := r.Mask(text)
			if !strings.Contains(got, mask) || !strings.HasPrefix(got, "https://a.test/go?to=") || !strings.HasSuffix(got, " and more") {
				t.Errorf("%s of %q: %q becomes %q", name, secret, text, got)
			}
			// What is left around the mask is less than a byte of the secret at each end, or
			// its neighbours.
			if left := len(got) - len("https://a.test/go?to= and more") - len(mask); left > 17 {
				t.Errorf("%s of %q: %d bytes are left in %q", name, secret, left, got)
			}
			if shown := shows(got, all); shown != "" && !strings.Contains(name, "base64") {
				t.Errorf("%s of %q: %q shows %s", name, secret, got, shown)
			}
		}
	}
}

func TestTextWithoutASecretStays(t *testing.T) {
	t.Parallel()
	r := secretsOf("s3cr3t-t0k3n", "en", "no-cache", "True", "text/html", "bWU6cEBzc3dvcmQ=", "short")
	for _, text := range []string{
		"", "en", "no-cache", "true", "text/html; charset=utf-8", "s3cr3t", "s3cr3t-t0k3", "a%20b%2", `C:\u00e\x`, "&#;&#x;&;&nosuch;&amp",
		"100%", `\`, "&", "%u12", "…", "s3cr3t-…", "bWU6cEBz", strings.Repeat("&#", 100), "\xff\xfe s3cr3t",
	} {
		if got := r.Mask(text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

func TestTextAtItsEdges(t *testing.T) {
	t.Parallel()
	cut := []string{"s3cr3t-t0k3n-of-mine"}
	overlapping := []string{"Bearer abcdefghij", "abcdefghij", "cdefghijklm", "aaaaaaaaaa"}
	for _, tt := range []struct {
		secrets    []string
		text, want string
	}{
		// The text is cut short.
		{secrets: cut, text: "at /?t=s3cr3t-t0k3n…", want: "at /?t=***…"},
		{secrets: cut, text: "s3cr3t-t…", want: "***…"},
		{secrets: cut, text: "s3cr3t-…", want: "s3cr3t-…"},
		// A part of it is escaped, or all of it twice.
		{secrets: cut, text: "%733cr3t-t0k3n-of-mine", want: "%733cr3t-t0k3n-of-mine"},
		{secrets: []string{"tok/en-of-mine"}, text: "tok%252Fen-of-mine", want: "tok%252Fen-of-mine"},
		// Secrets overlap.
		{secrets: overlapping, text: "Bearer abcdefghij!", want: "***!"},
		{secrets: overlapping, text: "x abcdefghijklm y", want: "x *** y"},
		{secrets: overlapping, text: "Bearer abcdefg", want: "Bearer abcdefg"},
		{secrets: overlapping, text: strings.Repeat("a", 50), want: "***"},
		{secrets: overlapping, text: "cdefghijkl abcdefghij", want: "cdefghijkl ***"},
	} {
		if got := secretsOf(tt.secrets...).Mask(tt.text); got != tt.want {
			t.Errorf("%q becomes %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestNoSecrets(t *testing.T) {
	t.Parallel()
	if r := newRedactor("", "en", "No-Cache"); r != nil {
		t.Errorf("got %v, want nil", r)
	}
	var r *Secrets
	if got := r.Mask("anything at all"); got != "anything at all" || r.Holds(got) {
		t.Errorf("got %q", got)
	}
}

func TestOfHeader(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ value, want string }{
		{value: "Bearer abcdefghij", want: "Bearer abcdefghij|abcdefghij"},
		{value: "Basic bWU6cEBzc3dvcmQ=", want: "Basic bWU6cEBzc3dvcmQ=|bWU6cEBzc3dvcmQ=|me:p@ssword|me|p@ssword|"},
		{value: "theme=dark; session=0123456789", want: "theme=dark; session=0123456789|session=0123456789|dark|0123456789"},
		{value: "abcdefgh", want: "abcdefgh"},
		{value: `Digest username="me", response="abcdefgh"`, want: `Digest username="me", response="abcdefgh"|username="me", response="abcdefgh"|me|abcdefgh`},
	} {
		if got := strings.Join(ofHeader(tt.value), "|"); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.value, got, tt.want)
		}
	}
}

func TestOfURL(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string][]string{
		"https://me:p%40ssword@a.test/":     {"me:p%40ssword", "me", "p@ssword"},
		"https://t0k3n-of-mine@a.test/":     {"t0k3n-of-mine"},
		"https://me:p%40ssword@a.test:x/":   {"p@ssword"},
		"https://a.test/@me":                nil,
		"mailto:me@a.test":                  nil,
		"see https://me:p%40ssword@a.test/": {"p@ssword"},
	} {
		got := ofURL(raw)
		for _, secret := range want {
			if !slices.Contains(got, secret) {
				t.Errorf("%s: got %q, want %q in it", raw, got, secret)
			}
		}
		if want == nil && got != nil {
			t.Errorf("%s: got %q", raw, got)
		}
	}
}

// FuzzText puts a secret in one of the encodings between two other texts.
func FuzzText(f *testing.F) {
	for i, secret := range []string{"s3cr3t-t0k3n", `tok/en+with "odd" <chars>==`, "100%25 sure", "pässwörd!", "aaaaaaaaaaaa", "a+b c%20d&amp;e"} {
		f.Add(secret, uint(i*37), "https://a.test/?t=", " and more")
		f.Add(secret, uint(i*101), "%", "41")
		f.Add(secret, uint(i*211), "&#6", ";…")
		f.Add(secret, uint(i*37+5), `\u00`, `\`)
	}
	f.Add("0***00000", uint(190), "0", "00000000")
	f.Add("*0000000", uint(428), "8", "00000000C00000000")
	f.Add(`toc/')2w't! 1odd" <charz>%=`, uint(183), "t=", "")
	f.Fuzz(func(t *testing.T, secret string, which uint, before, after string) {
		if len(secret) > 200 || len(before)+len(after) > 4096 || !utf8.ValidString(secret) || !IsSecret(secret) ||
			strings.ContainsFunc(secret, func(r rune) bool { return r < ' ' || r == 0x7f || r >= 0x80 }) {
			t.Skip()
		}
		r := secretsOf(secret)
		all := encodings(secret)
		names := slices.Sorted(maps.Keys(all))
		name := names[which%uint(len(names))]
		text := before + all[name] + after
		got := r.Mask(text)
		if !strings.Contains(got, mask) {
			t.Fatalf("%s of %q: %q becomes %q", name, secret, text, got)
		}
		// With other text, stars of the mask may spell a secret that has stars, too: 0***00000, *0000000.
		if encoded := all[name]; !strings.Contains(name, "base64") && strings.Contains(strings.ReplaceAll(got, mask, "\n"), encoded) {
			t.Fatalf("%s of %q: %q becomes %q, which still holds it", name, secret, text, got)
		}
		if again := r.Mask(got); again != got && !strings.Contains(secret, "*") {
			t.Fatalf("%q becomes %q, and that %q", text, got, again)
		}
		if alone := before + "\n" + after; r.Mask(alone) != alone && !holdsAny(alone, all, secret) {
			t.Fatalf("%q, which does not hold %q, becomes %q", alone, secret, r.Mask(alone))
		}
	})
}

// holdsAny reports whether a text may hold a secret, by what the standard library makes of
// it, and takes much for it that is none.
func holdsAny(text string, encodings map[string]string, secret string) bool {
	plain := func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "+", " ") }
	for range 6 {
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
