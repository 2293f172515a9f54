package scan

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
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
// returns with an error what stands before it. The cause is ErrNotSitemap or a
// [*xml.SyntaxError].
func Sitemap(src []byte) (pages, sitemaps []Loc, err error) {
	r := sitemapReader{src: src, xml: xml.NewDecoder(bytes.NewReader(src))}
	r.xml.Strict = false
	// Encodings differ in what stands in no URL.
	r.xml.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	if err := r.run(); err != nil {
		return r.pages, r.sitemaps, fmt.Errorf("could not read the sitemap: %w", err)
	}
	return r.pages, r.sitemaps, nil
}

// sitemapReader is the state of one call of Sitemap.
type sitemapReader struct {
	src   []byte
	xml   *xml.Decoder
	depth int
	root  string // name of the outermost element
	entry string // name of the element inside it
	loc   bool   // inside the <loc> of an entry
	at    int    // offset of the text of that
	text  strings.Builder

	pages, sitemaps []Loc
}

// run reads the document to its end.
func (r *sitemapReader) run() error {
	for {
		token, err := r.xml.Token()
		if errors.Is(err, io.EOF) {
			if r.root == "" {
				return ErrNotSitemap
			}
			return nil
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if err := r.start(token.Name.Local); err != nil {
				return err
			}
		case xml.EndElement:
			r.end()
		case xml.CharData:
			if r.loc {
				r.text.Write(token)
			}
		}
	}
}

// start takes in a start tag.
func (r *sitemapReader) start(name string) error {
	r.depth++
	switch r.depth {
	case 1:
		if name != "urlset" && name != "sitemapindex" {
			return ErrNotSitemap
		}
		r.root = name
	case 2:
		r.entry = name
	case 3:
		// Images and videos have a loc as well, deeper.
		r.loc = name == "loc"
		r.at = int(r.xml.InputOffset())
		r.text.Reset()
	}
	return nil
}

// end takes in an end tag.
func (r *sitemapReader) end() {
	if r.depth == 3 && r.loc {
		r.loc = false
		r.take()
	}
	r.depth--
}

// take takes in the URL of an entry.
func (r *sitemapReader) take() {
	loc := Loc{URL: strings.TrimSpace(r.text.String()), Offset: textOffset(r.src, r.at)}
	switch {
	case loc.URL == "":
	case r.root == "urlset" && r.entry == "url":
		r.pages = append(r.pages, loc)
	case r.root == "sitemapindex" && r.entry == "sitemap":
		r.sitemaps = append(r.sitemaps, loc)
	}
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
