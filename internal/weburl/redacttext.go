package weburl

import "strings"

// RedactText returns text, such as a query, a title or a sentence, without the user info of
// the URLs in it. It looks for two slashes, so it may also cut text that only looks like
// user info.
func RedactText(text string) string {
	if !strings.Contains(text, "@") {
		return text
	}
	var b strings.Builder
	for {
		slashes := strings.Index(text, "//")
		if slashes < 0 {
			break
		}
		b.WriteString(text[:slashes])
		text = text[slashes:]
		// Browsers take any number of slashes before a host. What is cut may leave
		// none between two runs of them.
		for text != "" && strings.IndexByte(`/\`, text[0]) >= 0 {
			rest := strings.TrimLeft(text, `/\`)
			b.WriteString(text[:len(text)-len(rest)])
			end := len(rest)
			if i := strings.IndexFunc(rest, endsAuthority); i >= 0 {
				end = i
			}
			host := rest[strings.LastIndexByte(rest[:end], '@')+1 : end]
			b.WriteString(host)
			text = rest[end:]
			if host != "" {
				break
			}
		}
	}
	b.WriteString(text)
	return b.String()
}

// endsAuthority reports whether r is in no authority of a URL within a text.
func endsAuthority(r rune) bool {
	return r <= ' ' || strings.ContainsRune(`/\?#"'<>`, r)
}
