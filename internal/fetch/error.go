package fetch

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
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
	Lacks Resource
	// unreached is whether there was no connection to the host, so that its other links
	// would fail too.
	unreached bool
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Resource is something of this machine that a request needs.
type Resource int

const (
	// NoResource is the zero Resource.
	NoResource Resource = iota
	// OpenFiles are file descriptors, of which each connection takes one.
	OpenFiles
	// Authorities are the certificate authorities that certificates are checked with.
	Authorities
)

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
	e := &Error{Err: err, unreached: transport.StageOf(err) != transport.Connected}
	var proxy *transport.ProxyError
	switch {
	case errors.As(err, &proxy):
		e.explainProxy(proxy)
	case !e.explainTLS(hostname):
		e.explainConnection()
	}
	e.Message = printable(e.Message)
	return e
}

// mayPass reports whether a request that failed with err, and was sent, may succeed a little later.
func mayPass(err error) bool {
	e := explain(err, "")
	return e.Transient && !e.Unasked
}

// explainProxy explains the failure of a proxy as that of a host.
func (e *Error) explainProxy(proxy *transport.ProxyError) {
	e.Reason, e.NoWay, e.Message = link.ConnectionFailed, true, proxy.Error()
	if proxy.URL != nil {
		inner := explain(proxy.Err, proxy.URL.Hostname())
		e.Transient, e.Lacks = inner.Transient, inner.Lacks
		e.Message = "could not connect to the proxy " + proxy.URL.String() + ": " + inner.Message
	}
}

// explainConnection explains what is neither a proxy's failure nor one of TLS. It shows errors that
// it does not know as they are.
func (e *Error) explainConnection() {
	var private *transport.PrivateAddressError
	var timeout *transport.TimeoutError
	var dns *net.DNSError
	var network net.Error
	isHandshake := transport.StageOf(e.Err) == transport.Handshaking
	isCut := isErrno(e.Err, syscall.ECONNRESET, syscall.EPIPE, syscall.ECONNABORTED)
	isEnd := errors.Is(e.Err, io.EOF) || errors.Is(e.Err, io.ErrUnexpectedEOF)
	e.Reason, e.Transient = link.ConnectionFailed, true
	switch {
	case errors.As(e.Err, &private):
		e.Reason, e.Message, e.Transient, e.unreached = link.PrivateAddress, private.Error(), false, false
	case errors.As(e.Err, &timeout) && timeout.At == transport.Resolving:
		e.Reason, e.Message = link.DNSTemporary, timeout.Error()
	case timeout != nil:
		e.Reason, e.Message, e.NoWay = link.Timeout, timeout.Error(), timeout.At == transport.Connecting
	case errors.As(e.Err, &dns) && dns.IsNotFound:
		e.Reason, e.Message, e.Transient = link.DNSNotFound, fmt.Sprintf("no such domain %q", dns.Name), false
	case isErrno(e.Err, syscall.EMFILE, syscall.ENFILE):
		e.Message, e.Lacks = "not checked: this machine ran out of open files", OpenFiles
	case dns != nil:
		e.Reason, e.Message = link.DNSTemporary, fmt.Sprintf("could not look up host %q", dns.Name)
	case isHandshake && (isCut || isEnd):
		e.Message = "TLS handshake cut off by the host"
	case isErrno(e.Err, syscall.ECONNREFUSED):
		e.Reason, e.Message = link.ConnectionRefused, "connection refused"
	case isCut:
		e.Message = "connection reset"
	case isErrno(e.Err, syscall.EHOSTUNREACH, syscall.ENETUNREACH):
		e.Message, e.NoWay = "no route to host", true
	case errors.As(e.Err, &network) && network.Timeout(), isErrno(e.Err, syscall.ETIMEDOUT):
		e.Reason, e.Message = link.Timeout, "connection timed out"
		if isHandshake {
			e.Message = "connected, but the TLS handshake timed out"
		}
	case isEnd:
		e.Message = "connection closed before the answer was complete"
	default:
		e.Message = "connection failed: " + cause(e.Err)
	}
}

// isErrno reports whether err is, or comes from, one of the errors of the system. Go names
// them as Unix does on every system, but gives those of Windows as Windows numbers them. A
// failed look-up of a name keeps only the text of its cause (net.DNSError as of Go 1.26).
func isErrno(err error, errnos ...syscall.Errno) bool {
	var dns *net.DNSError
	isLookup := errors.As(err, &dns)
	for _, errno := range errnos {
		for _, same := range append(slices.Clip(sameErrnos(errno)), errno) {
			if errors.Is(err, same) || isLookup && strings.HasSuffix(dns.Err, same.Error()) {
				return true
			}
		}
	}
	return false
}

// explainTLS explains the failure of a host's certificate or handshake, which is there to stay; false
// for any other.
func (e *Error) explainTLS(hostname string) bool {
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verification *tls.CertificateVerificationError
	var roots x509.SystemRootsError
	var record tls.RecordHeaderError
	// The type of the alert by which one side ends a handshake is internal to crypto/tls, so the
	// operation of the error around it decides.
	var alert *net.OpError
	e.NoWay = errors.As(e.Err, &unknown)
	e.Reason = link.TLSInvalid
	switch {
	case errors.As(e.Err, &roots), e.NoWay && hasNoAuthorities():
		e.Reason, e.Message, e.Lacks = link.ConnectionFailed, "this machine has no certificate authorities", Authorities
	case e.NoWay && unknown.Cert != nil && len(unknown.Cert.IssuingCertificateURL) > 0:
		// Only an intermediate certificate may be missing. Browsers fetch it from there, or know
		// it already: such a link works for readers.
		e.Reason, e.Message = link.ConnectionFailed, "certificate chain is incomplete; browsers may still accept it"
	case e.NoWay:
		e.Message = "certificate is signed by an unknown authority"
	case errors.As(e.Err, &name):
		e.Message = fmt.Sprintf("certificate is not for %q", hostname)
	case errors.As(e.Err, &invalid):
		e.Message = invalidMessage(invalid)
	case errors.As(e.Err, &verification):
		e.Message = "certificate is not valid: " + verification.Err.Error()
	case errors.As(e.Err, &record):
		e.Reason, e.Message = link.ConnectionFailed, "TLS handshake failed: the host does not speak TLS"
	case errors.As(e.Err, &alert) && (alert.Op == "remote error" || alert.Op == "local error"):
		e.Reason, e.Message = link.ConnectionFailed, "TLS handshake failed: "+alert.Err.Error()
	default:
		return false
	}
	return true
}

// hasNoAuthorities reports whether this machine has no certificate authorities at all, as
// in a minimal container: crypto/x509 then says of every certificate that its authority
// is unknown.
var hasNoAuthorities = sync.OnceValue(func() bool {
	pool, err := x509.SystemCertPool()
	return err != nil || pool.Equal(x509.NewCertPool())
})

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
