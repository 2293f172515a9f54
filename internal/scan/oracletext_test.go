package scan

import (
	"strings"

	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/css"
	"github.com/linkvet/linkvet/internal/scan/markup"
	"github.com/linkvet/linkvet/internal/weburl"
	"golang.org/x/net/html"
)

// inner records the links of what an element holds that is no HTML of its own
// tree: style sheets, JSON-LD, and the document in a srcdoc. What takes those
// apart is the scanner's, and has tests of its own; where they begin and end is
// the tree's word.
func (o *oracle) inner(n *html.Node) error {
	if style, ok := valueOf(n, "style"); ok {
		css.Declarations([]byte(style), func(l css.Link) { o.found.link(lowerName(n.Data), "style", l.URL) })
	}
	kind, _ := valueOf(n, "type")
	kind, _, _ = strings.Cut(kind, ";")
	kind = strings.Trim(kind, spaces)
	switch {
	case n.Data == "style" && n.Namespace != "math" && (kind == "" || foldsTo(kind, "text/css")):
		css.Sheet([]byte(textOf(n)), func(l css.Link) {
			found := cssLink(l, "style", 0)
			o.found.link(found.Element, found.Attribute, found.Raw)
		})
	case n.Data == "script" && n.Namespace == "" && foldsTo(kind, "application/ld+json"):
		var page Page
		s := scanner{page: &page}
		s.linkedData(&markup.CharData{Text: []byte(textOf(n))})
		for _, l := range page.Links {
			o.found.link(l.Element, l.Attribute, l.Raw)
		}
	case n.Data == "iframe" && n.Namespace == "":
		return o.srcdoc(n)
	}
	return nil
}

// lowerName is the name of an element in lower case: the tree writes some of SVG's
// in both. The functions of strings would mend what is no UTF-8.
func lowerName(name string) string {
	lowered := []byte(strings.TrimSuffix(name, wrongCase))
	for i, c := range lowered {
		lowered[i] = ascii.Lower(c)
	}
	return string(lowered)
}

// textOf returns the text of an element up to the first element in it: no style
// sheet has one, and the scanner does not look behind it.
func textOf(n *html.Node) string {
	var text strings.Builder
	for c := range n.ChildNodes() {
		switch c.Type {
		case html.ElementNode:
			return text.String()
		case html.TextNode:
			text.WriteString(c.Data)
		}
	}
	return text.String()
}

// srcdoc records the links of the document in a srcdoc, but for those to its own
// places.
func (o *oracle) srcdoc(n *html.Node) error {
	src, ok := valueOf(n, "srcdoc")
	if !ok || o.nested == maxNested {
		return nil
	}
	inner := &oracle{found: references{}, nested: o.nested + 1}
	doc, err := html.Parse(strings.NewReader(src))
	if err != nil {
		return err
	}
	if err := inner.walk(doc, true); err != nil {
		return err
	}
	for reference := range inner.found {
		if _, value, ok := strings.Cut(reference, " "); ok && !weburl.IsFragment(value) {
			o.found[reference] = true
		}
	}
	return nil
}
