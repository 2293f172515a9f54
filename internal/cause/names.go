package cause

import (
	"bytes"
	"path"
	"strings"
	"unicode"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/source"
)

// sign is what a pull request does with a name.
type sign uint8

const (
	// lost is gone from a file, or from its path.
	lost sign = 1 << iota
	// added is new in a file, or in its path.
	added
	// touched is in the path of a changed file.
	touched
	// included is in a new line of a template that may include a file of that name, and
	// includedByPage in one of a page.
	included
	includedByPage
	// shortened is in the path of a file that lost a line which may include another one.
	shortened
)

// names are the names that are looked for, with their signs. A name is the letters and
// digits of the last segment of a path, or of a fragment, because generators make paths
// and anchors of titles and of file names. One that keeps its case begins with a mark.
type names struct {
	signs map[string]sign
	// hashes are those of the names, and longest is the length of the longest.
	hashes  map[uint64]bool
	longest int
	// steps counts the words that were joined.
	steps int
}

// maxName is the most bytes of a name.
const maxName = 200

// exactMark begins the names that keep their case.
const exactMark = "="

// folded returns the letters and digits of a text, in lower case.
func folded(text string) string { return strings.ToLower(squashed(text)) }

// exact returns the letters and digits of a text as a name that keeps its case.
func exact(text string) string { return exactMark + squashed(text) }

func squashed(text string) string {
	return strings.Map(func(r rune) rune {
		if isLetter(r) {
			return r
		}
		return -1
	}, text)
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// namesOf returns the names of the internal targets that fail the run, and of the pages that
// link to them.
func namesOf(r *link.Report) *names {
	n := &names{signs: map[string]sign{}, hashes: map[uint64]bool{}}
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.Fails {
			continue
		}
		n.wantFiles(f)
		if !isOfRepository(f) {
			continue
		}
		page, fragment := splitTarget(f)
		n.want(nameOf(page), exact(lastOf(page)))
		if fragment != "" {
			n.want(fragmentNames(fragment)...)
		}
	}
	return n
}

// wantFiles adds the names of the pages and of the files that hold the links of a finding.
func (n *names) wantFiles(f *link.Finding) {
	page, file := "", ""
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		if o.Page != page {
			n.want(nameOf(o.Page))
			page = o.Page
		}
		if o.Source != nil && o.Source.File != file {
			n.want(fileName(o.Source.File))
			file = o.Source.File
		}
	}
}

func (n *names) want(all ...string) {
	for _, name := range all {
		if name != "" && len(name) <= maxName {
			n.signs[name] = 0
			n.hashes[hashOf(0, name)] = true
			n.longest = max(n.longest, len(name))
		}
	}
}

// has reports whether one of the names has a sign.
func (n *names) has(s sign, all ...string) bool {
	for _, name := range all {
		if n.signs[name]&s != 0 {
			return true
		}
	}
	return false
}

// sign gives a sign to all names in a path, or in another text.
func (n *names) sign(text string, s sign) {
	n.each(text, func(found string) { n.signs[found] |= s })
}

// contents gives signs to the names in the parts that only one version of a file has. A part
// counts as a whole: "## Server" is gone when it becomes "## Cache server".
func (n *names) contents(file string, before, after []byte) {
	was, is := partsOf(file, before), partsOf(file, after)
	gone, kept := less(was, is), map[string]bool{}
	if source.SyntaxOf(file).IsCode() || isScript(file) {
		// A program has a word for many reasons.
		for _, part := range is {
			n.each(part, func(name string) { kept[name] = true })
		}
	}
	for _, part := range gone {
		n.each(part, func(name string) {
			if !kept[name] {
				n.signs[name] |= lost
			}
		})
	}
	for _, part := range less(is, was) {
		n.sign(part, added)
	}
}

// maxSteps bounds how often words are joined to names. A run that needs more compares too
// much to say what is lost.
const maxSteps = 200_000_000

// each finds the names that begin and end with words of a text. A name may have many words,
// so the work for each word is bounded by the length of the longest name.
func (n *names) each(text string, found func(name string)) {
	all := wordsOf(text)
	n.joined(all, exactMark, found)
	for i := range all {
		all[i] = strings.ToLower(all[i])
	}
	n.joined(all, "", found)
}

// joined finds the names that are some of the words, one after the other, behind a mark.
func (n *names) joined(words []string, mark string, found func(name string)) {
	buf := make([]byte, 0, n.longest+len(mark))
	for i := range words {
		buf = append(buf[:0], mark...)
		hash := hashOf(0, mark)
		for _, word := range words[i:] {
			if n.steps++; n.steps > maxSteps || len(buf)+len(word) > n.longest {
				break
			}
			buf = append(buf, word...)
			if hash = hashOf(hash, word); !n.hashes[hash] {
				continue
			}
			if _, ok := n.signs[string(buf)]; ok {
				found(string(buf))
			}
		}
	}
}

// hashOf continues a hash with the bytes of a text, so that joining words costs no more
// than their bytes.
func hashOf(hash uint64, text string) uint64 {
	for i := range len(text) {
		hash = hash*1_099_511_628_211 + uint64(text[i]) + 1
	}
	return hash
}

// wordsOf returns the words of a text, without what a generator leaves out of a word:
// "don't" makes "dont".
func wordsOf(text string) []string {
	var all []string
	start, plain := -1, true
	for i, r := range text {
		switch {
		case isLetter(r):
			if start < 0 {
				start, plain = i, true
			}
		case start >= 0 && (r == '\'' || r == '’'):
			plain = false
		case start >= 0:
			all = append(all, word(text[start:i], plain))
			start = -1
		}
	}
	if start >= 0 {
		all = append(all, word(text[start:], plain))
	}
	return all
}

// word returns a word without apostrophes; a plain one has none.
func word(text string, plain bool) string {
	if plain {
		return text
	}
	return squashed(text)
}

// hasNames reports whether the contents of a file may make paths or anchors.
func hasNames(file string) bool {
	syntax := source.SyntaxOf(file)
	return syntax.IsRead() && !syntax.IsStyle()
}

// isScript reports whether a file of data is a program.
func isScript(file string) bool {
	for _, ext := range [...]string{".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"} {
		if strings.HasSuffix(file, ext) {
			return true
		}
	}
	return false
}

// partsOf returns the parts of a file that make paths and anchors: front matter and headings
// of prose, ids of HTML, the values of data and the lines of programs.
func partsOf(file string, src []byte) []string {
	syntax := source.SyntaxOf(file)
	var all []string
	switch {
	case syntax.IsProse():
		return headings(src, path.Ext(file) == ".org")
	case syntax.IsMarkup():
		var page scan.Page
		scan.HTML(src, scan.Options{IDs: true}, &page)
		for _, id := range page.IDs {
			all = append(all, strings.Clone(id))
		}
		return append(all, headings(frontMatter(src), false)...)
	}
	return values(string(src))
}

// values returns the values of data: those of a list are parts by themselves.
func values(text string) []string {
	var all []string
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(",;{}[]()\n", r) }) {
		all = append(all, strings.TrimSpace(part))
	}
	return all
}

// frontMatter returns the lines before the end of the front matter; none without any.
func frontMatter(src []byte) []byte {
	first, rest, _ := bytes.Cut(src, []byte("\n"))
	fence := string(bytes.TrimSpace(first))
	if fence != "---" && fence != "+++" {
		return nil
	}
	end := bytes.Index(rest, []byte("\n"+fence))
	if end < 0 {
		return nil
	}
	return src[:len(first)+1+end+1+len(fence)]
}

// headings returns the lines of front matter, headings and marked anchors of a text. A star
// begins a heading of Org, and an item of a list in other syntaxes.
func headings(src []byte, org bool) []string {
	var all []string
	front := len(frontMatter(src))
	last, at, metadata := "", 0, true
	for raw := range bytes.Lines(src) {
		line := string(bytes.TrimSpace(raw))
		switch {
		case at < front && strings.Contains(line, "["):
			all = append(all, values(line)...)
		case at < front, isMarked(line), org && strings.HasPrefix(line, "*"), metadata && strings.Contains(line, ":"):
			all = append(all, line)
		case isUnderline(line):
			all = append(all, last)
		}
		// Metadata without front matter, such as that of Pelican, ends with an empty line.
		metadata = metadata && line != ""
		last = line
		at += len(raw)
	}
	return all
}

// isUnderline reports whether a line makes a heading of the one above it.
func isUnderline(line string) bool {
	return len(line) > 1 && strings.ContainsRune("=-~^\"'`#*+", rune(line[0])) && strings.Trim(line, line[:1]) == ""
}

// isMarked reports whether a line is a heading, sets metadata, or has an anchor of its own.
func isMarked(line string) bool {
	if line == "" {
		return false
	}
	switch line[0] {
	case '#', '=', ':', '.', '%':
		return true
	}
	for _, mark := range [...]string{"id=", "name=", "{#", "[[", "[#", "<h"} {
		if strings.Contains(line, mark) {
			return true
		}
	}
	return false
}
