package scan

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/xml"
)

// Loc is one URL that a sitemap lists.
type Loc struct {
	// URL is as written, entities decoded and without white space around it.
	URL string
	// Offset is the byte offset of its first character.
	Offset int
	// Origin is where the link is: a feed may set another base for a part of it.
	Origin *link.Origin
}

// The causes when a document is not a sitemap.
var (
	ErrNotSitemap = errors.New("it is no sitemap: it contains neither a urlset nor a sitemapindex, and is no feed nor a list of URLs")
	errLine       = errors.New("a line is no URL")
)

// Sitemap reads what a sitemap lists, in all forms that the sitemap protocol has: the pages
// of a urlset, of a feed or of a text with one URL a line, or the further sitemaps of a
// sitemapindex. It ignores namespaces. With an error it returns the locations before the
// fault. The cause is ErrNotSitemap, or as with XML.
func Sitemap(src []byte) (pages, sitemaps []Loc, err error) {
	if text := bytes.TrimSpace(bytes.TrimPrefix(src, []byte("\ufeff"))); len(text) > 0 && text[0] != '<' {
		pages, err = listedURLs(src)
		return pages, nil, err
	}
	var page Page
	root, err := xml.Links(src, page.add)
	if !slices.Contains([]string{"urlset", "sitemapindex", "rss", "feed", "RDF"}, root) {
		return nil, nil, fmt.Errorf("could not read the sitemap: %w", ErrNotSitemap)
	}
	for i := range page.Links {
		switch l := &page.Links[i]; {
		case l.Follow:
			pages = append(pages, Loc{l.Raw, l.Offset, l.Origin})
		case l.Holds == link.XMLKind:
			sitemaps = append(sitemaps, Loc{l.Raw, l.Offset, l.Origin})
		}
	}
	if err != nil {
		return pages, sitemaps, fmt.Errorf("could not read the sitemap: %w", err)
	}
	return pages, sitemaps, nil
}

// textOrigin is the place of the URLs in a sitemap that is a text.
var textOrigin = link.Origin{Element: "loc"}

// listedURLs reads a sitemap that is a text with one URL a line.
func listedURLs(src []byte) (pages []Loc, err error) {
	at := 0
	for line := range bytes.Lines(src) {
		start := at
		at += len(line)
		text := bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff")))
		switch isURL := bytes.HasPrefix(text, []byte("https://")) || bytes.HasPrefix(text, []byte("http://")); {
		case len(text) == 0:
		case !isURL && pages == nil:
			return nil, fmt.Errorf("could not read the sitemap: %w", ErrNotSitemap)
		case !isURL:
			return pages, fmt.Errorf("could not read the sitemap: %w", errLine)
		default:
			pages = append(pages, Loc{string(text), start + bytes.Index(line, text), &textOrigin})
		}
	}
	return pages, nil
}

// RobotsSitemaps iterates over the URLs in the Sitemap lines of a robots.txt, as written and
// in its order. There may be millions.
func RobotsSitemaps(src []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		src := bytes.TrimPrefix(src, []byte("\ufeff"))
		for line := range bytes.FieldsFuncSeq(src, func(r rune) bool { return r == '\n' || r == '\r' }) {
			line, _, _ = bytes.Cut(line, []byte("#"))
			field, value, ok := bytes.Cut(line, []byte(":"))
			if !ok || !ascii.EqualFold(bytes.TrimSpace(field), "sitemap") {
				continue
			}
			if url := strings.TrimSpace(string(value)); url != "" && !yield(url) {
				return
			}
		}
	}
}
