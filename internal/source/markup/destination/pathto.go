package destination

import (
	"strings"
)

// pathTo reads the call of Sphinx's pathto in an expression: the name of a document or of a
// file, from the root of the sources, with the string that is added to it:
//
//	pathto('guide/install') + '#linux'
func pathTo(inner string) (path string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(inner), "pathto(")
	if !ok {
		return "", false
	}
	name, rest, ok := cutQuoted(rest)
	if !ok {
		return "", false
	}
	arguments, rest, ok := strings.Cut(rest, ")")
	if arguments = strings.TrimSpace(arguments); !ok || arguments != "" && !strings.HasPrefix(arguments, ",") {
		return "", false
	}
	if rest = strings.TrimSpace(rest); rest == "" {
		return "/" + name, true
	}
	suffix, rest, ok := cutQuoted(strings.TrimLeft(rest, "+~ "))
	return "/" + name + suffix, ok && strings.TrimSpace(rest) == "" && strings.HasPrefix(suffix, "#")
}

// cutQuoted cuts the quoted string that a text begins with.
func cutQuoted(s string) (quoted, rest string, ok bool) {
	s = strings.TrimLeft(s, " ")
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return "", s, false
	}
	return strings.Cut(s[1:], s[:1])
}
