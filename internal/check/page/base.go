package page

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Base is what the links of one document resolve against.
type Base struct {
	URL weburl.URL
	// encoding is that of the document, by which browsers write the queries of
	// its links; empty means UTF-8.
	encoding string
	// prefix is the base path of the place for which an error page is made, and home that of
	// the site; both are empty for all other pages.
	prefix, home string
}

// NewBase returns the base of a page that is served at a URL: its own first
// <base href> counts, itself resolved against that URL.
func NewBase(served weburl.URL, encoding string, page *scan.Page) Base {
	b := Base{URL: served, encoding: encoding}
	if page.HasBase {
		// Browsers take no base of these schemes (HTML standard, "set the frozen
		// base URL").
		u, err := served.ResolveIn(page.Base, encoding)
		if err == nil && u.Scheme != "data" && u.Scheme != "javascript" {
			b.URL = u
		}
	}
	return b
}

// BaseAt is a base that is known already, of a document in that encoding.
func BaseAt(u weburl.URL, encoding string) Base { return Base{URL: u, encoding: encoding} }

// Encoding is that of the document.
func (b Base) Encoding() string { return b.encoding }

// ServedAt returns the base of an error page that is made for the base path prefix of its
// host, which is home on the site: sphinx-notfound-page writes the path of one version of the
// documentation, "/en/latest/", into all links of that page.
func (b Base) ServedAt(prefix, home string) Base {
	b.prefix, b.home = prefix, home
	return b
}

// resolve reads a reference as a browser does.
func (b Base) resolve(raw string) (weburl.URL, error) {
	u, err := b.URL.ResolveIn(raw, b.encoding)
	if b.prefix != "" && u.Host == b.URL.Host {
		if rest, ok := strings.CutPrefix(u.Path, b.prefix); ok {
			u.Path = b.home + rest
		}
	}
	return u, err
}

// of returns what the link l resolves against: some documents set another base
// for a part of them.
func (b Base) of(l *link.Link) Base {
	for _, ref := range l.Base {
		if u, err := b.resolve(ref); err == nil {
			b.URL = u
		}
	}
	return b
}

// ClimbsAboveRoot reports whether a relative link has more ".." segments than there are
// folders to leave. Browsers stop at the root of the host.
func (b Base) ClimbsAboveRoot(l *link.Link) bool {
	if raw := strings.TrimSpace(l.Raw); raw == "" || raw[0] == '/' || raw[0] == '\\' {
		return false
	}
	const folder = "/below"
	b = b.of(l)
	b.URL.Path = folder + b.URL.Path
	to, err := b.resolve(l.Raw)
	return err == nil && to.Origin() == b.URL.Origin() && !strings.HasPrefix(to.Path, folder+"/")
}
