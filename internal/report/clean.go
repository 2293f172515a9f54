package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/linkvet/linkvet/internal/link"
)

// The most code points that one untrusted string takes in a report for people.
const (
	maxTarget  = 500
	maxMessage = 500
	maxPath    = 300
	maxSnippet = 80
)

// Clean returns s as one line of at most limit code points that a terminal or a
// log shows as it stands. What a page says is hostile: control characters could
// drive the terminal, bidirectional marks could reorder what is read, invisible
// ones could hide it. They are written as escapes such as \n and \u202e; invalid
// UTF-8 becomes U+FFFD. What is cut off is marked with an ellipsis. A limit of
// zero or less means none.
func Clean(s string, limit int) string {
	if plain(s) && (limit <= 0 || len(s) <= limit) {
		return s
	}
	var b strings.Builder
	n, keep := 0, 0 // code points written; bytes that leave room for the ellipsis
	for _, r := range s {
		text := escape(r)
		if text == "" {
			text = string(r)
			n++
		} else {
			n += len(text)
		}
		if limit > 0 && n > limit {
			return b.String()[:keep] + "…"
		}
		b.WriteString(text)
		if n < limit {
			keep = b.Len()
		}
	}
	return b.String()
}

// plain reports whether s is printable ASCII, as nearly every URL and path is.
func plain[T string | []byte](s T) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// escape returns how a character that must not reach a screen is written, and
// "" for every other one.
func escape(r rune) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case !unsafeRune(r):
		return ""
	case r > 0xffff:
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// unsafeRune reports whether r acts on a screen instead of being seen on it:
// controls (C0, DEL, C1), format characters (bidirectional marks, zero-width
// ones, tags) and the two line separators. The joiners are let through because
// emoji and several scripts cannot be written without them.
func unsafeRune(r rune) bool {
	switch {
	case r < ' ', r == '\u2028', r == '\u2029':
		return true
	case r < 0x7f:
		return false
	case r == '\u200c', r == '\u200d':
		return false
	}
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r)
}

// shown is Clean for what people read, also where the lines are not known: a workflow runner
// obeys "##[" anywhere in a line.
func shown(s string, limit int) string {
	return strings.ReplaceAll(Clean(s, limit), "##[", `##\[`)
}

// at writes a place the way editors and terminals understand it.
func at(file string, line, column int) string {
	s := shown(file, maxPath)
	if line > 0 {
		s += ":" + strconv.Itoa(line)
		if column > 0 {
			s += ":" + strconv.Itoa(column)
		}
	}
	return s
}

// atMost returns the first of sentences, each cleaned, and one more that says how many are
// left out when there are more than limit.
func atMost(sentences []string, limit int) []string {
	some := make([]string, 0, min(len(sentences), limit+1))
	for _, s := range sentences[:min(len(sentences), limit)] {
		some = append(some, shown(s, maxMessage))
	}
	if rest := len(sentences) - limit; rest > 0 {
		some = append(some, "and "+link.Number(rest)+" more")
	}
	return some
}

// Inert returns line, which holds no line break, changed as little as needed
// for a workflow runner to take it for plain text. The runner obeys a line that
// begins with "::" once it is trimmed, and one that holds "##[" anywhere; a
// backslash in the right place undoes both.
func Inert(line string) string {
	if strings.Contains(line, "##[") {
		line = strings.ReplaceAll(line, "##[", `##\[`)
	}
	// The runner may trim white space and, to be safe, every other invisible character,
	// such as the byte order mark that a decoder drops.
	rest := strings.TrimLeftFunc(line, func(r rune) bool { return unicode.IsSpace(r) || unsafeRune(r) })
	if strings.HasPrefix(rest, "::") {
		line = line[:len(line)-len(rest)] + `\` + rest
	}
	return line
}
