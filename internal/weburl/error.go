package weburl

import (
	"errors"
	"fmt"
)

// Error says that a browser refuses to read a reference as a URL.
type Error struct {
	// Raw is the reference as it was given. It may hold user info: show
	// Redact(Raw), as Error does.
	Raw string
	// Cause says in a few words what is wrong with it, and never quotes it.
	Cause error
}

// Error returns one line with the reference, its user info cut out.
func (e *Error) Error() string {
	return fmt.Sprintf("could not parse URL %q: %v", shorten(Redact(e.Raw)), e.Cause)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// The causes. They are few because an author needs to know which part to look
// at, not which step of the algorithm stopped.
var (
	errRelative = errors.New("relative URL without a base URL")
	errNoHost   = errors.New("no host")
	errHost     = errors.New("host name is not valid")
	errIPv4     = errors.New("IPv4 address is not valid")
	errIPv6     = errors.New("IPv6 address is not valid")
	errPort     = errors.New("port is not a number from 0 to 65535")
)

// maxShown bounds, in bytes, how much of a reference an error quotes.
const maxShown = 500

// shorten cuts s to maxShown bytes and marks that it did.
func shorten(s string) string {
	if len(s) <= maxShown {
		return s
	}
	return s[:maxShown] + "…"
}
