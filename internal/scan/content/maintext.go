package content

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/markup"
)

// asideElements hold what many pages of a site share, or what is not shown.
var asideElements = map[string]bool{
	"nav": true, "header": true, "footer": true, "aside": true, "script": true, "style": true,
	"template": true, "noscript": true, "svg": true, "head": true, "select": true, "button": true,
}

// MainText calls visit for each word of the text of a UTF-8 document, in lower case. inMain
// is true for words of its main element (<main>, or with role "main"). Outside of that
// element the text of links is left out, because most of it is navigation. What pages share
// with others (navigation, header, footer) is left out everywhere, except that a header of
// the main element counts: it often holds the heading. Tags are read roughly. visit must not
// keep word.
func MainText(src []byte, visit func(word []byte, inMain bool)) {
	t := mainText{visit: visit}
	m := markup.Reader{Src: src}
	for {
		switch kind, start := m.Next(); kind {
		case markup.End:
			return
		case markup.Text:
			if !t.aside.isOpen() && (t.main.isOpen() || !t.link.isOpen()) {
				t.words(m.Text(start))
			}
		case markup.OpenTag:
			tag := t.tag(&m)
			t.start(&m, tag)
		case markup.CloseTag:
			t.tag(&m)
			t.aside.end(t.name)
			t.main.end(t.name)
			t.link.end(t.name)
		case markup.Hidden:
		}
	}
}

// mainText is what MainText knows at one place of a document.
type mainText struct {
	visit             func(word []byte, inMain bool)
	main, aside, link openElement
	// name is that of the last tag, in lower case.
	name []byte
	word []byte
}

// tag reads the tag at the place of m, and returns what is behind its name.
func (t *mainText) tag(m *markup.Reader) []byte {
	t.name = t.name[:0]
	i := m.At
	for ; i < len(m.Src) && !ascii.IsSpace(m.Src[i]) && m.Src[i] != '/' && m.Src[i] != '>'; i++ {
		t.name = append(t.name, ascii.Lower(m.Src[i]))
	}
	m.At = tagEnd(m.Src, i)
	return m.Src[i:m.At]
}

// tagEnd is the offset behind the tag whose attributes begin at i.
func tagEnd(src []byte, i int) int {
	for i < len(src) {
		switch c := src[i]; {
		case c == '>':
			return i + 1
		case c == '=':
			_, _, i = markup.ValueSpan(src, i+1)
		default:
			i++
		}
	}
	return i
}

// rawElements have text up to their end tag, and no elements.
var rawElements = map[string]string{"script": "script", "style": "style", "textarea": "textarea", "title": "title"}

func (t *mainText) start(m *markup.Reader, attributes []byte) {
	m.Raw = rawElements[string(t.name)]
	t.aside.nested(t.name)
	t.main.nested(t.name)
	switch {
	case string(t.name) == "a":
		// An old anchor, <a name=…>, often has no end tag.
		if bytes.Contains(attributes, []byte("href")) {
			t.link.open("a")
		}
	case t.aside.isOpen():
	case asideElements[string(t.name)] && (string(t.name) != "header" || !t.main.isOpen()):
		t.aside.open(string(t.name))
	case !t.main.isOpen():
		if string(t.name) == "main" || bytes.Contains(attributes, []byte(`role="main"`)) || bytes.Contains(attributes, []byte("role=main")) {
			t.main.open(string(t.name))
		}
	}
}

// words visits the words of a text: all that is neither a letter nor a digit parts them.
func (t *mainText) words(text []byte) {
	t.word = t.word[:0]
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			t.word = append(t.word, c)
			i++
		case 'A' <= c && c <= 'Z':
			t.word = append(t.word, c|0x20)
			i++
		case c < utf8.RuneSelf:
			t.endWord()
			i++
		default:
			r, n := utf8.DecodeRune(text[i:])
			i += n
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				t.word = utf8.AppendRune(t.word, unicode.ToLower(r))
				continue
			}
			t.endWord()
		}
	}
	t.endWord()
}

func (t *mainText) endWord() {
	if len(t.word) > 0 {
		t.visit(t.word, t.main.isOpen())
		t.word = t.word[:0]
	}
}

// openElement is an element whose end is looked for, by its name and by how many
// elements of that name are open in it.
type openElement struct {
	name  string
	depth int
}

func (e *openElement) isOpen() bool { return e.depth > 0 }

func (e *openElement) open(name string) { e.name, e.depth = name, 1 }

func (e *openElement) nested(name []byte) {
	if e.depth > 0 && e.name == string(name) {
		e.depth++
	}
}

func (e *openElement) end(name []byte) {
	if e.depth > 0 && e.name == string(name) {
		e.depth--
	}
}
