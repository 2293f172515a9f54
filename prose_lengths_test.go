package main

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// The limits of what readers take in at a time.
const (
	maxSentence = 30  // words
	maxLine     = 100 // columns
	maxPage     = 400 // lines
	maxREADME   = 250 // lines
)

// abbreviations end with a full stop that ends no sentence.
var abbreviations = []string{"e.g.", "i.e.", "etc.", "vs.", "cf."}

// longSentences returns a failure for each sentence with too many words. In messages and
// table cells, which have no full stops, a semicolon ends one as well. A list of names in
// code is no sentence.
func longSentences(p passage) []string {
	var found []string
	var sentence []string
	var start int
	end := func() {
		isList := !slices.ContainsFunc(sentence, func(word string) bool { return strings.Trim(word, ",") != placeholder })
		if n := len(sentence); n > maxSentence && !isList {
			beginning := strings.ReplaceAll(strings.Join(sentence[:8], " "), placeholder, "`…`")
			found = append(found, fmt.Sprintf("%s: a sentence of %d words, want %d at most: %s …", p.at(start), n, maxSentence, beginning))
		}
		sentence = nil
	}
	offset := 0
	for _, word := range strings.Fields(p.text) {
		at := offset + strings.Index(p.text[offset:], word)
		if strings.Contains(p.text[offset:at], "\n") {
			end()
		}
		offset = at + len(word)
		if !strings.ContainsFunc(word, isWordRune) {
			continue
		}
		if len(sentence) == 0 {
			start = at
		}
		sentence = append(sentence, word)
		bare := strings.TrimRight(word, `"'”’)]`)
		marks := ".!?"
		if p.fragments {
			marks += ";"
		}
		ends := bare != strings.TrimRight(bare, marks)
		if ends && !slices.Contains(abbreviations, strings.TrimLeft(bare, `"'“‘([`)) {
			end()
		}
	}
	end()
	return found
}

// isWordRune reports whether a word, and not only punctuation, has the rune.
func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || string(r) == placeholder
}

// longLines returns a failure for each line that could have been wrapped earlier. Code,
// tables, HTML, addresses and generated blocks may be longer.
func (d document) longLines() []string {
	free := d.unwrapped()
	var found []string
	for i, line := range strings.Split(string(d.src), "\n") {
		columns := utf8.RuneCountInString(line)
		if columns <= maxLine || free[i+1] || endsWithAddress(line) {
			continue
		}
		found = append(found, fmt.Sprintf("%s:%d: a line of %d columns, want %d at most", d.name, i+1, columns, maxLine))
	}
	return found
}

// endsWithAddress reports whether an address or the destination of a link is what leads
// a line over the limit.
func endsWithAddress(line string) bool {
	last := line[strings.LastIndexAny(line, " \t")+1:]
	before := utf8.RuneCountInString(line) - utf8.RuneCountInString(last)
	return before <= maxLine && (strings.Contains(last, "://") || strings.Contains(last, "]("))
}

// generatedBlock matches the comment before a generated block, and its name.
var generatedBlock = regexp.MustCompile(`^<!-- ([a-z-]+) -->$`)

// unwrapped returns the lines that cannot be wrapped: those of code, tables and HTML, and
// those between <!-- name --> and <!-- /name -->, which a program writes: the figures of a
// benchmark contain its command, and the next run replaces them.
func (d document) unwrapped() map[int]bool {
	free := map[int]bool{}
	end := ""
	for i, line := range strings.Split(string(d.src), "\n") {
		if m := generatedBlock.FindStringSubmatch(line); m != nil && bytes.Contains(d.src, []byte("\n<!-- /"+m[1]+" -->\n")) {
			end = "<!-- /" + m[1] + " -->"
		}
		if end != "" {
			free[i+1] = true
		}
		if line == end {
			end = ""
		}
	}
	_ = ast.Walk(d.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n.(type) {
		case *ast.CodeBlock, *ast.FencedCodeBlock, *ast.HTMLBlock, *extast.TableCell:
			for _, line := range n.Lines().Sliced(0, n.Lines().Len()) {
				free[bytes.Count(d.src[:line.Start], []byte("\n"))+1] = true
			}
		}
		return ast.WalkContinue, nil
	})
	return free
}

// tooLong returns a failure if the whole document is too long; "" if it is not. The
// changelog grows with each release.
func (d document) tooLong() string {
	limit := maxPage
	switch d.name {
	case "CHANGELOG.md":
		return ""
	case "README.md":
		limit = maxREADME
	}
	if n := bytes.Count(d.src, []byte("\n")); n > limit {
		return fmt.Sprintf("%s: %d lines, want %d at most", d.name, n, limit)
	}
	return ""
}

// TestProseHasShortSentences holds the docs and messages to sentences that are read once.
func TestProseHasShortSentences(t *testing.T) {
	t.Parallel()
	for _, p := range loadPassages(t) {
		for _, found := range longSentences(p) {
			t.Error(found)
		}
	}
}

// TestDocsAreWrapped holds the lines of the docs to a width that diffs and editors show.
func TestDocsAreWrapped(t *testing.T) {
	t.Parallel()
	for _, d := range loadDocuments(t) {
		for _, found := range d.longLines() {
			t.Error(found)
		}
	}
}

// TestDocsAreShort holds each page of the docs to what answers one question.
func TestDocsAreShort(t *testing.T) {
	t.Parallel()
	for _, d := range loadDocuments(t) {
		if found := d.tooLong(); found != "" {
			t.Error(found)
		}
	}
}

// TestLongSentences counts the words of sentences.
func TestLongSentences(t *testing.T) {
	t.Parallel()
	words := func(n int) string { return strings.TrimSpace(strings.Repeat("word ", n)) }
	for name, tc := range map[string]struct {
		src  string
		want string // how the one failure begins, if there is one
	}{
		"as long as it may be":  {src: words(30) + ".", want: ""},
		"too long":              {src: words(31) + ".", want: "x.md:1: a sentence of 31 words"},
		"without an end":        {src: words(31), want: "x.md:1: a sentence of 31 words"},
		"second of two":         {src: "Short. " + words(20) + "\n" + words(11) + "!", want: "x.md:1: a sentence of 31 words"},
		"on a later line":       {src: "Short.\n" + words(31), want: "x.md:2: a sentence of 31 words"},
		"several":               {src: words(20) + ". `code` " + words(20) + "? " + words(20), want: ""},
		"end within brackets":   {src: words(20) + " (word.) " + words(20), want: ""},
		"end with code":         {src: words(20) + " `code`. " + words(20), want: ""},
		"abbreviation":          {src: words(20) + " (e.g. `code`) " + words(20), want: "x.md:1: a sentence of 42 words"},
		"code counts as a word": {src: words(30) + " `a b`", want: "x.md:1: a sentence of 31 words"},
		"punctuation does not":  {src: words(30) + " -", want: ""},
		"version":               {src: words(20) + " v1.2 " + words(10), want: "x.md:1: a sentence of 31 words"},
		"semicolon":             {src: words(20) + "; " + words(20), want: "x.md:1: a sentence of 40 words"},
		"line break":            {src: words(20) + "<br>" + words(20), want: ""},
		"semicolon in a cell":   {src: "| a |\n| - |\n| " + words(20) + "; " + words(20) + " |", want: ""},
		"address in brackets":   {src: "| a |\n| - |\n| " + words(20) + " (https://x.example/); " + words(20) + " |", want: ""},
		"list items":            {src: "- " + words(20) + "\n- " + words(20), want: ""},
		"table cells":           {src: "| a | b |\n| - | - |\n| " + words(20) + " | " + words(20) + " |", want: ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var found []string
			for _, p := range newDocument("x.md", []byte(tc.src)).passages() {
				found = append(found, longSentences(p)...)
			}
			got := strings.Join(found, "\n")
			if (got == "") != (tc.want == "") || !strings.HasPrefix(got, tc.want) {
				t.Errorf("found %q, want %q", got, tc.want)
			}
		})
	}
}

// TestLongLines measures lines, but for what cannot be wrapped.
func TestLongLines(t *testing.T) {
	t.Parallel()
	long := strings.TrimSpace(strings.Repeat("word ", 21)) // 104 columns
	for name, tc := range map[string]struct {
		src  string
		want string
	}{
		"100 columns":    {src: strings.Repeat("ä", 95) + " word", want: ""},
		"paragraph":      {src: "word\n" + long, want: "x.md:2: a line of 104 columns, want 100 at most"},
		"list item":      {src: "- " + long, want: "x.md:1: a line of 106 columns, want 100 at most"},
		"quoted":         {src: "> " + long, want: "x.md:1: a line of 106 columns, want 100 at most"},
		"code":           {src: "```\n" + long + "\n```", want: ""},
		"indented code":  {src: "    " + long, want: ""},
		"table":          {src: "| a |\n| - |\n| " + long + " |", want: ""},
		"comment":        {src: "<!-- " + long + " -->", want: ""},
		"generated":      {src: "<!-- a-b -->\n" + long + "\n<!-- /a-b -->\n", want: ""},
		"after a block":  {src: "<!-- a -->\n<!-- /a -->\n" + long, want: "x.md:3: a line of 104 columns, want 100 at most"},
		"block, no end":  {src: "<!-- a -->\n" + long, want: "x.md:2: a line of 104 columns, want 100 at most"},
		"address":        {src: "See <https://x.example/" + strings.Repeat("a", 100) + ">", want: ""},
		"destination":    {src: "See [it](x/" + strings.Repeat("a", 100) + ").", want: ""},
		"definition":     {src: "[it]: https://x.example/" + strings.Repeat("a", 100), want: ""},
		"late address":   {src: long + " <https://x.example/>", want: "x.md:1: a line of 125 columns, want 100 at most"},
		"address, words": {src: "<https://x.example/> " + long, want: "x.md:1: a line of 125 columns, want 100 at most"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(newDocument("x.md", []byte(tc.src)).longLines(), "\n"); got != tc.want {
				t.Errorf("found %q, want %q", got, tc.want)
			}
		})
	}
}

// TestTooLong measures whole documents.
func TestTooLong(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		lines int
		want  string
	}{
		{name: "docs/x.md", lines: 400, want: ""},
		{name: "docs/x.md", lines: 401, want: "docs/x.md: 401 lines, want 400 at most"},
		{name: "README.md", lines: 250, want: ""},
		{name: "README.md", lines: 251, want: "README.md: 251 lines, want 250 at most"},
		{name: "CHANGELOG.md", lines: 401, want: ""},
	} {
		if got := newDocument(tc.name, bytes.Repeat([]byte("x\n"), tc.lines)).tooLong(); got != tc.want {
			t.Errorf("%s of %d lines: %q, want %q", tc.name, tc.lines, got, tc.want)
		}
	}
}
