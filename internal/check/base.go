package check

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// base is what the links of one document resolve against.
type base struct {
	url weburl.URL
	// encoding is that of the document, by which browsers write the queries of
	// its links; empty means UTF-8.
	encoding string
}

// newBase returns the base of a page that is served at a URL: its own first
// <base href> counts, itself resolved against that URL.
func newBase(served weburl.URL, encoding string, page *scan.Page) base {
	b := base{url: served, encoding: encoding}
	if page.HasBase {
		// Browsers take no base of these schemes (HTML standard, "set the frozen
		// base URL").
		u, err := served.ResolveIn(page.Base, encoding)
		if err == nil && u.Scheme != "data" && u.Scheme != "javascript" {
			b.url = u
		}
	}
	return b
}

// resolve reads a reference as a browser does.
func (b base) resolve(raw string) (weburl.URL, error) {
	return b.url.ResolveIn(raw, b.encoding)
}

// of returns what the link l resolves against: some documents set another base
// for a part of them.
func (b base) of(l *link.Link) base {
	for _, ref := range l.Base {
		if u, err := b.resolve(ref); err == nil {
			b.url = u
		}
	}
	return b
}

// directory is what references resolve against that are the same for all
// documents of a directory.
func (b base) directory() base {
	b.url.Path = b.url.Path[:strings.LastIndexByte(b.url.Path, '/')+1]
	b.url.Query, b.url.Fragment = "", ""
	return b
}

// clone is b without the memory of what it was read from.
func (b base) clone() base {
	for _, part := range []*string{&b.url.Scheme, &b.url.User, &b.url.Host, &b.url.Path, &b.url.Query, &b.url.Fragment} {
		*part = strings.Clone(*part)
	}
	return b
}
