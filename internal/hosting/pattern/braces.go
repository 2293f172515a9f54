package pattern

import (
	"slices"
	"strconv"
	"strings"
)

// expandBraces writes out "{a,b}" and "{1..3}".
func expandBraces(pattern string, depth int) ([]string, error) {
	if depth > maxGlobDepth {
		return nil, errGlobDepth
	}
	begin, end, alternatives := findBraces(pattern)
	if begin < 0 {
		return []string{pattern}, nil
	}
	tails, err := expandBraces(pattern[end:], depth+1)
	if err != nil {
		return nil, err
	}
	var expanded []string
	for _, alternative := range alternatives {
		heads, err := expandBraces(alternative, depth+1)
		if err != nil {
			return nil, err
		}
		for _, head := range heads {
			for _, tail := range tails {
				expanded = append(expanded, pattern[:begin]+head+tail)
			}
			if len(expanded) > maxGlobs {
				return nil, errTooManyGlobs
			}
		}
	}
	return expanded, nil
}

// findBraces finds the first braces that stand for several texts; begin is -1 for
// none.
func findBraces(pattern string) (begin, end int, alternatives []string) {
	for _, begin := range listBraces(pattern) {
		if end, alternatives := splitBraces(pattern, begin); len(alternatives) > 0 {
			return begin, end, alternatives
		}
	}
	return -1, 0, nil
}

// listBraces returns the offsets, in order, of the closed braces that directly hold a comma
// or two dots.
func listBraces(pattern string) (begins []int) {
	type brace struct {
		begin                 int
		parts, dotted, nested bool
	}
	var open []brace
	for i := 0; i < len(pattern); i++ {
		top := len(open) - 1
		switch pattern[i] {
		case '\\':
			i++
		case '{':
			if top >= 0 {
				open[top].nested = true
			}
			open = append(open, brace{begin: i})
		case '.':
			if top >= 0 && pattern[i-1] == '.' {
				open[top].dotted = true
			}
		case ',':
			if top >= 0 {
				open[top].parts = true
			}
		case '}':
			if top < 0 {
				continue
			}
			b := open[top]
			open = open[:top]
			if (b.parts || b.dotted && !b.nested) && (b.begin == 0 || pattern[b.begin-1] != '$') {
				begins = append(begins, b.begin)
			}
		}
	}
	slices.Sort(begins)
	return begins
}

// splitBraces splits the braces that begin at an offset; no alternatives for
// braces that are only text.
func splitBraces(pattern string, open int) (end int, alternatives []string) {
	depth, begin := 0, open+1
	for i := open; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '{':
			depth++
		case ',':
			if depth == 1 {
				alternatives = append(alternatives, pattern[begin:i])
				begin = i + 1
			}
		case '}':
			if depth--; depth > 0 {
				continue
			}
			if alternatives == nil {
				return i + 1, braceRange(pattern[begin:i])
			}
			return i + 1, append(alternatives, pattern[begin:i])
		}
	}
	return 0, nil
}

// braceRange writes out "1..3".
func braceRange(text string) []string {
	low, high, ok := strings.Cut(text, "..")
	if !ok {
		return nil
	}
	from, err := strconv.Atoi(low)
	to, err2 := strconv.Atoi(high)
	if err != nil || err2 != nil || to < from || to-from > maxGlobs {
		return nil
	}
	var numbers []string
	for i := from; i <= to; i++ {
		numbers = append(numbers, strconv.Itoa(i))
	}
	return numbers
}
