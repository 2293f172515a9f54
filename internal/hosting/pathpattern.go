package hosting

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var errPath = errors.New("its parameters, groups or braces are not valid")

// compilePath reads a path with parameters, such as "/blog/:post*", which must match the whole of a path. The syntax
// is that of version 6 of path-to-regexp, or, with stars, of version 1, in which "*" by itself is a parameter, too,
// and neither case nor a slash at the end counts: https://github.com/pillarjs/path-to-regexp/tree/v6.1.0. With an
// error it returns a pattern for what was read.
func compilePath(source string, stars bool) (pattern, error) {
	if len(source) > maxPattern {
		return pattern{unread: true}, errSize
	}
	r := pathReader{rest: source, stars: stars}
	err := r.read()
	if err == nil && !r.varies && !stars {
		return fixedPattern(r.literal), nil
	}
	expression := r.expression.String()
	if stars { // Paths in any case have no text in common.
		expression, r.literal, r.needle = strings.TrimSuffix(expression, "/")+"/?", strings.TrimSuffix(r.literal, "/"), ""
	}
	var p pattern
	if err == nil {
		p, err = compileExpression(expression, stars)
	}
	p.unread, p.prefix, p.needle, p.names = err != nil, r.literal, r.needle, r.names
	return p, err
}

// pathReader writes a path with parameters as a regular expression.
type pathReader struct {
	rest       string
	stars      bool
	expression strings.Builder
	// literal is the text before the first parameter, and needle the longest behind it.
	literal, needle string
	varies          bool
	// names are those of the parameters; unnamed ones have numbers.
	names   []string
	unnamed int
}

func (r *pathReader) read() error {
	for r.rest != "" {
		text, prefix := r.text(), ""
		if r.atParameter() && (strings.HasSuffix(text, "/") || strings.HasSuffix(text, ".")) {
			text, prefix = text[:len(text)-1], text[len(text)-1:]
		}
		if !r.varies {
			r.literal = text
		} else if len(text) > len(r.needle) {
			r.needle = text
		}
		r.expression.WriteString(regexp.QuoteMeta(text))
		var err error
		if r.varies = r.varies || r.rest != ""; r.atParameter() {
			err = r.parameter(prefix, false)
		} else if strings.HasPrefix(r.rest, "{") {
			err = r.braces()
		} else if r.rest != "" {
			err = errPath
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// atParameter reports whether a parameter comes.
func (r *pathReader) atParameter() bool {
	return r.rest != "" && (r.rest[0] == ':' || r.rest[0] == '(' || r.stars && r.rest[0] == '*')
}

// text reads characters up to one that means something.
func (r *pathReader) text() string {
	var b strings.Builder
	for r.rest != "" && strings.IndexByte(":({}*+?", r.rest[0]) < 0 {
		if r.rest[0] == '\\' && len(r.rest) > 1 {
			r.rest = r.rest[1:]
		}
		b.WriteByte(r.rest[0])
		r.rest = r.rest[1:]
	}
	return b.String()
}

// modifier reads one; empty for none.
func (r *pathReader) modifier() (modifier string) {
	if r.rest != "" && strings.IndexByte("*+?", r.rest[0]) >= 0 {
		modifier, r.rest = r.rest[:1], r.rest[1:]
	}
	return modifier
}

// braces reads "{text:name(expression)text}" and a modifier.
func (r *pathReader) braces() error {
	r.rest = r.rest[1:]
	prefix := r.text()
	if r.atParameter() {
		return r.parameter(prefix, true)
	}
	if !strings.HasPrefix(r.rest, "}") {
		return errPath
	}
	r.rest = r.rest[1:]
	r.expression.WriteString("(?:" + regexp.QuoteMeta(prefix) + ")" + r.modifier())
	return nil
}

// parameter reads ":name", "(expression)" or both, what is behind it in braces, and a modifier.
func (r *pathReader) parameter(prefix string, braces bool) error {
	name, expression, suffix, modifier := "", "[^/]+?", "", ""
	star := r.rest[0] == '*'
	if star {
		expression, r.rest = ".*", r.rest[1:]
	}
	if !star && r.rest[0] == ':' {
		name = nameAt(r.rest[1:])
		if r.rest = r.rest[1+len(name):]; name == "" {
			return errPath
		}
	}
	if !star && strings.HasPrefix(r.rest, "(") {
		end := closing(r.rest)
		if end < 3 || r.rest[1] == '?' || capturing.MatchString(r.rest[1:end-1]) {
			return errPath
		}
		expression, r.rest = r.rest[1:end-1], r.rest[end:]
	}
	if name == "" {
		name = strconv.Itoa(r.unnamed)
		r.unnamed++
	}
	r.names = append(r.names, name)
	if braces {
		if suffix = r.text(); !strings.HasPrefix(r.rest, "}") {
			return errPath
		}
		r.rest = r.rest[1:]
	}
	if !star {
		modifier = r.modifier()
	}
	prefix, suffix = regexp.QuoteMeta(prefix), regexp.QuoteMeta(suffix)
	one := "(?:" + expression + ")"
	switch {
	case prefix == "" && suffix == "":
		r.expression.WriteString("(" + expression + ")" + modifier)
		return nil
	case modifier == "+":
		modifier, expression = "", one+"(?:"+suffix+prefix+one+")*"
	case modifier == "*":
		modifier, expression = "?", one+"(?:"+suffix+prefix+one+")*"
	}
	r.expression.WriteString("(?:" + prefix + "(" + expression + ")" + suffix + ")" + modifier)
	return nil
}

// capturing matches an expression with a capturing group.
var capturing = regexp.MustCompile(`^(?:[^\\(]|\\.|\(\?)*\([^?]`)

// nameAt returns the name that a text begins with.
func nameAt(text string) string {
	end := 0
	for end < len(text) && (text[end] == '_' || '0' <= text[end] && text[end] <= '9' || 'a' <= text[end]|0x20 && text[end]|0x20 <= 'z') {
		end++
	}
	return text[:end]
}

// get returns what a name, or a number, stands for.
func (c captures) get(name string) (string, bool) {
	if number, err := strconv.Atoi(name); err == nil {
		if number < 0 || number >= len(c.groups) {
			return "", false
		}
		return c.groups[number], true
	}
	if i := slices.Index(c.names, name); i >= 0 && i+1 < len(c.groups) {
		return c.groups[i+1], true
	}
	return "", false
}

// fillReferences replaces ":name", with any modifier and expression behind it, and "$1" in a destination by what was
// captured. Names that were not captured stay as they are.
func fillReferences(destination string, captured captures) string {
	var b strings.Builder
	for i := 0; i < len(destination); {
		name, end := reference(destination, i)
		if value, ok := captured.get(name); ok && end > i {
			b.WriteString(value)
			i = end
			continue
		}
		if destination[i] == '\\' && i+1 < len(destination) {
			i++
		}
		b.WriteByte(destination[i])
		i++
	}
	return b.String()
}

// reference returns the name that a destination refers to at an offset, and where the reference ends. Where there is
// none, it ends at the offset.
func reference(destination string, i int) (name string, end int) {
	if destination[i] != ':' && destination[i] != '$' {
		return "", i
	}
	name = nameAt(destination[i+1:])
	if name == "" {
		return "", i
	}
	end = i + 1 + len(name)
	if destination[i] == ':' && strings.HasPrefix(destination[end:], "(") {
		end += max(0, closing(destination[end:]))
	}
	if destination[i] == ':' && end < len(destination) && strings.IndexByte("*+", destination[end]) >= 0 {
		end++
	}
	return name, end
}

// references returns the names that a destination refers to by ":name", without numbers such as that of a port.
func references(destination string) (names []string) {
	for i := 0; i < len(destination); i++ {
		if destination[i] == '\\' {
			i++
			continue
		}
		name, end := reference(destination, i)
		if end > i && destination[i] == ':' && strings.Trim(name, "0123456789") != "" {
			names = append(names, name)
		}
		i = max(i, end-1)
	}
	return names
}
