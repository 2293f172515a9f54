package link

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Origin says what in a document a link is of. Links share it, as a page has
// very many of few origins: it is not to be changed.
type Origin struct {
	// Element and Attribute are lower-case names, such as "a" and "href". Links
	// of documents that have no attributes say where they are as best they can:
	// "css" and "url", "icons" and "src", "loc" and "".
	Element, Attribute string
	// Base holds what is between the document's base and the link, such as
	// the xml:base of the elements around it: each is a reference to be resolved
	// against what comes before, outermost first. Nil for most.
	Base []string
}

// RuleElement stands for the element of an occurrence that is no link of a
// document, but where a rule of the host leads.
const RuleElement = "rule"

// OldURLElement stands for the element of an occurrence that is no link of the site, but a
// URL of the old site that the run compares with.
const OldURLElement = "old-url"

// Link is one reference in a document, as its author wrote it.
type Link struct {
	// Origin is never nil.
	*Origin
	// Raw is the attribute's value with its entities and escapes decoded and its
	// white space kept; for a srcset it is the URL of one candidate. It may share
	// the memory of the document: see scan.Page.
	Raw string
	// Text is what the link reads, white space folded; only <a> has one. It may share
	// memory as Raw does.
	Text string
	// Offset is the byte offset in the document of the value's first character.
	Offset int
	// Holds is what the target holds that is to be read for further links, such
	// as a style sheet; NoKind for most.
	Holds Kind
	// Follow is true for what leads a reader to another page (a, area, iframe, frame, meta refresh,
	// the entries of feeds and sitemaps): live mode reads such targets, and only checks the others.
	Follow bool
	// Ignored is true for what the author marked not to be checked.
	Ignored bool
	// Map is true for the usemap of an image, which names a <map> of its own
	// page and asks for no document.
	Map bool
	// OnSite is true for names of things that are links only where they are on the site itself, as
	// in JSON-LD. Their fragments name things, too, and are not those of a page.
	OnSite bool
	// Identity is what the link says of the page that it is on, for what tells
	// readers and robots where that page is; NoIdentity for all others.
	Identity Identity
}

// Identity is what a link says of the page that it is on.
type Identity uint8

// What a link may say of its page.
const (
	NoIdentity Identity = iota
	Canonical           // <link rel=canonical>: the place of the page
	Variant             // <link rel=alternate> or amphtml: the page in other words or another form
	OpenGraph           // <meta property=og:url>: the place of the page for those who share it
	SocialCard          // <meta name=twitter:url>: the same, for one network
)

// Redirect is one hop on the way to a target's final answer.
type Redirect struct {
	// Status is the HTTP status of the hop, such as 301.
	Status int `json:"status"`
	// URL is where the hop led, absolute, without user info.
	URL string `json:"url"`
}

// Kind says how the links of a document are to be read.
type Kind uint8

// The kinds of documents that hold links. XHTMLKind stands for pages in the XML syntax of HTML, and
// XMLKind for feeds and sitemaps, which only their outermost element distinguishes.
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

// IsPage reports whether a document of the kind is a page: HTML in either of its syntaxes.
func (k Kind) IsPage() bool { return k == HTMLKind || k == XHTMLKind }

// HasAnchors reports whether a fragment names an element of a document of the kind.
func (k Kind) HasAnchors() bool { return k.IsPage() || k == SVGKind }

// MaxString is the most bytes of a text of a page, a file or a server in reports that
// programs read.
const MaxString = 2048

// Cut returns s, as valid UTF-8, if it has at most MaxString bytes, and otherwise as much
// of it as fits before an ellipsis. It reads no more of s than that.
func Cut(s string) string {
	const ellipsis = "…"
	if len(s) <= MaxString && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	keep := 0
	for _, r := range s { // an invalid byte is read as U+FFFD
		if b.Len()+utf8.RuneLen(r) > MaxString {
			return b.String()[:keep] + ellipsis
		}
		b.WriteRune(r)
		if b.Len() <= MaxString-len(ellipsis) {
			keep = b.Len()
		}
	}
	return b.String()
}

// Number writes n with a comma between thousands.
func Number[N int | int64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Count writes n and the noun for it, whose plural has an s.
func Count[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Number(n) + " " + noun + "s"
}
