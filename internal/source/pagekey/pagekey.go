// Package pagekey turns the paths of pages and of source files into keys that can be
// compared: the key of a page and that of its source are the same, or end alike.
package pagekey

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// extensions are those of pages and of files that become pages.
var extensions = [...]string{
	".md", ".mdx", ".markdown", ".html", ".htm", ".xhtml", ".rst", ".adoc", ".asciidoc", ".org", ".njk", ".liquid",
	".astro", ".vue", ".svelte", ".jinja", ".jinja2", ".j2", ".hbs", ".handlebars", ".mustache", ".erb", ".gohtml", ".tmpl",
	".tsx", ".jsx", ".php", ".webc", ".ejs", ".pug", ".txt",
}

// TrimExtension removes the extensions of a page or of its source from a path.
func TrimExtension(p string) string {
	slash := strings.LastIndexByte(p, '/')
	for {
		dot := strings.LastIndexByte(p, '.')
		if dot <= slash+1 || !isExtension(p[dot:]) {
			return p
		}
		p = p[:dot]
	}
}

func isExtension(ext string) bool {
	for _, known := range extensions {
		if strings.EqualFold(ext, known) {
			return true
		}
	}
	return false
}

// IsIndexName reports whether a segment, without its ending, stands for its
// directory.
func IsIndexName(s string) bool {
	return strings.EqualFold(s, "index") || s == "_index" || strings.EqualFold(s, "readme")
}

// Of returns the key of the path of a page or of its source: decoded, without
// extensions, index names and outer slashes. The root has the key "".
func Of(p string) string {
	p = TrimExtension(strings.Trim(weburl.Unescape(p), "/"))
	slash := strings.LastIndexByte(p, '/')
	if IsIndexName(p[slash+1:]) {
		p = p[:max(slash, 0)]
	}
	return strings.Trim(p, "/")
}

// Loose folds a key as generators do that make paths from names: to lower case, with
// hyphens for spaces and underscores, and without the numbers that sort segments.
func Loose(key string) string {
	if isPlain(key) {
		return key
	}
	return fold(key)
}

func fold(key string) string {
	var b strings.Builder
	for i, segment := range strings.Split(key, "/") {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(looseSegment(segment))
	}
	return b.String()
}

// isPlain reports whether folding changes nothing, as far as that is known at once: each
// segment has letters, digits and hyphens, begins with a letter and ends with no hyphen.
func isPlain(key string) bool {
	before := byte('/')
	for i := range len(key) {
		c := key[i]
		switch {
		case 'a' <= c && c <= 'z':
		case '0' <= c && c <= '9', c == '-':
			if before == '/' {
				return false
			}
		case c == '/':
			if before == '-' {
				return false
			}
		default:
			return false
		}
		before = c
	}
	return before != '-'
}

func looseSegment(s string) string {
	s = strings.ToLower(trimNumber(s))
	return strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '_' || r == '.' || r == '+':
			return '-'
		case strings.ContainsRune(`'"!?,:;()[]&`, r):
			return -1
		}
		return r
	}, s), "-")
}

// trimNumber removes the number that sorts a segment: "02-setup", "3.intro".
func trimNumber(s string) string {
	i := 0
	for i < len(s) && i < 3 && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	if i == 0 || i+1 >= len(s) || s[i] != '-' && s[i] != '_' && s[i] != '.' || '0' <= s[i+1] && s[i+1] <= '9' {
		return s
	}
	return s[i+1:]
}

// IsReadme reports whether a file may address readers of the repository only.
func IsReadme(name string) bool {
	return strings.EqualFold(TrimExtension(path.Base(name)), "readme")
}

// dateLength is the length of the date that the name of a post begins with.
const dateLength = len("2006-01-02-")

// IsDated reports whether a name begins with a date, as the names of posts do.
func IsDated(name string) bool {
	if len(name) <= dateLength {
		return false
	}
	for i, c := range []byte("dddd-dd-dd-") {
		if c == '-' && name[i] != '-' || c == 'd' && (name[i] < '0' || name[i] > '9') {
			return false
		}
	}
	return true
}

// CutDate splits a name that begins with a date: "2024-01-02-post" is "2024-01-02" and
// "post". The date is empty when there is none.
func CutDate(name string) (date, rest string) {
	if !IsDated(name) {
		return "", name
	}
	return name[:dateLength-1], name[dateLength:]
}

// CommonSuffix counts the last segments that two keys have in common, and returns the
// part of a before them.
func CommonSuffix(a, b string) (before string, n int) {
	for a != "" && b != "" {
		i, j := strings.LastIndexByte(a, '/'), strings.LastIndexByte(b, '/')
		if a[i+1:] != b[j+1:] {
			return a, n
		}
		n++
		a, b = a[:max(i, 0)], b[:max(j, 0)]
	}
	return a, n
}

// Depth counts the segments of a key.
func Depth(key string) int {
	if key == "" {
		return 0
	}
	return strings.Count(key, "/") + 1
}

// Tail returns the last n segments of a key, or all of a shorter one.
func Tail(key string, n int) string {
	if n < 1 {
		return ""
	}
	at := len(key)
	for range n {
		at = strings.LastIndexByte(key[:max(at, 0)], '/')
	}
	return key[at+1:]
}

// Last returns the last segment of a key.
func Last(key string) string { return key[strings.LastIndexByte(key, '/')+1:] }
