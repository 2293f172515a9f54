package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
)

func TestExplain(t *testing.T) {
	t.Parallel()
	dial := func(err error) error {
		return &url.Error{Op: "Get", URL: "http://me:hush@x.test/", Err: &net.OpError{Op: "dial", Err: err}}
	}
	tests := map[string]struct {
		err     error
		reason  link.Reason
		message string
		passes  bool
	}{
		"no such host":       {err: dial(&net.DNSError{Name: "x.test", IsNotFound: true}), reason: link.DNSNotFound, message: `no such domain "x.test"`},
		"server failure":     {err: dial(&net.DNSError{Name: "x.test", IsTemporary: true}), reason: link.DNSTemporary, message: `could not look up host "x.test"`, passes: true},
		"name server down":   {err: dial(&net.DNSError{Name: "x.test", UnwrapErr: syscall.ECONNREFUSED}), reason: link.DNSTemporary, message: `could not look up host "x.test"`, passes: true},
		"refused":            {err: dial(os.NewSyscallError("connect", syscall.ECONNREFUSED)), reason: link.ConnectionRefused, message: "connection refused", passes: true},
		"reset":              {err: dial(os.NewSyscallError("read", syscall.ECONNRESET)), reason: link.ConnectionFailed, message: "connection reset", passes: true},
		"no route":           {err: dial(os.NewSyscallError("connect", syscall.EHOSTUNREACH)), reason: link.ConnectionFailed, message: "no route to host", passes: true},
		"kernel's timeout":   {err: dial(os.NewSyscallError("connect", syscall.ETIMEDOUT)), reason: link.Timeout, message: "connection timed out", passes: true},
		"dialer's timeout":   {err: dial(os.ErrDeadlineExceeded), reason: link.Timeout, message: "connection timed out", passes: true},
		"in the handshake":   {err: dial(&transport.StageError{At: transport.Handshaking, Err: os.ErrDeadlineExceeded}), reason: link.Timeout, message: "connected, but the TLS handshake timed out", passes: true},
		"while connecting":   {err: dial(&transport.StageError{At: transport.Connecting, Err: os.ErrDeadlineExceeded}), reason: link.Timeout, message: "connection timed out", passes: true},
		"cut handshake":      {err: dial(&transport.StageError{At: transport.Handshaking, Err: io.EOF}), reason: link.ConnectionFailed, message: "TLS handshake cut off by the host", passes: true},
		"no time to look up": {err: dial(&transport.TimeoutError{Limit: time.Second, At: transport.Resolving}), reason: link.DNSTemporary, message: "could not look up the host within 1s", passes: true},
		"no time to connect": {err: dial(&transport.TimeoutError{Limit: time.Second, At: transport.Connecting}), reason: link.Timeout, message: "could not connect within 1s", passes: true},
		"left alone":         {err: &host.GivenUpError{Status: 429}, reason: link.RateLimited, message: "the host asked for a longer wait than linkvet allows; giving up on it"},
		"our timeout":        {err: dial(&transport.TimeoutError{Limit: 20 * time.Second}), reason: link.Timeout, message: "no answer within 20s", passes: true},
		"closed":             {err: dial(io.EOF), reason: link.ConnectionFailed, message: "connection closed before the answer was complete", passes: true},
		"cut":                {err: io.ErrUnexpectedEOF, reason: link.ConnectionFailed, message: "connection closed before the answer was complete", passes: true},
		"alert by itself":    {err: &net.OpError{Op: "remote error", Err: errors.New("tls: bad")}, reason: link.ConnectionFailed, message: "TLS handshake failed: tls: bad"},
		"not TLS":            {err: dial(tls.RecordHeaderError{}), reason: link.ConnectionFailed, message: "TLS handshake failed: the host does not speak TLS"},
		"no roots":           {err: dial(x509.SystemRootsError{}), reason: link.ConnectionFailed, message: "this machine has no certificate authorities"},
		"incomplete chain":   {err: dial(x509.UnknownAuthorityError{Cert: &x509.Certificate{IssuingCertificateURL: []string{"http://ca.test"}}}), reason: link.ConnectionFailed, message: "certificate chain is incomplete; browsers may still accept it"},
		"other certificates": {err: dial(&tls.CertificateVerificationError{Err: errors.New("odd")}), reason: link.TLSInvalid, message: "certificate is not valid: odd"},
		"anything else":      {err: dial(errors.New("odd")), reason: link.ConnectionFailed, message: "connection failed: dial: odd", passes: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := explain(test.err, "x.test")
			if got.Reason != test.reason || got.Message != test.message {
				t.Errorf("explain = %q %q, want %q %q", got.Reason, got.Message, test.reason, test.message)
			}
			if !errors.Is(got, test.err) {
				t.Error("the cause is lost")
			}
			if isTransient(test.err) != test.passes {
				t.Errorf("isTransient = %t, want %t", !test.passes, test.passes)
			}
		})
	}
}

func TestConnectionFaults(t *testing.T) {
	t.Parallel()
	reset := listen(t, func(conn net.Conn, _ string) {
		// Closing with data unread or no time to linger sends a reset.
		_ = conn.(*net.TCPConn).SetLinger(0)
	})
	silent := listen(t, func(conn net.Conn, _ string) {
		_, _ = io.Copy(io.Discard, conn)
	})
	garbage := listen(t, func(conn net.Conn, _ string) { fmt.Fprint(conn, "SSH-2.0-no\r\n") })
	tests := map[string]struct {
		url    string
		reason link.Reason
		sent   int64 // a HEAD, of which a failure counts as a try, and GETs
	}{
		"refused": {url: refusing, reason: link.ConnectionRefused, sent: 3},
		"reset":   {url: "http://" + reset, reason: link.ConnectionFailed, sent: 3},
		"silent":  {url: "http://" + silent, reason: link.Timeout, sent: 1}, // it took all its time
		"garbage": {url: "http://" + garbage, reason: link.ConnectionFailed, sent: 3},
		"no TLS":  {url: "https://" + garbage, reason: link.ConnectionFailed, sent: 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opt := Options{Retries: 2}
			if test.reason == link.Timeout {
				opt.Timeout = 200 * time.Millisecond
			}
			c := testClient(t, opt)
			got := fail(t, t.Context(), c, test.url, Answer)
			if got.Reason != test.reason || got.Status != 0 {
				t.Errorf("Reason = %q (%s), want %q", got.Reason, got.Message, test.reason)
			}
			if c.Requests() != test.sent {
				t.Errorf("Requests() = %d, want %d", c.Requests(), test.sent)
			}
		})
	}
}

func TestRunEndsInTheMiddle(t *testing.T) {
	t.Parallel()
	begun := make(chan bool, 1)
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "head")
		_ = http.NewResponseController(w).Flush()
		begun <- true
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-begun
		cancel()
	}()
	got := fail(t, ctx, testClient(t, Options{Retries: 3}), s.URL, Page)
	if got.Reason != link.NotReached || !errors.Is(got, context.Canceled) {
		t.Errorf("Reason = %q (%v), want not-reached", got.Reason, got.Err)
	}
}
