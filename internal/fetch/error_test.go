package fetch

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
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
		"no such host":       {dial(&net.DNSError{Name: "x.test", IsNotFound: true}), link.DNSNotFound, `no such host "x.test"`, false},
		"server failure":     {dial(&net.DNSError{Name: "x.test", IsTemporary: true}), link.DNSTemporary, `could not look up host "x.test" for now`, true},
		"name server down":   {dial(&net.DNSError{Name: "x.test", UnwrapErr: syscall.ECONNREFUSED}), link.DNSTemporary, `could not look up host "x.test" for now`, true},
		"refused":            {dial(os.NewSyscallError("connect", syscall.ECONNREFUSED)), link.ConnectionRefused, "connection refused", true},
		"reset":              {dial(os.NewSyscallError("read", syscall.ECONNRESET)), link.ConnectionFailed, "connection reset", true},
		"no route":           {dial(os.NewSyscallError("connect", syscall.EHOSTUNREACH)), link.ConnectionFailed, "no route to host", true},
		"kernel's timeout":   {dial(os.NewSyscallError("connect", syscall.ETIMEDOUT)), link.Timeout, "connection timed out", true},
		"dialer's timeout":   {dial(os.ErrDeadlineExceeded), link.Timeout, "connection timed out", true},
		"in the handshake":   {dial(&transport.StageError{At: transport.Handshaking, Err: os.ErrDeadlineExceeded}), link.Timeout, "connected, but the TLS handshake was not done in time", true},
		"while connecting":   {dial(&transport.StageError{At: transport.Connecting, Err: os.ErrDeadlineExceeded}), link.Timeout, "connection timed out", true},
		"cut handshake":      {dial(&transport.StageError{At: transport.Handshaking, Err: io.EOF}), link.ConnectionFailed, "TLS handshake cut off by the host", true},
		"no time to look up": {dial(&transport.TimeoutError{Limit: time.Second, At: transport.Resolving}), link.DNSTemporary, "could not look up the host's name within 1s", true},
		"no time to connect": {dial(&transport.TimeoutError{Limit: time.Second, At: transport.Connecting}), link.Timeout, "could not connect within 1s", true},
		"left alone":         {&host.GivenUpError{Status: 429}, link.RateLimited, "the host asked to be left alone for longer than a run can wait", false},
		"our timeout":        {dial(&transport.TimeoutError{Limit: 20 * time.Second}), link.Timeout, "no answer within 20s", true},
		"closed":             {dial(io.EOF), link.ConnectionFailed, "connection closed before the answer was whole", true},
		"cut":                {io.ErrUnexpectedEOF, link.ConnectionFailed, "connection closed before the answer was whole", true},
		"alert by itself":    {&net.OpError{Op: "remote error", Err: errors.New("tls: bad")}, link.ConnectionFailed, "TLS handshake failed: tls: bad", false},
		"not TLS":            {dial(tls.RecordHeaderError{}), link.ConnectionFailed, "TLS handshake failed: the host does not speak TLS", false},
		"no roots":           {dial(x509.SystemRootsError{}), link.ConnectionFailed, "this machine has no certificate authorities to check with", false},
		"incomplete chain":   {dial(x509.UnknownAuthorityError{Cert: &x509.Certificate{IssuingCertificateURL: []string{"http://ca.test"}}}), link.ConnectionFailed, "certificate chain is incomplete; browsers may find the rest", false},
		"other certificates": {dial(&tls.CertificateVerificationError{Err: errors.New("odd")}), link.TLSInvalid, "certificate is not valid: odd", false},
		"anything else":      {dial(errors.New("odd")), link.ConnectionFailed, "connection failed: dial: odd", true},
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
	closed := httptest.NewServer(nil)
	closed.Close()
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
		"refused": {closed.URL, link.ConnectionRefused, 3},
		"reset":   {"http://" + reset, link.ConnectionFailed, 3},
		"silent":  {"http://" + silent, link.Timeout, 1}, // it took all its time
		"garbage": {"http://" + garbage, link.ConnectionFailed, 3},
		"no TLS":  {"https://" + garbage, link.ConnectionFailed, 1},
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

// authority is a certificate authority of the test.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{cert: &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}}
	a.key = newKey(t)
	der, err := x509.CreateCertificate(rand.Reader, a.cert, a.cert, a.key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	if a.cert, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	return a
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// sign returns a certificate for 127.0.0.1 after change.
func (a *authority) sign(t *testing.T, change func(*x509.Certificate)) tls.Certificate {
	t.Helper()
	key := newKey(t)
	cert := &x509.Certificate{
		SerialNumber: big.NewInt(2), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	change(cert)
	der, err := x509.CreateCertificate(rand.Reader, cert, a.cert, key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func TestCertificates(t *testing.T) {
	t.Parallel()
	known, unknown := newAuthority(t), newAuthority(t)
	roots := x509.NewCertPool()
	roots.AddCert(known.cert)
	past := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	future := time.Now().Add(48 * time.Hour)
	tests := map[string]struct {
		by      *authority
		change  func(*x509.Certificate)
		reason  link.Reason
		message string
	}{
		"valid":     {known, func(*x509.Certificate) {}, "", ""},
		"expired":   {known, func(c *x509.Certificate) { c.NotBefore, c.NotAfter = past.AddDate(-1, 0, 0), past }, link.TLSInvalid, "certificate expired on 2026-01-02"},
		"not yet":   {known, func(c *x509.Certificate) { c.NotBefore, c.NotAfter = future, future.AddDate(1, 0, 0) }, link.TLSInvalid, "certificate is not valid before " + future.UTC().Format(time.DateOnly)},
		"misplaced": {known, func(c *x509.Certificate) { c.IPAddresses, c.DNSNames = nil, []string{"x.test"} }, link.TLSInvalid, `certificate is not for "127.0.0.1"`},
		"unknown":   {unknown, func(*x509.Certificate) {}, link.TLSInvalid, "certificate is signed by an unknown authority"},
		"chain cut": {unknown, func(c *x509.Certificate) { c.IssuingCertificateURL = []string{"http://ca.test/middle"} }, link.ConnectionFailed, "certificate chain is incomplete; browsers may find the rest"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				fmt.Fprint(w, r.Proto)
			}))
			s.Config.ErrorLog = log.New(io.Discard, "", 0)
			s.EnableHTTP2 = true
			s.TLS = &tls.Config{Certificates: []tls.Certificate{test.by.sign(t, test.change)}}
			s.StartTLS()
			t.Cleanup(s.Close)
			c := testClient(t, Options{Retries: 2})
			c.transport.TLSClientConfig = &tls.Config{RootCAs: roots}
			if test.reason == "" {
				if resp := do(t, c, s.URL, Body); string(resp.Body) != "HTTP/2.0" {
					t.Errorf("spoke %s, want HTTP/2.0", resp.Body)
				}
				return
			}
			got := fail(t, t.Context(), c, s.URL, Answer)
			if got.Reason != test.reason || got.Message != test.message || c.Requests() != 1 {
				t.Errorf("%q %q after %d requests, want %q %q after 1", got.Reason, got.Message, c.Requests(), test.reason, test.message)
			}
		})
	}
}
