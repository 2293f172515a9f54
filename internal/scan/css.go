package scan

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/weburl"
)

// The attributes by which links of CSS go: what an @import asks for, and the
// images, fonts and pointers of declarations.
const (
	cssImport    = "import"
	cssReference = "url"
)

// CSS reads the links of a UTF-8 style sheet into page, whatever page held
// before. Their element is "css", their attribute "import" or "url". A url()
// that is a fragment alone names something in the document that the sheet is
// for, and is no link; nor is one outside of declarations, as in @namespace.
func CSS(src []byte, page *Page) {
	page.reset()
	offset := 0
	if text, ok := bytes.CutPrefix(src, []byte("\ufeff")); ok {
		src, offset = text, len("\ufeff")
	}
	readCSS(src, true, func(l cssLink) {
		if page.hasRoom() {
			page.Links = append(page.Links, l.link("css", offset))
		}
	})
}

// cssLink is one link in CSS.
type cssLink struct {
	url      string
	index    int // of its first character
	imported bool
}

// link returns the link that l is in the element, whose CSS starts at offset.
func (l *cssLink) link(element string, offset int) link.Link {
	found := link.Link{Raw: l.url, Offset: offset + l.index}
	if l.imported {
		found.Origin, found.Holds = &link.Origin{Element: element, Attribute: cssImport}, link.CSSKind
	} else {
		found.Origin = &link.Origin{Element: element, Attribute: cssReference}
	}
	return found
}

// readCSS calls found for each link of a style sheet, or else of the list of
// declarations that a style attribute is.
func readCSS(src []byte, isSheet bool, found func(cssLink)) {
	r := cssReader{lexer: cssLexer{src: src}, found: found, imports: isSheet, prelude: noPrelude}
	for t := r.lexer.next(); t.kind != cssEnd; t = r.lexer.next() {
		r.take(t)
	}
}

// noPrelude is the depth of the prelude where there is none.
const noPrelude = -1

// cssReader follows the nesting of CSS as far as it tells which URLs are links.
type cssReader struct {
	lexer cssLexer
	found func(cssLink)
	// open are the brackets that are open, innermost last.
	open []cssBracket
	// prelude is how many of them were open at the at-rule whose prelude goes on.
	prelude int
	// imports tells that an @import would count here: only some at-rules may
	// stand before it.
	imports bool
	// wants is what a string or URL is that comes next.
	wants cssWant
}

// cssBracket is one open bracket.
type cssBracket struct {
	closer cssKind
	set    bool // that of an image-set()
}

type cssWant uint8

const (
	wantsNothing cssWant = iota
	// wantsString takes a string for a link: in url(), src() and image-set().
	wantsString
	// wantsImport takes a string or a URL for an imported style sheet.
	wantsImport
)

// take takes in one token.
func (r *cssReader) take(t cssToken) {
	wants := r.wants
	r.wants = wantsNothing
	switch t.kind {
	case cssAt:
		r.atRule(t)
	case cssFunction:
		r.function(t, wants)
	case cssURL:
		if wants == wantsImport || r.prelude == noPrelude {
			r.add(t, wants == wantsImport)
		}
	case cssString:
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
		if n := len(r.open); n > 0 && r.open[n-1].set {
			r.wants = wantsString
		}
	}
}

// atRule takes in the name of an at-rule, unless it stands in brackets, where it
// is none.
func (r *cssReader) atRule(t cssToken) {
	n := len(r.open)
	if r.prelude != noPrelude || n > 0 && r.open[n-1].closer != '}' {
		return
	}
	r.prelude = n
	switch name := r.lexer.src[t.start:t.end]; {
	case n > 0 || !r.imports:
	case cssIs(name, "import"):
		r.wants = wantsImport
	case cssIs(name, "namespace"):
		r.imports = false
	}
}

// function takes in the name of a function and the bracket behind it.
func (r *cssReader) function(t cssToken, wants cssWant) {
	name := r.lexer.src[t.start:t.end]
	bracket := cssBracket{closer: ')'}
	switch isURL := cssIs(name, "url") || cssIs(name, "src"); {
	case isURL && wants == wantsImport:
		r.wants = wantsImport
	case r.prelude != noPrelude:
	case isURL:
		r.wants = wantsString
	case cssIs(name, "image-set"), cssIs(name, "-webkit-image-set"):
		bracket.set = true
		r.wants = wantsString
	}
	r.open = append(r.open, bracket)
}

// opens takes in an opening bracket.
func (r *cssReader) opens(bracket cssKind) {
	switch bracket {
	case '(':
		r.open = append(r.open, cssBracket{closer: ')'})
	case '[':
		r.open = append(r.open, cssBracket{closer: ']'})
	case '{':
		if len(r.open) == 0 {
			r.imports = false
		}
		if r.prelude == len(r.open) {
			r.prelude = noPrelude
		}
		r.open = append(r.open, cssBracket{closer: '}'})
	}
}

// closes takes in a closing bracket. One that closes another bracket than the
// innermost closes none.
func (r *cssReader) closes(bracket cssKind) {
	last := len(r.open) - 1
	if last < 0 || r.open[last].closer != bracket {
		return
	}
	r.open = r.open[:last]
	if r.prelude > last {
		r.prelude = noPrelude
	}
}

// add takes in a link.
func (r *cssReader) add(t cssToken, imported bool) {
	raw := cssText(r.lexer.src[t.start:t.end])
	if !ascii.IsBlank(raw) && !weburl.IsFragment(raw) {
		r.found(cssLink{raw, t.start, imported})
	}
}
