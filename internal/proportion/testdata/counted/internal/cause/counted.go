package cause

import "strings"

// CountedNames looks for names and includes in a file: short ones, and one of many words.
func CountedNames(file string, src []byte) {
	n := &names{signs: map[string]sign{}, hashes: map[uint64]bool{}}
	n.want("a", "ab", "=A", strings.Repeat("a", 10))
	n.contents(file, src, nil)
	(&changes{names: n}).compareIncludes(file, src, src[:len(src)/2])
}
