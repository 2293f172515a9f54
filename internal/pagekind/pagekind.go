// Package pagekind recognizes pages by their URLs that hold no content of their own:
// logins, consent gates, error pages, home pages, and pages for machines.
package pagekind

import (
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// CatchAll names the kind of page that end is, when sites send visitors of any page
// there. It is empty for other pages, and when the link u was for such a page itself.
func CatchAll(u, end weburl.URL) string {
	for _, kind := range []struct {
		name string
		is   func(weburl.URL) bool
	}{
		{"a login page", IsLogin},
		{"a consent page", IsConsent},
		{"a not-found page", IsError},
		{"a home page", IsHome},
	} {
		if kind.is(end) && !kind.is(u) {
			return kind.name
		}
	}
	return ""
}

// IsLogin reports whether readers log in at u.
func IsLogin(u weburl.URL) bool {
	return hasLabel(u, "login", "signin", "accounts", "auth", "sso") || HasSegment(u,
		"login", "log-in", "log_in", "signin", "sign-in", "sign_in", "logon", "servicelogin", "sso", "wp-login")
}

// IsConsent reports whether u asks for consent, or for the age of its visitors.
func IsConsent(u weburl.URL) bool {
	return hasLabel(u, "consent") || HasSegment(u,
		"consent", "cookie-consent", "cookieconsent", "cookiewall", "cookie-wall", "collectconsent", "age-gate", "agegate")
}

// IsError reports whether u is a page for what does not exist.
func IsError(u weburl.URL) bool {
	return HasSegment(u, "404", "404-error", "error-404", "404-not-found", "page-not-found", "pagenotfound") || isErrorName(u)
}

// isErrorName reports whether u is at the top of a site, or of a language, and has the name of a
// page for what does not exist. Deeper down, pages are about errors.
func isErrorName(u weburl.URL) bool {
	folder, name := path.Split(strings.ToLower(strings.Trim(u.Path, "/")))
	folder = strings.Trim(folder, "/")
	return (folder == "" || isLanguage(folder)) && slices.Contains([]string{"not-found", "not_found", "notfound", "error"}, withoutExtension(name))
}

// IsHome reports whether u is the root of its host, or the root for a language.
func IsHome(u weburl.URL) bool {
	if u.Query != "" && u.Query != "?" {
		return false
	}
	p := strings.ToLower(strings.Trim(u.Path, "/"))
	if file := path.Base(p); withoutExtension(file) == "index" || withoutExtension(file) == "default" || file == "home" {
		p = strings.Trim(strings.TrimSuffix(p, file), "/")
	}
	return p == "" || isLanguage(p)
}

// isLanguage reports whether a path is the name of a language in lower case, such as "de"
// or "pt-br".
func isLanguage(path string) bool {
	language, _, _ := strings.Cut(strings.ReplaceAll(path, "_", "-"), "-")
	return !strings.Contains(path, "/") && len(path) <= len("zh-hant") && slices.Contains(homeLanguages, language)
}

// homeLanguages are the codes under which sites in several languages commonly
// have their home pages. The full list of ISO 639-1 contains names that
// have other meanings, such as "/io" and "/go".
var homeLanguages = []string{
	"ar", "cs", "da", "de", "el", "en", "es", "fi", "fr", "he", "hu", "id", "it", "ja", "ko",
	"nl", "no", "pl", "pt", "ro", "ru", "sv", "th", "tr", "uk", "vi", "zh",
}

// hasLabel reports whether the host of u begins with one of the labels.
func hasLabel(u weburl.URL, labels ...string) bool {
	first, _, more := strings.Cut(u.Host, ".")
	return more && slices.Contains(labels, first)
}

// HasSegment reports whether one of the segments of u's path is one of the names,
// in any case and with any extension.
func HasSegment(u weburl.URL, names ...string) bool {
	for segment := range strings.SplitSeq(strings.ToLower(u.Path), "/") {
		if slices.Contains(names, withoutExtension(segment)) {
			return true
		}
	}
	return false
}

func withoutExtension(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }
