package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// stage is how far one try has come. What a fault means depends on it: a host
// that takes no connection is down for all of its links, and one that does not
// answer may only be busy with this one.
type stage int32

const (
	// unknownStage is that of a try for which no connection was begun.
	unknownStage stage = iota
	resolving
	connecting
	handshaking
	// connected: the request is on its way, or the answer is.
	connected
)

// noted keeps the stage of one try up to date. The transport may go on to
// connect after the try has ended, hence the atomic.
type noted struct {
	at atomic.Int32
	// conn is the connection that the try uses, and done ends that; nil when it has
	// none. Only who sends the request, and then who reads its body, may look at them.
	conn *conn
	done func()
}

// take notes that the try goes on over another connection.
func (n *noted) take(c net.Conn) {
	n.leave()
	if n.conn = connOf(c); n.conn != nil {
		n.done = n.conn.use()
	}
}

// leave notes that the try does not use its connection any more.
func (n *noted) leave() {
	if n.done != nil {
		n.done()
	}
}

// failed closes the connection of a try that failed with err, if it is to blame.
func (n *noted) failed(err error) {
	var timeout *timeoutError
	if n.conn != nil && errors.As(err, &timeout) {
		n.conn.giveUp(timeout)
	}
}

func (n *noted) stage() stage { return stage(n.at.Load()) }

// watch returns ctx with the hooks that tell n where its try is.
func (n *noted) watch(ctx context.Context) context.Context {
	// Only forward: a connection that was begun for this try, and overtaken by one
	// that became free, is still being made in the background.
	move := func(to stage) {
		for now := n.stage(); now < to && !n.at.CompareAndSwap(int32(now), int32(to)); now = n.stage() {
			continue
		}
	}
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		DNSStart:          func(httptrace.DNSStartInfo) { move(resolving) },
		ConnectStart:      func(string, string) { move(connecting) },
		TLSHandshakeStart: func() { move(handshaking) },
		TLSHandshakeDone: func(_ tls.ConnectionState, err error) {
			if err == nil {
				move(connected)
			}
		},
		GotConn: func(info httptrace.GotConnInfo) {
			move(connected)
			n.take(info.Conn)
		},
	})
}

// stageError is an error with the stage at which it came about.
type stageError struct {
	at  stage
	err error
}

func (e *stageError) Error() string { return e.err.Error() }
func (e *stageError) Unwrap() error { return e.err }

// Timeout keeps a timeout one to whoever asks net errors for that.
func (e *stageError) Timeout() bool {
	var inner interface{ Timeout() bool }
	return errors.As(e.err, &inner) && inner.Timeout()
}

// stageOf is the stage at which err came about.
func stageOf(err error) stage {
	var timeout *timeoutError
	if errors.As(err, &timeout) {
		return timeout.at
	}
	var staged *stageError
	if errors.As(err, &staged) {
		return staged.at
	}
	return unknownStage
}

// timeoutError says that one try took too long.
type timeoutError struct {
	limit time.Duration
	at    stage
}

func (e *timeoutError) Error() string {
	switch e.at {
	case resolving:
		return fmt.Sprintf("could not look up the host's name within %v", e.limit)
	case connecting:
		return fmt.Sprintf("could not connect within %v", e.limit)
	case handshaking:
		return fmt.Sprintf("connected, but the TLS handshake was not done within %v", e.limit)
	}
	return fmt.Sprintf("no answer within %v", e.limit)
}

// Timeout makes timeoutError a timeout to whoever asks net errors for that.
func (e *timeoutError) Timeout() bool { return true }
