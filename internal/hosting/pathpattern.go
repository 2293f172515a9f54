package hosting

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var errPath = errors.New("its parameters, groups or braces are not valid")

// oneSegment is what a parameter matches that says nothing else.
const oneSegment = "[^/]+?"

// compilePath reads a path with parameters, such as "/blog/:post*", which must match the whole
// of a path. The syntax is that of version 6 of path-to-regexp, or, with stars, of version 1,
// in which "*" by itself is a parameter, too, and neither case nor a slash at the end counts:
// https://github.com/pillarjs/path-to-regexp/tree/v6.1.0. With an error it returns a pattern
// for what was read.
func compilePath(source string, stars bool) (pattern, error) {
	if len(source) > maxPattern {
		return pattern{unread: true}, errSize
	}
	r := pathReader{rest: source, stars: stars}
	err := r.read()
	prefix, names := r.literal.String(), r.names
	if err == nil && !r.varies && !stars {
		return fixedPattern(prefix), nil
	}
	var p pattern
	if err == nil {
		expression := r.expression.String()
		if stars {
			expression = strings.TrimSuffix(expression, "/") + "/?"
			prefix = strings.TrimSuffix(prefix, "/")
		}
		p, err = compileExpression(expression, stars)
	}
	p.unread = err != nil
	p.prefix, p.names = prefix, names
	return p, err
}

// pathReader writes a path with parameters as a regular expression.
type pathReader struct {
	rest       string
	stars      bool
	expression strings.Builder
	// literal is the text before the first parameter.
	literal strings.Builder
	varies  bool
	// names are those of the parameters; unnamed ones have numbers.
	names   []string
	unnamed int
}

func (r *pathReader) read() error {
	for r.rest != "" {
		c := r.rest[0]
		var err error
		switch {
		case strings.IndexByte("/.", c) >= 0 && r.parameterAt(1):
			r.rest = r.rest[1:]
			err = r.parameter(string(c), false)
		case r.parameterAt(0):
			err = r.parameter("", false)
		case c == '{':
			r.rest = r.rest[1:]
			err = r.braces()
		case strings.IndexByte("}*+?", c) >= 0:
			err = errPath
		default:
			r.text(r.character())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// parameterAt reports whether a parameter begins at an offset.
func (r *pathReader) parameterAt(i int) bool {
	return len(r.rest) > i && (r.rest[i] == ':' || r.rest[i] == '(' || r.stars && r.rest[i] == '*')
}

// character reads a byte, perhaps behind a backslash.
func (r *pathReader) character() string {
	if r.rest[0] == '\\' && len(r.rest) > 1 {
		r.rest = r.rest[1:]
	}
	c := r.rest[:1]
	r.rest = r.rest[1:]
	return c
}

// text writes a literal text.
func (r *pathReader) text(text string) {
	if !r.varies {
		r.literal.WriteString(text)
	}
	r.expression.WriteString(regexpQuote(text))
}

// regexpQuote is a text as a part of a regular expression.
func regexpQuote(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ { // Bytes, as a character may be read in two steps.
		if strings.IndexByte(`.+*?^${}()[]|\`, text[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// braces reads "text:name(expression)text}" and a modifier.
func (r *pathReader) braces() error {
	prefix := r.plain()
	if r.parameterAt(0) {
		return r.parameter(prefix, true)
	}
	if !strings.HasPrefix(r.rest, "}") {
		return errPath
	}
	r.rest = r.rest[1:]
	r.varies = true
	r.expression.WriteString("(?:" + regexpQuote(prefix) + ")" + r.modifier())
	return nil
}

// plain reads characters up to one that means something.
func (r *pathReader) plain() string {
	var b strings.Builder
	for r.rest != "" && strings.IndexByte(":({}*+?", r.rest[0]) < 0 {
		b.WriteString(r.character())
	}
	return b.String()
}

// modifier reads one; empty for none.
func (r *pathReader) modifier() string {
	if r.rest == "" || strings.IndexByte("*+?", r.rest[0]) < 0 {
		return ""
	}
	modifier := r.rest[:1]
	r.rest = r.rest[1:]
	return modifier
}

// parameter reads ":name", "(expression)" or both, what is behind it in braces, and a modifier.
func (r *pathReader) parameter(prefix string, braces bool) error {
	r.varies = true
	name, expression, suffix := "", oneSegment, ""
	if r.rest[0] == '*' {
		r.rest = r.rest[1:]
		expression = ".*"
	} else {
		if r.rest[0] == ':' {
			end := 1 + len(nameAt(r.rest[1:]))
			if end == 1 {
				return errPath
			}
			name, r.rest = r.rest[1:end], r.rest[end:]
		}
		if strings.HasPrefix(r.rest, "(") {
			end := closing(r.rest)
			if end < 3 || r.rest[1] == '?' || capturing.MatchString(r.rest[1:end-1]) {
				return errPath
			}
			expression, r.rest = r.rest[1:end-1], r.rest[end:]
		}
	}
	if name == "" {
		name = strconv.Itoa(r.unnamed)
		r.unnamed++
	}
	r.names = append(r.names, name)
	if braces {
		suffix = r.plain()
		if !strings.HasPrefix(r.rest, "}") {
			return errPath
		}
		r.rest = r.rest[1:]
	}
	modifier := ""
	if expression != ".*" || !r.stars {
		modifier = r.modifier()
	}
	prefix, suffix = regexpQuote(prefix), regexpQuote(suffix)
	switch {
	case prefix == "" && suffix == "":
		r.expression.WriteString("(" + expression + ")" + modifier)
	case modifier == "*" || modifier == "+":
		one := "(?:" + expression + ")"
		r.expression.WriteString("(?:" + prefix + "(" + one + "(?:" + suffix + prefix + one + ")*)" + suffix + ")")
		if modifier == "*" {
			r.expression.WriteByte('?')
		}
	default:
		r.expression.WriteString("(?:" + prefix + "(" + expression + ")" + suffix + ")" + modifier)
	}
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

// fillReferences replaces ":name", with any modifier and expression behind it, and "$1" in a
// destination by what was captured. Names that were not captured stay as they are.
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

// reference returns the name that a destination refers to at an offset, and where the
// reference ends. Where there is none, it ends at the offset.
func reference(destination string, i int) (name string, end int) {
	if destination[i] != ':' && destination[i] != '$' {
		return "", i
	}
	name = nameAt(destination[i+1:])
	if name == "" {
		return "", i
	}
	end = i + 1 + len(name)
	if destination[i] == '$' {
		return name, end
	}
	if end < len(destination) && destination[end] == '(' {
		if after := closing(destination[end:]); after > 0 {
			end += after
		}
	}
	if end < len(destination) && strings.IndexByte("*+", destination[end]) >= 0 {
		end++
	}
	return name, end
}

// references returns the names that a destination refers to by ":name", without numbers such
// as that of a port.
func references(destination string) []string {
	var names []string
	for i := 0; i < len(destination); i++ {
		if destination[i] == '\\' {
			i++
			continue
		}
		name, end := reference(destination, i)
		if end == i || destination[i] != ':' {
			continue
		}
		if _, err := strconv.Atoi(name); err != nil {
			names = append(names, name)
		}
		i = end - 1
	}
	return names
}
