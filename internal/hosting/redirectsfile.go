package hosting

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// redirectsName is the file of rules that Netlify invented, and others read.
const redirectsName = "_redirects"

// headersName is the file of headers beside it.
const headersName = "_headers"

// maxRulesFile is the size in bytes from which on a file of rules is not read. It
// is far more than any host accepts, and keeps hostile files from costing minutes.
const maxRulesFile = 4 << 20

// word is one word of a line of rules.
type word struct {
	text string
	// column is where it begins, 1-based, in Unicode code points.
	column int
}

// ruleLine is one line of a _redirects file, which is neither empty nor a
// comment.
type ruleLine struct {
	number int
	// length is how many UTF-16 units it has without white space around it, as the
	// hosts count in JavaScript.
	length int
	words  []word
}

// redirectLines splits a _redirects file. A line of what is no text is left out.
func redirectLines(source *Source) (lines []ruleLine, faults []Fault) {
	if len(source.Data) >= maxRulesFile {
		return nil, []Fault{tooLarge(source, maxRulesFile)}
	}
	number := 0
	for text := range strings.SplitSeq(string(source.Data), "\n") {
		number++
		words := wordsOf(text)
		if len(words) == 0 || strings.HasPrefix(words[0].text, "#") {
			continue
		}
		if !utf8.ValidString(text) {
			faults = append(faults, Fault{Source: source.Name, Line: number, Message: "the line is not UTF-8: save the file as UTF-8"})
			continue
		}
		lines = append(lines, ruleLine{number, utf16Length(strings.TrimFunc(text, isBlank)), words})
	}
	return lines, faults
}

// tooLarge is the fault of a file that is not read, as it has so many bytes.
func tooLarge(source *Source, most int) Fault {
	return Fault{Source: source.Name, Message: fmt.Sprintf("the file has %d MiB or more: its rules are not read", most>>20), Unread: true}
}

// wordsOf splits a line at white space.
func wordsOf(text string) []word {
	var words []word
	start, startColumn, column := -1, 0, 0
	for i, r := range text {
		column++
		switch blank := isBlank(r); {
		case blank && start >= 0:
			words = append(words, word{text[start:i], startColumn})
			start = -1
		case !blank && start < 0:
			start, startColumn = i, column
		}
	}
	if start >= 0 {
		words = append(words, word{text[start:], startColumn})
	}
	return words
}

// isBlank tells whether JavaScript takes r for white space, which unlike Go
// counts the byte order mark.
func isBlank(r rune) bool { return r == '\ufeff' || unicode.IsSpace(r) }

// utf16Length is the length of a string in JavaScript.
func utf16Length(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}
