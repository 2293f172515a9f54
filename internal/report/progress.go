package report

import (
	"fmt"
	"time"
)

// Progress returns the line that says how far a run is.
func Progress(pages, links, requests, broken, unverified int64, since time.Duration) string {
	return fmt.Sprintf("checking: %s, %s, %s; %s broken, %s unverified so far (%v)", count(pages, "page"), count(links, "link"),
		count(requests, "request"), number(broken), number(unverified), since.Truncate(time.Second))
}
