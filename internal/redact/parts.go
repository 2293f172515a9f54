package redact

import (
	"encoding/base64"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/weburl"
)

// whole are the headers whose values have no parts that could be secrets.
var whole = []string{
	"accept", "accept-charset", "accept-language", "cache-control", "content-type", "dnt", "origin", "pragma",
	"referer", "user-agent", "x-requested-with",
}

// OfHeader returns the value of a header and the parts of it that are as secret as the
// whole: a credential without its scheme, what it says in base64, and the value of each
// cookie or parameter.
func OfHeader(name, value string) []string {
	all := []string{value}
	if slices.Contains(whole, strings.ToLower(name)) {
		return all
	}
	if scheme, credential, ok := strings.Cut(value, " "); ok {
		credential = strings.TrimSpace(credential)
		all = append(all, credential)
		if strings.EqualFold(scheme, "Basic") {
			all = append(all, ofBasic(credential)...)
		}
	}
	for _, pair := range strings.FieldsFunc(value, func(r rune) bool { return r == ';' || r == ',' }) {
		if _, part, ok := strings.Cut(pair, "="); ok {
			all = append(all, strings.Trim(strings.TrimSpace(part), `"`))
		}
	}
	return all
}

// ofBasic returns what the credential of Basic authentication says: user and password,
// and each by itself.
func ofBasic(credential string) []string {
	decoded, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(credential, "="))
	if err != nil || !utf8.Valid(decoded) {
		return nil
	}
	user, password, _ := strings.Cut(string(decoded), ":")
	return []string{string(decoded), user, password}
}

// OfURL returns the user info of a URL: the whole as it is written and as it is sent, the
// user and the password.
func OfURL(raw string) []string {
	u, err := weburl.Parse(raw)
	if err != nil || u.User == "" {
		return ofWritten(raw)
	}
	user, password, _ := strings.Cut(u.User, ":")
	user, password = weburl.Unescape(user), weburl.Unescape(password)
	return []string{u.User, user, password, user + ":" + password}
}

// ofWritten returns the user info of what no browser takes for a URL.
func ofWritten(raw string) []string {
	_, rest, ok := strings.Cut(raw, "//")
	if end := strings.IndexAny(rest, `/\?#`); end >= 0 {
		rest = rest[:end]
	}
	at := strings.LastIndexByte(rest, '@')
	if !ok || at < 0 {
		return nil
	}
	user, password, _ := strings.Cut(rest[:at], ":")
	return []string{rest[:at], user, password, weburl.Unescape(user), weburl.Unescape(password)}
}
