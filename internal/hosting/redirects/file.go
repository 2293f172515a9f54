// Package redirects reads the file _redirects, which Netlify invented and Cloudflare Pages
// reads in its own way: its lines, its patterns, and its destinations. What a line means
// is for the hosts.
package redirects

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/settings"
)

// The files of rules and headers.
const (
	FileName        = "_redirects"
	HeadersFileName = "_headers"
)

// MaxFile is the size in bytes from which on a file of rules is not read. It is far more
// than any host accepts, and keeps hostile files from costing minutes.
const MaxFile = 4 << 20

// Word is one word of a line of rules.
type Word struct {
	Text string
	// Column is where it begins, 1-based, in Unicode code points.
	Column int
}

// Line is one line of a _redirects file, which is neither empty nor a comment.
type Line struct {
	Number int
	// Length is how many UTF-16 units the line has without white space around it, as
	// the hosts count in JavaScript.
	Length int
	// Words are those before a comment; there is at least one.
	Words []Word
}

// ReadLines splits a _redirects file. A line that is not text is a fault.
func ReadLines(source *hosting.Source, book *hosting.RuleBook) (lines []Line) {
	if len(source.Data) >= MaxFile {
		book.AddFaults(settings.TooLarge(source, MaxFile))
		return nil
	}
	number := 0
	for text := range strings.SplitSeq(string(source.Data), "\n") {
		number++
		words := wordsOf(text)
		if len(words) == 0 {
			continue
		}
		if !utf8.ValidString(text) {
			book.AddFaults(hosting.Fault{Source: source.Name, Line: number, Message: "the line is not UTF-8: save the file as UTF-8"})
			continue
		}
		lines = append(lines, Line{number, utf16Length(strings.TrimFunc(text, isBlank)), words})
	}
	return lines
}

// wordsOf splits a line at white space, up to the first word that begins a comment.
func wordsOf(text string) []Word {
	var words []Word
	start, startColumn, column := -1, 0, 0
	for i, r := range text {
		column++
		switch blank := isBlank(r); {
		case blank && start >= 0:
			words = append(words, Word{text[start:i], startColumn})
			start = -1
		case !blank && start < 0 && r == '#':
			return words
		case !blank && start < 0:
			start, startColumn = i, column
		}
	}
	if start >= 0 {
		words = append(words, Word{text[start:], startColumn})
	}
	return words
}

// isBlank reports whether JavaScript takes r for white space, which unlike Go counts the
// byte order mark.
func isBlank(r rune) bool { return r == '\ufeff' || unicode.IsSpace(r) }

// utf16Length returns the length of a string in JavaScript.
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
