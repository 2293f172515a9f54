// Package pagekey turns the paths of pages and of source files into keys that can be
// compared: the key of a page and that of its source are the same, or end alike.
package pagekey

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/linkvet/linkvet/internal/weburl"
)

// extensions are those of pages and of files that become pages.
var extensions = []string{
	".md", ".mdx", ".markdown", ".html", ".htm", ".xhtml", ".rst", ".adoc", ".asciidoc", ".org", ".njk", ".liquid",
	".astro", ".vue", ".svelte", ".jinja", ".jinja2", ".j2", ".hbs", ".handlebars", ".mustache", ".erb", ".gohtml", ".tmpl",
	".tsx", ".jsx", ".php", ".webc", ".ejs", ".pug", ".txt", ".ipynb", ".qmd", ".rmd",
}

// TrimExtension removes the extensions of a page or of its source from a path.
func TrimExtension(p string) string {
	slash := strings.LastIndexByte(p, '/')
	for {
		dot := strings.LastIndexByte(p, '.')
		if dot <= slash+1 || !slices.Contains(extensions, strings.ToLower(p[dot:])) {
			return p
		}
		p = p[:dot]
	}
}

// IsIndexName reports whether a segment, without its ending, stands for its directory.
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
	segments := strings.Split(key, "/")
	for i, segment := range segments {
		segments[i] = looseSegment(segment)
	}
	return strings.Join(segments, "/")
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

// Letters returns the letters and digits of a text, in lower case.
func Letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// IsReadme reports whether a file may address readers of the repository only.
func IsReadme(name string) bool {
	return strings.EqualFold(TrimExtension(path.Base(name)), "readme")
}

// dated matches a name that begins with a date, as the names of posts do.
var dated = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)-(.+)$`)

// CutDate splits a name that begins with a date: "2024-01-02-post" is "2024-01-02" and
// "post". The date is empty when there is none.
func CutDate(name string) (date, rest string) {
	if m := dated.FindStringSubmatch(name); m != nil {
		return m[1], m[2]
	}
	return "", name
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
