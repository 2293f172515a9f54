package scan

import (
	"bytes"
	"slices"
)

// shellText is how many bytes of text, white space left out, a page has at most
// that waits for scripts to be filled: more than a greeting and a footer, and
// less than what somebody would link into.
const shellText = 500

// shellRoots are the ids of the elements that scripts fill in the common kinds of
// applications.
var shellRoots = [...]string{
	"root", "app", "__next", "__nuxt", "___gatsby", "__docusaurus", "react-root", "app-root", "app-mount", "svelte", "q-app", "ember-app",
}

// selfBuilt is the element in which a page brings its content as data for
// scripts, however much of it there is as text too.
const selfBuilt = "react-app"

// IsShell tells whether an HTML document looks like one whose content scripts put
// there: it has a script, next to no text of its own, and an element that
// applications commonly fill, which is one of a well-known id or a custom one.
func IsShell(src []byte) bool {
	s := shell{markup: markup{src: src}}
	s.tag.src = src
	s.read()
	return s.scripts && (s.selfBuilt || s.root && s.text < shellText)
}

// shell is what IsShell sees of a document.
type shell struct {
	markup markup
	tag    tag

	scripts, root, selfBuilt bool
	text                     int
}

// read goes through the document.
func (s *shell) read() {
	for {
		raw := s.markup.raw != ""
		kind, start := s.markup.next()
		switch kind {
		case endOfMarkup:
			return
		case textMarkup:
			if !raw {
				s.text += bytesOfText(s.markup.src[start:s.markup.at])
			}
		case openTag, closeTag:
			if s.markup.at = s.tag.parse(s.markup.src, s.markup.at); s.markup.at < 0 {
				return
			}
			if kind == openTag {
				s.open()
			}
		}
	}
}

// open takes in a start tag.
func (s *shell) open() {
	name := s.tag.element()
	if s.markup.raw = rawTextName(name); name == "noscript" {
		s.markup.raw = name // what it says is for others
	}
	if kind, _ := s.tag.get("type"); name == "script" && !bytes.Contains([]byte(kind), []byte("json")) {
		s.scripts = true
	}
	id, _ := s.tag.get("id")
	s.root = s.root || slices.Contains(shellRoots[:], id) || bytes.IndexByte(s.tag.rawName, '-') > 0
	s.selfBuilt = s.selfBuilt || name == selfBuilt
}

// bytesOfText counts the bytes that are no white space.
func bytesOfText(text []byte) int {
	n := 0
	for _, c := range text {
		if !isSpace(c) {
			n++
		}
	}
	return n
}
