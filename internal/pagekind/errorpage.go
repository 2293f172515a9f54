package pagekind

import "strings"

// IsErrorPage reports whether the page at a path, of a file or of a URL, is the one that
// hosts send for paths that do not exist: "404.html" in any folder, and "404/" at the
// root or for a language. It is shown at many URLs, so what it says about its own URL
// means nothing. A page such as "/status/404/" is an ordinary one.
func IsErrorPage(path string) bool {
	if !strings.Contains(path, "404") {
		return false // as most are, and what follows allocates
	}
	path = "/" + strings.TrimPrefix(path, "/")
	if strings.HasSuffix(path, "/404.html") {
		return true
	}
	path = strings.TrimSuffix(strings.TrimSuffix(path, "/index.html"), "/")
	folder, found := strings.CutSuffix(path, "/404")
	return found && (folder == "" || isLanguage(strings.ToLower(folder[1:])))
}
