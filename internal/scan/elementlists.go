package scan

// nameSet is a set of names of elements.
type nameSet map[string]bool

func (set nameSet) has(name string) bool { return set[name] }

func newNameSet(lists ...[]string) nameSet {
	set := nameSet{}
	for _, list := range lists {
		for _, name := range list {
			set[name] = true
		}
	}
	return set
}

// The lists of the HTML standard (sections 13.1.2, 13.2.4 and 13.2.6.4.7).
var (
	voidElements = newNameSet([]string{
		"area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "image", "input", "keygen", "link", "meta", "param", "source", "track", "wbr",
	})
	blocks = []string{
		"address", "article", "aside", "blockquote", "center", "details", "dialog", "dir", "div", "dl", "fieldset", "figcaption", "figure",
		"footer", "header", "hgroup", "listing", "main", "menu", "nav", "ol", "p", "pre", "search", "section", "summary", "ul",
	}
	headings        = []string{"h1", "h2", "h3", "h4", "h5", "h6"}
	closesParagraph = newNameSet(blocks, headings, []string{"form", "hr", "plaintext", "table", "xmp"})
	headElements    = newNameSet([]string{
		"base", "basefont", "bgsound", "head", "html", "link", "meta", "noframes", "noscript", "script", "style", "template", "title",
	})
	tableParts      = newNameSet([]string{"caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr"})
	specialElements = newNameSet(blocks, headings, []string{
		"applet", "area", "base", "basefont", "bgsound", "body", "br", "button", "caption", "col", "colgroup", "dd", "dt", "embed", "form",
		"frame", "frameset", "head", "hr", "html", "iframe", "img", "input", "keygen", "li", "link", "marquee", "meta", "noembed",
		"noframes", "noscript", "object", "param", "plaintext", "script", "select", "source", "style", "table", "tbody", "td", "template", "textarea",
		"tfoot", "th", "thead", "title", "tr", "track", "wbr", "xmp",
	})
	formattingElements = newNameSet([]string{"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"})
	scopeNames         = []string{"applet", "caption", "html", "marquee", "object", "table", "td", "template", "th"}
	scope              = newNameSet(scopeNames)
	buttonScope        = newNameSet(scopeNames, []string{"button"})
	listScope          = newNameSet(scopeNames, []string{"ol", "ul"})
	tableScope         = newNameSet([]string{"html", "table", "template"})
	shadowHosts        = newNameSet(headings, []string{
		"article", "aside", "blockquote", "body", "div", "footer", "header", "main", "nav", "p", "section", "span",
	})
)
