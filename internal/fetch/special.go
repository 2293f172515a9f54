package fetch

import (
	"time"

	"github.com/linkvet/linkvet/internal/fetch/transport"
)

// Special is what holds for one URL beyond the Options. The zero value changes
// nothing.
type Special struct {
	// Headers are sent with each request for the URL, and with no other. They
	// replace our own fields and those of the site, except for cookies, which add up.
	Headers []transport.Header
	// Method is http.MethodGet, which is then never preceded by HEAD, or
	// http.MethodHead, which is never followed by GET where an Answer is wanted, nor
	// off the site where a Page is: there is no body then. Empty is as usual.
	Method string
	// HostRate is the number of requests a second to the URL's host, if that is an external
	// one, in place of Options.HostRate. URLs with a HostRate count apart from the host's
	// other requests. 0 means no special rate.
	HostRate float64
	// Timeout takes the place of Options.Timeout. 0 is as usual.
	Timeout time.Duration
}
