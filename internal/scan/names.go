package scan

import "slices"

// The names that matter here. A tag that none of them names costs one look-up.
var (
	elementNames = intern(slices.Concat([]string{
		"a", "annotation-xml", "area", "audio", "base", "button", "del", "desc", "font", "foreignobject", "form", "frame", "iframe",
		"feimage", "filter", "html", "image", "input", "ins", "lineargradient", "link", "map", "math", "mi", "mn", "mo", "mpath", "ms", "mtext", "noembed", "noframes", "noscript",
		"object", "pattern", "plaintext", "q", "radialgradient", "script", "source", "style", "svg", "td", "template", "textarea", "textpath", "th",
		"title", "track", "use", "video", "xmp",
	}, breakouts, containers)...)
	attrNames = intern(
		"action", "alt", "background", "cite", "color", "content", "data", "data-linkvet-ignore", "data-proofer-ignore", "data-src",
		"data-srcset", "encoding", "face", "form", "formaction", "formmethod", "href", "http-equiv", "id", "imagesrcset", "itemprop",
		"longdesc", "manifest", "method", "name", "ping", "poster", "property", "rel", "shadowrootmode", "size", "src", "srcdoc",
		"srcset", "style", "type", "usemap", "xlink:href",
	)
)

// names finds the names of one table, in whatever case they are written, without
// a copy. Length, first and last letter tell nearly all names apart, so that a
// name that is none costs little: most tags and attributes are of that kind.
type names [2048][]string

// intern makes a table.
func intern(all ...string) *names {
	table := new(names)
	for _, name := range all {
		if h := hashName(name); !slices.Contains(table[h], name) {
			table[h] = append(table[h], name)
		}
	}
	return table
}

func hashName[T string | []byte](name T) uint {
	n := len(name)
	return (uint(n)*131 + uint(name[0]|0x20)*61 + uint(name[n-1]|0x20)*7) % 2048
}

// lookUp returns the lower-case name that raw is, or "" when it is none.
func lookUp[T string | []byte](table *names, raw T) string {
	if len(raw) == 0 {
		return ""
	}
	for _, name := range table[hashName(raw)] {
		if equalFold(name, raw) {
			return name
		}
	}
	return ""
}

// elementName returns the lower-case name of an element that matters here, and
// "" for any other.
func elementName(raw []byte) string { return lookUp(elementNames, raw) }

// attrName returns the lower-case name of an attribute that matters here, and
// "" for any other.
func attrName(raw []byte) string { return lookUp(attrNames, raw) }

// lower returns the lower-case form of an ASCII letter and any other byte as it
// is. HTML folds no other letters, so the functions of strings would be wrong.
func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// equalFold tells whether a and b differ in the case of ASCII letters at most.
func equalFold[A, B string | []byte](a A, b B) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}
