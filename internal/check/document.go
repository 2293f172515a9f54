package check

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
)

// errManyLinks is the cause when a document has more links than are read.
var errManyLinks = fmt.Errorf("it has more than %d links", scan.MaxLinks)

// maxBase is the size in bytes past which nothing is resolved against a URL that the
// document itself names: no server takes what would come of it, and a page of a few
// hundred kilobytes could ask for gigabytes of URLs.
const maxBase = 32 << 10

// errLongBase is the cause when that is so.
var errLongBase = fmt.Errorf("its base URL has more than %d bytes", maxBase)

// errChanged is the cause when a document is not what it was when it was read
// before.
var errChanged = errors.New("it changed while it was checked")

// document is one document that was read for its links.
type document struct {
	kind link.Kind
	// size is that of the document as it came, in bytes.
	size int64
	// text is the document in UTF-8, in which the links have their offsets.
	text []byte
	// encoding is that of the document as it came.
	encoding string
	page     scan.Page
}

// read takes in the bytes of a document, whose charset HTTP may have named. What
// was read before an error counts.
func (d *document) read(kind link.Kind, src []byte, charset string, opt scan.Options) error {
	d.kind, d.size = kind, int64(len(src))
	src, packed := site.Unpack(src)
	switch kind {
	case link.CSSKind:
		d.text, d.encoding = scan.DecodeCSS(src, charset)
	case link.XHTMLKind, link.XMLKind:
		d.text, d.encoding = scan.DecodeXML(src, charset)
	default:
		d.text, d.encoding = scan.Decode(src, charset)
	}
	fault := scan.Read(kind, d.text, opt, &d.page)
	switch {
	case errors.Is(packed, site.ErrUnpacked):
		return site.ErrUnpacked // where it was cut off it is no good document, either
	case d.page.Full:
		fault = errManyLinks
	}
	if d.dropLongBases() {
		fault = errLongBase
	}
	return errors.Join(packed, fault)
}

// dropLongBases takes out what is too long to resolve each link of the document
// against, and reports whether there was any.
func (d *document) dropLongBases() bool {
	found := d.page.HasBase && len(d.page.Base) > maxBase
	if found {
		d.page.Base, d.page.HasBase = "", false
	}
	var seen *link.Origin // links that stand side by side mostly share theirs
	for i := range d.page.Links {
		l := &d.page.Links[i]
		if l.Origin == seen {
			continue
		}
		seen = l.Origin
		if slices.ContainsFunc(l.Base, func(ref string) bool { return len(ref) > maxBase }) {
			l.Base, found = nil, true
		}
	}
	return found
}

// readTexts reads the document that was read once more, for the texts of its links.
// Scanning the same bytes twice numbers the links alike.
func (d *document) readTexts() {
	var again scan.Page
	// What is wrong with the document was said the first time.
	_ = scan.Read(d.kind, d.text, scan.Options{Text: true}, &again)
	for i := range min(len(again.Links), len(d.page.Links)) {
		d.page.Links[i].Text = again.Links[i].Text
	}
}

// pageKind is how a page is to be read that answered so. Its name has no say: a
// browser reads what it is served as.
func pageKind(resp *fetch.Response) link.Kind {
	if scan.KindOfMedia(resp.ContentType) == link.XHTMLKind {
		return link.XHTMLKind
	}
	return link.HTMLKind
}

// isList reports whether a document lists the pages of a site, by URLs that name
// the place where it will be served: those that are not of the site as far as is
// known are left alone, as that place may not have them yet.
func isList(kind link.Kind) bool {
	return kind == link.XMLKind || kind == link.JSONFeedKind
}

// concerns reports whether a link of a document of that kind is to be judged,
// given where it leads.
func concerns(kind link.Kind, l *link.Link, d destination) bool {
	return d.internal || d.reason != "" || !l.OnSite && !isList(kind)
}

// isMoot reports whether a link of the page at a path says where that page is,
// which for the one that stands for all that does not exist means nothing.
func isMoot(l *link.Link, path string) bool {
	return l.Identity != link.NoIdentity && site.IsErrorPage(path)
}

// unread says that the document of that name could not be read, or, when some of
// it was, not to its end.
func unread(kind link.Kind, name string, some bool, err error) string {
	text := "could not read "
	if kind.IsPage() {
		text += "the page "
	}
	text += strconv.Quote(name)
	if some {
		text += " to its end"
	}
	return text + ": " + err.Error()
}
