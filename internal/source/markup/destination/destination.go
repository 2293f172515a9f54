// Package destination reads the destinations of links as source files write them: URLs,
// names of other source files, and expressions of template languages.
package destination

import (
	"html"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/template"
	"github.com/linkvet/linkvet/internal/source/pagekey"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Wild replaces an expression whose value is not known.
const Wild = "\x00"

// Destination is a destination as far as it can be read without running a generator.
type Destination struct {
	// Pattern is the URL, with Wild in place of expressions.
	Pattern string
	// Names is true when it names a source file, which the generator looks up. It is
	// false for a URL.
	Names bool
	// Root is true when such a name begins at the root of the sources.
	Root bool
}

// Read reads a destination as source files write it.
func Read(raw string) Destination {
	d := Destination{Pattern: raw}
	if strings.IndexByte(raw, '&') >= 0 {
		d.Pattern = html.UnescapeString(raw)
	}
	if kind, name, ok := pelicanLink(d.Pattern); ok {
		return pelican(kind, name)
	}
	if strings.ContainsAny(d.Pattern, "{<$") {
		d = expand(d.Pattern)
	}
	switch {
	case strings.HasPrefix(d.Pattern, "$relpath^"):
		// Doxygen writes the way to the root of the site for it.
		d.Pattern, d.Names, d.Root = "/"+d.Pattern[len("$relpath^"):], true, true
	case strings.HasPrefix(d.Pattern, "@site/"):
		d.Pattern, d.Names, d.Root = d.Pattern[len("@site"):], true, true
	case strings.HasPrefix(d.Pattern, "pathname://"):
		d.Pattern = d.Pattern[len("pathname://"):]
	case strings.HasPrefix(d.Pattern, "file:") && !strings.HasPrefix(d.Pattern, "file://"):
		d.Pattern = d.Pattern[len("file:"):]
	case strings.HasPrefix(d.Pattern, "~/"), strings.HasPrefix(d.Pattern, "@/"):
		d.Pattern, d.Names, d.Root = d.Pattern[1:], true, true
	}
	if strings.IndexByte(d.Pattern, '@') >= 0 {
		// Reports name no users and passwords.
		d.Pattern = weburl.Redact(d.Pattern)
	}
	return d
}

// IsKnown reports whether the destination holds no expression, except at its beginning:
// there it is usually the URL of the site.
func (d Destination) IsKnown() bool {
	return strings.LastIndex(d.Pattern, Wild) <= 0
}

// expand replaces the expressions of a destination by their likely values.
func expand(raw string) Destination {
	var d Destination
	var b strings.Builder
	for i := 0; i < len(raw); {
		inner, end, ok := "", 0, false
		if raw[i] == '{' || raw[i] == '<' || raw[i] == '$' || raw[i] == '#' {
			inner, end, ok = template.Expression(raw, i)
		}
		if !ok {
			b.WriteByte(raw[i])
			i++
			continue
		}
		d.expression(&b, inner)
		i = end
	}
	d.Pattern = b.String()
	return d
}

// expression writes the likely value of one expression: the file that it names, the
// text that it filters, or Wild.
func (d *Destination) expression(b *strings.Builder, inner string) {
	words := strings.Fields(strings.Trim(inner, "<>%-= "))
	if len(words) == 0 {
		b.WriteString(Wild)
		return
	}
	if c := words[0][0]; len(words) == 1 && len(words[0]) > 1 && (c == '"' || c == '\'') && strings.IndexByte(words[0][1:], c) == len(words[0])-2 {
		// A constant.
		b.WriteString(words[0][1 : len(words[0])-1])
		return
	}
	if path, ok := pathTo(strings.Trim(inner, "-")); ok {
		d.Names, d.Root = true, true
		b.Reset()
		b.WriteString(path)
		return
	}
	quoted, count := quotedIn(inner)
	switch words[0] {
	case "ref", "relref", "url_for":
		if count > 0 {
			d.Names = true
			b.WriteString(quoted)
			return
		}
		if len(words) > 1 {
			d.Names = true
			b.WriteString(words[len(words)-1])
			return
		}
	case "link", "post_url":
		// The whole path of a file, and the name of a post; the words before are where the
		// site is served.
		if len(words) > 1 {
			d.Names, d.Root = true, true
			b.Reset()
			b.WriteString("/" + strings.TrimLeft(strings.Trim(words[1], `"'`), "/"))
			return
		}
	}
	if count == 1 && !strings.ContainsAny(quoted, " ") && !strings.ContainsAny(inner, "?+[") {
		// A filter that makes a URL of a path: the path is one from the root.
		d.Names = d.Names || b.Len() == 0
		b.WriteString(quoted)
		return
	}
	b.WriteString(Wild)
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

// SplitFragment cuts a URL at its "#".
func SplitFragment(u string) (before, fragment string) {
	before, fragment, _ = strings.Cut(u, "#")
	return before, fragment
}

// Key returns what all ways to write a destination have in common: the last segment of its
// path without extension. Without a path it is the host, and without a host the fragment.
// It is Wild where that is an expression.
func Key(u string) string {
	before, fragment := SplitFragment(u)
	before, _, _ = strings.Cut(before, "?")
	if before == "" {
		return "#" + strings.ToLower(weburl.Unescape(fragment))
	}
	key := pagekey.Of(before)
	if slash := strings.LastIndexByte(key, '/'); slash >= 0 {
		key = key[slash+1:]
	}
	if strings.Contains(key, Wild) {
		return Wild
	}
	_, key = pagekey.CutDate(key)
	return pagekey.Loose(key)
}

// IsAbsolute reports whether a URL names its host.
func IsAbsolute(u string) bool {
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
