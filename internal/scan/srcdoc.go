package scan

import (
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// maxNested is how many srcdocs are read that stand in one another. Each level
// costs no more time than its length, which is not more than that around it.
const maxNested = 4

// srcdoc takes the links from the document that the srcdoc of an <iframe> is. Its
// anchors are its own, and so links to them are no links of the page.
func (s *scanner) srcdoc(a *attr) {
	if s.nested == maxNested {
		return
	}
	src := s.src[a.start:a.end]
	if !a.plain {
		src = []byte(s.tag.value(a))
	}
	s.page.Nested = true
	var page Page
	inner := scanner{src: src, opt: s.opt, page: &page, nested: s.nested + 1}
	inner.document()
	for _, l := range page.Links {
		if !weburl.IsFragment(l.Raw) {
			s.put(a.around(l, &page))
		}
	}
}

// around returns what the link l of the page in the attribute is in the document
// around that.
func (a *attr) around(l link.Link, page *Page) link.Link {
	l.Offset += a.start
	if !a.plain {
		l.Offset = a.start
	}
	if page.HasBase {
		l.Origin = &link.Origin{
			Element: l.Element, Attribute: l.Attribute, Base: append([]string{page.Base}, l.Base...),
		}
	}
	return l
}
