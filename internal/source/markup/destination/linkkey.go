package destination

import (
	"slices"
	"strings"
)

// linkWords are in the keys of links of a page, such as "cta_url" or "homepage".
var linkWords = [...]string{
	"href", "url", "uri", "link", "path", "page", "permalink", "route", "goto", "target", "address", "slug", "web", "site", "home", "blog", "repo",
	"git", "social", "profile", "more", "next", "prev", "doc", "file", "download", "pdf", "src", "image", "img", "icon", "logo", "avatar", "photo",
	"picture", "banner", "cover", "thumb", "hero", "poster", "video", "audio", "slide", "demo", "feed",
}

// toolWords are in the keys of settings of a tool, such as "output_path".
var toolWords = [...]string{
	"output", "outdir", "template", "layout", "license", "readme", "config", "schema", "pattern", "glob", "prefix", "regex", "docker", "webpack",
}

// IsToolKey reports whether the value of a key is a path for a tool, and none of a page.
func IsToolKey(key string) bool {
	switch key {
	case "dest", "base", "baseurl", "base_url", "basepath", "root":
		return true
	}
	return slices.ContainsFunc(toolWords[:], func(word string) bool { return strings.Contains(key, word) })
}

// IsLinkKey reports whether the value of a key with a text beside it may be a link of a
// page. The values of other keys are for a tool: the directory of a build, or its script.
func IsLinkKey(key string) bool {
	return IsKey(key) || slices.ContainsFunc(linkWords[:], func(word string) bool { return strings.Contains(key, word) })
}
