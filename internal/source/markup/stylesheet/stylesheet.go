// Package stylesheet reads the URLs of CSS, and of the languages that become CSS.
package stylesheet

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// reader reads one stylesheet, which ends at to.
type reader struct {
	doc *document.Document
	to  int
	// plain is true for CSS itself, in which no comment ends with its line.
	plain   bool
	closers lexical.Closers
	// unquoted is for each quote the end of a line on which its last string does not end.
	unquoted map[byte]int
}

// Read reads the stylesheet between two offsets. A file in another language than CSS keeps
// the URLs in url() as they are.
func Read(doc *document.Document, from, to int) {
	r := &reader{doc: doc, to: to, plain: !isOtherLanguage(doc.Name), closers: lexical.Closers{}, unquoted: map[byte]int{}}
	for i := from; i < to && !doc.Ended(); {
		j := bytes.IndexAny(doc.Source[i:to], "/uU@\"'")
		if j < 0 {
			return
		}
		i = r.step(i + j)
	}
}

// isOtherLanguage reports whether a file is written in a language that becomes CSS.
func isOtherLanguage(name string) bool {
	for _, ext := range [...]string{".scss", ".sass", ".less", ".styl"} {
		if strings.HasSuffix(strings.ToLower(name), ext) {
			return true
		}
	}
	return false
}

// step reads what begins at i, and returns the offset after it.
func (r *reader) step(i int) int {
	rest := r.doc.Source[i:r.to]
	switch rest[0] {
	case '/':
		if bytes.HasPrefix(rest, []byte("/*")) {
			return max(r.closers.After(r.doc.Source[:r.to], i+2, "*/"), i+2)
		}
		if !r.plain && bytes.HasPrefix(rest, []byte("//")) {
			return i + lexical.LineEnd(rest, 0)
		}
	case '"', '\'':
		return i + r.quoted(i)
	case '@':
		if word := "@import"; r.plain && len(rest) > len(word) && strings.EqualFold(string(rest[:len(word)]), word) {
			return r.imported(i + len(word))
		}
	default:
		if len(rest) > 4 && strings.EqualFold(string(rest[:4]), "url(") && (i == 0 || !lexical.IsWord(r.doc.Source[i-1]) && r.doc.Source[i-1] != '-') {
			return r.url(i + 4)
		}
	}
	return i + 1
}

// quoted returns the length of the string that begins at i; 1 when it does not end on its
// line.
func (r *reader) quoted(i int) int {
	s := r.doc.Source[i:r.to]
	if i < r.unquoted[s[0]] {
		return 1
	}
	j := 1
	for ; j < len(s) && s[j] != '\n'; j++ {
		switch s[j] {
		case '\\':
			j++
		case s[0]:
			return j + 1
		}
	}
	r.unquoted[s[0]] = i + j
	return 1
}

// space returns the offset after the white space at i.
func (r *reader) space(i int) int {
	for i < r.to && r.doc.Source[i] <= ' ' {
		i++
	}
	return i
}

// imported reads the string after @import. One in url() is read as such.
func (r *reader) imported(i int) int {
	i = r.space(i)
	if i >= r.to || r.doc.Source[i] != '"' && r.doc.Source[i] != '\'' {
		return i
	}
	n := r.quoted(i)
	r.add(i+1, i+n-1)
	return i + n
}

// url reads the text in url(), which begins at i.
func (r *reader) url(i int) int {
	i = r.space(i)
	if i >= r.to {
		return i
	}
	if c := r.doc.Source[i]; c == '"' || c == '\'' {
		n := r.quoted(i)
		if after := r.space(i + n); n > 1 && after < r.to && r.doc.Source[after] == ')' {
			r.add(i+1, i+n-1)
		}
		return i + n
	}
	end := bytes.IndexAny(r.doc.Source[i:r.to], ")\n\"' \t;")
	if end < 0 {
		return r.to
	}
	if after := r.space(i + end); after < r.to && r.doc.Source[after] == ')' {
		r.add(i, i+end)
	}
	return i + end
}

// add adds the URL between two offsets. What an escape means depends on where it is.
func (r *reader) add(from, to int) {
	if from < to && bytes.IndexByte(r.doc.Source[from:to], '\\') < 0 {
		r.doc.Add(document.Link{Offset: from, End: to, Loose: true, InStyle: true})
	}
}
