package scan

import (
	"fmt"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/json"
)

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
	page.reset()
	err := json.Strings(src, func(path []string, value string, offset int) {
		page.addMember(manifestMembers, path, value, offset)
	})
	if err != nil {
		return fmt.Errorf("could not read the manifest: %w", err)
	}
	return nil
}

// addMember records a string of a JSON document when it is the value of one of those
// members.
func (p *Page) addMember(members []member, path []string, value string, offset int) {
	for _, m := range members {
		if slices.Equal(path, m.path) && !ascii.IsBlank(value) {
			p.add(link.Link{
				Origin: &link.Origin{Element: m.element, Attribute: path[len(path)-1]}, Raw: value, Offset: offset, Follow: m.follow,
			})
		}
	}
}
