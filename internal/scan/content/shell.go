package content

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// shellText is how many bytes of text, white space left out, a page has at most
// that waits for scripts to be filled: more than a greeting and a footer, and
// less than a page to which authors link by fragments.
const shellText = 500

// shellRoots are the ids of the elements that scripts fill in the common kinds of
// applications.
var shellRoots = [...]string{
	"root", "app", "__next", "__nuxt", "___gatsby", "__docusaurus", "react-root", "app-root", "app-mount", "svelte", "q-app", "ember-app",
}

// selfBuilt is the element in which a page brings its content as data for
// scripts, however much of it there is as text too.
const selfBuilt = "react-app"

// IsShell reports whether an HTML document looks like one whose content scripts put there:
// it has a script, almost no text, and an element that applications commonly fill, which
// has a well-known id or is a custom element.
func IsShell(src []byte) bool {
	var s shell
	s.read(src)
	return s.scripts && (s.selfBuilt || s.root && s.text < shellText)
}

// shell is what IsShell sees of a document.
type shell struct {
	// quiet is the element whose text the page does not show; empty outside of one.
	quiet                    string
	scripts, root, selfBuilt bool
	text                     int
}

// read goes through the document. Few are looked at, so the tokenizer of
// x/net is fast enough.
func (s *shell) read(src []byte) {
	tokens := html.NewTokenizer(bytes.NewReader(src))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return
		case html.TextToken:
			if s.quiet == "" {
				s.text += bytesOfText(tokens.Raw())
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			if s.quiet == "" {
				s.open(tokens)
			}
		case html.EndTagToken:
			if name, _ := tokens.TagName(); string(name) == s.quiet {
				s.quiet = ""
			}
		}
	}
}

// open records a start tag.
func (s *shell) open(tokens *html.Tokenizer) {
	tag, more := tokens.TagName()
	name, data := string(tag), false
	for more {
		var key, value []byte
		key, value, more = tokens.TagAttr()
		switch string(key) {
		case "id":
			s.root = s.root || slices.Contains(shellRoots[:], string(value))
		case "type":
			data = bytes.Contains(value, []byte("json"))
		}
	}
	switch name {
	case "script":
		s.scripts = s.scripts || !data
		s.quiet = name
	case "style", "title", "noscript", "template":
		s.quiet = name
	case selfBuilt:
		s.selfBuilt = true
	}
	s.root = s.root || strings.Contains(name, "-")
}

// bytesOfText counts the bytes that are no white space.
func bytesOfText(text []byte) int {
	n := 0
	for _, c := range text {
		if c != ' ' && (c < '\t' || c > '\r') {
			n++
		}
	}
	return n
}
