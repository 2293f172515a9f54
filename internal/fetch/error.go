package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/linkvet/linkvet/internal/fetch/body"
	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/fetch/transport"
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
	// Err is the cause; nil when the client itself decided to fail.
	Err error
	// Transient is whether the same request may fare better a little later.
	Transient bool
	// Unasked is true when no request was sent, because the host had failed for
	// others before.
	Unasked bool
	// TooLarge is true when a body is not whole because it is larger than the
	// client reads of one.
	TooLarge bool
	// NoWay is true when the network may be the cause: the proxy cannot be used, there is
	// no route to the host or no reply to the attempt to connect, or this machine does
	// not know the authority of a certificate.
	NoWay bool
	// Lacks is what this machine lacked for the request, so that it shows nothing of
	// the host.
	Lacks transport.Resource
	// unreached is whether there was no connection to the host, so that its other links
	// would fail too.
	unreached bool
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Explain says in plain words why a request to a host has no answer.
func Explain(err error, hostname string) string { return explain(err, hostname).Message }

// explain turns the error of a request to a host into an *Error. It looks at the types of
// errors, from the inside out where one wraps another: a failed look-up, for example, wraps
// the error of the resolver's connection. Others may share an *Error, and each walk completes its
// own.
func explain(err error, hostname string) *Error {
	var judged *Error
	var givenUp *host.GivenUpError
	switch {
	case errors.As(err, &givenUp) && errors.As(givenUp.Last, &judged):
		e := *judged
		e.Redirects, e.Status, e.unreached, e.Unasked = nil, 0, false, true
		return &e
	case errors.As(err, &judged):
		e := *judged
		return &e
	case givenUp != nil:
		return &Error{
			Reason: givenUp.Reason(), Message: givenUp.Error(), Status: givenUp.Status, Err: err,
			Transient: givenUp.IsTransient(), Unasked: true,
		}
	}
	e := &Error{Err: err, Transient: isTransient(err), NoWay: isNoWay(err), Lacks: transport.ResourceOf(err)}
	e.Reason, e.Message = reasonOf(err, hostname)
	e.Message = printable(e.Message)
	e.unreached = e.Reason != link.PrivateAddress && transport.StageOf(err) != transport.Connected
	return e
}

// reasonOf returns the reason of an error, and says it in plain words. Errors that it does not know
// are shown as they are.
func reasonOf(err error, hostname string) (link.Reason, string) {
	var proxy *transport.ProxyError
	var private *transport.PrivateAddressError
	var refused *transport.RefusedConnectionsError
	var timeout *transport.TimeoutError
	var dns *net.DNSError
	switch lacks := transport.ResourceOf(err); {
	case errors.As(err, &proxy):
		return link.ConnectionFailed, proxyMessage(proxy)
	case errors.As(err, &private):
		return link.PrivateAddress, private.Error()
	case errors.As(err, &refused):
		return link.ConnectionFailed, refused.Error()
	case errors.As(err, &timeout) && timeout.At == transport.Resolving:
		return link.DNSTemporary, timeout.Error()
	case timeout != nil:
		return link.Timeout, timeout.Error()
	case errors.As(err, &dns) && dns.IsNotFound:
		return link.DNSNotFound, fmt.Sprintf("no such domain %q", dns.Name)
	case lacks == transport.OpenFiles:
		return link.ConnectionFailed, "not checked: this machine ran out of open files"
	case dns != nil:
		return link.DNSTemporary, fmt.Sprintf("could not look up host %q", dns.Name)
	}
	if reason, message := reasonOfTLS(err, hostname); reason != "" {
		return reason, message
	}
	var network net.Error
	isHandshake := transport.StageOf(err) == transport.Handshaking
	isCut := transport.IsErrno(err, syscall.ECONNRESET, syscall.EPIPE, syscall.ECONNABORTED)
	isEnd := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
	isTimeout := errors.As(err, &network) && network.Timeout() || transport.IsErrno(err, syscall.ETIMEDOUT)
	switch {
	case isHandshake && (isCut || isEnd):
		return link.ConnectionFailed, "TLS handshake cut off by the host"
	case transport.IsErrno(err, syscall.ECONNREFUSED):
		return link.ConnectionRefused, "connection refused"
	case isCut:
		return link.ConnectionFailed, "connection reset"
	case isNoRoute(err):
		return link.ConnectionFailed, "no route to host"
	case isTimeout && isHandshake:
		return link.Timeout, "connected, but the TLS handshake timed out"
	case isTimeout:
		return link.Timeout, "connection timed out"
	case isEnd:
		return link.ConnectionFailed, "connection closed before the answer was complete"
	}
	return link.ConnectionFailed, "connection failed: " + cause(err)
}

func isNoRoute(err error) bool {
	return transport.IsErrno(err, syscall.EHOSTUNREACH, syscall.ENETUNREACH)
}

// proxyMessage explains the failure of a proxy as that of a host.
func proxyMessage(e *transport.ProxyError) string {
	if e.URL == nil {
		return e.Error()
	}
	_, message := reasonOf(e.Err, e.URL.Hostname())
	return "could not connect to the proxy " + e.URL.String() + ": " + message
}

// reasonOfTLS is reasonOf for errors of a host's certificate or handshake. The reason is empty for
// others.
func reasonOfTLS(err error, host string) (link.Reason, string) {
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verification *tls.CertificateVerificationError
	var roots x509.SystemRootsError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &roots), errors.As(err, &unknown) && transport.HasNoAuthorities():
		return link.ConnectionFailed, "this machine has no certificate authorities"
	case errors.As(err, &unknown) && unknown.Cert != nil && len(unknown.Cert.IssuingCertificateURL) > 0:
		// Only an intermediate certificate may be missing. Browsers fetch it from there, or know
		// it already: such a link works for readers.
		return link.ConnectionFailed, "certificate chain is incomplete; browsers may still accept it"
	case errors.As(err, &unknown):
		return link.TLSInvalid, "certificate is signed by an unknown authority"
	case errors.As(err, &name):
		return link.TLSInvalid, fmt.Sprintf("certificate is not for %q", host)
	case errors.As(err, &invalid):
		return link.TLSInvalid, invalidMessage(invalid)
	case errors.As(err, &verification):
		return link.TLSInvalid, "certificate is not valid: " + verification.Err.Error()
	case errors.As(err, &record):
		return link.ConnectionFailed, "TLS handshake failed: the host does not speak TLS"
	}
	// The type of the alert by which one side ends a handshake is internal to crypto/tls, so the
	// operation of the error around it decides.
	var op *net.OpError
	if errors.As(err, &op) && (op.Op == "remote error" || op.Op == "local error") {
		return link.ConnectionFailed, "TLS handshake failed: " + op.Err.Error()
	}
	return "", ""
}

func invalidMessage(err x509.CertificateInvalidError) string {
	if err.Reason != x509.Expired || err.Cert == nil {
		return "certificate is not valid: " + err.Error()
	}
	// x509 also calls a certificate expired that is not valid yet.
	if from := err.Cert.NotBefore; from.After(time.Now()) {
		return "certificate is not valid before " + from.UTC().Format(time.DateOnly)
	}
	return "certificate expired on " + err.Cert.NotAfter.UTC().Format(time.DateOnly)
}

// isNoWay reports whether err may be the fault of this machine's network, as
// Error.NoWay says.
func isNoWay(err error) bool {
	var proxy *transport.ProxyError
	var timeout *transport.TimeoutError
	var authority x509.UnknownAuthorityError
	return errors.As(err, &proxy) || errors.As(err, &authority) ||
		errors.As(err, &timeout) && timeout.At == transport.Connecting ||
		isNoRoute(err)
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

// printable returns a message with control characters written as escapes: some errors
// contain text of a host or a proxy, which must not control a terminal.
func printable(message string) string {
	if !strings.ContainsFunc(message, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return message
	}
	quoted := strconv.QuoteToGraphic(message)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// notReached is the failure of a request whose ctx ended before the answer. It looks at ctx
// and not at the error: net also returns context.DeadlineExceeded for internal timeouts.
func notReached(ctx context.Context) *Error {
	return &Error{Reason: link.NotReached, Message: "the run ended before the answer came", Err: ctx.Err()}
}

// isTransient reports whether a request that failed with err may succeed a little later.
func isTransient(err error) bool {
	var proxy *transport.ProxyError
	if errors.As(err, &proxy) {
		return proxy.Err != nil && isTransient(proxy.Err)
	}
	var givenUp *host.GivenUpError
	if errors.As(err, &givenUp) {
		return false
	}
	if reason, _ := reasonOfTLS(err, ""); reason != "" {
		return false
	}
	reason, _ := reasonOf(err, "")
	return reason != link.DNSNotFound && reason != link.PrivateAddress
}

// explainBody turns the error of reading a body into an *Error that says how much of the
// body there is.
func explainBody(err error, hostname string, n int) *Error {
	var size *body.SizeError
	var encoding *body.EncodingError
	e := explain(err, hostname)
	switch {
	case errors.As(err, &size):
		e.Message, e.TooLarge = err.Error(), true
	case errors.As(err, &encoding):
		e.Message = err.Error()
	case body.IsDamaged(err):
		e.Message = fmt.Sprintf("body is damaged after %d bytes: %s", n, printable(cause(err)))
	default:
		e.Message = fmt.Sprintf("body is incomplete after %d bytes: %s", n, e.Message)
	}
	return e
}
