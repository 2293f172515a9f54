package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// transientFault is a fault that one request meets, and the next one for the same URL does
// not.
type transientFault struct {
	name string
	// share is how often it happens, compared with the others.
	share int
	// once is true when a URL never meets it twice in a row.
	once bool
	// external is true when links to other hosts meet it as well.
	external bool
	// delivers is true when the answer is whole in spite of the fault.
	delivers bool
	do       func(w http.ResponseWriter, r *http.Request, x exchange)
}

// exchange is what a fault needs besides the request.
type exchange struct {
	body    []byte        // of the whole answer
	timeout time.Duration // what linkvet is told
}

const (
	okLine   = "HTTP/1.1 200 OK\r\n"
	htmlHead = okLine + "Content-Type: text/html\r\n"
)

// silenceName is the fault that costs the most time.
const silenceName = "silence"

// transientFaults returns the faults that are not left out.
func (w *world) transientFaults() []transientFault {
	return slices.DeleteFunc([]transientFault{
		{name: "status 500", share: 10, external: true, do: status(500, nil)},
		{name: "status 502", share: 5, external: true, do: status(502, nil)},
		{name: "status 503 with Retry-After", share: 5, once: true, do: status(503, http.Header{"Retry-After": {"1"}})},
		{name: "status 429 with Retry-After", share: 5, once: true, do: status(429, http.Header{"Retry-After": {"1"}})},
		{name: "status 408", share: 3, do: status(408, nil)},
		{name: "reset before the answer", share: 6, external: true, do: raw("", true)},
		{name: "closed before the answer", share: 6, external: true, do: raw("", false)},
		{name: "reset in the header", share: 6, external: true, do: raw(okLine+"Content-Ty", true)},
		{name: "field without a colon", share: 3, external: true, do: raw(okLine+"no colon\r\n\r\n", false)},
		{name: "status that is no number", share: 3, external: true, do: raw("HTTP/1.1 abc\r\n\r\n", false)},
		{name: "two lengths", share: 3, external: true, do: raw(htmlHead+"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", false)},
		{name: "length that is too long", share: 6, do: cutBody("Content-Length: %d\r\n\r\n%s", 1000, false)},
		{name: "reset in the body", share: 6, do: cutBody("Content-Length: %d\r\n\r\n%s", 1000, true)},
		{name: "broken chunk", share: 3, do: cutBody("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\nZZZ\r\n", 0, false)},
		{name: "no last chunk", share: 3, do: cutBody("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n", 0, false)},
		{name: "cut gzip", share: 4, do: packed(func(b []byte) []byte { return b[:len(b)/2] })},
		{name: "damaged gzip", share: 3, do: packed(damaged)},
		{name: silenceName, share: 1, once: true, external: true, do: silence},
		{name: "silence in the body", share: 1, once: true, do: stall},
		{name: "slow body", share: 5, delivers: true, do: slow},
		{name: "keep-alive closed without notice", share: 6, external: true, delivers: true, do: closing},
		{name: "provisional answers", share: 5, external: true, delivers: true, do: provisional},
		{name: "flood of header fields", share: 4, external: true, delivers: true, do: flood},
	}, func(p transientFault) bool { return w.leavesOut(p.name) })
}

// transientAt returns the fault that try number of a URL meets; n is the number of its
// page or, with a salt of its own, of its external link. Of those that are sent
// back, one in ten meets it twice.
func (w *world) transientAt(faults []transientFault, n int, salt uint64, try int) (transientFault, bool) {
	if n == 0 || w.mix(n, saltFault+salt)%1000 >= 112 || len(faults) == 0 {
		return transientFault{}, false
	}
	sum := 0
	for _, f := range faults {
		sum += f.share
	}
	x := int(w.mix(n, saltKind+salt) % uint64(sum))
	i := 0
	for x -= faults[0].share; x >= 0; x -= faults[i].share {
		i++
	}
	times := 1
	if !faults[i].once && w.mix(n, saltTwice+salt)%10 == 0 {
		times = 2
	}
	return faults[i], try < times
}

// status answers with a status and a little page.
func status(code int, header http.Header) func(http.ResponseWriter, *http.Request, exchange) {
	return func(w http.ResponseWriter, _ *http.Request, _ exchange) {
		for name, values := range header {
			w.Header()[name] = values
		}
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(code)
		_, _ = io.WriteString(w, "<title>later</title>")
	}
}

// raw answers with text, and resets or closes the connection.
func raw(text string, reset bool) func(http.ResponseWriter, *http.Request, exchange) {
	return func(w http.ResponseWriter, _ *http.Request, _ exchange) {
		write(w, text, reset)
	}
}

// write sends text as it is on the connection of w, and ends it.
func write(w http.ResponseWriter, text string, reset bool) {
	conn, ok := take(w)
	if !ok {
		return
	}
	_, _ = io.WriteString(conn, text) // the client may be gone
	if reset {
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
	}
	_ = conn.Close()
}

// take takes the connection of w from the server.
func take(w http.ResponseWriter) (net.Conn, bool) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		err = conn.SetDeadline(time.Time{})
	}
	return conn, err == nil
}

// cutBody answers with the framing of format, of a length that is more than what
// comes.
func cutBody(format string, more int, reset bool) func(http.ResponseWriter, *http.Request, exchange) {
	return func(w http.ResponseWriter, _ *http.Request, x exchange) {
		part := x.body[:len(x.body)/2]
		write(w, htmlHead+fmt.Sprintf(format, len(part)+more, part), reset)
	}
}

// packed answers with a compressed body that harm has been done to.
func packed(harm func([]byte) []byte) func(http.ResponseWriter, *http.Request, exchange) {
	return func(w http.ResponseWriter, _ *http.Request, x exchange) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(harm(pack(x.body)))
	}
}

func pack(body []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed) // a level that exists
	_, _ = z.Write(body)                            // a bytes.Buffer takes everything
	_ = z.Close()
	return b.Bytes()
}

// damaged spoils the checksum.
func damaged(b []byte) []byte {
	b[len(b)-6] ^= 0xff
	return b
}

// silence answers nothing until the client goes away.
func silence(w http.ResponseWriter, _ *http.Request, _ exchange) {
	if conn, ok := take(w); ok {
		_, _ = io.Copy(io.Discard, conn)
		_ = conn.Close()
	}
}

// stall begins an answer and stops.
func stall(w http.ResponseWriter, _ *http.Request, x exchange) {
	if conn, ok := take(w); ok {
		_, _ = fmt.Fprintf(conn, "%sContent-Length: %d\r\n\r\n%s", htmlHead, len(x.body), x.body[:len(x.body)/2])
		_, _ = io.Copy(io.Discard, conn)
		_ = conn.Close()
	}
}

// slow sends the body in pieces, for a third of the timeout.
func slow(w http.ResponseWriter, r *http.Request, x exchange) {
	const pieces = 8
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	for i := range pieces {
		_, _ = w.Write(x.body[i*len(x.body)/pieces : (i+1)*len(x.body)/pieces])
		_ = http.NewResponseController(w).Flush()
		select {
		case <-r.Context().Done():
			return
		case <-time.After(x.timeout / 3 / pieces):
		}
	}
}

// closing answers and closes the connection, which it has not said.
func closing(w http.ResponseWriter, r *http.Request, x exchange) {
	body := x.body
	if r.Method == http.MethodHead {
		body = nil
	}
	write(w, fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", htmlHead, len(x.body), body), false)
}

// provisional sends early hints before the answer.
func provisional(w http.ResponseWriter, r *http.Request, x exchange) {
	for range 4 {
		w.Header().Set("Link", "</style.css>; rel=preload; as=style")
		w.WriteHeader(http.StatusEarlyHints)
	}
	whole(w, r, x)
}

// flood answers with a large header.
func flood(w http.ResponseWriter, r *http.Request, x exchange) {
	for i := range 300 {
		w.Header().Add("Link", "</style.css>; rel=preload")
		w.Header().Add("Set-Cookie", fmt.Sprintf("c%d=%s; Path=/", i%8, strings.Repeat("x", 40)))
	}
	whole(w, r, x)
}

// whole answers as a server in good order.
func whole(w http.ResponseWriter, r *http.Request, x exchange) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(x.body)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(x.body)
	}
}
