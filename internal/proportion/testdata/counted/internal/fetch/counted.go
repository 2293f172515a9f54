package fetch

import (
	"net/http"
	"time"
)

// CountedFields reads a value as each of the header fields of which more is read than
// whether they are there.
func CountedFields(value string) {
	now := time.Unix(1e9, 0)
	header := http.Header{}
	for _, name := range []string{"Content-Type", "Retry-After", "Ratelimit", "Ratelimit-Reset", "X-Ratelimit-Reset", "X-Ratelimit-Remaining", "Ratelimit-Policy", "Server", "Location"} {
		header[name] = []string{value}
	}
	mediaType(header)
	retryAfter(header, now)
	askedWait(header, now)
	isLimited(http.StatusForbidden, header, now)
	wall(http.StatusForbidden, header)
}

// CountedHead looks at the beginning of a body.
func CountedHead(head []byte) {
	looksLikeHTML(head)
	wallIn(http.StatusForbidden, http.Header{"Content-Type": {"text/html"}}, head)
}
