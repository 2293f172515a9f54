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

// maxName is the length of the longest name of any table.
const maxName = len("msapplication-square150x150logo")

// intern maps each name to itself, so that a look-up by bytes gives a string
// that need not be allocated.
func intern(names ...string) map[string]string {
	m := make(map[string]string, len(names))
	for _, name := range names {
		m[name] = name
	}
	return m
}

// elementName returns the lower-case name of an element that matters here, and
// "" for any other.
func elementName(raw []byte) string { return lookUp(elementNames, raw) }

// attrName returns the lower-case name of an attribute that matters here, and
// "" for any other.
func attrName(raw []byte) string { return lookUp(attrNames, raw) }

// lookUp finds raw, in whatever case, among names.
func lookUp[T string | []byte](names map[string]string, raw T) string {
	if len(raw) > maxName {
		return ""
	}
	var buf [maxName]byte
	for i := range len(raw) {
		buf[i] = lower(raw[i])
	}
	return names[string(buf[:len(raw)])]
}

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
