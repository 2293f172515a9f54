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
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
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
		got := explain(test.err, "x.test")
		if got.Reason != test.reason || got.Message != test.message {
			t.Errorf("%s: explain = %q %q, want %q %q", name, got.Reason, got.Message, test.reason, test.message)
		}
		if !errors.Is(got, test.err) {
			t.Error(name, "the cause is lost")
		}
		if mayPass(test.err) != test.passes {
			t.Errorf("%s: isTransient = %t, want %t", name, !test.passes, test.passes)
		}
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

// serveTLS returns the address of a server that speaks TLS by a configuration.
func serveTLS(t *testing.T, config *tls.Config, http2 bool) string {
	t.Helper()
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Proto) }))
	s.Config.ErrorLog, s.EnableHTTP2 = quietLog(), http2
	s.TLS = config
	s.StartTLS()
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

func TestHandshakes(t *testing.T) {
	t.Parallel()
	known := fetchtest.NewAuthority(t)
	good := known.Sign(t, func(*x509.Certificate) {})
	withTLS := func(change func(*tls.Config)) func(*testing.T) string {
		return func(t *testing.T) string {
			config := &tls.Config{Certificates: []tls.Certificate{good}}
			change(config)
			return serveTLS(t, config, false)
		}
	}
	raw := func(do func(net.Conn)) func(*testing.T) string {
		return func(t *testing.T) string { return listenRaw(t, do) }
	}
	tests := map[string]struct {
		serve  func(*testing.T) string
		reason link.Reason
		says   string
		passes bool
	}{
		"closed":              {serve: raw(func(net.Conn) {}), reason: link.ConnectionFailed, says: "TLS handshake cut off", passes: true},
		"reset":               {serve: raw(then(readOne, cutOff)), reason: link.ConnectionFailed, says: "TLS handshake cut off", passes: true},
		"garbage":             {serve: raw(then(readOne, send("HTTP/1.0 400 Bad Request\r\n\r\n"))), reason: link.ConnectionFailed, says: "does not speak TLS"},
		"an old version":      {serve: withTLS(func(c *tls.Config) { c.MaxVersion = tls.VersionTLS11; c.MinVersion = tls.VersionTLS10 }), reason: link.ConnectionFailed, says: "TLS handshake failed"},
		"wants a certificate": {serve: withTLS(func(c *tls.Config) { c.ClientAuth = tls.RequireAnyClientCert }), reason: link.ConnectionFailed, says: "TLS handshake failed"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := testClient(t, Options{})
			c.transport.Network.TLSClientConfig = &tls.Config{RootCAs: known.Roots()}
			got := fail(t, t.Context(), c, "https://"+test.serve(t)+"/", Page)
			if got.Reason != test.reason || !strings.Contains(got.Message, test.says) || got.Transient != test.passes {
				t.Errorf("%s (%s), transient %t; want %s (%s), %t", got.Reason, got.Message, got.Transient, test.reason, test.says, test.passes)
			}
		})
	}
}

func TestCertificates(t *testing.T) {
	t.Parallel()
	known, unknown := fetchtest.NewAuthority(t), fetchtest.NewAuthority(t)
	past := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	future := time.Now().Add(48 * time.Hour)
	tests := map[string]struct {
		by      *fetchtest.Authority
		change  func(*x509.Certificate)
		reason  link.Reason
		message string
	}{
		"valid":     {by: known, change: func(*x509.Certificate) {}},
		"expired":   {by: known, change: func(c *x509.Certificate) { c.NotBefore, c.NotAfter = past.AddDate(-1, 0, 0), past }, reason: link.TLSInvalid, message: "certificate expired on 2026-01-02"},
		"not yet":   {by: known, change: func(c *x509.Certificate) { c.NotBefore, c.NotAfter = future, future.AddDate(1, 0, 0) }, reason: link.TLSInvalid, message: "certificate is not valid before " + future.UTC().Format(time.DateOnly)},
		"misplaced": {by: known, change: func(c *x509.Certificate) { c.IPAddresses, c.DNSNames = nil, []string{"x.test"} }, reason: link.TLSInvalid, message: `certificate is not for "127.0.0.1"`},
		"unknown":   {by: unknown, change: func(*x509.Certificate) {}, reason: link.TLSInvalid, message: "certificate is signed by an unknown authority"},
		"chain cut": {by: unknown, change: func(c *x509.Certificate) { c.IssuingCertificateURL = []string{"http://ca.test/middle"} }, reason: link.ConnectionFailed, message: "certificate chain is incomplete; browsers may still accept it"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := serveTLS(t, &tls.Config{Certificates: []tls.Certificate{test.by.Sign(t, test.change)}}, true)
			c := testClient(t, Options{Retries: 2})
			c.transport.Network.TLSClientConfig = &tls.Config{RootCAs: known.Roots()}
			if test.reason == "" {
				if resp := do(t, c, "https://"+address, Body); string(resp.Body) != "HTTP/2.0" {
					t.Errorf("spoke %s, want HTTP/2.0", resp.Body)
				}
				return
			}
			got := fail(t, t.Context(), c, "https://"+address, Answer)
			if got.Reason != test.reason || got.Message != test.message || c.Requests() != 1 {
				t.Errorf("%q %q after %d requests, want %q %q after 1", got.Reason, got.Message, c.Requests(), test.reason, test.message)
			}
		})
	}
}
