package pattern

import "regexp/syntax"

// MissCost is the cost of finding that a path does not contain a text.
func MissCost(path string) int { return 2 + len(path)/16 }

// MatchCost is what it costs to match a path against a pattern of size bytes. Where
// nothing in the pattern is fixed, each byte of the path meets all of the pattern.
func MatchCost(path string, size int) int { return 1000 + len(path)*size/8 }

// needleOf returns the longest text that every match of an expression contains; empty where
// none is known.
func needleOf(expression string) string {
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return ""
	}
	return needleIn(parsed)
}

func needleIn(r *syntax.Regexp) (longest string) {
	switch r.Op {
	case syntax.OpLiteral:
		if r.Flags&syntax.FoldCase == 0 {
			return string(r.Rune)
		}
	case syntax.OpCapture, syntax.OpPlus:
		return needleIn(r.Sub[0])
	case syntax.OpConcat:
		for _, sub := range r.Sub {
			if text := needleIn(sub); len(text) > len(longest) {
				longest = text
			}
		}
	}
	return longest
}
