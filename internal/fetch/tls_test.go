package fetch

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

func TestHandshakes(t *testing.T) {
	t.Parallel()
	known := newAuthority(t)
	roots := x509.NewCertPool()
	roots.AddCert(known.cert)
	good := known.sign(t, func(*x509.Certificate) {})
	withTLS := func(change func(*tls.Config)) func(*testing.T) string {
		return func(t *testing.T) string {
			s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
			s.Config.ErrorLog = quietLog()
			s.TLS = &tls.Config{Certificates: []tls.Certificate{good}}
			change(s.TLS)
			s.StartTLS()
			t.Cleanup(s.Close)
			return s.Listener.Addr().String()
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
			c.transport.TLSClientConfig = &tls.Config{RootCAs: roots}
			got := fail(t, t.Context(), c, "https://"+test.serve(t)+"/", Page)
			if got.Reason != test.reason || !strings.Contains(got.Message, test.says) || got.Transient != test.passes {
				t.Errorf("%s (%s), transient %t; want %s (%s), %t", got.Reason, got.Message, got.Transient, test.reason, test.says, test.passes)
			}
		})
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

// evilName would harm a terminal and a log of GitHub Actions.
const evilName = "\x1b[31m\n::error::x"

// sign returns a certificate for 127.0.0.1 after change.
func (a *authority) sign(t *testing.T, change func(*x509.Certificate)) tls.Certificate {
	t.Helper()
	key := newKey(t)
	cert := &x509.Certificate{
		SerialNumber: big.NewInt(2), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		Subject:   pkix.Name{CommonName: evilName, Organization: []string{evilName}},
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
