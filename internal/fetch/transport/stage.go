package transport

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

// Stage is how far one try has come. It decides what a fault means: a host that takes no
// connection is down for all of its links, and one that does not answer may only be slow
// with this one.
type Stage int32

const (
	// UnknownStage is that of a try before it looks up a name or connects.
	UnknownStage Stage = iota
	// Resolving is while the host's name is looked up.
	Resolving
	// Connecting is while the connection is made.
	Connecting
	// Handshaking is while TLS is negotiated.
	Handshaking
	// Connected is from sending the request on.
	Connected
)

// slowConnect is how long it takes to connect to a host that has not accepted earlier connections
// yet: a system asks again after a second.
const slowConnect = 900 * time.Millisecond

// Progress is the stage and the connection of one try. The stage is atomic: net/http may
// continue to connect after the try has ended.
type Progress struct {
	at atomic.Int32
	// slow is whether a connection took longer than slowConnect to be made.
	slow atomic.Bool
	// conn is the connection that the try uses, and done ends that; nil when it has
	// none. Only the goroutine that sends the request, and then reads its body, may
	// look at them.
	conn *conn
	done func()
}

// connect records that the try continues over another connection.
func (p *Progress) connect(c net.Conn) {
	p.disconnect()
	if p.conn = connOf(c); p.conn != nil {
		p.done = p.conn.use()
	}
}

// disconnect records that the try does not use its connection any more.
func (p *Progress) disconnect() {
	if p.done != nil {
		p.done()
		p.done = nil
	}
}

// advance records that a part of the answer came.
func (p *Progress) advance() {
	if p.conn != nil {
		p.conn.advance()
	}
}

// failed closes the connection of a try that failed with err, if that is the cause.
func (p *Progress) failed(err error) {
	var timeout *TimeoutError
	if p.conn != nil && errors.As(err, &timeout) {
		p.conn.timedOut(timeout)
	}
}

func (p *Progress) stage() Stage { return Stage(p.at.Load()) }

// watch returns ctx with the hooks that keep p up to date.
func (p *Progress) watch(ctx context.Context) context.Context {
	// The stage only moves forward. Once another connection became free, net/http still
	// makes the one that was begun for this try, in the background.
	move := func(to Stage) {
		for now := p.stage(); now < to && !p.at.CompareAndSwap(int32(now), int32(to)); now = p.stage() {
			continue
		}
	}
	watched, began := time.Now(), new(atomic.Int64)
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		DNSStart: func(httptrace.DNSStartInfo) { move(Resolving) },
		ConnectStart: func(string, string) {
			began.CompareAndSwap(0, int64(time.Since(watched)))
			move(Connecting)
		},
		ConnectDone: func(_, _ string, err error) {
			if err == nil && time.Since(watched)-time.Duration(began.Load()) >= slowConnect {
				p.slow.Store(true)
			}
		},
		TLSHandshakeStart: func() { move(Handshaking) },
		TLSHandshakeDone: func(_ tls.ConnectionState, err error) {
			if err == nil {
				move(Connected)
			}
		},
		GotConn: func(info httptrace.GotConnInfo) {
			move(Connected)
			p.connect(info.Conn)
		},
	})
}

// StageError is an error with the stage at which it occurred.
type StageError struct {
	At  Stage
	Err error
}

// Error returns the message of the cause.
func (e *StageError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *StageError) Unwrap() error { return e.Err }

// Timeout reports whether the cause is a timeout, as net.Error does.
func (e *StageError) Timeout() bool {
	var inner interface{ Timeout() bool }
	return errors.As(e.Err, &inner) && inner.Timeout()
}

// StageOf returns the stage at which err occurred.
func StageOf(err error) Stage {
	var timeout *TimeoutError
	if errors.As(err, &timeout) {
		return timeout.At
	}
	var staged *StageError
	if errors.As(err, &staged) {
		return staged.At
	}
	return UnknownStage
}

// UsedAllTime reports whether an attempt that failed with err used up its time. The look-up
// of a name does not count: resolvers have shorter timeouts.
func UsedAllTime(err error) bool {
	var timeout interface{ Timeout() bool }
	return StageOf(err) != Resolving && errors.As(err, &timeout) && timeout.Timeout()
}

// TimeoutError says that one try took too long.
type TimeoutError struct {
	Limit time.Duration
	At    Stage
}

// Error returns the message.
func (e *TimeoutError) Error() string {
	switch e.At {
	case Resolving:
		return fmt.Sprintf("could not look up the host within %v", e.Limit)
	case Connecting:
		return fmt.Sprintf("could not connect within %v", e.Limit)
	case Handshaking:
		return fmt.Sprintf("connected, but the TLS handshake timed out after %v", e.Limit)
	}
	return fmt.Sprintf("no answer within %v", e.Limit)
}

// Timeout returns true, as net.Error does for a timeout.
func (e *TimeoutError) Timeout() bool { return true }
