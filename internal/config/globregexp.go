package config

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// globRegexps returns regular expressions that match, in whole, all that a valid
// glob matches: one for each way to read its braces.
func globRegexps(glob string) []string {
	var all []string
	for _, plain := range expand(glob) {
		all = append(all, globRegexp(plain))
	}
	return all
}

// expand writes out the braces of a glob, which has at most maxAlternatives ways
// to read them.
func expand(glob string) []string {
	depth, start := 0, 0
	var cuts []int
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; {
		case c == '\\':
			i++
		case c == '[':
			i = endOfClass(glob, i)
		case c == '{':
			if depth++; depth == 1 {
				start, cuts = i, []int{i}
			}
		case c == ',' && depth == 1:
			cuts = append(cuts, i)
		case c == '}' && depth > 0:
			if depth--; depth > 0 {
				continue
			}
			var all []string
			for j, from := range cuts {
				to := i
				if j+1 < len(cuts) {
					to = cuts[j+1]
				}
				all = append(all, expand(glob[:start]+glob[from+1:to]+glob[i+1:])...)
			}
			return all
		}
	}
	return []string{glob}
}

// endOfClass returns the index of the bracket that ends the class which begins at
// i, or that of the last byte.
func endOfClass(glob string, i int) int {
	for i++; i < len(glob); i++ {
		if glob[i] == '\\' {
			i++
		} else if glob[i] == ']' {
			return i
		}
	}
	return len(glob) - 1
}

// globRegexp is globRegexps for a glob without braces.
func globRegexp(glob string) string {
	var b strings.Builder
	b.WriteString("(?s)")
	for i := 0; i < len(glob); {
		if n, text := doublestars(glob, i); n > 0 {
			b.WriteString(text)
			i += n
			continue
		}
		switch c := glob[i]; c {
		case '*':
			b.WriteString("[^/]*")
			i++
		case '?':
			b.WriteString("[^/]")
			i++
		case '[':
			end := endOfClass(glob, i)
			b.WriteString(classRegexp(glob[i+1 : end]))
			i = end + 1
		case '\\':
			i++
			fallthrough
		default:
			_, size := utf8.DecodeRuneInString(glob[i:])
			b.WriteString(regexp.QuoteMeta(glob[i : i+size]))
			i += size
		}
	}
	return b.String()
}

// doublestars reads a "**" that is a whole segment at i, with the slashes around it that it
// may replace. n is 0 when there is none.
func doublestars(glob string, i int) (n int, text string) {
	rest := glob[i:]
	if rest == "/**" || rest == "/**/" {
		return len(rest), "(?:/.*)?"
	}
	if i > 0 && glob[i-1] != '/' {
		return 0, ""
	}
	switch {
	case rest == "**", rest == "**/":
		return len(rest), ".*"
	case strings.HasPrefix(rest, "**/"):
		return len("**/"), "(?:.*/)?"
	}
	return 0, ""
}

// classRegexp writes the inside of a glob's class as a regular expression.
func classRegexp(class string) string {
	var b strings.Builder
	b.WriteByte('[')
	if class != "" && (class[0] == '!' || class[0] == '^') {
		b.WriteByte('^')
		class = class[1:]
	}
	for i := 0; i < len(class); {
		switch c := class[i]; {
		case c == '\\' && i+1 < len(class):
			i++
			fallthrough
		case c != '-':
			_, size := utf8.DecodeRuneInString(class[i:])
			if class[i] < utf8.RuneSelf && strings.IndexByte(`\]^[-&~:`, class[i]) >= 0 {
				b.WriteByte('\\')
			}
			b.WriteString(class[i : i+size])
			i += size
		case i == 0 || i+1 == len(class):
			b.WriteString(`\-`)
			i++
		default:
			b.WriteByte('-')
			i++
		}
	}
	b.WriteByte(']')
	return b.String()
}
