package check

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/link"
)

// OccurrenceRef is one link to a target that was answered, and with which something is
// wrong, or may be.
type OccurrenceRef struct {
	// Page and index number the file and the link in it, directory mode: what
	// the report shows of it is read again when it is needed.
	Page, Index int32
	// At is what the report shows, live mode.
	At *link.Occurrence
	// Fragment is what the link asks of its target; empty when that is nothing,
	// or is not to be judged.
	Fragment string
}

// OutsideNote says how many URLs of sitemaps and feeds were not checked, if any.
func OutsideNote(n int) []string {
	switch n {
	case 0:
		return nil
	case 1:
		return []string{"1 URL in sitemaps and feeds is outside this site: not checked; if it is part of the site, set site-url"}
	}
	return []string{fmt.Sprintf("%d URLs in sitemaps and feeds are outside this site: not checked; if they are part of the site, set site-url", n)}
}
