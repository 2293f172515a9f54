package pagekind

import "strings"

// IsServicePage reports whether a page with that file name is for a program: the host
// sends it with an error, a service worker shows it without a network, or a search
// engine reads in it who owns the site.
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
		// Search engines assign names with digits; other names rarely have any.
		if rest, ok := strings.CutPrefix(name, prefix); ok && len(rest) >= 5 && strings.ContainsAny(rest, "0123456789") {
			return true
		}
	}
	return false
}
