package scan

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/css"
)

// CSS reads the links of a UTF-8 style sheet into page, and replaces what page held
// before. Their element is "css", and their attribute "import" or "url".
func CSS(src []byte, page *Page) {
	page.reset()
	text := bytes.TrimPrefix(src, []byte("\ufeff"))
	mark := len(src) - len(text)
	css.Sheet(text, func(l css.Link) { page.add(cssLink(l, "css", mark+l.Index)) })
}

// cssLink returns the link that l is in an element, at an offset of the document.
func cssLink(l css.Link, element string, offset int) link.Link {
	found := link.Link{Raw: l.URL, Offset: offset}
	if l.Import {
		found.Origin, found.Holds = &link.Origin{Element: element, Attribute: "import"}, link.CSSKind
	} else {
		found.Origin = &link.Origin{Element: element, Attribute: "url"}
	}
	return found
}
