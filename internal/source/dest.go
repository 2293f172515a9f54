package source

import (
	"html"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// wild stands in a pattern for an expression whose value is not known.
const wild = "\x00"

// dest is a destination as far as it can be read without running a generator.
type dest struct {
	// pattern is the URL, with wild in place of expressions.
	pattern string
	// names is true when it names a file or page of the sources, which the
	// generator looks up, and not a URL.
	names bool
	// root is true when such a name begins at the root of the sources.
	root bool
}

// readDest reads a destination as source files write it.
func readDest(raw string) dest {
	d := dest{pattern: raw}
	if strings.IndexByte(raw, '&') >= 0 {
		d.pattern = html.UnescapeString(raw)
	}
	if strings.ContainsAny(d.pattern, "{<$") {
		d = expand(d.pattern)
	}
	switch {
	case strings.HasPrefix(d.pattern, "@site/"):
		d.pattern, d.names, d.root = d.pattern[len("@site"):], true, true
	case strings.HasPrefix(d.pattern, "pathname://"):
		d.pattern = d.pattern[len("pathname://"):]
	case strings.HasPrefix(d.pattern, "file:") && !strings.HasPrefix(d.pattern, "file://"):
		d.pattern = d.pattern[len("file:"):]
	case strings.HasPrefix(d.pattern, "~/"), strings.HasPrefix(d.pattern, "@/"):
		d.pattern, d.names, d.root = d.pattern[1:], true, true
	}
	if strings.IndexByte(d.pattern, '@') >= 0 {
		// Reports name no users and passwords.
		d.pattern = weburl.Redact(d.pattern)
	}
	return d
}

// settled tells whether all of the destination is known but for what may stand
// before it, such as where the site is served.
func (d dest) settled() bool {
	return strings.LastIndex(d.pattern, wild) <= 0
}

// brackets open and close the expressions of the template languages.
var brackets = [...]struct{ open, close string }{
	{"{{", "}}"}, {"{%", "%}"}, {"<%", "%>"}, {"${", "}"}, {"#{", "}"}, {"{", "}"},
}

// expressionAt tells where the expression that begins at i ends and what it
// holds; ok is false when none begins there.
func expressionAt(s string, i int) (inner string, end int, ok bool) {
	for _, b := range brackets {
		if !strings.HasPrefix(s[i:], b.open) {
			continue
		}
		inside := i + len(b.open)
		j := strings.Index(s[inside:min(len(s), inside+maxExpression)], b.close)
		if j < 0 {
			return "", 0, false
		}
		end = inside + j + len(b.close)
		if b.open == "{{" && end < len(s) && s[end] == '}' {
			end++ // {{{unescaped}}}
		}
		return s[inside : inside+j], end, true
	}
	return "", 0, false
}

// maxExpression bounds in bytes how long an expression is taken for one.
const maxExpression = 1024

// expand replaces the expressions of a destination by what they are likely to be.
func expand(raw string) dest {
	var d dest
	var b strings.Builder
	for i := 0; i < len(raw); {
		inner, end, ok := "", 0, false
		if raw[i] == '{' || raw[i] == '<' || raw[i] == '$' || raw[i] == '#' {
			inner, end, ok = expressionAt(raw, i)
		}
		if !ok {
			b.WriteByte(raw[i])
			i++
			continue
		}
		d.expression(&b, inner)
		i = end
	}
	d.pattern = b.String()
	return d
}

// expression writes what one expression stands for: the file that it names, the
// text that it filters, or anything.
func (d *dest) expression(b *strings.Builder, inner string) {
	words := strings.Fields(strings.Trim(inner, "<>%-= "))
	if len(words) == 0 {
		b.WriteString(wild)
		return
	}
	if c := words[0][0]; len(words) == 1 && len(words[0]) > 1 && (c == '"' || c == '\'') && strings.IndexByte(words[0][1:], c) == len(words[0])-2 {
		// A constant.
		b.WriteString(words[0][1 : len(words[0])-1])
		return
	}
	quoted, count := quotedIn(inner)
	switch words[0] {
	case "ref", "relref", "url_for":
		if count > 0 {
			d.names = true
			b.WriteString(quoted)
			return
		}
		if len(words) > 1 {
			d.names = true
			b.WriteString(words[len(words)-1])
			return
		}
	case "link", "post_url":
		// The whole path of a file, and the name of a post; what stands before is
		// where the site is served.
		if len(words) > 1 {
			d.names, d.root = true, true
			b.Reset()
			b.WriteString("/" + strings.TrimLeft(strings.Trim(words[1], `"'`), "/"))
			return
		}
	}
	if count == 1 && !strings.ContainsAny(quoted, " ") && !strings.ContainsAny(inner, "?+[") {
		// A filter that makes a URL of a path: the path is one from the root.
		d.names = d.names || b.Len() == 0
		b.WriteString(quoted)
		return
	}
	b.WriteString(wild)
}

// quotedIn returns the first quoted string that looks like a path, and how many
// do.
func quotedIn(s string) (first string, count int) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '"' && c != '\'' && c != '`' {
			continue
		}
		j := strings.IndexByte(s[i+1:], c)
		if j < 0 {
			break
		}
		if text := s[i+1 : i+1+j]; strings.ContainsAny(text, "/.#") {
			if count++; count == 1 {
				first = text
			}
		}
		i += j + 1
	}
	return first, count
}

// splitFragment cuts a URL before its "#"; fragment has none.
func splitFragment(u string) (before, fragment string) {
	before, fragment, _ = strings.Cut(u, "#")
	return before, fragment
}

// destKey is what any two ways to write a destination have in common: the last
// segment of its path without ending; its host, when it has no path; and its
// fragment, when it has nothing else. It is wild where that is an expression.
func destKey(u string) string {
	before, fragment := splitFragment(u)
	before, _, _ = strings.Cut(before, "?")
	if before == "" {
		return "#" + strings.ToLower(weburl.Unescape(fragment))
	}
	key := pageKey(before)
	if slash := strings.LastIndexByte(key, '/'); slash >= 0 {
		key = key[slash+1:]
	}
	if strings.Contains(key, wild) {
		return wild
	}
	if isDatedName(key) {
		key = key[len("2006-01-02-"):]
	}
	return looseKey(key)
}

// isDatedName tells whether a name begins with a date, as posts do.
func isDatedName(s string) bool {
	if len(s) <= len("2006-01-02-") {
		return false
	}
	for i, c := range []byte("dddd-dd-dd-") {
		if c == '-' && s[i] != '-' || c == 'd' && (s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return true
}

// isAbsolute tells whether a URL names its host.
func isAbsolute(u string) bool {
	if strings.HasPrefix(u, "//") {
		return true
	}
	for i := range len(u) {
		switch c := u[i] | 0x20; {
		case u[i] == ':':
			return i > 1
		case 'a' <= c && c <= 'z', i > 0 && (u[i] >= '0' && u[i] <= '9' || u[i] == '+' || u[i] == '-' || u[i] == '.'):
		default:
			return false
		}
	}
	return false
}
