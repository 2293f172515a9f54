package pattern

import (
	"strings"
	"unicode/utf8"
)

// ExpressionPrefix returns what every path begins with that matches a regular
// expression: the text before its first special character, less the last character
// where that is optional.
func ExpressionPrefix(expression string) string {
	expression = GoSyntax(expression)
	if strings.Contains(expression, "|") {
		return ""
	}
	end := strings.IndexAny(expression, `.+*?^$()[]{}|\`)
	if end < 0 {
		return expression
	}
	if strings.IndexByte("*?+{", expression[end]) < 0 {
		return expression[:end]
	}
	_, last := utf8.DecodeLastRuneInString(expression[:end])
	return expression[:end-last]
}

// PathPrefix returns what every path begins with that matches a path with parameters:
// the text before the first parameter, less the slash or dot that belongs to it.
func PathPrefix(source string) string {
	end := strings.IndexAny(source, `:(){}*+?\`)
	if end < 0 {
		return source
	}
	prefix := source[:end]
	if source[end] == ':' || source[end] == '(' {
		prefix = strings.TrimSuffix(strings.TrimSuffix(prefix, "/"), ".")
	}
	return prefix
}
