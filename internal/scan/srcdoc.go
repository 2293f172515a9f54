package scan

import (
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// maxNested is how deeply nested a srcdoc may be to be read. Each level
// takes time linear in its length, which is less than that of the outer document.
const maxNested = 4

// srcdoc records the links of the document in the srcdoc of an <iframe>. Its
// anchors are not anchors of the page, so links to them are left out.
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
			s.put(a.inOuter(l, &page))
		}
	}
}

// inOuter returns the link l of the page in the attribute as a link of the outer document.
func (a *attr) inOuter(l link.Link, page *Page) link.Link {
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
