package scan

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/scan/xml"
)

// XML reads the links of a feed or a sitemap into page, as [xml.Links] finds them, and
// replaces the page's earlier content. With an error, page has the links before the fault.
func XML(src []byte, page *Page) error {
	page.reset()
	if _, err := xml.Links(src, page.add); err != nil {
		return fmt.Errorf("could not read the document: %w", err)
	}
	return nil
}
