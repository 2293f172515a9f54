// Package page turns a document into links that are resolved: what they resolve against, what
// the settings say of where they lead, and which lead where an earlier link did. It requests
// nothing and reads no file. Package dir looks up where a link leads, and package crawl
// requests it.
package page

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/weburl"
)

// ErrManyLinks is the cause when a document has more links than are read.
var ErrManyLinks = fmt.Errorf("it has more than %d links", scan.MaxLinks)

// Document is one document that was read for its links.
type Document struct {
	Kind link.Kind
	// Size is that of the document as it came, in bytes.
	Size int64
	// Text is the document in UTF-8, in which the links have their offsets.
	Text []byte
	// Encoding is that of the document as it came.
	Encoding string
	Page     scan.Page
}

// Read reads the bytes of a document, with the charset label of HTTP, if any. The links
// before an error count.
func (d *Document) Read(kind link.Kind, src []byte, label string, opt scan.Options) error {
	d.Kind, d.Size = kind, int64(len(src))
	src, packed := fetch.Unpack(src)
	switch kind {
	case link.CSSKind:
		d.Text, d.Encoding = charset.DecodeCSS(src, label)
	case link.XHTMLKind, link.XMLKind, link.SVGKind:
		d.Text, d.Encoding = charset.DecodeXML(src, label)
	default:
		d.Text, d.Encoding = charset.Decode(src, label)
	}
	fault := scan.Read(kind, d.Text, opt, &d.Page)
	switch {
	case errors.Is(packed, fetch.ErrUnpacked):
		return fetch.ErrUnpacked // where it was cut off it is no good document, either
	case d.Page.Full:
		fault = ErrManyLinks
	}
	return errors.Join(packed, fault)
}

// KindOf is how a page is to be read that answered so. Its name has no say: a
// browser reads what it is served as.
func KindOf(resp *fetch.Response) link.Kind {
	if scan.KindOfMedia(resp.ContentType) == link.XHTMLKind {
		return link.XHTMLKind
	}
	return link.HTMLKind
}

// Unread says that the document of that name could not be read, or, when some of
// it was, not to its end.
func Unread(kind link.Kind, name string, some bool, err error) string {
	text := "could not read "
	if kind.IsPage() {
		text += "the page "
	}
	text += strconv.Quote(name)
	if some {
		text += " completely"
	}
	return text + ": " + err.Error()
}

// Base is what the links of one document resolve against.
type Base struct {
	URL weburl.URL
	// Encoding is that of the document, by which browsers write the queries of
	// its links; empty means UTF-8.
	Encoding string
	// Prefix is the base path of the place for which an error page is made, and Home that of the
	// site: sphinx-notfound-page writes the path of one version of the documentation, "/en/latest/",
	// into all links of that page. Both are empty for all other pages.
	Prefix, Home string
	// Root is the base path that a slash at the beginning of a link stands for, as in the files of a
	// repository on GitHub; empty for the root of the host, as in browsers.
	Root string
}

// headOf is as much of the URL that a document names as its base as counts: no server has a path that
// is longer, and a page of a few hundred kilobytes could ask for gigabytes of URLs.
func headOf(base string) string { return base[:min(len(base), 8<<10)] }

// NewBase returns the base of a page that is served at a URL: its own first
// <base href> counts, itself resolved against that URL.
func NewBase(served weburl.URL, encoding string, page *scan.Page) Base {
	b := Base{URL: served, Encoding: encoding}
	if page.HasBase {
		// Browsers take no base of these schemes (HTML standard, "set the frozen
		// base URL").
		u, err := served.ResolveIn(headOf(page.Base), encoding)
		if err == nil && u.Scheme != "data" && u.Scheme != "javascript" {
			b.URL = u
		}
	}
	return b
}

// resolve reads a reference as a browser does.
func (b Base) resolve(raw string) (weburl.URL, error) {
	if b.Root != "" && strings.HasPrefix(raw, "/") && !strings.HasPrefix(raw, "//") {
		raw = b.Root + raw[1:]
	}
	u, err := b.URL.ResolveIn(raw, b.Encoding)
	if b.Prefix != "" && u.Host == b.URL.Host {
		if rest, ok := strings.CutPrefix(u.Path, b.Prefix); ok {
			u.Path = b.Home + rest
		}
	}
	return u, err
}

// of returns what the link l resolves against: some documents set another base
// for a part of them.
func (b Base) of(l *link.Link) Base {
	for _, ref := range l.Base {
		if u, err := b.resolve(headOf(ref)); err == nil {
			b.URL = u
		}
	}
	return b
}

// ClimbsAboveRoot reports whether a relative link has more ".." segments than there are
// folders to leave. Browsers stop at the root of the host.
func (b Base) ClimbsAboveRoot(l *link.Link) bool {
	// A dot may be written as %2e, and with a tab behind it.
	climbs := strings.Count(l.Raw, ".")/2 + strings.Count(l.Raw, "%")
	if raw := strings.TrimSpace(l.Raw); raw == "" || raw[0] == '/' || raw[0] == '\\' || l.Base == nil && climbs < strings.Count(b.URL.Path, "/") {
		return false
	}
	const folder = "/below"
	b = b.of(l)
	b.URL.Path = folder + b.URL.Path
	to, err := b.resolve(l.Raw)
	return err == nil && to.Origin() == b.URL.Origin() && !strings.HasPrefix(to.Path, folder+"/")
}
