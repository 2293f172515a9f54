// Package content reads what an HTML page shows: its title and headings, its words and which
// are its main ones, its forms, and how much of it scripts have to put there.
package content

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/linkvet/linkvet/internal/scan/ascii"
	"golang.org/x/net/html"
)

// Content is what a page shows. Scripts, styles, comments, templates and what only readers
// without scripts see are left out.
type Content struct {
	// Title is the text of the first <title>, and Heading that of the first <h1>, white
	// space folded.
	Title, Heading string
	// Words are the pieces that the page shows, in order.
	Words []Word
	// Password reports whether the page has a field for a password, and Links is how many
	// <a href> it has.
	Password bool
	Links    int
	// IsCut reports whether reading stopped because the page shows more than was asked for.
	IsCut bool

	size    int // bytes of text without white space, the title left out
	choices int // those of them in a <select>, a <textarea> or a drawing
	scripts scripts
}

// Kind says what a Word is.
type Kind uint8

const (
	// Text is a word of a text, and Title one of the page's title.
	Text Kind = iota
	Title
	// Tag is "<" and the name of an element, in lower case.
	Tag
	// Value is that of an attribute which says what an element shows or where it leads.
	Value
)

// Word is a piece of what a page shows.
type Word struct {
	Text string
	Kind Kind
	// InMain reports whether it is in the main element of the page (<main>, or with role
	// "main"), and IsAside whether many pages of a site may share it: it is in navigation, a
	// header, a footer or, outside of the main element, in a link, most of which is
	// navigation. A header of the main element counts, as it often holds the heading.
	InMain, IsAside bool
}

// scripts is what tells whether scripts have to fill a page.
type scripts struct {
	// runs is whether a script runs, and any whether there is one that is not JSON. code is
	// the text of the page's scripts, up to the size of a redirect, and size their whole
	// size.
	runs, any bool
	code      []byte
	size      int
	// root is whether it has an element that is commonly filled, and mounts one that is
	// known to be filled; holds whether it has one that scripts may fill, leads whether it
	// has a link to another page, and shows whether an element shows something that is no
	// text. selfBuilt is whether it brings its content as data, too.
	root, mounts, holds, leads, shows, selfBuilt bool
	// loose is how many bytes of text are outside of custom elements.
	loose int
}

// reader reads one page.
type reader struct {
	Content
	most  int
	shown int // bytes of the words of texts, with a space between two
	// hidden is the element whose content the page does not show, and choice the <select>,
	// <textarea> or <svg> that is open; isCode is whether a script is open that runs.
	hidden, choice string
	isCode         bool
	// heading is "title" or "h1" inside of the one that is read.
	heading                   string
	headed                    bool
	headingText               strings.Builder
	main, aside, link, custom openElement
}

// Read reads a page in UTF-8, up to where its texts have more than most bytes, or all of it
// when most is 0. Any bytes are a page. Tags are read roughly, without the tree of elements.
func Read(src []byte, most int) *Content {
	r := reader{most: most}
	for z := html.NewTokenizer(bytes.NewReader(src)); !r.IsCut; {
		switch z.Next() {
		case html.ErrorToken:
			r.endHeading()
			return &r.Content
		case html.TextToken:
			r.text(z.Text())
		case html.StartTagToken, html.SelfClosingTagToken:
			r.open(z.Token())
		case html.EndTagToken:
			r.close(z.Token().Data)
		}
	}
	return &r.Content
}

// Text is the text that the page shows, its title included, white space folded; empty when
// reading was cut.
func (c *Content) Text() string {
	if c.IsCut {
		return ""
	}
	return strings.Join(c.texts(Title, Text), " ")
}

// texts are the words of some kinds.
func (c *Content) texts(kinds ...Kind) (all []string) {
	for i := range c.Words {
		if w := &c.Words[i]; slices.Contains(kinds, w.Kind) {
			all = append(all, w.Text)
		}
	}
	return all
}

// text reads a piece of text.
func (r *reader) text(text []byte) {
	if r.hidden != "" {
		if r.isCode {
			r.scripts.size += len(text)
			r.scripts.code = append(r.scripts.code, text[:min(len(text), max(0, maxRedirect-len(r.scripts.code)))]...)
		}
		return
	}
	if r.heading != "" && r.headingText.Len()+len(text) <= maxHeading {
		r.headingText.Write(text)
	}
	kind := Text
	if r.heading == "title" {
		kind = Title
	}
	for word := range bytes.FieldsSeq(text) {
		if kind == Text {
			r.size += len(word)
			if r.choice != "" {
				r.choices += len(word)
			}
			if !r.custom.isOpen() {
				r.scripts.loose += len(word)
			}
		}
		r.add(kind, string(word))
		if r.shown += len(word) + 1; r.most > 0 && r.shown > r.most+1 {
			r.IsCut = true
			return
		}
	}
}

func (r *reader) add(kind Kind, text string) {
	inMain := r.main.isOpen()
	r.Words = append(r.Words, Word{text, kind, inMain, r.aside.isOpen() || !inMain && r.link.isOpen()})
}

// attribute returns the value of the attribute of that name of a tag; the first counts.
func attribute(tag html.Token, name string) string {
	if i := slices.IndexFunc(tag.Attr, func(a html.Attribute) bool { return a.Key == name }); i >= 0 {
		return tag.Attr[i].Val
	}
	return ""
}

// hiddenElements are those whose content the page does not show.
var hiddenElements = []string{"script", "style", "template", "noscript", "iframe", "noembed", "noframes"}

// asideElements hold what many pages of a site share.
var asideElements = []string{"nav", "header", "footer", "aside", "svg", "head", "select", "button"}

// shownValues are the attributes that say what an element shows or where it leads. The
// others hold values that differ from one answer to the next: nonces, tokens, states.
var shownValues = []string{"href", "src", "alt", "placeholder"}

// open reads a start tag.
func (r *reader) open(tag html.Token) {
	name := tag.Data
	if r.hidden != "" {
		return
	}
	hasHref := slices.ContainsFunc(tag.Attr, func(a html.Attribute) bool { return a.Key == "href" })
	r.openRegion(name, hasHref, attribute(tag, "role") == "main")
	r.scripts.open(tag, &r.custom)
	switch name {
	case "title", "h1":
		r.endHeading()
		if name == "title" && r.choice == "" && r.Title == "" || name == "h1" && !r.headed {
			r.heading = name
			r.headed = r.headed || name == "h1"
		}
	case "select", "textarea", "svg":
		if r.choice == "" && tag.Type != html.SelfClosingTagToken {
			r.choice = name
		}
	case "input":
		r.Password = r.Password || r.choice == "" && ascii.EqualFold(attribute(tag, "type"), "password")
	case "a":
		if hasHref {
			r.Links++
		}
	}
	if slices.Contains(hiddenElements, name) && !(name == "template" && attribute(tag, "shadowrootmode") != "") {
		r.hidden, r.isCode = name, name == "script" && isCodeType(attribute(tag, "type"))
	}
	switch name {
	case "meta", "link", "input", "script", "style":
		return
	}
	r.add(Tag, "<"+name)
	for _, a := range tag.Attr {
		if slices.Contains(shownValues, a.Key) {
			r.add(Value, a.Val)
		}
	}
}

// openRegion notes which part of the page begins with a start tag.
func (r *reader) openRegion(name string, hasHref, isMain bool) {
	r.aside.nested(name)
	r.main.nested(name)
	switch {
	case name == "a":
		if hasHref { // an old anchor, <a name=…>, often has no end tag
			r.link.open(name)
		}
	case r.aside.isOpen():
	case slices.Contains(asideElements, name) && (name != "header" || !r.main.isOpen()):
		r.aside.open(name)
	case !r.main.isOpen() && (name == "main" || isMain):
		r.main.open(name)
	}
}

// close reads an end tag.
func (r *reader) close(name string) {
	if r.hidden != "" {
		if name == r.hidden {
			r.hidden, r.isCode = "", false
		}
		return
	}
	if name == r.heading {
		r.endHeading()
	}
	if name == r.choice {
		r.choice = ""
	}
	for _, e := range []*openElement{&r.aside, &r.main, &r.link, &r.custom} {
		e.end(name)
	}
}

// maxHeading bounds how much of a title and a heading is kept, in bytes.
const maxHeading = 1000

// endHeading ends the title or the heading that is read.
func (r *reader) endHeading() {
	text := strings.Join(strings.Fields(r.headingText.String()), " ")
	switch r.heading {
	case "title":
		r.Title = text
	case "h1":
		r.Heading = text
	}
	r.heading = ""
	r.headingText.Reset()
}

// openElement is an element whose end is looked for, by its name and by how many
// elements of that name are open in it.
type openElement struct {
	name  string
	depth int
}

func (e *openElement) isOpen() bool { return e.depth > 0 }

func (e *openElement) open(name string) { e.name, e.depth = name, 1 }

func (e *openElement) nested(name string) {
	if e.depth > 0 && e.name == name {
		e.depth++
	}
}

func (e *openElement) end(name string) {
	if e.depth > 0 && e.name == name {
		e.depth--
	}
}

// MaxTitleAt is how far into a document TitleOf looks for its title, in bytes.
const MaxTitleAt = 64 << 10

// TitleOf returns what the first <title> of a UTF-8 document reads, white space
// folded; empty when it has none near its beginning. It is for many documents of
// which nothing else is wanted.
func TitleOf(src []byte) string {
	for z := html.NewTokenizer(bytes.NewReader(src[:min(len(src), MaxTitleAt)])); ; {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken:
			if name, _ := z.TagName(); string(name) == "title" && z.Next() == html.TextToken {
				return strings.Join(strings.Fields(string(z.Text())), " ")
			}
		}
	}
}

// SplitWords returns the words of a text in lower case: all that is neither a letter nor a
// digit parts them.
func SplitWords(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
