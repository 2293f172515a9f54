package site

import "strings"

// IsServicePage reports whether a page of that name is for a machine: the host,
// which shows it for an error, a service worker, or a search engine that wants to
// know whose the site is.
func IsServicePage(name string) bool {
	name, ok := strings.CutSuffix(name, ".html")
	if !ok {
		return false
	}
	switch name {
	case "_error", "error", "offline", "200", "403", "500", "50x", "502", "503", "504":
		return true
	}
	for _, prefix := range []string{"google", "yandex_", "pinterest-", "baidu_verify_", "naver"} {
		// What the engines give out has digits in it, other names hardly ever.
		if rest, ok := strings.CutPrefix(name, prefix); ok && len(rest) >= 5 && strings.ContainsAny(rest, "0123456789") {
			return true
		}
	}
	return false
}
