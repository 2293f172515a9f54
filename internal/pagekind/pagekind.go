// Package pagekind tells by their URLs the pages that hold no content of their own: logins, consent
// gates, error pages, home pages, and pages for machines.
package pagekind

import (
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// IsErrorPage reports whether the page at a path, of a file or of a URL, is the one that hosts
// send for paths that do not exist: "404.html" in any folder, and "404/" at the root or for a
// language. It is shown at many URLs, so what it says about its own URL means nothing. A page
// such as "/status/404/" is an ordinary one.
func IsErrorPage(urlPath string) bool {
	if !strings.Contains(urlPath, "404") {
		return false // as most are, and what follows allocates
	}
	urlPath = "/" + strings.TrimPrefix(urlPath, "/")
	if strings.HasSuffix(urlPath, "/404.html") {
		return true
	}
	folder, found := strings.CutSuffix(strings.TrimSuffix(strings.TrimSuffix(urlPath, "/index.html"), "/"), "/404")
	return found && (folder == "" || isLanguage(strings.ToLower(folder[1:])))
}

// IsServicePage reports whether a page with that file name is for a program: the host sends it
// with an error, a service worker shows it without a network, or a search engine reads in it who
// owns the site.
func IsServicePage(name string) bool {
	name, isHTML := strings.CutSuffix(name, ".html")
	if slices.Contains([]string{"_error", "error", "offline", "200", "403", "500", "50x", "502", "503", "504"}, name) {
		return isHTML
	}
	return isHTML && slices.ContainsFunc([]string{"google", "yandex_", "pinterest-", "baidu_verify_", "naver"}, func(prefix string) bool {
		// Search engines assign names with digits; other names rarely have any.
		rest, found := strings.CutPrefix(name, prefix)
		return found && len(rest) >= 5 && strings.ContainsAny(rest, "0123456789")
	})
}

// catching are the kinds of pages to which sites send visitors of any page.
var catching = [...]struct {
	what string
	is   func(weburl.URL) bool
}{{"a login page", IsLogin}, {"a consent page", IsConsent}, {"a not-found page", IsError}, {"a home page", IsHome}}

// CatchAll names the kind of page that end is, when sites send visitors of any page there. It is
// empty for other pages, and when the link u was for such a page itself.
func CatchAll(u, end weburl.URL) string {
	for _, kind := range catching {
		if kind.is(end) && !kind.is(u) {
			return kind.what
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

// IsError reports whether u is a page for what does not exist. Some names mean that only at the
// top of a site, or of a language: deeper down, pages are about errors.
func IsError(u weburl.URL) bool {
	folder, name := path.Split(strings.ToLower(strings.Trim(u.Path, "/")))
	folder = strings.Trim(folder, "/")
	return HasSegment(u, "404", "404-error", "error-404", "404-not-found", "page-not-found", "pagenotfound") ||
		(folder == "" || isLanguage(folder)) && slices.Contains([]string{"not-found", "not_found", "notfound", "error"}, withoutExtension(name))
}

// IsHome reports whether u is the root of its host, or the root for a language.
func IsHome(u weburl.URL) bool {
	p := strings.ToLower(strings.Trim(u.Path, "/"))
	if name := path.Base(p); slices.Contains([]string{"index", "default"}, withoutExtension(name)) || name == "home" {
		p = strings.Trim(strings.TrimSuffix(p, name), "/")
	}
	return len(u.Query) <= len("?") && (p == "" || isLanguage(p))
}

// isLanguage reports whether a path is the name of a language in lower case, such as "de" or
// "pt-br", under which sites in several languages commonly have their home pages. The full list
// of ISO 639-1 contains names that have other meanings, such as "/io" and "/go".
func isLanguage(name string) bool {
	language, _, _ := strings.Cut(strings.ReplaceAll(name, "_", "-"), "-")
	return !strings.Contains(name, "/") && len(name) <= len("zh-hant") && len(language) == 2 &&
		slices.Contains(strings.Fields("ar cs da de el en es fi fr he hu id it ja ko nl no pl pt ro ru sv th tr uk vi zh"), language)
}

// hasLabel reports whether the host of u begins with one of the labels.
func hasLabel(u weburl.URL, labels ...string) bool {
	first, _, more := strings.Cut(u.Host, ".")
	return more && slices.Contains(labels, first)
}

// HasSegment reports whether one of the segments of u's path is one of the names, in any case and
// with any extension.
func HasSegment(u weburl.URL, names ...string) bool {
	for segment := range strings.SplitSeq(strings.ToLower(u.Path), "/") {
		if slices.Contains(names, withoutExtension(segment)) {
			return true
		}
	}
	return false
}

func withoutExtension(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }
