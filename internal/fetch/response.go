package fetch

import (
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
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
	// empty when there is none, and cut where it is too long.
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
