package source

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/weburl"
)

// foldText keeps the letters and digits of a text, in lower case: quotes, dashes,
// marks and space are where generators and authors differ.
func foldText(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < utf8.RuneSelf {
			switch {
			case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
				b.WriteByte(byte(r))
			case 'A' <= r && r <= 'Z':
				b.WriteByte(byte(r) | 0x20)
			}
		} else if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// readText folds what stands between the marks of a link: its elements and entities
// are no text of it, and of pictures only what is read in their place. loose is true
// when it holds expressions.
func readText(s string) (folded string, loose bool) {
	if strings.ContainsAny(s, "<{[") {
		s, loose = stripMarks(s)
	}
	if strings.IndexByte(s, '&') >= 0 {
		s = html.UnescapeString(s)
	}
	return foldText(s), loose
}

// stripMarks takes elements and expressions out of a text, and leaves of pictures
// what is read in their place.
func stripMarks(s string) (plain string, loose bool) {
	var b strings.Builder
	for i := 0; i < len(s); {
		end := 0
		switch {
		case s[i] == '<':
			end = behindByte(s, i, '>')
			b.WriteString(altOf(s[i:max(end, i)]))
		case s[i] == '{':
			end = behindByte(s, i, '}')
			loose = loose || end > 0
		case s[i] == '!' && strings.HasPrefix(s[i:], "!["):
			if end = behindImage(s, i); end > 0 {
				b.WriteString(s[i+2 : i+strings.Index(s[i:], "](")])
			}
		case s[i] == ']' && strings.HasPrefix(s[i:], "]("):
			end = behindByte(s, i, ')')
		}
		if end > 0 {
			i = end
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String(), loose
}

// altOf is what is read in the place of the picture whose tag it is; empty for other
// elements.
func altOf(tag string) string {
	if len(tag) < 4 || !strings.EqualFold(tag[:4], "<img") {
		return ""
	}
	at := strings.Index(tag, "alt=")
	if at < 0 || at+4 >= len(tag) {
		return ""
	}
	alt := tag[at+4:]
	if quote := alt[0]; quote == '"' || quote == '\'' {
		alt, _, _ = strings.Cut(alt[1:], string(quote))
		return alt
	}
	alt, _, _ = strings.Cut(strings.TrimRight(alt, "/>"), " ")
	return alt
}

func behindByte(s string, i int, c byte) int {
	if j := strings.IndexByte(s[i:], c); j >= 0 {
		return i + j + 1
	}
	return 0
}

// behindImage is the offset behind the Markdown image at i, or 0.
func behindImage(s string, i int) int {
	j := strings.Index(s[i:], "](")
	if j < 0 {
		return 0
	}
	return behindByte(s, i+j, ')')
}

// documentSuffixes are the endings of files that become pages.
var documentSuffixes = [...]string{
	".md", ".mdx", ".markdown", ".html", ".htm", ".xhtml", ".rst", ".adoc", ".asciidoc", ".org", ".njk", ".liquid",
	".astro", ".vue", ".svelte", ".jinja", ".jinja2", ".j2", ".hbs", ".handlebars", ".mustache", ".erb", ".gohtml", ".tmpl",
	".tsx", ".jsx", ".php", ".webc", ".ejs", ".pug", ".txt",
}

// trimDocument takes the ending of a page or of its source off a path.
func trimDocument(p string) string {
	slash := strings.LastIndexByte(p, '/')
	for {
		dot := strings.LastIndexByte(p, '.')
		if dot <= slash+1 || !isDocumentSuffix(p[dot:]) {
			return p
		}
		p = p[:dot]
	}
}

func isDocumentSuffix(ext string) bool {
	for _, known := range documentSuffixes {
		if strings.EqualFold(ext, known) {
			return true
		}
	}
	return false
}

// isIndexName tells whether a segment, without its ending, stands for its
// directory.
func isIndexName(s string) bool {
	return strings.EqualFold(s, "index") || s == "_index" || strings.EqualFold(s, "readme")
}

// pageKey folds the path of a page or of its source: decoded, without endings,
// index names and outer slashes. The root has the key "".
func pageKey(p string) string {
	p = trimDocument(strings.Trim(weburl.Unescape(p), "/"))
	slash := strings.LastIndexByte(p, '/')
	if isIndexName(p[slash+1:]) {
		p = p[:max(slash, 0)]
	}
	return strings.Trim(p, "/")
}

// looseKey folds a pageKey further, as generators make paths from names: lower
// case, hyphens for spaces and underscores, no numbers in front of segments.
func looseKey(key string) string {
	if plainKey(key) {
		return key
	}
	var b strings.Builder
	for i, segment := range strings.Split(key, "/") {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(looseSegment(segment))
	}
	return b.String()
}

// plainKey tells whether folding would change nothing.
func plainKey(key string) bool {
	for i := range len(key) {
		c := key[i]
		if !('a' <= c && c <= 'z') && c != '/' {
			return false
		}
	}
	return true
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

// trimNumber takes a number that only sorts off a segment: "02-setup", "3.intro".
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
