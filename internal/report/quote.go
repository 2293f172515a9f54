package report

import (
	"bytes"
	"context"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/linkvet/linkvet/internal/openfile"
)

const (
	// maxQuotedFile is the size in bytes of the largest file that is quoted.
	maxQuotedFile = 4 << 20
	// maxQuotedLine is the length in bytes of the longest line that is quoted. Longer ones
	// are made by programs.
	maxQuotedLine = 256 << 10
)

// userInfo matches what may be the user info of a URL. It matches too much rather than
// too little: to leave out a line costs little.
var userInfo = regexp.MustCompile(`(:|//|\\\\)[^\s"'<>]*@`)

// NewLines returns a function that reads a line of a file that a report names, without its end, for
// quotes, until ctx ends. Reports may be public, and anybody may propose a change to the files: so it
// reads only below some directories, follows no symbolic link out of them, and returns no line that
// secret says holds a secret.
func NewLines(ctx context.Context, secret func(text string) bool, dirs ...string) func(file string, number int) string {
	name, text := "", []byte(nil) // findings of one file follow each other
	return func(file string, number int) string {
		if ctx.Err() != nil {
			return ""
		}
		if file != name {
			name, text = file, readBelow(dirs, file)
		}
		rest, line := text, []byte(nil)
		for range max(number, 1) {
			line, rest, _ = bytes.Cut(rest, []byte("\n"))
		}
		s := string(bytes.TrimSuffix(line, []byte("\r")))
		// The address of a mailbox is no secret.
		if len(s) > maxQuotedLine || secret(s) || strings.Contains(s, "@") && userInfo.MatchString(strings.ReplaceAll(s, "mailto:", "")) {
			return ""
		}
		return s
	}
}

// readBelow returns what is in a file that a report names. It is nil for a file that is too
// large, not a regular file, or below none of the directories.
func readBelow(dirs []string, file string) []byte {
	name, unknown := filepath.Abs(filepath.FromSlash(file))
	for _, dir := range dirs {
		absolute, err := filepath.Abs(dir)
		below, other := filepath.Rel(absolute, name)
		if unknown != nil || err != nil || other != nil {
			continue
		}
		if root, err := os.OpenRoot(dir); err == nil { // it refuses what is not below it
			text, err := openfile.ReadIn(root, below, maxQuotedFile)
			_ = root.Close() // nothing was written to it
			if err == nil && len(text) < maxQuotedFile {
				return text
			}
		}
	}
	return nil
}

// The measures of a quoted line, in columns: how wide it may be, so that it fits a terminal,
// and how much of it is shown before the link when it is wider.
const (
	quoteWidth  = 68
	quoteBefore = 24
)

// quotedLine is a line of a page or a source with the link in it marked, each part
// cleaned.
type quotedLine struct{ Before, Link, After string }

// quoteLine finds a spot's link in its line. It returns nil when the link is not
// there: then the file is not the one that was read, or is not UTF-8.
func quoteLine(s *spot, line string) *quotedLine {
	runes := []rune(line)
	start, end := s.column-1, s.end-1
	if start < 0 || start >= len(runes) || !utf8.ValidString(line) {
		return nil
	}
	if s.first.Source == nil || s.end == 0 {
		end = linkEnd(runes, start, s.first.Link)
	}
	if s.first.Source != nil && end == 0 {
		end = start + 1 // it is written in another way there
	}
	if end <= start || end > len(runes) {
		return nil
	}
	from, to := 0, len(runes)
	if s.first.Source == nil {
		from, to = element(runes, start, end)
	}
	return cutOut(runes[from:to], start-from, end-from)
}

// afterLink matches the rest of a tag, with the text of its element where that is all that follows.
var afterLink = regexp.MustCompile(`^[^>]*>(?:[^<]*</[^>]*>)?`)

// element returns the part of a line of HTML that a link's element takes: generators write whole pages
// on a line, and what is around is no help. It is the whole line where no tag is seen.
func element(line []rune, start, end int) (from, to int) {
	for from = start; from > 0; {
		if from--; line[from] == '<' {
			if rest := afterLink.FindString(string(line[end:])); rest != "" {
				return from, end + utf8.RuneCountInString(rest)
			}
			return from, len(line)
		}
	}
	return 0, len(line)
}

// linkEnd returns where the value that begins at start ends, if it is that of the
// link, and zero if not. In a page it is written as its language has it: it ends
// at the quotation mark before it, or at a blank.
func linkEnd(line []rune, start int, value string) int {
	rest := string(line[start:])
	if value == "" || !strings.HasPrefix(html.UnescapeString(rest), value) {
		return 0
	}
	if strings.HasPrefix(rest, value) {
		return start + utf8.RuneCountInString(value)
	}
	stop := func(r rune) bool { return unicode.IsSpace(r) || r == '>' }
	if start > 0 && (line[start-1] == '"' || line[start-1] == '\'') {
		stop = func(r rune) bool { return r == line[start-1] }
	}
	end := start
	for end < len(line) && !stop(line[end]) {
		end++
	}
	return end
}

// cutOut takes the part around a link that is as wide as a quote may be.
func cutOut(line []rune, start, end int) *quotedLine {
	from, to, head, tail := 0, len(line), "", ""
	for from < start && unicode.IsSpace(line[from]) {
		from++
	}
	for to > end && unicode.IsSpace(line[to-1]) {
		to--
	}
	if least := min(start-quoteBefore, to-quoteWidth); least > from {
		from, head = least, "…"
	}
	if to-from > quoteWidth {
		to, tail = from+quoteWidth, "…"
	}
	end = min(end, to)
	show := func(part []rune) string { return shown(strings.ReplaceAll(string(part), "\t", " "), 0) }
	return &quotedLine{head + show(line[from:start]), show(line[start:end]), show(line[end:to]) + tail}
}

// columns is how wide a terminal shows s, which is clean.
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.Is(unicode.Mn, r) || r == '\u200c' || r == '\u200d':
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}
