package destination

import (
	"slices"
	"strings"
)

// IsKey reports whether the value of an attribute or key is always a destination, even if
// it does not look like one.
func IsKey(key string) bool {
	switch key {
	case "href", "src", "srcset", "to", "link", "url", "poster", "action", "cite", "background", "formaction", "xlink:href", "data-src",
		"data-href", "data-srcset", "imagesrcset", "image", "img", "icon", "logo", "longdesc", "manifest", "path", "page", "file", "pageref",
		"permalink", "ref", "target", "doc", "slug":
		return true
	}
	return false
}

// IsTextKey reports whether the value of an attribute or key is the text of a link.
func IsTextKey(key string) bool {
	return slices.Contains([]string{"text", "label", "title", "name", "caption", "linktext", "alt", "heading", "children"}, key)
}

// linkExtensions are those of files that links name without a directory.
var linkExtensions = []string{
	".md", ".mdx", ".html", ".htm", ".rst", ".adoc", ".org", ".pdf", ".png", ".jpg", ".jpeg", ".svg", ".gif", ".webp", ".zip", ".gz", ".txt",
	".xml", ".css", ".js", ".json", ".ico", ".mp4", ".webm",
}

// LooksLike reports whether a value is likely to be a
func LooksLike(v string) bool {
	if len(v) < 2 || len(v) > 2048 || strings.ContainsAny(v, "\n\x01") {
		return false
	}
	switch {
	case v[0] == '/', v[0] == '#', strings.HasPrefix(v, "./"), strings.HasPrefix(v, "../"), strings.HasPrefix(v, "@site/"):
		return true
	case strings.HasPrefix(v, "http://"), strings.HasPrefix(v, "https://"), strings.HasPrefix(v, "pathname://"):
		return true
	case v[0] == '{' || v[0] == '$' || v[0] == '<':
		return strings.IndexByte(v, '/') > 0 || strings.Contains(v, "ref ") || strings.Contains(v, "link ")
	case strings.ContainsAny(v, " \t"):
		return false
	}
	before, _ := SplitFragment(v)
	for _, extension := range linkExtensions {
		if strings.HasSuffix(before, extension) {
			return true
		}
	}
	return strings.IndexByte(v, '/') > 0
}
