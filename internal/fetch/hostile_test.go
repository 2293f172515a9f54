package fetch

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

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

func hostileAnswers() map[string]chaos {
	const end = "Content-Length: 5\r\n\r\nhello"
	// Without the field, the next request may be half written when the server closes
	// the connection, and is then sent a second time.
	moved := func(to string) func(net.Conn) {
		return send("HTTP/1.1 302 Found\r\nConnection: close\r\nLocation: " + to + "\r\n" + end)
	}
	zipped := bomb(1 << 20)
	return map[string]chaos{
		"ends at once":            {do: func(net.Conn) {}, answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "closed before"},
		"resets at once":          {do: cutOff, answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "reset"},
		"says nothing":            {do: silence, answer: link.Timeout, page: link.Timeout, says: "no answer within"},
		"ends in the header":      {do: send(okLine + "Content-Ty"), answer: link.ConnectionFailed, page: link.ConnectionFailed},
		"header by drops":         {do: then(send(okLine), endless("X", 20*time.Millisecond)), answer: link.Timeout, page: link.Timeout, says: "no answer within"},
		"another protocol":        {do: send("220 mail.test ESMTP\r\n"), answer: link.ConnectionFailed, page: link.ConnectionFailed},
		"ends in its body":        {do: send(htmlHead + "Content-Length: 9\r\n\r\nabc"), page: link.ConnectionFailed, says: "incomplete after 3 bytes"},
		"resets in its body":      {do: then(send(htmlHead+"Content-Length: 9\r\n\r\nabc"), func(net.Conn) { time.Sleep(50 * time.Millisecond) }, cutOff), page: link.ConnectionFailed, says: "incomplete after 3 bytes"},
		"stops in its body":       {do: then(send(htmlHead+"Content-Length: 9\r\n\r\nabc"), silence), page: link.Timeout, says: "incomplete after 3 bytes"},
		"body by drops":           {do: then(send(htmlHead+"\r\n"), endless("x", 20*time.Millisecond)), page: link.Timeout, says: "incomplete after"},
		"body without end":        {do: then(send(htmlHead+"\r\n"), endless(strings.Repeat("x", 4000), 0)), page: link.ConnectionFailed, says: "larger than"},
		"chunks of garbage":       {do: send(htmlHead + "Transfer-Encoding: chunked\r\n\r\nZZZ\r\nabc\r\n"), page: link.ConnectionFailed, says: "incomplete after 0 bytes"},
		"no gzip":                 {do: send(htmlHead + "Content-Encoding: gzip\r\n\r\nplain text"), page: link.ConnectionFailed, says: "damaged"},
		"gzip that breaks off":    {do: send(htmlHead + "Content-Encoding: gzip\r\n\r\n" + bomb(1 << 20)[:60]), page: link.ConnectionFailed, says: "incomplete after"},
		"a gzip bomb":             {do: send(htmlHead + "Content-Encoding: gzip\r\n\r\n" + bomb(16<<20)), page: link.ConnectionFailed, says: "larger than"},
		"brotli unasked":          {do: send(htmlHead + "Content-Encoding: br\r\n\r\nabc"), page: link.ConnectionFailed, says: "did not request"},
		"a redirect, cut":         {do: send("HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Length: 9\r\n\r\nabc"), answer: link.RedirectLoop, page: link.RedirectLoop, says: "in a loop"},
		"waits without end":       {do: then(send(htmlHead), times(100_000, "Retry-After: 5\r\n"), send(end)), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: "headers exceeded"},
		"a few thousand cookies":  {do: then(send(htmlHead), times(5_000, "Set-Cookie: a=b; Domain=com\r\n"), send(end))},
		"hints before an answer":  {do: then(times(100, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), send(htmlHead+end))},
		"NUL in a field":          {do: send(okLine + "X-Y: a\x00b\r\n" + end), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: `a\x00b`},
		"an escape in a field":    {do: send(okLine + "X\x1b[31m: a\r\n" + end), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: `\x1b[31m`},
		"an escape in the status": {do: send("HTTP/1.1 \x1b[3 Red\r\n" + end), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: `\x1b[3`},
		"TLS instead of HTTP":     {do: send("\x15\x03\x01\x00\x02\x02\x0a"), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: `\x15\x03\x01`},
		"a length of 8 EB":        {do: send(htmlHead + "Content-Length: 9000000000000000000\r\n\r\nab"), page: link.ConnectionFailed, says: "incomplete after 2 bytes"},
		"a body with 204":         {do: send("HTTP/1.1 204 No Content\r\n" + end)},
		"gzip ten times":          {do: send(htmlHead + "Content-Encoding: gzip" + strings.Repeat(", gzip", 9) + "\r\n\r\n" + zipped), page: link.ConnectionFailed, says: "did not request"},
		"gzip that is not named":  {do: send(htmlHead + "\r\n" + zipped), page: link.ConnectionFailed, says: "did not request"},
		"to a file":               {do: moved("file:///etc/passwd"), answer: link.InvalidURL, page: link.InvalidURL, says: "redirects to a file: URL, which browsers refuse"},
		"to an app":               {do: moved("mailto:a@b.test"), answer: link.UnsupportedScheme, page: link.UnsupportedScheme, says: "redirects to a mailto: URL"},
		"to an escape":            {do: moved("/a\x1b[31m"), answer: link.ConnectionFailed, page: link.ConnectionFailed, says: `\x1b[31m`},
		"to 10,000 bytes":         {do: moved("/" + strings.Repeat("a", 10_000)), answer: link.RedirectLoop, page: link.RedirectLoop, says: "back to http://"},
	}
}

// TestHostileAnswers holds answers that are made to harm to their reasons, and their
// messages to what a terminal shows as it stands.
func TestHostileAnswers(t *testing.T) {
	t.Parallel()
	const maxBody = 256 << 10
	for name, fault := range hostileAnswers() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, want := range []Want{Answer, Page} {
				if fault.answer != link.Timeout && fault.page != link.Timeout {
					address := listen(t, func(conn net.Conn, _ string) { fault.do(conn) })
					c := testClient(t, Options{Retries: 1, MaxBody: maxBody})
					fault.check(t, c, "http://"+address+"/", want)
					// HEAD and GET, each hop of a loop, and once more.
					if c.Requests() > 4 {
						t.Errorf("want %d: %d requests", want, c.Requests())
					}
					continue
				}
				// Only in virtual time is it sure that nothing else comes too late.
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
		if int64(len(resp.Body)) > c.opt.MaxBody {
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
	if strings.ContainsFunc(failed.Message, func(r rune) bool { return r < ' ' || r == 0x7f }) || len(failed.Message) > MaxHop+100 {
		t.Errorf("message %q", failed.Message)
	}
	for _, hop := range failed.Redirects {
		if len(hop.URL) > MaxHop {
			t.Errorf("a hop of %d bytes is kept", len(hop.URL))
		}
	}
	if failed.Reason != reason || !strings.Contains(failed.Message, f.says) {
		t.Errorf("want %d: %s (%s), want %q (%s)", want, failed.Reason, failed.Message, reason, f.says)
	}
}

func TestBombsInMemory(t *testing.T) {
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

// readOne waits for the first byte.
func readOne(c net.Conn) { _, _ = c.Read(make([]byte, 1)) }

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

// What spoils a body on its way may spare the next one; a server that names an encoding
// which it does not use does so each time.
func TestDamagedBodyIsAskedForAgain(t *testing.T) {
	t.Parallel()
	const text = "<title>Page</title>"
	good := squeeze(text)
	flip := func(i int) string {
		b := []byte(good)
		b[i] ^= 0xff
		return string(b)
	}
	const zipped = htmlHead + "Content-Encoding: gzip\r\n"
	whole := func(head, body string) string {
		return fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", head, len(body), body)
	}
	for name, test := range map[string]struct {
		first string
		tries int32
	}{
		"wrong checksum":        {first: whole(zipped, flip(len(good)-6)), tries: 2},
		"wrong length":          {first: whole(zipped, flip(len(good)-1)), tries: 2},
		"wrong data":            {first: whole(zipped, flip(10)), tries: 2},
		"cut, compressed":       {first: whole(zipped, good[:len(good)-9]), tries: 2},
		"cut":                   {first: htmlHead + "Content-Length: 100\r\n\r\nhalf", tries: 2},
		"not compressed at all": {first: whole(zipped, text), tries: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var tries atomic.Int32
			address := listen(t, func(conn net.Conn, _ string) {
				answer := whole(zipped, good)
				if tries.Add(1) == 1 {
					answer = test.first
				}
				send(answer)(conn)
			})
			resp := do(t, testClient(t, Options{Retries: 2}), "http://"+address+"/", Page)
			if got := tries.Load(); got != test.tries {
				t.Errorf("asked %d times, want %d", got, test.tries)
			}
			if isWhole := resp.Cut == nil && string(resp.Body) == text; isWhole != (test.tries == 2) {
				t.Errorf("cut: %v, body %q", resp.Cut, resp.Body)
			}
		})
	}
}
