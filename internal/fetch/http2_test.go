package fetch

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
)

// frames is the host's end of a connection over HTTP/2.
type frames struct {
	*http2.Framer
	conn net.Conn
}

// block is a block of header fields, in pairs.
func block(fields ...string) []byte {
	var b bytes.Buffer
	e := hpack.NewEncoder(&b)
	for i := 0; i < len(fields); i += 2 {
		_ = e.WriteField(hpack.HeaderField{Name: fields[i], Value: fields[i+1]})
	}
	return b.Bytes()
}

func (f *frames) headers(id uint32, ends bool, fields ...string) error {
	return f.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: block(fields...), EndHeaders: true, EndStream: ends})
}

// page answers as an honest host does.
func (f *frames) page(id uint32) {
	_ = f.headers(id, false, ":status", "200", "content-type", "text/html")
	_ = f.WriteData(id, true, []byte("hello"))
}

// leave closes the connection when the client has closed its end. Windows would lose what
// was sent if something were left to read.
func (f *frames) leave() {
	if conn, ok := f.conn.(*tls.Conn); ok {
		_ = conn.CloseWrite()
	}
	_, _ = io.Copy(io.Discard, f.conn)
	_ = f.conn.Close()
}

// flood sends until the client closes the connection.
func flood(frame func() error) {
	for frame() == nil {
		continue
	}
}

// http2Host is a host over HTTP/2 that counts its connections, and those that are
// open.
type http2Host struct {
	address     string
	roots       *x509.CertPool
	config      *tls.Config
	taken, open atomic.Int64
}

// serveHTTP2 has each request answered by do.
func serveHTTP2(t *testing.T, do func(f *frames, id uint32)) *http2Host {
	t.Helper()
	host := newHTTP2Host(t)
	host.address = listenRaw(t, func(raw net.Conn) { host.serve(raw, do) })
	return host
}

func newHTTP2Host(t *testing.T) *http2Host {
	t.Helper()
	known := fetchtest.NewAuthority(t)
	host := &http2Host{roots: known.Roots()}
	host.config = &tls.Config{Certificates: []tls.Certificate{known.Sign(t, func(*x509.Certificate) {})}, NextProtos: []string{"h2"}}
	return host
}

func (h *http2Host) serve(raw net.Conn, do func(f *frames, id uint32)) {
	h.taken.Add(1)
	h.open.Add(1)
	defer h.open.Add(-1)
	conn := tls.Server(raw, h.config)
	if _, err := io.ReadFull(conn, make([]byte, len(http2.ClientPreface))); err != nil {
		return
	}
	f := &frames{Framer: http2.NewFramer(conn, conn), conn: conn}
	_ = f.WriteSettings()
	for {
		frame, err := f.ReadFrame()
		if err != nil {
			return
		}
		if frame, ok := frame.(*http2.HeadersFrame); ok {
			do(f, frame.StreamID)
		}
	}
}

func (h *http2Host) client(t *testing.T, opt Options) *Client {
	t.Helper()
	c := testClient(t, opt)
	c.transport.Network.TLSClientConfig = &tls.Config{RootCAs: h.roots}
	return c
}

// closes waits until no connection to the host is open: the client has to close them
// by itself.
func (h *http2Host) closes() {
	for h.open.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
}

// TestHTTP2Faults holds each way to misuse HTTP/2 to its reason, to a bounded number of
// connections, and to none that stays busy when its requests have failed.
func TestHTTP2Faults(t *testing.T) {
	t.Parallel()
	unread := func(frame func(f *frames) error) func(*frames, uint32) {
		return func(f *frames, _ uint32) { flood(func() error { return frame(f) }) }
	}
	read := func(frame func(f *frames) error) func(*frames, uint32) {
		return func(f *frames, _ uint32) {
			done := make(chan struct{})
			go func() {
				defer close(done)
				_, _ = io.Copy(io.Discard, f.conn)
			}()
			flood(func() error { return frame(f) })
			<-done
		}
	}
	tests := map[string]struct {
		do     func(f *frames, id uint32)
		reason link.Reason
		says   string
	}{
		"reset": {do: func(f *frames, id uint32) { _ = f.WriteRSTStream(id, http2.ErrCodeInternal) }, reason: link.ConnectionFailed, says: "INTERNAL_ERROR"},
		"a push": {do: func(f *frames, id uint32) {
			_ = f.WritePushPromise(http2.PushPromiseParam{StreamID: id, PromiseID: 2, EndHeaders: true})
		}, reason: link.ConnectionFailed, says: "PROTOCOL_ERROR"},
		"a frame too large": {do: func(f *frames, _ uint32) { _, _ = f.conn.Write([]byte{0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1}) }, reason: link.ConnectionFailed, says: "frame too large"},
		"another protocol":  {do: func(f *frames, _ uint32) { _, _ = io.WriteString(f.conn, "HTTP/1.1 400 Bad Request\r\n\r\n") }, reason: link.ConnectionFailed, says: "frame too large"},
		"controls in a field": {
			do: func(f *frames, id uint32) { _ = f.headers(id, true, ":status", "200", "x-a", "\x1b[31m\r\n::error::x") }, reason: link.ConnectionFailed, says: "invalid header field value",
		},
		"goes away with words": {
			do: func(f *frames, id uint32) {
				_ = f.WriteGoAway(id, http2.ErrCodeEnhanceYourCalm, []byte("\x1b[31m\n::error::x"))
				f.leave()
			}, reason: link.ConnectionFailed, says: `debug="\x1b[31m\n::error::x"`,
		},
		"goes away before the request": {
			do: func(f *frames, _ uint32) {
				_ = f.WriteGoAway(0, http2.ErrCodeNo, nil)
				f.leave()
			}, reason: link.ConnectionFailed, says: "accepted 4 connections",
		},
		"takes no stream": {
			do: func(f *frames, id uint32) {
				_ = f.WriteSettings(http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: 0})
				_ = f.WriteRSTStream(id, http2.ErrCodeRefusedStream)
			}, reason: link.ConnectionFailed, says: "accepted 4 connections",
		},
		"fields without end": {
			do: func(f *frames, id uint32) {
				fields := block("x-a", strings.Repeat("a", 1000))
				_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: block(":status", "200")})
				flood(func() error { return f.WriteContinuation(id, false, fields) })
			}, reason: link.ConnectionFailed, says: "PROTOCOL_ERROR",
		},
		"empty fields without end": {
			do: func(f *frames, id uint32) {
				_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: id})
				flood(func() error { return f.WriteContinuation(id, false, nil) })
			}, reason: link.Timeout, says: "no answer within",
		},
		"hints without end": {
			do: func(f *frames, id uint32) { flood(func() error { return f.headers(id, false, ":status", "103") }) }, reason: link.Timeout, says: "no answer within",
		},
		"silence":                  {do: func(f *frames, _ uint32) { _, _ = io.Copy(io.Discard, f.conn) }, reason: link.Timeout, says: "no answer within"},
		"pings":                    {do: read(func(f *frames) error { return f.WritePing(false, [8]byte{}) }), reason: link.Timeout, says: "no answer within"},
		"pings, nothing read":      {do: unread(func(f *frames) error { return f.WritePing(false, [8]byte{}) }), reason: link.Timeout, says: "no answer within"},
		"settings":                 {do: read(func(f *frames) error { return f.WriteSettings() }), reason: link.Timeout, says: "no answer within"},
		"settings, nothing read":   {do: unread(func(f *frames) error { return f.WriteSettings() }), reason: link.Timeout, says: "no answer within"},
		"windows":                  {do: unread(func(f *frames) error { return f.WriteWindowUpdate(0, 1) }), reason: link.Timeout, says: "no answer within"},
		"resets of another stream": {do: unread(func(f *frames) error { return f.WriteRSTStream(9, http2.ErrCodeCancel) }), reason: link.Timeout, says: "no answer within"},
		"frames of no kind":        {do: unread(func(f *frames) error { return f.WriteRawFrame(0xee, 0, 0, nil) }), reason: link.Timeout, says: "no answer within"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := serveHTTP2(t, test.do)
			opt := Options{Retries: 1}
			if test.reason == link.Timeout {
				opt.Timeout = 100 * time.Millisecond
			}
			c := host.client(t, opt)
			got := fail(t, t.Context(), c, "https://"+host.address+"/", Page)
			if got.Reason != test.reason || !strings.Contains(got.Message, test.says) {
				// A busy machine may not have come as far as the request.
				if test.reason != link.Timeout || got.Reason != link.Timeout {
					t.Errorf("%s (%s), want %s (%s)", got.Reason, got.Message, test.reason, test.says)
				}
			}
			if taken := host.taken.Load(); taken > 2*maxDials {
				t.Errorf("%d connections for two tries", taken)
			}
			c.Close()
			host.closes()
		})
	}
}

// TestHTTP2GoesAwayAfterEachRequest holds that no page is lost at a host that wants a
// connection for each.
func TestHTTP2GoesAwayAfterEachRequest(t *testing.T) {
	t.Parallel()
	host := serveHTTP2(t, func(f *frames, id uint32) {
		f.page(id)
		_ = f.WriteGoAway(id, http2.ErrCodeNo, nil)
	})
	c := host.client(t, Options{})
	for range 10 {
		if resp := do(t, c, "https://"+host.address+"/", Page); resp.Status != 200 || resp.Cut != nil {
			t.Errorf("status %d, cut %v", resp.Status, resp.Cut)
		}
	}
	if c.Requests() != 10 {
		t.Errorf("%d requests for 10 pages", c.Requests())
	}
}

// TestHTTP2SlowPageCostsNoOther holds that a page that takes all its time does not cut
// off others on its connection.
func TestHTTP2SlowPageCostsNoOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const site = "https://127.0.0.1"
		host := newHTTP2Host(t)
		isBegun := false
		c := virtualClient(t, Options{Timeout: 4 * time.Second, Site: []string{site}}, func(conn net.Conn) {
			host.serve(conn, func(f *frames, id uint32) {
				if !isBegun {
					isBegun = true
					return
				}
				f.page(id)
			})
		})
		c.transport.Network.TLSClientConfig = &tls.Config{RootCAs: host.roots}
		slow := make(chan error, 1)
		go func() {
			_, err := c.Do(t.Context(), Request{URL: mustParse(t, site+"/slow"), Want: Page})
			slow <- err
		}()
		synctest.Wait()
		for len(slow) == 0 {
			do(t, c, site+"/", Page)
			time.Sleep(500 * time.Millisecond)
		}
		var failed *Error
		if err := <-slow; !errors.As(err, &failed) || failed.Reason != link.Timeout {
			t.Errorf("the slow page: %v, want a timeout", err)
		}
		do(t, c, site+"/", Page)
		if n := host.taken.Load(); n != 1 {
			t.Errorf("%d connections, want the one on which answers came", n)
		}
	})
}
