package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
)

// times writes raw n times, or until the client stops reading.
func times(n int, raw string) func(net.Conn) {
	return func(c net.Conn) {
		for range n {
			if _, err := c.Write([]byte(raw)); err != nil {
				return
			}
		}
	}
}

// TestHostileAnswers holds answers that are made to harm to their reasons, and their
// messages to what a terminal shows as it stands.
func TestHostileAnswers(t *testing.T) {
	t.Parallel()
	const end = "Content-Length: 5\r\n\r\nhello"
	// Without the field, the next request may be half written when the server closes
	// the connection, and is then sent a second time.
	moved := func(to string) func(net.Conn) {
		return send("HTTP/1.1 302 Found\r\nConnection: close\r\nLocation: " + to + "\r\n" + end)
	}
	bomb := bomb(1 << 20)
	for name, test := range map[string]chaos{
		"waits without end":        {do: then(send(htmlHead), times(100_000, "Retry-After: 5\r\n"), send(end)), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "headers exceeded"},
		"cookies without end":      {do: then(send(htmlHead), times(100_000, "Set-Cookie: a=b\r\n"), send(end)), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "headers exceeded"},
		"links without end":        {do: then(send(htmlHead), times(100_000, "Link: </a>\r\n"), send(end)), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "headers exceeded"},
		"other protocols":          {do: then(send(htmlHead), times(100_000, "Alt-Svc: h3=\":1\"\r\n"), send(end)), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "headers exceeded"},
		"a few thousand cookies":   {do: then(send(htmlHead), times(5_000, "Set-Cookie: a=b; Domain=com\r\n"), send(end))},
		"hints before an answer":   {do: then(times(100, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), send(htmlHead+end))},
		"100 without end":          {do: endless("HTTP/1.1 100 Continue\r\n\r\n", 0), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "headers exceeded"},
		"a status without end":     {do: then(send("HTTP/1.1 200 "), endless(strings.Repeat("z", 4000), 0)), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "headers exceeded"},
		"a media type of 1 MB":     {do: send(okLine + "Content-Type: text/html;" + strings.Repeat("a", 1<<20) + "\r\n" + end), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "headers exceeded"},
		"NUL in a field":           {do: send(okLine + "X-Y: a\x00b\r\n" + end), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: `a\x00b`},
		"CR in a field":            {do: send(okLine + "X-Y: a\rSet-Cookie: b\r\n" + end), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: `a\rSet-Cookie`},
		"an escape in a field":     {do: send(okLine + "X\x1b[31m: a\r\n" + end), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: `\x1b[31m`},
		"an escape in the status":  {do: send("HTTP/1.1 \x1b[3 Red\r\n" + end), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: `\x1b[3`},
		"HTTP/0.9":                 {do: send("<h1>hello</h1>"), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "malformed HTTP"},
		"TLS instead of HTTP":      {do: send("\x15\x03\x01\x00\x02\x02\x0a"), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: `\x15\x03\x01`},
		"a status of two digits":   {do: send("HTTP/1.1 99 X\r\n" + end), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "malformed HTTP status"},
		"a status of four":         {do: send("HTTP/1.1 1000 X\r\n" + end), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "malformed HTTP status"},
		"two transfer encodings":   {do: send(htmlHead + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "too many transfer encodings"},
		"a length of 23 digits":    {do: send(htmlHead + "Content-Length: 99999999999999999999999\r\n\r\n"), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "bad Content-Length"},
		"a length of 8 EB":         {do: send(htmlHead + "Content-Length: 9000000000000000000\r\n\r\nab"), page: link.ConnectionFailed, says: "incomplete after 2 bytes"},
		"trailers without end":     {do: then(send(htmlHead+"Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n"), endless("X: y\r\n", 0)), page: link.ConnectionFailed, says: "incomplete after 1 bytes"},
		"chunks of mere names":     {do: send(htmlHead + "Transfer-Encoding: chunked\r\n\r\n" + strings.Repeat("1;"+strings.Repeat("x", 3000)+"\r\na\r\n", 100)), page: link.ConnectionFailed, says: "incomplete after"},
		"a body with 204":          {do: send("HTTP/1.1 204 No Content\r\n" + end)},
		"gzip ten times":           {do: send(htmlHead + "Content-Encoding: gzip" + strings.Repeat(", gzip", 9) + "\r\n\r\n" + bomb), page: link.ConnectionFailed, says: "did not request"},
		"gzip twice in two fields": {do: send(htmlHead + strings.Repeat("Content-Encoding: gzip\r\n", 2) + "\r\n" + squeeze(bomb)), page: link.ConnectionFailed, says: "did not request"},
		"gzip that is not named":   {do: send(htmlHead + "\r\n" + bomb), page: link.ConnectionFailed, says: "did not request"},
		"to a file":                {do: moved("file:///etc/passwd"), answer: link.InvalidURL, page: link.InvalidURL, says: "redirects to a file: URL, which browsers refuse"},
		"to a script":              {do: moved("javascript:alert(1)"), answer: link.InvalidURL, page: link.InvalidURL, says: "redirects to a javascript: URL, which browsers refuse"},
		"to data":                  {do: moved("data:text/html,<a href=x>"), answer: link.InvalidURL, page: link.InvalidURL, says: "redirects to a data: URL, which browsers refuse"},
		"to an app":                {do: moved("mailto:a@b.test"), answer: link.UnsupportedScheme, page: link.UnsupportedScheme, says: "redirects to a mailto: URL"},
		"to an escape":             {do: moved("/a\x1b[31m"), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: `\x1b[31m`},
		"to a command":             {do: moved("::error::x"), answer: link.RedirectLoop, page: link.RedirectLoop, says: "back to http://"},
		"to 10,000 bytes":          {do: moved("/" + strings.Repeat("a", 10_000)), answer: link.RedirectLoop, page: link.RedirectLoop, says: "back to http://"},
		"to 100,000 bytes":         {do: moved("/" + strings.Repeat("a", 100_000)), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "redirects to a URL of 100001 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := listen(t, func(conn net.Conn, _ string) { test.do(conn) })
			for _, want := range []Want{Answer, Page} {
				c := testClient(t, Options{Retries: 1, MaxBody: 2 << 20})
				test.check(t, c, "http://"+address+"/", want)
				// HEAD and GET, each hop of a loop, and once more.
				if c.Requests() > 4 {
					t.Errorf("want %d: %d requests", want, c.Requests())
				}
			}
			got := &Error{}
			if _, err := testClient(t, Options{}).Do(t.Context(), Request{URL: mustParse(t, "http://"+address+"/"), Want: Page}); err != nil {
				got = err.(*Error)
			}
			if strings.ContainsFunc(got.Message, func(r rune) bool { return r < ' ' || r == 0x7f }) || len(got.Message) > MaxHop+100 {
				t.Errorf("message %q", got.Message)
			}
			for _, hop := range got.Redirects {
				if len(hop.URL) > MaxHop {
					t.Errorf("a hop of %d bytes is kept", len(hop.URL))
				}
			}
		})
	}
}

// squeeze compresses s.
func squeeze(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, s)
	_ = z.Close()
	return b.String()
}

// TestSlowExchanges holds exchanges of a byte a second to the timeout.
func TestSlowExchanges(t *testing.T) {
	t.Parallel()
	slowly := func(raw string) func(net.Conn) {
		return func(c net.Conn) {
			for i := range len(raw) {
				time.Sleep(time.Second)
				if _, err := c.Write([]byte{raw[i]}); err != nil {
					return
				}
			}
		}
	}
	for name, test := range map[string]struct {
		url   string
		serve func(net.Conn)
		says  string
	}{
		"the request is read": {url: "http://slow.test/", serve: func(c net.Conn) {
			for {
				if _, err := c.Read(make([]byte, 1)); err != nil {
					return
				}
				time.Sleep(time.Second)
			}
		}, says: "no answer within 10s"},
		"the header":    {url: "http://slow.test/", serve: asked(func(c net.Conn, _ string) { slowly(okLine + "X: y\r\n\r\n")(c) }), says: "no answer within 10s"},
		"hints":         {url: "http://slow.test/", serve: asked(func(c net.Conn, _ string) { endless("HTTP/1.1 103 Early Hints\r\n\r\n", time.Second)(c) }), says: "no answer within 10s"},
		"the handshake": {url: "https://slow.test/", serve: then(readOne, slowly("\x16\x03\x03\x40\x00"+strings.Repeat("x", 1000))), says: "the TLS handshake timed out"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				got := fail(t, t.Context(), virtualClient(t, Options{Timeout: 10 * time.Second, Retries: 2}, test.serve), test.url, Page)
				if got.Reason != link.Timeout || !strings.Contains(got.Message, test.says) {
					t.Errorf("%s (%s), want a timeout (%s)", got.Reason, got.Message, test.says)
				}
				// The host has never answered: only a deferred retry asks it again.
				if took := time.Since(start); took > 11*time.Second {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

// TestRebinding holds each connection to the address that is dialled, even if the
// name had another address before. 127.9.9.9 plays a public address.
func TestRebinding(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		again  bool // ask twice
		want   Want
	}{
		"a redirect to itself": {answer: func(w http.ResponseWriter, r *http.Request) { moved(w, r.URL.Path+"x") }, want: Page},
		"GET after HEAD":       {answer: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusMethodNotAllowed) }, want: Answer},
		"another try":          {answer: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, want: Page},
		"another link":         {answer: func(http.ResponseWriter, *http.Request) {}, again: true, want: Page},
	} {
		for _, private := range []string{"127.0.0.1", "169.254.169.254"} {
			t.Run(name+" at "+private, func(t *testing.T) {
				t.Parallel()
				var asked atomic.Int64
				l, err := net.Listen("tcp", "127.9.9.9:0")
				if err != nil {
					t.Skip("no such loopback address here:", err)
				}
				public := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					asked.Add(1)
					w.Header().Set("Connection", "close") // so that the name is looked up again
					test.answer(w, r)
				}))
				public.Listener.Close()
				public.Listener = l
				public.Start()
				t.Cleanup(public.Close)
				before := serveNames(t, map[string][]record{"evil.test": {{v4: []string{"127.9.9.9"}}}})
				after := serveNames(t, map[string][]record{"evil.test": {{v4: []string{private}}}})
				names := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
					if asked.Load() == 0 {
						return before.Dial(ctx, network, address)
					}
					return after.Dial(ctx, network, address)
				}}
				opt := Options{Retries: 2, RetryWait: time.Millisecond, Timeout: time.Minute, Resolver: names}.withDefaults()
				guarded := opt.guard()
				guarded.Proxy = func(*http.Request) (*url.URL, error) { return nil, nil }
				guarded.IsPrivate = func(a netip.Addr) bool {
					return a != netip.MustParseAddr("127.9.9.9") && transport.IsPrivate(a)
				}
				c := newNetworkClient(opt, guarded)
				t.Cleanup(c.Close)
				raw := fmt.Sprintf("http://evil.test:%d/", l.Addr().(*net.TCPAddr).Port)
				if test.again {
					do(t, c, raw, test.want)
				}
				if got := fail(t, t.Context(), c, raw+"a", test.want); got.Reason != link.PrivateAddress {
					t.Errorf("Reason = %q (%s), want private-address", got.Reason, got.Message)
				}
				if n := asked.Load(); n != 1 {
					t.Errorf("the public address was asked %d times, want once", n)
				}
			})
		}
	}
}

// TestProxyAnswers holds a proxy that refuses to no verdict on its targets, and its
// words to what a terminal shows.
func TestProxyAnswers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer  string
		timeout time.Duration
		reason  link.Reason
		says    string
	}{
		"407":       {answer: "HTTP/1.1 407 \x1b[31mLog\x07 in\r\nContent-Length: 0\r\n\r\n", timeout: time.Minute, reason: link.ConnectionFailed, says: "Log"},
		"502":       {answer: "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n", timeout: time.Minute, reason: link.ConnectionFailed, says: "Bad Gateway"},
		"no number": {answer: "HTTP/1.1 abc\r\n\r\n", timeout: time.Minute, reason: link.ConnectionFailed, says: "malformed HTTP"},
		"silence":   {timeout: 200 * time.Millisecond, reason: link.Timeout, says: "within 200ms"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := listen(t, func(c net.Conn, _ string) {
				if test.answer == "" {
					silence(c)
				}
				send(test.answer)(c)
			})
			opt := Options{Timeout: test.timeout}.withDefaults()
			guarded := opt.guard()
			guarded.Proxy = func(*http.Request) (*url.URL, error) { return url.Parse("http://" + address) }
			c := newNetworkClient(opt, guarded)
			t.Cleanup(c.Close)
			got := fail(t, t.Context(), c, "https://example.com/", Page)
			if got.Reason != test.reason || !strings.Contains(got.Message, test.says) {
				t.Errorf("%s (%q), want %s (%s)", got.Reason, got.Message, test.reason, test.says)
			}
			if strings.ContainsAny(got.Message, "\x1b\x07") {
				t.Errorf("message %q", got.Message)
			}
		})
	}
}

// TestNamesOfCertificates holds what a certificate says out of messages, or in a form
// that a terminal shows as it stands.
func TestNamesOfCertificates(t *testing.T) {
	t.Parallel()
	const evil = "\x1b[31m\n::error::x"
	known, unknown := newAuthority(t), newAuthority(t)
	roots := x509.NewCertPool()
	roots.AddCert(known.cert)
	for name, test := range map[string]struct {
		by     *authority
		change func(*x509.Certificate)
	}{
		"for another name": {by: known, change: func(c *x509.Certificate) {
			c.IPAddresses, c.DNSNames, c.Subject = nil, []string{"a.test"}, pkix.Name{CommonName: evil}
		}},
		"without authority": {by: unknown, change: func(c *x509.Certificate) { c.Subject = pkix.Name{CommonName: evil, Organization: []string{evil}} }},
		"expired": {by: known, change: func(c *x509.Certificate) {
			c.NotAfter, c.Subject = time.Now().Add(-time.Minute), pkix.Name{CommonName: evil}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewUnstartedServer(http.NotFoundHandler())
			s.Config.ErrorLog = quietLog()
			s.TLS = &tls.Config{Certificates: []tls.Certificate{test.by.sign(t, test.change)}}
			s.StartTLS()
			t.Cleanup(s.Close)
			c := testClient(t, Options{})
			c.transport.TLSClientConfig = &tls.Config{RootCAs: roots}
			got := fail(t, t.Context(), c, s.URL, Page)
			if got.Reason != link.TLSInvalid || strings.ContainsAny(got.Message, "\x1b\n") {
				t.Errorf("%s (%q)", got.Reason, got.Message)
			}
		})
	}
}
