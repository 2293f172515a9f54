package fetch

import (
	"bufio"
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"sync"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/testutil/leaktest"
	"github.com/linkvet/linkvet/internal/weburl"
)

func TestMain(m *testing.M) {
	// net/http logs what comes on an idle connection; main silences it too.
	log.SetOutput(io.Discard)
	leaktest.Main(m)
}

// testClient returns a client that may ask servers of the test and does not
// wait long between tries.
func testClient(t *testing.T, opt Options) *Client {
	t.Helper()
	opt.AllowPrivate = true
	return strictClient(t, opt)
}

// strictClient is a testClient that opens no private address by itself.
func strictClient(t *testing.T, opt Options) *Client {
	t.Helper()
	if opt.RetryWait == 0 {
		opt.RetryWait = time.Millisecond
	}
	if opt.Timeout == 0 {
		opt.Timeout = time.Minute // a busy machine takes its time
	}
	c := New(opt)
	t.Cleanup(c.Close)
	return c
}

// answeredBy returns a client whose requests are answered without a network.
func answeredBy(opt Options, rt http.RoundTripper) *Client {
	opt.Transport = rt
	return New(opt)
}

// server is a server of the test that records what it is asked.
type server struct {
	*httptest.Server
	mu       sync.Mutex
	requests []*http.Request
}

func serve(t *testing.T, handler http.HandlerFunc) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.requests = append(s.requests, r)
		s.mu.Unlock()
		handler(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// methods returns what the server was asked with, in order.
func (s *server) methods() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var methods []string
	for _, r := range s.requests {
		methods = append(methods, r.Method)
	}
	return methods
}

// take returns the requests since the last call, such as "GET /a".
func (s *server) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for _, r := range s.requests {
		all = append(all, r.Method+" "+r.URL.Path)
	}
	s.requests = nil
	return all
}

func mustParse(t *testing.T, raw string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// do asks for raw and fails the test when there is no answer.
func do(t *testing.T, c *Client, raw string, want Want) *Response {
	t.Helper()
	resp, err := c.Do(t.Context(), Request{URL: mustParse(t, raw), Want: want})
	if err != nil {
		t.Fatalf("Do(%s): %v", raw, err)
	}
	t.Cleanup(resp.Release)
	return resp
}

// fail asks for raw and fails the test when there is an answer.
func fail(t *testing.T, ctx context.Context, c *Client, raw string, want Want) *Error {
	t.Helper()
	resp, err := c.Do(ctx, Request{URL: mustParse(t, raw), Want: want})
	if err == nil {
		t.Fatalf("Do(%s): status %d, want an error", raw, resp.Status)
	}
	return err.(*Error)
}

// hijack ends the connection of a request after writing raw to it.
func hijack(t *testing.T, w http.ResponseWriter, raw string) {
	t.Helper()
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Close()
	if _, err := conn.Write([]byte(raw)); err != nil {
		t.Error(err)
	}
}

// listen returns the address of a server below HTTP: it hands each connection,
// with the first line that came on it, to answer, and then closes it.
func listen(t *testing.T, answer func(conn net.Conn, line string)) string {
	t.Helper()
	return listenRaw(t, asked(answer))
}

// quietLog keeps a server of the test from telling of the faults it is there for.
func quietLog() *log.Logger { return log.New(io.Discard, "", 0) }

// refusing is an origin whose port refuses connections. Nothing ever listens there, while the
// port of a server that was closed may be another test's a moment later.
const refusing = "http://127.0.0.1:1"

// listenRaw is listen without reading anything first.
func listenRaw(t *testing.T, do func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	t.Cleanup(func() {
		l.Close()
		wg.Wait()
	})
	wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() {
				defer conn.Close()
				do(conn)
			})
		}
	})
	return l.Addr().String()
}

// virtualClient is a testClient within a bubble of testing/synctest: each of its
// connections is a pipe to serve, for any address, so that all waiting is done
// in virtual time. What comes late there is late by itself, and not by what else
// the machine does.
func virtualClient(t *testing.T, opt Options, serve func(net.Conn)) *Client {
	t.Helper()
	var wg sync.WaitGroup
	t.Cleanup(wg.Wait)
	c := testClient(t, opt)
	c.transport.Network.DialContext = func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		wg.Go(func() {
			defer theirs.Close()
			serve(theirs)
		})
		return ours, nil
	}
	return c
}

// asked reads a request off a connection, then has it answered as listen does.
func asked(answer func(conn net.Conn, line string)) func(net.Conn) {
	return func(conn net.Conn) {
		in := textproto.NewReader(bufio.NewReader(conn))
		line, err := in.ReadLine()
		if err != nil {
			return
		}
		_, _ = in.ReadMIMEHeader()
		answer(conn, line)
	}
}

// The bounds of the packages below, as the tests of the client see them.
const (
	maxDials     = 4
	drainBytes   = 64 << 10
	drainTime    = time.Second
	sniffBytes   = 512
	unknownBytes = 16 << 10
	firstBytes   = 1 << 20
	trust        = 8
)
