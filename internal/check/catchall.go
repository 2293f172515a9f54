package check

import (
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// catchAll says what kind of page end is, when that is one to which hosts send
// visitors of whatever page; empty when it is none, or when the link u was for
// such a page itself.
func catchAll(u, end weburl.URL) string {
	for _, kind := range []struct {
		name string
		is   func(weburl.URL) bool
	}{
		{"a login page", isLogin},
		{"a page that asks for consent", isConsent},
		{"a page for what does not exist", isError},
		{"a home page", isHome},
	} {
		if kind.is(end) && !kind.is(u) {
			return kind.name
		}
	}
	return ""
}

func isLogin(u weburl.URL) bool {
	return hasLabel(u, "login", "signin", "accounts", "auth", "sso") || hasSegment(u,
		"login", "log-in", "log_in", "signin", "sign-in", "sign_in", "logon", "servicelogin", "sso", "wp-login")
}

func isConsent(u weburl.URL) bool {
	return hasLabel(u, "consent") || hasSegment(u,
		"consent", "cookie-consent", "cookieconsent", "cookiewall", "cookie-wall", "collectconsent", "age-gate", "agegate")
}

func isError(u weburl.URL) bool {
	return hasSegment(u, "404", "404-error", "error-404", "404-not-found", "page-not-found", "pagenotfound")
}

// isHome tells whether u is the root of its host, or the root for a language.
func isHome(u weburl.URL) bool {
	if u.Query != "" && u.Query != "?" {
		return false
	}
	p := strings.ToLower(strings.Trim(u.Path, "/"))
	if file := path.Base(p); withoutExtension(file) == "index" || withoutExtension(file) == "default" || file == "home" {
		p = strings.Trim(strings.TrimSuffix(p, file), "/")
	}
	language, _, _ := strings.Cut(strings.ReplaceAll(p, "_", "-"), "-")
	return p == "" || !strings.Contains(p, "/") && len(p) <= len("zh-hant") && slices.Contains(homeLanguages, language)
}

// homeLanguages are the codes under which sites in several languages commonly
// have their home pages. The full list of ISO 639-1 would take in names that
// stand for something else, such as "/io" and "/go".
var homeLanguages = []string{
	"ar", "cs", "da", "de", "el", "en", "es", "fi", "fr", "he", "hu", "id", "it", "ja", "ko",
	"nl", "no", "pl", "pt", "ro", "ru", "sv", "th", "tr", "uk", "vi", "zh",
}

// hasLabel tells whether the host of u begins with one of the labels.
func hasLabel(u weburl.URL, labels ...string) bool {
	first, _, more := strings.Cut(u.Host, ".")
	return more && slices.Contains(labels, first)
}

// hasSegment tells whether one of the segments of u's path is one of the names,
// in any case and with any extension.
func hasSegment(u weburl.URL, names ...string) bool {
	for segment := range strings.SplitSeq(strings.ToLower(u.Path), "/") {
		if slices.Contains(names, withoutExtension(segment)) {
			return true
		}
	}
	return false
}

func withoutExtension(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }
