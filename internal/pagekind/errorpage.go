package pagekind

import "strings"

// IsErrorPage reports whether the page at a path, of a file or of a URL, is the one that
// hosts send for paths that do not exist. It is shown at many URLs, so what it says
// about its own URL means nothing. A page such as "/status/404/" is an ordinary one.
func IsErrorPage(path string) bool {
	switch strings.TrimPrefix(path, "/") {
	case "404.html", "404/index.html", "404/", "404":
		return true
	}
	return strings.HasSuffix(path, "/404.html")
}
