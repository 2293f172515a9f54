package fetch

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"net/textproto"
	"sync"
	"testing"
)

// virtualClient is a testClient within a bubble of testing/synctest: each of its
// connections is a pipe to serve, for any address, so that all waiting is done
// in virtual time. What comes late there is late by itself, and not by what else
// the machine does.
func virtualClient(t *testing.T, opt Options, serve func(net.Conn)) *Client {
	t.Helper()
	var wg sync.WaitGroup
	t.Cleanup(wg.Wait)
	c := testClient(t, opt)
	c.transport.DialContext = func(context.Context, string, string) (net.Conn, error) {
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

// by has each request of a connection handled as an HTTP server does.
func by(handler http.HandlerFunc) func(net.Conn) {
	return func(conn net.Conn) {
		l := &oneConn{conn: conn, ended: make(chan struct{})}
		server := &http.Server{Handler: handler, ConnState: func(_ net.Conn, state http.ConnState) {
			if state == http.StateClosed || state == http.StateHijacked {
				close(l.ended)
			}
		}}
		_ = server.Serve(l)
	}
}

// oneConn is a listener to which one connection comes.
type oneConn struct {
	conn  net.Conn
	once  bool
	ended chan struct{}
}

func (l *oneConn) Accept() (net.Conn, error) {
	if !l.once {
		l.once = true
		return l.conn, nil
	}
	<-l.ended
	return nil, net.ErrClosed
}

func (l *oneConn) Close() error   { return nil }
func (l *oneConn) Addr() net.Addr { return l.conn.LocalAddr() }
