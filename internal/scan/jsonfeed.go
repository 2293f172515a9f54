package scan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/scan/json"
)

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
// attribute the key ("url"). Links of the feed itself have the element "feed". JSON without
// the version of such a feed has no links. With an error, page has the links before the
// fault.
func JSONFeed(src []byte, page *Page) error {
	page.reset()
	isFeed := false
	err := json.Strings(src, func(path []string, value string, offset int) {
		isFeed = isFeed || slices.Equal(path, []string{"version"}) && strings.Contains(value, "//jsonfeed.org/version/")
		page.addMember(feedMembers, path, value, offset)
	})
	if !isFeed {
		page.reset()
	}
	if err != nil {
		return fmt.Errorf("could not read the feed: %w", err)
	}
	return nil
}
