package scan

import (
	"errors"
	"fmt"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/xml"
)

// Loc is one URL that a sitemap lists.
type Loc struct {
	// URL is as written, entities decoded and without white space around it.
	URL string
	// Offset is the byte offset of its first character.
	Offset int
}

// ErrNotSitemap is the cause when a document is not a sitemap.
var ErrNotSitemap = errors.New("it contains neither a urlset nor a sitemapindex")

// Sitemap reads what a sitemap lists: the pages of a urlset, or the further sitemaps of a
// sitemapindex. It ignores namespaces. With an error it returns the locations before the
// fault. The cause is ErrNotSitemap, or as with XML.
func Sitemap(src []byte) (pages, sitemaps []Loc, err error) {
	var page Page
	root, err := xml.Links(src, page.add)
	if root != "urlset" && root != "sitemapindex" {
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
