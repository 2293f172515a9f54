package fetch

import (
	"net/http"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/link"
)

const (
	// maxAllHops bounds the redirects of all links together that are kept in full, in
	// bytes. A hostile host may have each of its links pass 20 long URLs.
	maxAllHops = 64 << 20
	// hopBytes is what a redirect takes besides the text of its URL.
	hopBytes = 24
	// maxShortHop is how much of a URL is kept of each redirect beyond maxAllHops.
	maxShortHop = 256
)

// hopBudget bounds the redirects that are kept in full to limit bytes.
type hopBudget struct {
	limit int

	mu   sync.Mutex
	used int
}

// keep returns the redirects of one link as they are to be kept: all of them, while
// there is memory for them.
func (b *hopBudget) keep(hops []link.Redirect) []link.Redirect {
	size := len(hops) * hopBytes
	for _, hop := range hops {
		size += len(hop.URL)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.used+size > b.limit {
		return shortened(hops)
	}
	b.used += size
	return hops
}

// shortened returns a short copy of the redirects that decide what they mean for the
// link: the end of the permanent ones at the beginning, the one after that, and the last.
func shortened(hops []link.Redirect) []link.Redirect {
	permanent := 0
	for permanent < len(hops) && isPermanent(hops[permanent].Status) {
		permanent++
	}
	var kept []link.Redirect
	for i, hop := range hops {
		if i == permanent-1 || i == permanent || i == len(hops)-1 {
			hop.URL = strings.Clone(hop.URL[:min(len(hop.URL), maxShortHop)])
			kept = append(kept, hop)
		}
	}
	return kept
}

func isPermanent(status int) bool {
	return status == http.StatusMovedPermanently || status == http.StatusPermanentRedirect
}
