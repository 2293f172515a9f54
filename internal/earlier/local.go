package earlier

import (
	"path"
	"path/filepath"
	"strings"
	"unicode"
)

// local returns the path of a file if it stays below the working directory, and nothing
// otherwise. Such a path can become part of a URL, or of an annotation.
func local(name string) string {
	if name == "" || name == "." || path.Clean(name) != name || !filepath.IsLocal(filepath.FromSlash(name)) || strings.Contains(name, `\`) {
		return ""
	}
	if strings.ContainsFunc(name, func(r rune) bool {
		return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar
	}) {
		return ""
	}
	return name
}
