package report

import (
	"strings"
	"unicode"
)

// Inert returns line, which holds no line break, changed as little as needed
// for a workflow runner to take it for plain text. The runner obeys a line that
// begins with "::" once it is trimmed, and one that holds "##[" anywhere; a
// backslash in the right place undoes both.
func Inert(line string) string {
	if strings.Contains(line, "##[") {
		line = strings.ReplaceAll(line, "##[", `##\[`)
	}
	rest := strings.TrimLeftFunc(line, unseen)
	if strings.HasPrefix(rest, "::") {
		line = line[:len(line)-len(rest)] + `\` + rest
	}
	return line
}

// unseen reports whether r may be trimmed before the runner looks at a line:
// white space, and to be safe every other invisible character, such as the byte
// order mark that a decoder drops.
func unseen(r rune) bool { return unicode.IsSpace(r) || unsafeRune(r) }
