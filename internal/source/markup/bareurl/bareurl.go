// Package bareurl finds URLs that are in a text without any markup, as GitHub finds
// them in Markdown.
package bareurl

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

// maxLength bounds a URL in bytes.
const maxLength = 2048

// Read adds the bare URL at i, if there is one, and returns the offset after it. text is
// that of doc, in which code is masked.
func Read(doc *document.Document, text []byte, i int) int {
	if i > 0 && (lexical.IsWord(text[i-1]) || text[i-1] == '/') {
		return i + 1
	}
	if i+1 < len(text) && text[i+1]|0x20 != 't' && text[i+1]|0x20 != 'w' {
		return i + 1 // most words
	}
	rest := text[i:min(len(text), i+maxLength)]
	head := strings.ToLower(string(rest[:min(len(rest), 8)]))
	if !strings.HasPrefix(head, "http://") && !strings.HasPrefix(head, "https://") && !strings.HasPrefix(head, "www.") {
		return i + 1
	}
	end := i + Length(rest)
	if end > i+len("www.") {
		Add(doc, text, i, end)
	}
	return max(end, i+1)
}

// Add adds the bare URL between two offsets.
func Add(doc *document.Document, text []byte, from, to int) {
	doc.Add(document.Link{Offset: from, End: to, Text: plaintext.Fold(string(text[from:to])), Role: document.LinkRole, Bare: true})
}

// Length returns how much of a text is a bare URL: up to white space, without the
// punctuation of the sentence around it.
func Length(s []byte) int {
	end := bytes.IndexAny(s, " \t\r\n<>\"`|\x01")
	if end < 0 {
		end = len(s)
	}
	for end > 0 {
		switch s[end-1] {
		case '.', ',', ';', ':', '!', '?', '\'', '*', '_', '~', ']', '}', '\\':
			end--
			continue
		case ')':
			if bytes.Count(s[:end], []byte{'('}) < bytes.Count(s[:end], []byte{')'}) {
				end--
				continue
			}
		}
		// A bracket inside ends the URL: it is the text of a link.
		if i := bytes.Index(s[:end], []byte("](")); i > 0 {
			end = i
		}
		return end
	}
	return 0
}
