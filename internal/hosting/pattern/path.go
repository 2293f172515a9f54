package pattern

import (
	"errors"
	"strings"
)

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
	errParameterName = errors.New(`a colon must be followed by the name of a parameter; write "\\:" for a colon`)
	errGroup         = errors.New("a group in parentheses is empty or not closed, or contains capturing groups; write these as (?:…)")
	errBraces        = errors.New("braces are not closed, or contain more than one parameter")
	errModifier      = errors.New("?, * or + follows nothing that it can repeat")
)

// CompilePath reads a path with parameters, such as "/blog/:post*", which must match
// the whole of a path. The syntax is that of version 6 of path-to-regexp:
// https://github.com/pillarjs/path-to-regexp/tree/v6.1.0. With an error it returns an
// Expression that knows the names which could be read, and must not be matched.
func CompilePath(source string) (*Expression, error) {
	tokens, err := parsePath(source, false)
	if err != nil {
		return &Expression{}, err
	}
	expression, names := joinTokens(tokens)
	p, err := CompileExpression(expression, false)
	if err != nil {
		p = &Expression{}
	}
	p.names = names
	return p, err
}

// CompileGlobPath reads a glob as a path with parameters, in which "*" by itself is one
// too, as in version 1 of path-to-regexp. It returns nil for a glob with other wildcards
// than "*" and "**".
func CompileGlobPath(source string) *Expression {
	if strings.ContainsAny(source, "{}[]@!") {
		return nil
	}
	tokens, err := parsePath(source, true)
	if err != nil {
		return nil
	}
	expression, names := joinTokens(tokens)
	p, err := CompileExpression(strings.TrimSuffix(expression, "/")+"/?", true)
	if err != nil {
		return nil
	}
	p.names = names
	return p
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
