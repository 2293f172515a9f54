package fetchtest

import (
	"net"
	"net/http"
)

// By has each request of a connection handled as an HTTP server does.
func By(handler http.HandlerFunc) func(net.Conn) {
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

func (l *oneConn) Close() error { return nil }

func (l *oneConn) Addr() net.Addr { return l.conn.LocalAddr() }
