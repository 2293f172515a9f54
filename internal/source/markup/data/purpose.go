package data

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// assetWords are in the keys of what a theme loads on its pages, such as a logo.
var assetWords = [...]string{
	"logo", "icon", "image", "img", "thumb", "cover", "banner", "css", "style", "scripts", "javascript", "avatar", "photo", "picture", "poster",
	"hero", "card", "canonical", "manifest",
}

// isAssetKey reports whether the values under a key are files that pages load.
func isAssetKey(key string) bool {
	return key == "src" || key == "head" || slices.ContainsFunc(assetWords[:], func(word string) bool { return strings.Contains(key, word) })
}

// menuWords are in the keys of the links that a theme shows around the content of its
// pages.
var menuWords = [...]string{"menu", "nav", "sidebar", "footer", "header", "breadcrumb", "toolbar"}

// isMenuKey reports whether the values under a key are those of a menu.
func isMenuKey(key string) bool {
	return slices.ContainsFunc(menuWords[:], func(word string) bool { return strings.Contains(key, word) })
}

// isTitle reports whether the key of a value is a text, as in a menu "Our guide: guide/",
// and no name of a setting: it begins with a capital letter, or has several words. In JSON
// and code, where paths under their names are often redirects or routes, both must hold.
func (d *reader) isTitle(v *value) bool {
	before := d.doc.Source[max(0, v.start-2*maxKey):v.start]
	for len(before) > 0 && !utf8.RuneStart(before[0]) {
		before = before[1:]
	}
	lower := bytes.ToLower(before)
	i := bytes.LastIndex(lower, []byte(v.key))
	if i < 0 || len(lower) != len(before) {
		// Where the lower case has another length, offsets in it mean nothing.
		return false
	}
	first, _ := utf8.DecodeRune(before[i:])
	isUpper, isPhrase := unicode.IsUpper(first), strings.ContainsRune(v.key, ' ')
	if d.language == JSON {
		return isUpper && isPhrase
	}
	return isUpper || unicode.IsLetter(first) && isPhrase
}
