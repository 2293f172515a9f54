package fetch

import (
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

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

// Response is the last answer for a URL. An error status is a Response too.
type Response struct {
	// Status is the HTTP status of the last hop.
	Status int
	// URL is where the answer came from after redirects, with the fragment of the
	// last hop that has one.
	URL weburl.URL
	// Redirects are the hops that led there, in order.
	Redirects []link.Redirect
	// ContentType is the media type in lower case without parameters; empty when
	// the answer names none.
	ContentType string
	// Charset is the charset that the Content-Type names; empty when it names
	// none.
	Charset string
	// ETag is the entity tag of the answer as it came; empty when it has none.
	ETag string
	// Refresh is the value of the Refresh field, which redirects as a meta refresh does;
	// empty when there is none.
	Refresh string
	// HTML is true for an HTML document, by its Content-Type or, without one, by
	// the head of its body where that was read. ContentType shows whether it is XHTML.
	HTML bool
	// Body is the body after decompression, until Release. It is nil when it was
	// not read.
	Body []byte
	// Cut is an *Error that says why Body is not whole, after the last try; Body is what
	// was read until then. It is nil when Body is whole.
	Cut error
	// BotProtection is the name of the bot protection that answered in the host's place;
	// empty when there was none.
	BotProtection string
	// Login is the kind of login page that answered in the page's place, or to which a
	// redirect led; empty when there was none, or one of an unknown kind.
	Login protection.Login
	// Transient is whether the same request may be answered otherwise a little later.
	Transient bool
	// Hidden is true for an answer of GitHub that may stand for a page of a private
	// repository, where that could not be looked up.
	Hidden bool
	// Limited is true when the answer says, with any status, that its host received too
	// many requests.
	Limited bool
	// RetryLater is true when the answer asked for a longer wait before the next
	// try than a minute, so that there was none.
	RetryLater bool

	release func()
}

// Release gives Body's memory back, which must not be used any more. Releasing
// twice, or a response without a body, does nothing.
func (r *Response) Release() {
	if r.release != nil {
		r.release()
	}
	r.release, r.Body = nil, nil
}
