package scan

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/linkvet/linkvet/internal/link"
)

// Loc is one URL that a sitemap lists.
type Loc struct {
	// URL is as written, entities decoded and without white space around it.
	URL string
	// Offset is the byte offset of its first character.
	Offset int
}

// ErrNotSitemap is the cause when a document is XML but no sitemap.
var ErrNotSitemap = errors.New("it holds neither a urlset nor a sitemapindex")

// Sitemap reads what a sitemap lists: the pages of a urlset, or the further
// sitemaps of a sitemapindex. It minds names and not their namespaces, and
// returns with an error what stands before it. The cause is ErrNotSitemap or as
// with XML.
func Sitemap(src []byte) (pages, sitemaps []Loc, err error) {
	var page Page
	r := xmlReader{src: src, page: &page, decoder: newXMLDecoder(src)}
	err = r.run()
	if r.root != "urlset" && r.root != "sitemapindex" {
		return nil, nil, fmt.Errorf("could not read the sitemap: %w", ErrNotSitemap)
	}
	for i := range page.Links {
		switch l := &page.Links[i]; {
		case l.Follow:
			pages = append(pages, Loc{l.Raw, l.Offset})
		case l.Holds == link.XMLKind:
			sitemaps = append(sitemaps, Loc{l.Raw, l.Offset})
		}
	}
	if err != nil {
		return pages, sitemaps, fmt.Errorf("could not read the sitemap: %w", err)
	}
	return pages, sitemaps, nil
}

// textOffset returns where the text that starts at i has its first character,
// behind white space and the opening of a CDATA section.
func textOffset(src []byte, i int) int {
	rest := bytes.TrimLeft(src[i:], " \t\r\n")
	if data, ok := bytes.CutPrefix(rest, []byte("<![CDATA[")); ok {
		rest = bytes.TrimLeft(data, " \t\r\n")
	}
	return len(src) - len(rest)
}
