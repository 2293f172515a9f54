package destination

import (
	"slices"
	"strings"
)

// linkWords stand in the keys of links of a page, such as "cta_url" or "homepage".
var linkWords = [...]string{
	"href", "url", "uri", "link", "path", "page", "permalink", "route", "goto", "target", "address", "slug", "web", "site", "home", "blog", "repo",
	"git", "social", "profile", "more", "next", "prev", "doc", "file", "download", "pdf", "src", "image", "img", "icon", "logo", "avatar", "photo",
	"picture", "banner", "cover", "thumb", "hero", "poster", "video", "audio", "slide", "demo", "feed",
}

// otherWords stand in the keys of settings of a tool, such as "output_path".
var otherWords = [...]string{
	"output", "outdir", "dest", "template", "layout", "license", "readme", "config", "schema", "pattern", "glob", "prefix", "script", "style", "regex",
	"base", "docker", "webpack", "hook",
}

// IsLinkKey reports whether the value of a key with a text beside it may be a link of a
// page. The values of other keys are for a tool: the directory of a build, or its script.
func IsLinkKey(key string) bool {
	if IsKey(key) {
		return true
	}
	isIn := func(word string) bool { return strings.Contains(key, word) }
	return slices.ContainsFunc(linkWords[:], isIn) && !slices.ContainsFunc(otherWords[:], isIn)
}
