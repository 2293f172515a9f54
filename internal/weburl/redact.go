package weburl

import (
	"regexp"
	"strings"
)

// Redact returns raw, a reference as its author wrote it, without the user info
// that it may hold. It is unchanged when it holds none, and it need not be a
// URL that a browser accepts. Where the reading depends on the base URL, what
// might be user info is cut.
func Redact(raw string) string {
	if strings.IndexByte(raw, '@') < 0 {
		return raw
	}
	start, end := authority(raw)
	return raw[:start] + raw[start+strings.LastIndexByte(raw[start:end], '@')+1:]
}

// beforeAuthority matches what may be before the authority of a raw reference: a scheme, if
// it has one, and slashes. Browsers skip control characters and spaces in front, and tabs
// and newlines anywhere.
var beforeAuthority = regexp.MustCompile(`^[\x00-\x20]*(?:([a-zA-Z][a-zA-Z0-9+.\t\n\r-]*):)?([/\\\t\n\r]*)`)

// authority returns where the authority of a raw reference starts and ends. It is empty
// when there is none.
func authority(raw string) (start, end int) {
	match := beforeAuthority.FindStringSubmatch(raw)
	drop := strings.NewReplacer("\t", "", "\n", "", "\r", "")
	scheme, slashes := strings.ToLower(drop.Replace(match[1])), drop.Replace(match[2])
	start, ends := len(match[0]), `/\?#`
	switch {
	case isSpecial(scheme), scheme == "" && len(slashes) >= 2:
		// Behind a special scheme any number of slashes will do, even none.
	case scheme != "" && strings.HasPrefix(slashes, "//") && !strings.HasPrefix(slashes, "///"):
		start, ends = strings.LastIndexByte(match[0], '/')+1, "/?#" // a backslash is no slash there
	default:
		return start, start
	}
	if i := strings.IndexAny(raw[start:], ends); i >= 0 {
		return start, start + i
	}
	return start, len(raw)
}

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
