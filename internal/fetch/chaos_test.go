package fetch

import (
	"bytes"
	"compress/gzip"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/link"
)

// Every way in which a host can misbehave has its reason, in a bounded time and
// memory. A chaos is one such way: what is done with a connection on which a
// request has come.
type chaos struct {
	do func(net.Conn)
	// answer is the reason when only headers are wanted, page when the page is;
	// empty for an answer.
	answer, page link.Reason
	// says is a part of the message.
	says string
}

// send writes raw; what cannot be written is not wanted any more.
func send(raw string) func(net.Conn) {
	return func(c net.Conn) { _, _ = io.WriteString(c, raw) }
}

// then does one after the other.
func then(steps ...func(net.Conn)) func(net.Conn) {
	return func(c net.Conn) {
		for _, step := range steps {
			step(c)
		}
	}
}

// endless writes raw until the client stops reading.
func endless(raw string, pause time.Duration) func(net.Conn) {
	return func(c net.Conn) {
		for {
			if _, err := io.WriteString(c, raw); err != nil {
				return
			}
			time.Sleep(pause)
		}
	}
}

// silence keeps the connection open until the other side closes it.
func silence(c net.Conn) { _, _ = io.Copy(io.Discard, c) }

// cutOff resets the connection.
func cutOff(c net.Conn) { _ = c.(*net.TCPConn).SetLinger(0) }

const (
	okLine   = "HTTP/1.1 200 OK\r\n"
	htmlHead = okLine + "Content-Type: text/html\r\n"
)

func chaoses() map[string]chaos {
	return map[string]chaos{
		"ends at once":          {do: func(net.Conn) {}, answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "closed before"},
		"resets at once":        {do: cutOff, answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "reset"},
		"says nothing":          {do: silence, answer: link.Timeout, page: link.Timeout, says: "no answer within"},
		"ends in the status":    {do: send("HTTP/1.1 20"), answer: link.ConnectionFailed, page: link.ConnectionFailed},
		"ends in the header":    {do: send(okLine + "Content-Ty"), answer: link.ConnectionFailed, page: link.ConnectionFailed},
		"resets in the header":  {do: then(send(okLine+"Content-Ty"), cutOff), answer: link.ConnectionFailed, page: link.ConnectionFailed},
		"header by drops":       {do: then(send(okLine), endless("X", 20*time.Millisecond)), answer: link.Timeout, page: link.Timeout, says: "no answer within"},
		"header without end":    {do: then(send(okLine), endless("X-Y: "+strings.Repeat("z", 4000)+"\r\n", 0)), answer: link.ConnectionFailed, page: link.ConnectionFailed},
		"field without end":     {do: then(send(okLine+"X-Y: "), endless(strings.Repeat("z", 4000), 0)), answer: link.ConnectionFailed, page: link.ConnectionFailed},
		"provisional for ever":  {do: endless("HTTP/1.1 103 Early Hints\r\n\r\n", 0), answer: link.ConnectionFailed, page: link.ConnectionFailed},
		"another protocol":      {do: send("220 mail.test ESMTP\r\n"), answer: link.ConnectionFailed, page: link.ConnectionFailed},
		"no number":             {do: send("HTTP/1.1 abc\r\n\r\n"), answer: link.ConnectionFailed, page: link.ConnectionFailed},
		"two lengths":           {do: send(htmlHead + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"), answer: link.ConnectionFailed, page: link.ConnectionFailed},
		"a length below nought": {do: send(htmlHead + "Content-Length: -5\r\n\r\nab"), answer: link.ConnectionFailed, page: link.ConnectionFailed},
		"a field without colon": {do: send(okLine + "no colon\r\n\r\n"), answer: link.ConnectionFailed, page: link.ConnectionFailed},
		"ends before its body":  {do: send(htmlHead + "Content-Length: 9\r\n\r\n"), page: link.ConnectionFailed, says: "incomplete after 0 bytes"},
		"ends in its body":      {do: send(htmlHead + "Content-Length: 9\r\n\r\nabc"), page: link.ConnectionFailed, says: "incomplete after 3 bytes"},
		"resets in its body":    {do: then(send(htmlHead+"Content-Length: 9\r\n\r\nabc"), func(net.Conn) { time.Sleep(50 * time.Millisecond) }, cutOff), page: link.ConnectionFailed, says: "incomplete after 3 bytes"},
		"stops in its body":     {do: then(send(htmlHead+"Content-Length: 9\r\n\r\nabc"), silence), page: link.Timeout, says: "incomplete after 3 bytes"},
		"body by drops":         {do: then(send(htmlHead+"\r\n"), endless("x", 20*time.Millisecond)), page: link.Timeout, says: "incomplete after"},
		"body without end":      {do: then(send(htmlHead+"\r\n"), endless(strings.Repeat("x", 4000), 0)), page: link.ConnectionFailed, says: "larger than"},
		"chunks of garbage":     {do: send(htmlHead + "Transfer-Encoding: chunked\r\n\r\nZZZ\r\nabc\r\n"), page: link.ConnectionFailed, says: "incomplete after 0 bytes"},
		"a chunk without end":   {do: send(htmlHead + "Transfer-Encoding: chunked\r\n\r\nffff\r\nabc"), page: link.ConnectionFailed, says: "incomplete after 3 bytes"},
		"no last chunk":         {do: send(htmlHead + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"), page: link.ConnectionFailed, says: "incomplete after 3 bytes"},
		"a chunk line for ever": {do: then(send(htmlHead+"Transfer-Encoding: chunked\r\n\r\n3;"), endless(strings.Repeat("x", 4000), 0)), page: link.ConnectionFailed, says: "incomplete after 0 bytes"},
		"an odd transfer":       {do: send(htmlHead + "Transfer-Encoding: rot13\r\n\r\nabc"), answer: link.ConnectionFailed, page: link.ConnectionFailed},
		"no gzip":               {do: send(htmlHead + "Content-Encoding: gzip\r\n\r\nplain text"), page: link.ConnectionFailed, says: "damaged"},
		"gzip that breaks off":  {do: send(htmlHead + "Content-Encoding: gzip\r\n\r\n" + bomb(1 << 20)[:60]), page: link.ConnectionFailed, says: "incomplete after"},
		"a gzip bomb":           {do: send(htmlHead + "Content-Encoding: gzip\r\n\r\n" + bomb(16<<20)), page: link.ConnectionFailed, says: "larger than"},
		"brotli unasked":        {do: send(htmlHead + "Content-Encoding: br\r\n\r\nabc"), page: link.ConnectionFailed, says: "did not request"},
		"a redirect, cut":       {do: send("HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Length: 9\r\n\r\nabc"), answer: link.RedirectLoop, page: link.RedirectLoop, says: "in a loop"},
	}
}

// bomb is n zero bytes, compressed.
func bomb(n int) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	zeros := make([]byte, 1<<20)
	for range n / len(zeros) {
		_, _ = z.Write(zeros)
	}
	_ = z.Close()
	return b.String()
}

func TestChaos(t *testing.T) {
	t.Parallel()
	const maxBody = 256 << 10
	for name, fault := range chaoses() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if fault.answer != link.Timeout && fault.page != link.Timeout {
				address := listen(t, func(conn net.Conn, _ string) { fault.do(conn) })
				fault.check(t, testClient(t, Options{Retries: 1, MaxBody: maxBody}), "http://"+address+"/", Answer)
				fault.check(t, testClient(t, Options{Retries: 1, MaxBody: maxBody}), "http://"+address+"/", Page)
				return
			}
			// Only in virtual time is it sure that nothing else comes too late.
			for _, want := range []Want{Answer, Page} {
				synctest.Test(t, func(t *testing.T) {
					c := virtualClient(t, Options{Retries: 5, Timeout: time.Second, MaxBody: maxBody}, asked(func(conn net.Conn, _ string) { fault.do(conn) }))
					start := time.Now()
					fault.check(t, c, "http://chaos.test/", want)
					if took := time.Since(start); took > 3*time.Second {
						t.Errorf("want %d: took %v, more than three times the timeout", want, took)
					}
				})
			}
		})
	}
}

// check asks for what is of the fault.
func (f chaos) check(t *testing.T, c *Client, raw string, want Want) {
	t.Helper()
	reason := f.answer
	if want == Page {
		reason = f.page
	}
	resp, err := c.Do(t.Context(), Request{URL: mustParse(t, raw), Want: want})
	var failed *Error
	switch {
	case err != nil:
		failed = err.(*Error)
	case resp.Cut != nil:
		failed = resp.Cut.(*Error)
	}
	if err == nil {
		if int64(len(resp.Body)) > c.requester.sender.maxBody {
			t.Errorf("%d bytes were read", len(resp.Body))
		}
		resp.Release()
	}
	if failed == nil {
		if reason != "" {
			t.Errorf("want %d: status %d, want %s", want, resp.Status, reason)
		}
		return
	}
	if failed.Reason != reason || !strings.Contains(failed.Message, f.says) {
		t.Errorf("want %d: %s (%s), want %q (%s)", want, failed.Reason, failed.Message, reason, f.says)
	}
}

func TestChaosInMemory(t *testing.T) {
	// Not parallel: it measures the whole process.
	raw := htmlHead + "Content-Encoding: gzip\r\nContent-Length: 99999999999\r\n\r\n" + bomb(16<<20)
	address := listen(t, func(conn net.Conn, _ string) { send(raw)(conn) })
	c := testClient(t, Options{MaxBody: 1 << 20})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 8 {
		resp := do(t, c, "http://"+address+"/", Page)
		if resp.Cut == nil || len(resp.Body) != 1<<20 {
			t.Fatalf("%d bytes were read, cut: %v", len(resp.Body), resp.Cut)
		}
		resp.Release()
	}
	runtime.ReadMemStats(&after)
	if got := (int64(after.HeapSys) - int64(before.HeapSys)) >> 20; got > 64 {
		t.Errorf("the heap grew by %d MiB", got)
	}
}

func TestChaosOfStatuses(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		status, _ := strconv.Atoi(r.URL.Path[1:])
		w.WriteHeader(status)
	})
	for _, want := range []Want{Answer, Page} {
		c := testClient(t, Options{Site: []string{s.URL}})
		for status := 200; status <= 999; status++ {
			if status == http.StatusTooManyRequests {
				continue // it pauses the host; see TestRefusalPausesTheWholeHost
			}
			resp := do(t, c, fmt.Sprintf("%s/%d", s.URL, status), want)
			if resp.Status != status || resp.Transient != host.IsTransient(status) || len(resp.Redirects) > 0 {
				t.Errorf("%d: status %d, transient %t, %d redirects", status, resp.Status, resp.Transient, len(resp.Redirects))
			}
		}
	}
}

func TestChaosOfRedirects(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Path[1:])
		switch {
		case r.URL.Query().Has("grow"):
			moved(w, r.URL.RequestURI()+"x")
		case n < 10_000:
			moved(w, fmt.Sprintf("/%d", n+1))
		}
	})
	c := testClient(t, Options{})
	for _, path := range []string{"/0", "/?grow"} {
		before := c.Requests()
		got := fail(t, t.Context(), c, s.URL+path, Answer)
		// Once with HEAD and once with GET.
		if got.Reason != link.TooManyRedirects || len(got.Redirects) != MaxRedirects || c.Requests()-before > 2*(MaxRedirects+1) {
			t.Errorf("%s: %s after %d hops and %d requests", path, got.Reason, len(got.Redirects), c.Requests()-before)
		}
	}
}

func TestChaosOfHandshakes(t *testing.T) {
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

func TestChaosOfSilentHandshakes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		got := fail(t, t.Context(), virtualClient(t, Options{}, silence), "https://silent.test/", Page)
		if got.Reason != link.Timeout || !strings.Contains(got.Message, "the TLS handshake timed out") || !got.Transient {
			t.Errorf("%s (%s), transient %t", got.Reason, got.Message, got.Transient)
		}
	})
}

// readOne waits for the first byte.
func readOne(c net.Conn) { _, _ = c.Read(make([]byte, 1)) }
