package weburl

import "strings"

// Redact returns raw, a reference as its author wrote it, without the user info
// that it may hold. It is unchanged when it holds none, and it need not be a
// URL that a browser accepts. Where the reading depends on the base URL, what
// might be user info is cut.
func Redact(raw string) string {
	start, ok := authorityStart(raw)
	if !ok {
		return raw
	}
	end := len(raw)
	if i := strings.IndexAny(raw[start.at:], start.ends); i >= 0 {
		end = start.at + i
	}
	at := strings.LastIndexByte(raw[start.at:end], '@')
	if at < 0 {
		return raw
	}
	return raw[:start.at] + raw[start.at+at+1:]
}

// authority returns where the authority of a raw reference begins, and which
// bytes end it.
type authority struct {
	at   int
	ends string
}

// authorityStart finds the authority of raw. Browsers skip control characters
// and spaces in front, and tabs and newlines anywhere, so it does too; ok is
// false when there is no authority.
func authorityStart(raw string) (start authority, ok bool) {
	at := 0
	for at < len(raw) && raw[at] <= ' ' {
		at++
	}
	scheme, afterScheme := rawScheme(raw, at)
	afterSlashes, slashes := skipSlashes(raw, afterScheme, `/\`)
	switch {
	case isSpecial(scheme):
		// Any number of slashes will do, even none.
		return authority{afterSlashes, `/\?#`}, true
	case scheme == "":
		return authority{afterSlashes, `/\?#`}, slashes >= 2
	}
	afterSlashes, slashes = skipSlashes(raw, afterScheme, "/")
	return authority{afterSlashes, "/?#"}, slashes == 2
}

// rawScheme reads a scheme and its ":" at raw[at:]. The scheme is "", and next
// is at, when there is none.
func rawScheme(raw string, at int) (scheme string, next int) {
	var name []byte
	for i := at; i < len(raw); i++ {
		c := raw[i]
		switch {
		case isTabOrNewline(c):
		case isLetter(c):
			name = append(name, c|0x20)
		case len(name) > 0 && (isDigit(c) || c == '+' || c == '-' || c == '.'):
			name = append(name, c)
		case len(name) > 0 && c == ':':
			return string(name), i + 1
		default:
			return "", at
		}
	}
	return "", at
}

// skipSlashes counts the bytes of set at raw[at:], and returns where they end.
func skipSlashes(raw string, at int, set string) (next, count int) {
	for ; at < len(raw); at++ {
		switch {
		case isTabOrNewline(raw[at]):
		case strings.IndexByte(set, raw[at]) >= 0:
			count++
		default:
			return at, count
		}
	}
	return at, count
}

func isTabOrNewline(c byte) bool {
	return c == '\t' || c == '\n' || c == '\r'
}
