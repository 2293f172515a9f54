// Package css finds the links of style sheets and of style attributes.
package css

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Link is one link in CSS.
type Link struct {
	URL string
	// Index is the index of its first character.
	Index int
	// Import reports whether the link is that of an @import. All others are to images,
	// fonts and other resources that a declaration uses.
	Import bool
}

// Sheet calls found for each link of a UTF-8 style sheet, in order. A url() that is a
// fragment alone names something in the document that uses the sheet, and is not a
// link. Neither is one outside of declarations, as in @namespace.
func Sheet(src []byte, found func(Link)) {
	if mayHaveLinks(src) {
		read(src, true, found)
	}
}

// mayHaveLinks reports whether a style sheet has what looks like a link. Most that are in a
// page have none, and are long.
func mayHaveLinks(src []byte) bool {
	if bytes.IndexByte(src, '\\') >= 0 {
		return true // a name may be escaped
	}
	for i := bytes.IndexByte(src, '@'); i >= 0; i = next(src, i, '@') {
		if rest := src[i+1:]; len(rest) >= len("import") && ascii.EqualFold(rest[:len("import")], "import") {
			return true
		}
	}
	for i := bytes.IndexByte(src, '('); i >= 0; i = next(src, i, '(') {
		if name := src[max(0, i-len("url")):i]; ascii.EqualFold(name, "url") || ascii.EqualFold(name, "src") || ascii.EqualFold(name, "set") {
			return true
		}
	}
	return false
}

// next returns the index of the first c behind index i, or -1.
func next(src []byte, i int, c byte) int {
	if n := bytes.IndexByte(src[i+1:], c); n >= 0 {
		return i + 1 + n
	}
	return -1
}

// Declarations is Sheet for the value of a style attribute.
func Declarations(src []byte, found func(Link)) { read(src, false, found) }

func read(src []byte, isSheet bool, found func(Link)) {
	r := reader{lexer: lexer{src: src}, found: found, imports: isSheet, prelude: noPrelude}
	for t := r.lexer.next(); t.kind != endToken; t = r.lexer.next() {
		r.read(t)
	}
}

// noPrelude is the depth of the prelude where there is none.
const noPrelude = -1

// reader follows the nesting of CSS as far as it decides which URLs are links.
type reader struct {
	lexer lexer
	found func(Link)
	// open are the brackets that are open, innermost last.
	open []openBracket
	// prelude is how many of them were open at the at-rule whose prelude is being read.
	prelude int
	// imports reports whether an @import counts here. Only some at-rules may be
	// before it.
	imports bool
	// wants is what a string or URL means that comes next.
	wants want
}

// openBracket is one open bracket.
type openBracket struct {
	closer kind
	isSet  bool // an image-set()
}

type want uint8

const (
	wantsNothing want = iota
	// wantsString expects a string that is a link, as in url(), src() and image-set().
	wantsString
	// wantsImport expects a string or a URL of an imported style sheet.
	wantsImport
)

// read reads one token.
func (r *reader) read(t token) {
	wants := r.wants
	r.wants = wantsNothing
	switch t.kind {
	case atToken:
		r.atRule(t)
	case functionToken:
		r.function(t, wants)
	case urlToken:
		if wants == wantsImport || r.prelude == noPrelude {
			r.add(t, wants == wantsImport)
		}
	case stringToken:
		if wants != wantsNothing {
			r.add(t, wants == wantsImport)
		}
	case '(', '[', '{':
		r.opens(t.kind)
	case ')', ']', '}':
		r.closes(t.kind)
	case ';':
		if r.prelude == len(r.open) {
			r.prelude = noPrelude
		}
	case ',':
		if n := len(r.open); n > 0 && r.open[n-1].isSet {
			r.wants = wantsString
		}
	}
}

// atRule reads the name of an at-rule, unless it is in brackets, where it
// is not one.
func (r *reader) atRule(t token) {
	n := len(r.open)
	if r.prelude != noPrelude || n > 0 && r.open[n-1].closer != '}' {
		return
	}
	r.prelude = n
	switch name := r.lexer.src[t.start:t.end]; {
	case n > 0 || !r.imports:
	case isName(name, "import"):
		r.wants = wantsImport
	case isName(name, "namespace"):
		r.imports = false
	}
}

// function reads the name of a function and the bracket behind it.
func (r *reader) function(t token, wants want) {
	name := r.lexer.src[t.start:t.end]
	bracket := openBracket{closer: ')'}
	switch isURL := isName(name, "url") || isName(name, "src"); {
	case isURL && wants == wantsImport:
		r.wants = wantsImport
	case r.prelude != noPrelude:
	case isURL:
		r.wants = wantsString
	case isName(name, "image-set"), isName(name, "-webkit-image-set"):
		bracket.isSet = true
		r.wants = wantsString
	}
	r.open = append(r.open, bracket)
}

// opens reads an opening bracket.
func (r *reader) opens(bracket kind) {
	switch bracket {
	case '(':
		r.open = append(r.open, openBracket{closer: ')'})
	case '[':
		r.open = append(r.open, openBracket{closer: ']'})
	case '{':
		if len(r.open) == 0 {
			r.imports = false
		}
		if r.prelude == len(r.open) {
			r.prelude = noPrelude
		}
		r.open = append(r.open, openBracket{closer: '}'})
	}
}

// closes reads a closing bracket. One that does not match the
// innermost open bracket closes nothing.
func (r *reader) closes(bracket kind) {
	last := len(r.open) - 1
	if last < 0 || r.open[last].closer != bracket {
		return
	}
	r.open = r.open[:last]
	if r.prelude > last {
		r.prelude = noPrelude
	}
}

// add records a link.
func (r *reader) add(t token, imported bool) {
	raw := decode(r.lexer.src[t.start:t.end])
	if !ascii.IsBlank(raw) && !weburl.IsFragment(raw) {
		r.found(Link{URL: raw, Index: t.start, Import: imported})
	}
}
