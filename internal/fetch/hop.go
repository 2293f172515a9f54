package fetch

import (
	"net/http"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

const (
	// maxLocation is how many bytes of a Location field are followed: servers accept
	// about 8,000 of a URL.
	maxLocation = 32 << 10
	// MaxHop is how much of the URL of a hop is kept, in bytes. A host may have 20 of
	// them for each link, and reports show no more. One of that length may be cut.
	MaxHop = 2048
)

// hopURL is the URL of a hop as it is shown.
func hopURL(u weburl.URL) string {
	shown := u.Redacted()
	if len(shown) <= MaxHop {
		return shown
	}
	// A copy, so that the rest is not kept.
	return strings.Clone(shown[:MaxHop])
}

// isRefused reports whether browsers show an error instead of a redirect to a URL of this
// scheme, and do not pass it to another program either.
func isRefused(scheme string) bool {
	switch scheme {
	case "about", "blob", "data", "file", "filesystem", "javascript", "view-source":
		return true
	}
	return false
}

// refreshOf returns the Refresh field of an answer, cut where it is longer than the
// Location that is followed.
func refreshOf(header http.Header) string {
	value := header.Get("Refresh")
	return strings.Clone(value[:min(len(value), maxLocation)])
}
