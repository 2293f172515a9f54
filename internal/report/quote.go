package report

import (
	"bufio"
	"context"
	"io"
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
	// maxQuotedFile is how many bytes of a file are read for a quote.
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
	return func(file string, number int) string {
		f := openBelow(dirs, file)
		if ctx.Err() != nil || f == nil {
			return ""
		}
		defer func() { _ = f.Close() }() // it was only read from
		lines := bufio.NewScanner(io.LimitReader(f, maxQuotedFile))
		lines.Buffer(nil, maxQuotedFile)
		for range max(number, 1) {
			if !lines.Scan() {
				return ""
			}
		}
		s := lines.Text()
		// The address of a mailbox is no secret.
		if len(s) > maxQuotedLine || secret(s) || strings.Contains(s, "@") && userInfo.MatchString(strings.ReplaceAll(s, "mailto:", "")) {
			return ""
		}
		return s
	}
}

// openBelow opens a file that a report names; nil for one that is not a regular file, or is below
// none of the directories.
func openBelow(dirs []string, file string) *os.File {
	name, unknown := filepath.Abs(filepath.FromSlash(file))
	for _, dir := range dirs {
		absolute, err := filepath.Abs(dir)
		below, other := filepath.Rel(absolute, name)
		if unknown != nil || err != nil || other != nil {
			continue
		}
		if root, err := os.OpenRoot(dir); err == nil { // it refuses what is not below it
			f, err := openfile.OpenIn(root, below)
			_ = root.Close() // the file stays open
			if err == nil {
				return f
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

// afterLink matches the rest of a tag, with the text of its element where that is all that follows.
var afterLink = regexp.MustCompile(`^[^>]*>(?:[^<]*</[^>]*>)?`)

// quoteLine finds a spot's link in its line. It returns nil when the link is not there: then the
// file is not the one that was read, is not UTF-8, or has the link with other entities than &amp;.
func quoteLine(s *spot, text string) *quotedLine {
	line := []rune(text)
	start, end := s.column-1, s.end-1
	if start < 0 || start >= len(line) || !utf8.ValidString(text) {
		return nil
	}
	if s.end == 0 && s.first.Source != nil {
		end = start + 1 // it may be written in another way there
	}
	for _, value := range []string{s.first.Link, strings.ReplaceAll(s.first.Link, "&", "&amp;")} {
		if s.end == 0 && value != "" && strings.HasPrefix(string(line[start:]), value) {
			end = start + utf8.RuneCountInString(value)
		}
	}
	if end <= start || end > len(line) {
		return nil
	}
	from, to, head, tail := 0, len(line), "", ""
	if s.first.Source == nil { // generators write whole pages on a line: what is around the element is no help
		for from = start; from > 0 && line[from] != '<'; {
			from--
		}
		if rest := afterLink.FindString(string(line[end:])); rest != "" && line[from] == '<' {
			to = end + utf8.RuneCountInString(rest)
		}
	}
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
