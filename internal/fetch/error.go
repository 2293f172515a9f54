package fetch

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"unicode"

	"github.com/linkvet/linkvet/internal/link"
)

// Error says why a URL has no answer, or why a body is not whole.
type Error struct {
	// Reason is the code of the failure: DNSNotFound, DNSTemporary, TLSInvalid,
	// ConnectionRefused, ConnectionFailed, Timeout, RedirectLoop,
	// TooManyRedirects, InvalidURL and UnsupportedScheme (of a redirect),
	// PrivateAddress, RateLimited and ServerError when the host refuses or fails at all
	// that it is asked, or NotReached when the context ended first.
	Reason link.Reason
	// Message says it to people, in a few words and without any URL's user info.
	Message string
	// Status is that of the last answer; 0 when there was none.
	Status int
	// Redirects are the hops that were followed until then, in order.
	Redirects []link.Redirect
	// Err is the cause; nil when the failure is a judgement of our own.
	Err error
	// Passing is whether the same request may fare better a little later.
	Passing bool
	// Unasked is true when no request was sent, because the host had failed for
	// others before.
	Unasked bool
	// TooLarge is true when a body is not whole because it is larger than the
	// client reads of one.
	TooLarge bool
	// NoWay is true when nothing shows that the network leads to the host, or to any
	// other: its proxy cannot be used, no route leads there, nothing answers the attempt
	// to connect, or a certificate is signed by an authority that this machine does not know.
	NoWay bool
	// Lacks is what this machine lacked for the request, so that it shows nothing of
	// the host.
	Lacks Resource
	// unreached is whether no connection to the host came about, so that its
	// other links would fare no better.
	unreached bool
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// explain turns the error of a request to a host into an *Error. It goes by
// the types of errors alone, and from the inside out where one holds another: a
// failed look-up, for one, holds the fault of its own connection.
func explain(err error, host string) *Error {
	var judged *Error
	if errors.As(err, &judged) {
		// A copy, for others may have been given the same, and each completes its own.
		own := *judged
		return &own
	}
	e := explainCause(err, host)
	e.Message = printable(e.Message)
	e.Passing = mayPass(err)
	e.NoWay, e.Lacks = isNoWay(err), lacking(err)
	var aside *asideError
	switch {
	case errors.As(err, &aside):
		e.Passing, e.Unasked, e.Status = aside.mayEnd(), true, aside.status
	case e.Reason == link.PrivateAddress:
	default:
		e.unreached = stageOf(err) != connected
	}
	return e
}

func explainCause(err error, host string) *Error {
	if reason, message := explainGuard(err); reason != "" {
		return &Error{Reason: reason, Message: message, Err: err}
	}
	var dns *net.DNSError
	switch {
	case !errors.As(err, &dns):
	case dns.IsNotFound:
		return &Error{Reason: link.DNSNotFound, Message: fmt.Sprintf("no such host %q", dns.Name), Err: err}
	case lacking(err) == OpenFiles:
		return &Error{Reason: link.ConnectionFailed, Message: noFileLeft, Err: err}
	default:
		return &Error{Reason: link.DNSTemporary, Message: fmt.Sprintf("could not look up host %q for now", dns.Name), Err: err}
	}
	if reason, message := explainTLS(err, host); reason != "" {
		return &Error{Reason: reason, Message: message, Err: err}
	}
	reason, message := explainConnection(err)
	return &Error{Reason: reason, Message: message, Err: err}
}

// explainGuard knows the errors of our own RoundTrippers.
func explainGuard(err error) (link.Reason, string) {
	var proxy *proxyError
	if errors.As(err, &proxy) {
		return link.ConnectionFailed, proxy.Error()
	}
	var private *privateError
	if errors.As(err, &private) {
		return link.PrivateAddress, private.Error()
	}
	var refusing *refusingError
	if errors.As(err, &refusing) {
		return link.ConnectionFailed, refusing.Error()
	}
	var aside *asideError
	if errors.As(err, &aside) {
		return aside.reason(), aside.Error()
	}
	var timeout *timeoutError
	if errors.As(err, &timeout) {
		if timeout.at == resolving {
			return link.DNSTemporary, timeout.Error()
		}
		return link.Timeout, timeout.Error()
	}
	return "", ""
}

// noFileLeft is the message for a request that had no file descriptor.
const noFileLeft = "not asked, as this machine has no file left for a connection"

// explainConnection knows what can happen to a connection, and says the rest
// as it came.
func explainConnection(err error) (link.Reason, string) {
	if stageOf(err) == handshaking && isCut(err) {
		return link.ConnectionFailed, "TLS handshake cut off by the host"
	}
	var errno syscall.Errno
	if errors.As(err, &errno) {
		switch errno {
		case syscall.ECONNREFUSED:
			return link.ConnectionRefused, "connection refused"
		case syscall.ECONNRESET, syscall.EPIPE, syscall.ECONNABORTED:
			return link.ConnectionFailed, "connection reset"
		case syscall.EHOSTUNREACH, syscall.ENETUNREACH:
			return link.ConnectionFailed, "no route to host"
		case syscall.EMFILE, syscall.ENFILE:
			return link.ConnectionFailed, noFileLeft
		}
	}
	var network net.Error
	switch {
	case errors.As(err, &network) && network.Timeout():
		if stageOf(err) == handshaking {
			return link.Timeout, "connected, but the TLS handshake was not done in time"
		}
		return link.Timeout, "connection timed out"
	case isCut(err):
		return link.ConnectionFailed, "connection closed before the answer was whole"
	}
	return link.ConnectionFailed, "connection failed: " + cause(err)
}

// isNoWay reports whether err may be the fault of this machine's network, as
// Error.NoWay has it.
func isNoWay(err error) bool {
	var proxy *proxyError
	var timeout *timeoutError
	var authority x509.UnknownAuthorityError
	return errors.As(err, &proxy) || errors.As(err, &authority) ||
		errors.As(err, &timeout) && timeout.at == connecting ||
		errors.Is(err, syscall.EHOSTUNREACH) || errors.Is(err, syscall.ENETUNREACH)
}

// isCut tells whether err is that of a connection which the other side ended.
func isCut(err error) bool {
	for _, end := range []error{io.EOF, io.ErrUnexpectedEOF, syscall.ECONNRESET, syscall.EPIPE, syscall.ECONNABORTED} {
		if errors.Is(err, end) {
			return true
		}
	}
	return false
}

// cause returns the text of err without the method and URL that http.Client
// puts before it.
func cause(err error) string {
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err
	}
	return err.Error()
}

// printable returns a message with what acts on a screen instead of being seen there
// written as an escape: some errors hold the words of a host or a proxy as they came.
func printable(message string) string {
	if !strings.ContainsFunc(message, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return message
	}
	quoted := strconv.QuoteToGraphic(message)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// notReached is the failure of a request that ctx, which has ended, kept from
// its answer. It goes by ctx and not by an error, for net has errors of its own
// that are context.DeadlineExceeded.
func notReached(ctx context.Context) *Error {
	return &Error{Reason: link.NotReached, Message: "the run ended first", Err: ctx.Err()}
}

// mayPass tells whether what failed with err may succeed a little later.
func mayPass(err error) bool {
	var proxy *proxyError
	if errors.As(err, &proxy) {
		return proxy.err != nil && mayPass(proxy.err)
	}
	var aside *asideError
	if errors.As(err, &aside) {
		return false
	}
	if reason, _ := explainTLS(err, ""); reason != "" {
		return false
	}
	switch explainCause(err, "").Reason {
	case link.DNSNotFound, link.PrivateAddress, link.RateLimited:
		return false
	}
	return true
}
