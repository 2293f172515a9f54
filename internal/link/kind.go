package link

// Kind says how the links of a document are to be read.
type Kind uint8

// The kinds of documents that hold links. XMLKind stands for feeds and sitemaps,
// which only their outermost element tells apart.
const (
	NoKind Kind = iota
	HTMLKind
	CSSKind
	XMLKind
	ManifestKind
	JSONFeedKind
)
