package config

import (
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// fix is one way in which a pattern that can never match is often meant.
type fix struct {
	// cause says why the pattern does not match as it is written.
	cause string
	// apply returns the pattern as it was probably meant; ok is false when it was
	// not meant so.
	apply func(text string) (better string, ok bool)
}

const (
	wholeOnly  = "a glob must match the whole URL or path"
	fromSlash  = "paths of the site start with a slash"
	noScheme   = "URLs start with https:// or http://"
	oneLetter  = "in a glob, ? matches exactly one character"
	normalised = "URLs are matched as browsers write them (lower-case host, no default port, %20 for a space)"
)

// shownPattern returns a pattern as faults show it: as it is to be written where
// that is harmless, else escaped.
func shownPattern(text string) string {
	harmless := len(text) <= maxQuoted && !strings.Contains(text, "##[") &&
		!strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' })
	if harmless {
		return text
	}
	return escape(text)
}

// fixes are tried in order: the first whose result can match is shown.
var fixes = []fix{
	{"quotes, dashes and commas around a pattern count as part of it", fromMarks},
	{"it looks like a regular expression, and these are written between slashes", fromBareRegexp},
	{"no URL or path starts like this", fromAnchoredRegexp},
	{oneLetter, fromOptionalS},
	{normalised, fromURL},
	{"paths contain / (\\ makes the next character literal)", fromBackslashes},
	{wholeOnly, fromScheme},
	{wholeOnly, fromHostOnly},
	{wholeOnly, fromPart},
	{noScheme, fromHost},
	{wholeOnly, fromName},
	{fromSlash, fromFolder},
	{wholeOnly, fromFragment},
	{"a pattern cannot be negated", fromNegation},
}

// fromMarks takes off what a list in YAML or JSON would have around a pattern.
func fromMarks(text string) (string, bool) {
	better := strings.Trim(strings.TrimPrefix(text, "- "), "\"',` ")
	return better, better != text
}

// bareRegexp matches what has signs of a regular expression.
var bareRegexp = regexp.MustCompile(`^\^|\$$|\.\*|\.\+|\\[.dwsb/]|\(\?|\|`)

// fromBareRegexp puts the slashes around a regular expression that lacks them.
func fromBareRegexp(text string) (string, bool) {
	if !bareRegexp.MatchString(text) || strings.HasPrefix(text, `\`) || isRegexp(text) {
		return "", false
	}
	if better, ok := withPath("/" + text + "/"); ok {
		return better, true
	}
	return "/" + text + "/", true
}

// isRegexp reports whether a pattern is a regular expression rather than a glob.
func isRegexp(text string) bool {
	return len(text) > 2 && text[0] == '/' && text[len(text)-1] == '/'
}

// wholeHost matches a regular expression for a URL that ends with its host, which no
// URL does: its path is at least a slash.
var wholeHost = regexp.MustCompile(`^/\^https?\??:(\\?/){2}[^/]*\$/$`)

// withPath gives a regular expression that ends with the host the path.
func withPath(text string) (string, bool) {
	return strings.TrimSuffix(text, "$/") + `\/$/`, wholeHost.MatchString(text)
}

// fromAnchoredRegexp gives /^drafts/ the slash, and /^www\./ the scheme, that
// what is matched begins with, and /^https:\/\/example\.com$/ the path.
func fromAnchoredRegexp(text string) (string, bool) {
	if better, ok := withPath(text); ok {
		return better, true
	}
	rest, ok := strings.CutPrefix(text, "/^")
	if !ok || !strings.HasSuffix(rest, "/") {
		return "", false
	}
	rest = strings.TrimSuffix(rest, "/")
	if first, _, _ := strings.Cut(rest, "/"); strings.Contains(first, `\.`) && !isFileName(strings.Trim(first, `\$`)) {
		return `/^https?:\/\/` + rest + "/", true
	}
	return `/^\/` + rest + "/", true
}

// fromURL writes the scheme, host and characters of a glob as browsers write
// them.
func fromURL(text string) (string, bool) {
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok {
		scheme, rest, ok = strings.Cut(text, ":/")
		ok = ok && strings.HasPrefix(strings.ToLower(scheme), "http")
	}
	if !ok {
		if !strings.HasPrefix(text, "/") {
			return "", false
		}
		return escapeGlob(text), true
	}
	if scheme = strings.ToLower(scheme); scheme == "" {
		scheme = "https"
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	host, path := strings.ToLower(rest[:end]), rest[end:]
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	host = strings.TrimSuffix(host, map[string]string{"http": ":80", "https": ":443"}[scheme])
	if u, err := weburl.Parse(scheme + "://" + host + "/"); err == nil && !strings.ContainsAny(host, `*?[]{}\`) {
		host = u.Host
	}
	if path != "" && path[0] != '/' {
		path = "/" + path
	}
	return scheme + "://" + host + escapeGlob(path), true
}

// escapeGlob percent-encodes what browsers encode in paths and queries and what
// means nothing in a glob.
func escapeGlob(path string) string {
	var b strings.Builder
	for _, c := range []byte(path) {
		if c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>`", c) >= 0 {
			const hex = "0123456789ABCDEF"
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// fromOptionalS reads "https?" as regular expressions do.
func fromOptionalS(text string) (string, bool) {
	rest, ok := strings.CutPrefix(text, "https?://")
	return "http{,s}://" + rest, ok
}

// fromScheme has a scheme that is alone match all URLs that begin so.
func fromScheme(text string) (string, bool) {
	switch strings.ToLower(strings.TrimRight(text, ":/*")) {
	case "http":
		if strings.Contains(text, ":") {
			return "http://**", true
		}
		return "http*://**", true
	case "https":
		return "https://**", true
	}
	return "", false
}

// fromPart makes the text between wildcards match anywhere.
func fromPart(text string) (string, bool) {
	part := strings.Trim(text, "*")
	ok := strings.HasPrefix(text, "*") && strings.HasSuffix(text, "*") && strings.Contains(part, ".") && !strings.ContainsAny(part, `*?[]{}/\`)
	return "/" + regexp.QuoteMeta(part) + "/", ok
}

// fromBackslashes reads a path as Windows writes them.
func fromBackslashes(text string) (string, bool) {
	better := strings.ReplaceAll(text, `\`, "/")
	if !strings.Contains(better, "://") && !strings.HasPrefix(better, "/") {
		better = "/" + better
	}
	return better, strings.Contains(text, `\`) && !isRegexp(text)
}

// fromHostOnly gives a URL that ends with its host, or with "**" that is no
// segment, all that is below it.
func fromHostOnly(text string) (string, bool) {
	scheme, host, ok := strings.Cut(text, "://")
	host = strings.TrimRight(host, "*")
	if !ok || host == "" || strings.Contains(host, "/") {
		return "", false
	}
	return strings.ToLower(scheme+"://"+host) + "/**", true
}

// hostLike matches a name with a dot, an IPv4 address or localhost, with or
// without a port, and subdomains of a domain.
var hostLike = regexp.MustCompile(`(?i)^(\*\.|//)?([a-z0-9-]+\.)+[a-z0-9-]*[a-z0-9](:[0-9]+)?$|^(//)?localhost(:[0-9]+)?$`)

// fromHost gives a host its scheme and, when it is alone, all that is below
// it.
func fromHost(text string) (string, bool) {
	host, path, below := strings.Cut(strings.TrimPrefix(text, "//"), "/")
	host = strings.TrimSuffix(host, "**")
	if !hostLike.MatchString(host) || isFileName(host) || strings.HasPrefix(host, "*.") && strings.Count(host, ".") == 1 {
		return "", false
	}
	if !below || path == "" {
		path = "**"
	}
	return "https://" + strings.ToLower(host) + "/" + path, true
}

// isFileName reports whether a name with a dot is that of a file rather than of a
// host.
func isFileName(name string) bool {
	switch strings.ToLower(name[strings.LastIndexByte(name, '.')+1:]) {
	case "html", "htm", "xhtml", "php", "asp", "aspx", "jsp", "pdf", "xml", "txt", "css", "js", "mjs", "map", "json", "md",
		"png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "zip", "gz", "tgz", "exe", "csv", "woff", "woff2", "mp3", "mp4":
		return true
	}
	return false
}

// fromName has a name with a wildcard match in every folder.
func fromName(text string) (string, bool) {
	if strings.Trim(text, "*") == "" {
		return "**", text != "**"
	}
	return "**/" + text, strings.HasPrefix(text, "*") || strings.HasPrefix(text, "?") || strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{")
}

// fromFolder gives a path its first slash, and a folder all that is below it.
func fromFolder(text string) (string, bool) {
	text = escapeGlob(strings.TrimPrefix(text, "./"))
	if text == "" {
		return "", false
	}
	if strings.HasSuffix(text, "/") {
		text += "**"
	}
	return "/" + text, !strings.ContainsAny(text[:1], "/#!") && !strings.Contains(text, "://")
}

// fromFragment has a fragment match on every page.
func fromFragment(text string) (string, bool) {
	return "**/*" + text, strings.HasPrefix(text, "#")
}

// fromNegation takes off the mark by which other programs negate a pattern.
func fromNegation(text string) (string, bool) { return strings.CutPrefix(text, "!") }

// isOtherScheme reports whether a pattern is for links that are never checked,
// such as mailto ones.
func isOtherScheme(text string) bool {
	text = strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(text, "/"), "^"))
	for _, scheme := range []string{"mailto:", "tel:", "sms:", "javascript:", "data:", "file:", "ftp:", "blob:", "about:", "geo:", "magnet:"} {
		if strings.HasPrefix(text, scheme) {
			return true
		}
	}
	return false
}
