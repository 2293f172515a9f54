package html

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/stylesheet"
)

// Reader reads the tags of HTML and of the template languages around it, whose tags may
// hold expressions anywhere.
type Reader struct {
	doc *document.Document
	// src is the text, in which code may be masked.
	src     []byte
	closers lexical.Closers
	regions document.Landmarks
	// Before these offsets no expression and no tag is looked for: one began shortly
	// before and did not end.
	nextExpression, nextTag int
	// variables are the strings that the file assigns; nil until they are needed.
	variables map[string]lexical.Span
}

// NewReader returns a reader that adds links to doc. src is the text of doc, in which
// code may be masked.
func NewReader(doc *document.Document, src []byte, closers lexical.Closers) *Reader {
	return &Reader{doc: doc, src: src, closers: closers}
}

// ForgetRegions makes the next element be in no region.
func (t *Reader) ForgetRegions() { t.regions = document.Landmarks{} }

// Tag reads the tag at i, and returns the offset after it; i when there is none. After a
// tag of code it returns the offset after the code.
func (t *Reader) Tag(i int) int {
	closing := i+1 < len(t.src) && t.src[i+1] == '/'
	at := i + 1
	if closing {
		at++
	}
	start := at
	for at < len(t.src) && (lexical.IsWord(t.src[at]) || t.src[at] == '-' || t.src[at] == '.' || t.src[at] == ':') {
		at++
	}
	if at == start || t.src[start] >= '0' && t.src[start] <= '9' || t.src[start] == ':' || t.src[start] == '-' {
		return i
	}
	if at-start > 4 && at < len(t.src) && t.src[at] == '/' && t.src[at-1] == ':' {
		// An address in angle brackets.
		return i
	}
	name := string(t.src[start:at])
	if closing {
		t.regions.Close(document.RegionOf(name))
		if end := bytes.IndexByte(t.src[at:min(len(t.src), at+64)], '>'); end >= 0 {
			return at + end + 1
		}
		return at
	}
	if i < t.nextTag {
		return i
	}
	attrs, end, selfClosing := t.attributes(at)
	if end < 0 {
		return i
	}
	t.regions.Start(document.RegionOf(name))
	t.element(name, i, end, attrs, selfClosing)
	return t.skipRaw(strings.ToLower(name), end, selfClosing)
}

// skipRaw skips the contents of elements that hold no markup.
func (t *Reader) skipRaw(name string, end int, selfClosing bool) int {
	if name != "script" && name != "style" || selfClosing {
		return end
	}
	if after := t.closers.After(t.src, end, "</"+name); after > 0 {
		if name == "style" {
			stylesheet.Read(t.doc, end, after)
		}
		return after
	}
	return end
}
