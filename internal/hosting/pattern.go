package hosting

import (
	"net/url"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// pattern is the source of a rule: the paths that it is for.
type pattern struct {
	// prefix is what every path begins with; the whole path where nothing varies.
	prefix string
	// names are those of what varies, in order; more than one may be the same.
	names []string
	// expression matches the whole path, with one group for each name; nil where
	// nothing varies. It is compiled when first needed, as most rules never are.
	expression func() *regexp.Regexp
	// needle is a text that stands in every path behind the prefix, and size how long
	// the expression is.
	needle string
	size   int
}

// patternPart is a piece of a pattern: fixed text, or a name with the expression
// of what may stand there.
type patternPart struct {
	text       string
	name       string
	expression string
}

// newPattern joins the parts of a pattern; tail is an expression for what may
// follow.
func newPattern(parts []patternPart, tail string) pattern {
	var p pattern
	var expression, prefix strings.Builder
	expression.WriteString("(?s)^")
	for _, part := range parts {
		if part.name == "" {
			text := decoded(part.text)
			expression.WriteString(regexp.QuoteMeta(text))
			if len(p.names) == 0 {
				prefix.WriteString(text)
			} else if len(text) > len(p.needle) {
				p.needle = text
			}
			continue
		}
		p.names = append(p.names, part.name)
		expression.WriteString(part.expression)
	}
	p.prefix = prefix.String()
	if len(p.names) > 0 {
		expression.WriteString(tail + "$")
		p.size = expression.Len()
		p.expression = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression.String()) })
	}
	return p
}

// match gives what stands in a path for each name; nil when the pattern is not
// for that path, or there is no effort left to find out.
func (p *pattern) match(path string, effort *Effort) (values []string, ok bool) {
	if p.expression == nil {
		return nil, path == p.prefix
	}
	if !strings.HasPrefix(path, p.prefix) || !effort.spend(skimming(path)) || !strings.Contains(path[len(p.prefix):], p.needle) ||
		!effort.spend(matching(path, p.size)) {
		return nil, false
	}
	groups := p.expression().FindStringSubmatch(path)
	if groups == nil {
		return nil, false
	}
	return groups[1:], true
}

// decoded is a path with its percent-encoding taken off, or the path itself where
// that makes no text.
func decoded(path string) string {
	if plain, err := url.PathUnescape(path); err == nil && utf8.ValidString(plain) {
		return plain
	}
	return path
}

// fill writes values for the names into a destination, one name after the other,
// as the hosts do: a name also stands where a longer one begins with it.
func fill(to string, names, values []string) string {
	for i, name := range names {
		to = strings.ReplaceAll(to, ":"+name, EscapePath(values[i]))
	}
	return to
}

// fillable tells whether any of the names stands in a destination.
func fillable(to string, names []string) bool {
	for _, name := range names {
		if strings.Contains(to, ":"+name) {
			return true
		}
	}
	return false
}
