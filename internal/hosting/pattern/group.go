package pattern

import "iter"

// marks are the offsets of the characters of a pattern that are neither after a
// backslash nor in a class.
func marks(pattern string) iter.Seq[int] {
	return func(yield func(int) bool) {
		class := false
		for i := 0; i < len(pattern); i++ {
			switch c := pattern[i]; {
			case c == '\\':
				i++
			case class:
				class = c != ']'
			case c == '[':
				class = true
			case !yield(i):
				return
			}
		}
	}
}

// closing is the offset behind the group that begins at an offset; -1 when it
// does not end.
func closing(source string, begin int) int {
	depth := 0
	for i := range marks(source[begin:]) {
		switch source[begin+i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return begin + i + 1
			}
		}
	}
	return -1
}
