package scan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// maxJSONDepth is how many objects and lists may be nested. No feed and no
// manifest needs so many.
const maxJSONDepth = 200

// errTooDeep is the cause when a document nests deeper than that.
var errTooDeep = fmt.Errorf("it nests deeper than %d levels", maxJSONDepth)

// jsonReader finds the strings of a JSON document.
type jsonReader struct {
	src  []byte
	mark int // length of the byte order mark before it
	*json.Decoder
	found func(path []string, value string, offset int)
}

// jsonStrings calls found for each string of a JSON document that is a value, with the keys
// that lead to it, outermost first, and the offset of its first character. Lists add no key:
// a value in a list has the path of the list. An error is a [*json.SyntaxError],
// io.ErrUnexpectedEOF, or errTooDeep.
func jsonStrings(src []byte, found func(path []string, value string, offset int)) error {
	text := bytes.TrimPrefix(src, []byte("\ufeff"))
	r := jsonReader{text, len(src) - len(text), json.NewDecoder(bytes.NewReader(text)), found}
	r.UseNumber() // which takes numbers of any size
	for begun := false; !begun || r.More(); begun = true {
		if err := r.value(nil, 0); errors.Is(err, io.EOF) {
			return io.ErrUnexpectedEOF
		} else if err != nil {
			return err
		}
	}
	if _, err := r.Token(); !errors.Is(err, io.EOF) {
		return err // a bracket that closes nothing
	}
	return nil
}

// value reads a value that is at that path, and so many objects and lists deep.
func (r *jsonReader) value(path []string, depth int) error {
	before := int(r.InputOffset())
	token, err := r.Token()
	if err != nil {
		return err
	}
	switch token := token.(type) {
	case string:
		r.found(path, token, r.mark+before+bytes.IndexByte(r.src[before:], '"')+1)
	case json.Delim:
		if depth == maxJSONDepth {
			return errTooDeep
		}
		for r.More() {
			inner := path
			if token == '{' {
				key, err := r.Token()
				if err != nil {
					return err
				}
				name, _ := key.(string) // anything else is an error
				inner = append(slices.Clone(path), name)
			}
			if err := r.value(inner, depth+1); err != nil {
				return err
			}
		}
		_, err = r.Token() // which closes it
	}
	return err
}

// member is a member of a JSON document that holds a URL.
type member struct {
	path []string
	// element is what the link has for its element; its attribute is the last
	// key of the path.
	element string
	follow  bool
}

// The members with URLs of web app manifests. A scope is a prefix, and not a link.
var manifestMembers = []member{
	{path: []string{"start_url"}, element: "manifest", follow: true},
	{path: []string{"icons", "src"}, element: "icons"},
	{path: []string{"screenshots", "src"}, element: "screenshots"},
	{path: []string{"shortcuts", "url"}, element: "shortcuts", follow: true},
	{path: []string{"shortcuts", "icons", "src"}, element: "icons"},
}

// Manifest reads the links of a web app manifest into page, and replaces the page's earlier
// content. The element of a link is the list that it is in ("icons") and its attribute the
// key ("src"). A start_url has the element "manifest". With an error, page has the links
// before the fault.
func Manifest(src []byte, page *Page) error {
	if err := page.readMembers(src, manifestMembers); err != nil {
		return fmt.Errorf("could not read the manifest: %w", err)
	}
	return nil
}

// readMembers reads the values of those members of a JSON document.
func (p *Page) readMembers(src []byte, members []member) error {
	p.reset()
	return jsonStrings(src, func(path []string, value string, offset int) {
		for _, m := range members {
			if slices.Equal(path, m.path) && !ascii.IsBlank(value) {
				p.add(link.Link{
					Origin: &link.Origin{Element: m.element, Attribute: path[len(path)-1]}, Raw: value, Offset: offset, Follow: m.follow,
				})
			}
		}
	})
}

// The members with URLs of JSON Feed.
var feedMembers = []member{
	{path: []string{"home_page_url"}, element: "feed", follow: true},
	{path: []string{"feed_url"}, element: "feed"},
	{path: []string{"next_url"}, element: "feed"},
	{path: []string{"icon"}, element: "feed"},
	{path: []string{"favicon"}, element: "feed"},
	{path: []string{"items", "url"}, element: "items", follow: true},
	{path: []string{"items", "external_url"}, element: "items", follow: true},
	{path: []string{"items", "image"}, element: "items"},
	{path: []string{"items", "banner_image"}, element: "items"},
	{path: []string{"items", "attachments", "url"}, element: "attachments"},
}

// JSONFeed reads the links of a JSON Feed into page, and replaces the page's earlier
// content. The element of a link is the list that it is in ("items", "attachments") and its
// attribute the key ("url"). Links of the feed itself have the element "feed". JSON that does
// not name the format has no links. With an error, page has the links before the fault.
func JSONFeed(src []byte, page *Page) error {
	err := page.readMembers(src, feedMembers)
	if !bytes.Contains(src, []byte("jsonfeed.org")) {
		page.reset()
	}
	if err != nil {
		return fmt.Errorf("could not read the feed: %w", err)
	}
	return nil
}
