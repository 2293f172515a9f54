package link

// Kind says how the links of a document are to be read.
type Kind uint8

// The kinds of documents that hold links. XHTMLKind stands for pages in the XML
// syntax of HTML, and XMLKind for feeds and sitemaps, which only their outermost
// element distinguishes.
const (
	NoKind Kind = iota
	HTMLKind
	XHTMLKind
	CSSKind
	XMLKind
	ManifestKind
	JSONFeedKind
	SVGKind
)

// IsPage reports whether a document of the kind is a page: HTML in either of its
// syntaxes.
func (k Kind) IsPage() bool { return k == HTMLKind || k == XHTMLKind }

// HasAnchors reports whether a fragment names an element of a document of the kind.
func (k Kind) HasAnchors() bool { return k.IsPage() || k == SVGKind }
