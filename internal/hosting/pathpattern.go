package hosting

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// pathPattern is a path with parameters, such as "/blog/:post*", in the syntax
// of version 6 of path-to-regexp:
// https://github.com/pillarjs/path-to-regexp/tree/v6.1.0
type pathPattern struct {
	*jsPattern
	// names are those of the groups, in order; a number for one without a name.
	names []string
}

// pathToken is a piece of a path: a literal text, or a parameter.
type pathToken struct {
	// literal is the text, and empty for a parameter.
	literal string
	// name is that of a parameter; a number when it has none; empty for braces
	// around a text alone.
	name           string
	prefix, suffix string
	// expression is what a parameter matches; empty for braces around a text alone.
	expression string
	// modifier is "?", "*", "+" or empty.
	modifier string
}

// oneSegment is what a parameter matches that says nothing else.
const oneSegment = "[^/]+?"

var (
	errParameterName = errors.New(`a colon needs the name of a parameter behind it; write "\\:" for a colon`)
	errGroup         = errors.New("a group in parentheses is empty or does not end, or has capturing groups within; write (?:…) for these")
	errBraces        = errors.New("braces do not end, or hold more than one parameter")
	errModifier      = errors.New("nothing is before one of ?, * and + that it could apply to")
)

// compilePath reads a path with parameters, which must match the whole of a path.
// Its groups are returned with an error, too, as far as it could be read.
func compilePath(source string) (*pathPattern, error) {
	tokens, err := parsePath(source, false)
	if err != nil {
		return &pathPattern{}, err
	}
	expression, names := joinTokens(tokens)
	p := &pathPattern{names: names}
	p.jsPattern, err = compilePattern(expression, false)
	return p, err
}

// joinTokens writes tokens as a regular expression, and names its groups.
func joinTokens(tokens []pathToken) (expression string, names []string) {
	var b strings.Builder
	for _, token := range tokens {
		b.WriteString(token.group())
		if token.expression != "" {
			names = append(names, token.name)
		}
	}
	return b.String(), names
}

// capture is what the groups captured, by name and by number.
func (p *pathPattern) capture(path string, effort *Effort) map[string]string {
	return namedGroups(p.match(path, effort), p.names)
}

// namedGroups are the groups of a match by name and by number; nil for no match.
func namedGroups(groups, names []string) map[string]string {
	if groups == nil {
		return nil
	}
	captured := make(map[string]string, len(groups)+len(names))
	for i, group := range groups {
		captured[strconv.Itoa(i)] = group
		if i > 0 && i <= len(names) {
			if _, err := strconv.Atoi(names[i-1]); err != nil {
				captured[names[i-1]] = group
			}
		}
	}
	return captured
}

// group is a token as a part of a regular expression.
func (t pathToken) group() string {
	if t.literal != "" {
		return quotePattern(t.literal)
	}
	prefix, suffix := quotePattern(t.prefix), quotePattern(t.suffix)
	switch {
	case t.expression == "":
		return "(?:" + prefix + suffix + ")" + t.modifier
	case prefix == "" && suffix == "":
		return "(" + t.expression + ")" + t.modifier
	case t.modifier == "*" || t.modifier == "+":
		one := "(?:" + t.expression + ")"
		many := "(?:" + prefix + "(" + one + "(?:" + suffix + prefix + one + ")*)" + suffix + ")"
		return many + map[string]string{"*": "?"}[t.modifier]
	}
	return "(?:" + prefix + "(" + t.expression + ")" + suffix + ")" + t.modifier
}

// quotePattern is a text as a regular expression that JavaScript reads as well.
func quotePattern(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if strings.IndexByte(`.+*?^${}()[]|\`, text[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// pathParser reads the syntax of version 6.
type pathParser struct {
	rest string
	// stars is whether "*" by itself is a parameter, as it was in version 1.
	stars  bool
	tokens []pathToken
	text   strings.Builder
	groups int
}

// parsePath takes a path apart.
func parsePath(source string, stars bool) ([]pathToken, error) {
	if len(source) > maxPattern {
		return nil, errPatternSize
	}
	p := &pathParser{rest: source, stars: stars}
	for p.rest != "" {
		if err := p.next(); err != nil {
			return nil, err
		}
	}
	p.flush()
	return p.tokens, nil
}

// next reads a character, a parameter, or braces.
func (p *pathParser) next() error {
	switch c := p.rest[0]; c {
	case '\\':
		p.text.WriteString(p.rest[1:min(2, len(p.rest))])
		p.rest = p.rest[min(2, len(p.rest)):]
	case ':', '(':
		return p.parameter("")
	case '{':
		return p.braces()
	case '}':
		return errBraces
	case '*', '+', '?':
		if c == '*' && p.stars {
			return p.parameter("")
		}
		return errModifier
	default:
		p.rest = p.rest[1:]
		if (c == '/' || c == '.') && p.rest != "" && (p.rest[0] == ':' || p.rest[0] == '(' || p.stars && p.rest[0] == '*') {
			return p.parameter(string(c))
		}
		p.text.WriteByte(c)
	}
	return nil
}

// parameter reads ":name", "(expression)" or both, and a modifier.
func (p *pathParser) parameter(prefix string) error {
	p.flush()
	token := pathToken{prefix: prefix}
	if p.rest[0] == '*' {
		p.rest = p.rest[1:]
		token.name, token.expression = p.number(), ".*"
		p.tokens = append(p.tokens, token)
		return nil
	}
	if err := p.named(&token); err != nil {
		return err
	}
	token.modifier = p.modifier()
	p.tokens = append(p.tokens, token)
	return nil
}

// number is the name of the next parameter without one.
func (p *pathParser) number() string {
	p.groups++
	return strconv.Itoa(p.groups - 1)
}

// named reads a name and an expression, either of which may be missing.
func (p *pathParser) named(token *pathToken) error {
	if strings.HasPrefix(p.rest, ":") {
		end := 1
		for end < len(p.rest) && isNameByte(p.rest[end]) {
			end++
		}
		if end == 1 {
			return errParameterName
		}
		token.name, token.expression = p.rest[1:end], oneSegment
		p.rest = p.rest[end:]
	}
	if strings.HasPrefix(p.rest, "(") {
		end := closing(p.rest, 0)
		if end < 3 || p.rest[1] == '?' || hasCapturing(p.rest[1:end-1]) {
			return errGroup
		}
		if token.name == "" {
			token.name = p.number()
		}
		token.expression = p.rest[1 : end-1]
		p.rest = p.rest[end:]
	}
	return nil
}

// braces reads "{text:name(expression)text}" and a modifier.
func (p *pathParser) braces() error {
	p.flush()
	p.rest = p.rest[1:]
	token := pathToken{prefix: p.plain()}
	if err := p.named(&token); err != nil {
		return err
	}
	token.suffix = p.plain()
	if !strings.HasPrefix(p.rest, "}") {
		return errBraces
	}
	p.rest = p.rest[1:]
	token.modifier = p.modifier()
	p.tokens = append(p.tokens, token)
	return nil
}

// plain reads characters up to one that means something.
func (p *pathParser) plain() string {
	var b strings.Builder
	for p.rest != "" && strings.IndexByte(":({}*+?", p.rest[0]) < 0 {
		if p.rest[0] == '\\' && len(p.rest) > 1 {
			p.rest = p.rest[1:]
		}
		b.WriteByte(p.rest[0])
		p.rest = p.rest[1:]
	}
	return b.String()
}

// modifier reads one; empty for none.
func (p *pathParser) modifier() string {
	if p.rest == "" || strings.IndexByte("*+?", p.rest[0]) < 0 {
		return ""
	}
	modifier := p.rest[:1]
	p.rest = p.rest[1:]
	return modifier
}

// flush ends a literal text.
func (p *pathParser) flush() {
	if p.text.Len() > 0 {
		p.tokens = append(p.tokens, pathToken{literal: p.text.String()})
		p.text.Reset()
	}
}

// isNameByte tells whether a byte may stand in the name of a parameter.
func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// hasCapturing tells whether an expression has capturing groups.
func hasCapturing(expression string) bool {
	for i := 0; i < len(expression); i++ {
		if expression[i] == '\\' {
			i++
		} else if expression[i] == '(' && !strings.HasPrefix(expression[i+1:], "?") {
			return true
		}
	}
	return false
}

// fillIn puts what was captured in the place of ":name", with any modifier and
// expression behind it, and of "$1". Names that were not captured stay as they are.
func fillIn(destination string, captured map[string]string) string {
	var b strings.Builder
	for i := 0; i < len(destination); {
		name, end := reference(destination, i)
		if value, ok := captured[name]; ok && end > i {
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

// reference is the name of the parameter that is referred to at an offset, and
// where that ends; which is at the offset for none.
func reference(destination string, i int) (name string, end int) {
	if destination[i] != ':' && destination[i] != '$' {
		return "", i
	}
	for end = i + 1; end < len(destination) && isNameByte(destination[end]); end++ {
	}
	name = destination[i+1 : end]
	if name == "" {
		return "", i
	}
	if destination[i] == '$' {
		return name, end
	}
	if end < len(destination) && destination[end] == '(' {
		if after := closing(destination, end); after > 0 {
			end = after
		}
	}
	if end < len(destination) && strings.IndexByte("*+", destination[end]) >= 0 {
		end++
	}
	return name, end
}

// references are the names that a destination refers to by ":name", without
// numbers such as that of a port.
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

// unknownReference is an error about the first name in a destination that the
// source does not have; nil for none.
func unknownReference(destination string, known func(name string) bool) error {
	for _, name := range references(destination) {
		if !known(name) {
			return fmt.Errorf("the destination uses %q, which the source does not have", ":"+name)
		}
	}
	return nil
}
