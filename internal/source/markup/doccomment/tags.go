package doccomment

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// maskTags masks the inline tags of Javadoc that hold code: {@code text}, {@literal text}
// and {@snippet text}. Braces nest in them. Code without markup stays, as the text of links.
func maskTags(text []byte) {
	for i := 0; i < len(text); {
		j := bytes.Index(text[i:], []byte("{@"))
		if j < 0 {
			return
		}
		i += j
		word := text[i+2:]
		if !bytes.HasPrefix(word, []byte("code")) && !bytes.HasPrefix(word, []byte("literal")) && !bytes.HasPrefix(word, []byte("snippet")) {
			i += 2
			continue
		}
		end := closingBrace(text, i)
		if n := bytes.IndexByte(text[i:end], ' '); n > 0 && bytes.IndexByte(text[i:end], '<') < 0 {
			blank(text[i : i+n])
			blank(text[end-1 : end])
		} else {
			lexical.Mask(text, i, end)
		}
		i = end
	}
}

// blank replaces a text by spaces.
func blank(text []byte) {
	for i := range text {
		text[i] = ' '
	}
}

// closingBrace returns the offset after the braces at i; the end of the text when they do not
// close.
func closingBrace(text []byte, i int) int {
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// verbatim are the commands of Doxygen that hold no markup, with those that end them.
var verbatim = [...]struct{ open, close string }{
	{"code", "endcode"},
	{"verbatim", "endverbatim"},
	{"dot", "enddot"},
	{"msc", "endmsc"},
	{"startuml", "enduml"},
	{"latexonly", "endlatexonly"},
	{"manonly", "endmanonly"},
	{"rtfonly", "endrtfonly"},
	{"xmlonly", "endxmlonly"},
}

// readCommands masks what commands of Doxygen hold that is no text, and adds the images that
// they show: "\image html name.png".
func (r *reader) readCommands() {
	text := r.part.Text
	closers := lexical.Closers{}
	for i := 0; i < len(text); {
		j := bytes.IndexAny(text[i:], "\\@")
		if j < 0 {
			return
		}
		i += j + 1
		end := i
		for end < len(text) && text[end] >= 'a' && text[end] <= 'z' {
			end++
		}
		name := string(text[i:end])
		if name == "image" {
			r.image(end)
		}
		for _, v := range verbatim {
			if name == v.open {
				if after := closers.After(text, end, string(text[i-1])+v.close); after > 0 {
					lexical.Mask(text, end, after)
					end = after
				}
			}
		}
		i = end
	}
}

// image adds the image that a command shows, whose arguments begin at an offset.
func (r *reader) image(at int) {
	line := r.part.Text[at:lexical.LineEnd(r.part.Text, at)]
	rest, found := bytes.CutPrefix(bytes.TrimLeft(line, " \t"), []byte("html "))
	rest = bytes.TrimLeft(rest, " \t\"")
	n := bytes.IndexAny(rest, " \t\"\r")
	if n < 0 {
		n = len(rest)
	}
	if start := at + len(line) - len(rest); found && n > 0 {
		r.doc.ReadComment(&r.part, func(part *document.Document) {
			part.Add(document.Link{Offset: start, End: start + n, Loose: true, Role: document.EmbedRole})
		})
	}
}
