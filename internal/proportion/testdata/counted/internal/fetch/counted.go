package fetch

import (
	"net/http"

	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/fetch/protection"
)

// CountedFields reads a value as each of the header fields of which more is read than
// whether they are there.
func CountedFields(value string) {
	header := http.Header{}
	for _, name := range []string{"Content-Type", "Retry-After", "Ratelimit", "Ratelimit-Reset", "X-Ratelimit-Reset", "X-Ratelimit-Remaining", "Ratelimit-Policy", "Server", "Location"} {
		header[name] = []string{value}
	}
	mediaType(header)
	host.CountedFields(header)
	protection.Bot(http.StatusForbidden, header)
}

// CountedHead looks at the beginning of a body.
func CountedHead(head []byte) {
	looksLikeHTML(head)
	protection.BotInBody(http.StatusForbidden, http.Header{"Content-Type": {"text/html"}}, head)
}
