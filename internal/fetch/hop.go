package fetch

import (
	"net/http"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

const (
	// maxLocation is how many bytes of a Location field are followed: servers take
	// 8,000 or so of a URL.
	maxLocation = 32 << 10
	// maxHop is how much of the URL of a hop is kept, in bytes. A host may have 20 of
	// them for each link, and reports show no more.
	maxHop = 2048
)

// hopURL is the URL of a hop as it is shown.
func hopURL(u weburl.URL) string {
	shown := u.Redacted()
	if len(shown) <= maxHop {
		return shown
	}
	// A copy, as the rest is not to be kept.
	return string([]byte(shown[:maxHop]))
}

// isRefused reports whether browsers show an error in the place of a redirect to a URL
// of this scheme, and do not hand it to another program either.
func isRefused(scheme string) bool {
	switch scheme {
	case "about", "blob", "data", "file", "filesystem", "javascript", "view-source":
		return true
	}
	return false
}

// refreshOf returns the Refresh field of an answer, of which no more is kept than is
// followed of a Location.
func refreshOf(header http.Header) string {
	value := header.Get("Refresh")
	return strings.Clone(value[:min(len(value), maxLocation)])
}
