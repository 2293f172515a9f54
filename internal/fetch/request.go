package fetch

import "github.com/linkvet/linkvet/internal/weburl"

// Request is what to ask for.
type Request struct {
	// URL is an http or https URL.
	URL weburl.URL
	// Want says how much of the answer is needed.
	Want Want
	// Deferred is true for a deferred retry: what failed in a transient way is asked for
	// once more, with GET, when everything else is done. A host that was given up is
	// then asked for the first few of its links, and for the others only if it answers
	// one of those.
	Deferred bool
	// Probes is how many these few are. 0 means 3: one might be a page that never answers.
	Probes int
	// OnWait is called when the request only waits: for the host, or for a late answer. It
	// may be nil. The function that it returns is called when the wait is over.
	OnWait func() (resume func())
}

const defaultProbes = 3

// probes returns how many links of a host that was given up ask it; 0 when the request is
// no deferred retry.
func (r Request) probes() int {
	switch {
	case !r.Deferred:
		return 0
	case r.Probes < 1:
		return defaultProbes
	}
	return r.Probes
}

// Want says how much of an answer is needed.
type Want int

const (
	// Answer is status and headers: HEAD, then GET where HEAD is refused.
	Answer Want = iota
	// Page is the body, when it is HTML.
	Page
	// Document is the body, when it is of a kind that may contain links: HTML, a
	// style sheet, XML or JSON.
	Document
	// Body is the body, of any media type.
	Body
)
