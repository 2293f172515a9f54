package hosting

import (
	"cmp"
	"errors"
	"regexp"
	"strconv"
	"strings"
)

var errPath = errors.New("linkvet cannot evaluate its parameters, groups or braces")

// compilePath reads a path with parameters, such as "/blog/:post*", which must match the whole of a path. The syntax is that of
// version 6 of path-to-regexp, or, with stars, of version 1, in which "*" by itself is a parameter, too, and neither case nor a
// slash at the end counts: https://github.com/pillarjs/path-to-regexp/tree/v6.1.0. With an error it returns a pattern for what
// was read.
func compilePath(source string, stars bool) (pattern, error) {
	if len(source) > maxPattern {
		return pattern{unread: true}, errSize
	}
	r := pathReader{rest: source, stars: stars}
	err := r.read()
	if err == nil && !r.varies && !stars {
		return pattern{prefix: r.literal, fixed: true}, nil
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
	rest            string
	stars           bool
	expression      strings.Builder
	literal, needle string // literal is the text before the first parameter, and needle the longest behind it
	varies          bool
	names           []string // those of the parameters; unnamed ones have numbers
	unnamed         int
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
			err = r.parameter(prefix)
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

// parameter reads ":name", "(expression)" or both, and a modifier.
func (r *pathReader) parameter(prefix string) error {
	name, expression, modifier := "", "[^/]+?", ""
	star := r.rest[0] == '*'
	if star {
		expression, r.rest = ".*", r.rest[1:]
	}
	if !star && r.rest[0] == ':' {
		name = identifier.FindString(r.rest[1:])
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
	if !star {
		modifier = r.modifier()
	}
	if prefix == "" {
		r.expression.WriteString("(" + expression + ")" + modifier)
		return nil
	}
	prefix = regexp.QuoteMeta(prefix)
	switch one := "(?:" + expression + ")"; modifier {
	case "+":
		modifier, expression = "", one+"(?:"+prefix+one+")*"
	case "*":
		modifier, expression = "?", one+"(?:"+prefix+one+")*"
	}
	r.expression.WriteString("(?:" + prefix + "(" + expression + "))" + modifier)
	return nil
}

// identifier matches a name at the beginning of a text, and capturing an expression with a capturing group.
var (
	identifier = regexp.MustCompile(`^\w*`)
	capturing  = regexp.MustCompile(`^(?:[^\\(]|\\.|\(\?)*\([^?]`)
)

// get returns what a name, or a number, stands for.
func (c captures) get(name string) (string, bool) {
	if number, err := strconv.Atoi(name); err == nil {
		if number < 0 || number >= len(c.groups) {
			return "", false
		}
		return c.groups[number], true
	}
	for i := min(len(c.names), len(c.groups)-1); i > 0; i-- {
		if c.names[i-1] == name {
			return c.groups[i], true
		}
	}
	return "", false
}

// reference matches ":name", with any modifier and expression behind it, "$1", and an escaped character.
var reference = regexp.MustCompile(`\\(.)|\$(\w+)|:(\w+)(?:\((?:\[[^\]]*\]|\\.|\([^()]*\)|[^()])*\))?[*+]?`)

// fillReferences replaces the references in a destination by what was captured. Names that were not captured stay as they are.
func fillReferences(destination string, captured captures) string {
	return reference.ReplaceAllStringFunc(destination, func(found string) string {
		groups := reference.FindStringSubmatch(found)
		if value, ok := captured.get(groups[2] + groups[3]); ok {
			return value
		}
		return cmp.Or(groups[1], found)
	})
}

// references returns the names that a destination refers to by ":name", without numbers such as that of a port.
func references(destination string) (names []string) {
	for _, groups := range reference.FindAllStringSubmatch(destination, -1) {
		if strings.Trim(groups[3], "0123456789") != "" {
			names = append(names, groups[3])
		}
	}
	return names
}
