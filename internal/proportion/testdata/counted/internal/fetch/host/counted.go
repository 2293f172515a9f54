package host

import (
	"net/http"
	"time"
)

// CountedFields reads the header fields that ask for a wait.
func CountedFields(header http.Header) {
	now := time.Unix(1e9, 0)
	retryAfter(header, now)
	AskedWait(header, now)
	IsRateLimited(http.StatusForbidden, header, now)
}
