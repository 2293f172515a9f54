package report

import (
	"fmt"
	"time"
)

// Waiting returns the line that says what a run has seen of the site that it waits for.
func Waiting(seen string, since time.Duration) string {
	return fmt.Sprintf("%s, for %v", seen, since.Truncate(time.Second))
}

// Progress returns the line that says how far a run is.
func Progress(pages, links, requests, broken, unverified int64, since time.Duration) string {
	return fmt.Sprintf("checking: %s, %s, %s; %s broken, %s unverified so far (%v)", count(pages, "page"), count(links, "link"),
		count(requests, "request"), number(broken), number(unverified), since.Truncate(time.Second))
}
