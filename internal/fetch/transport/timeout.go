package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// timeout bounds one try, from sending the request to the end of its body, and records how far it
// came. It counts the requests.
type timeout struct {
	next http.RoundTripper
	sent atomic.Int64
}

// RoundTrip sends a request.
func (t *timeout) RoundTrip(req *http.Request) (*http.Response, error) {
	try := tryOf(req.Context())
	ctx, cancel := context.WithCancelCause(try.watch(req.Context()))
	try.ctx = ctx
	// The dialer would see a deadline of the context earlier than the context does.
	var timer *time.Timer
	if try.Timeout > 0 {
		timer = time.AfterFunc(try.Timeout, func() { cancel(&TimeoutError{Limit: try.Timeout}) })
	}
	end := func() {
		if timer != nil {
			timer.Stop()
		}
		cancel(context.Canceled)
	}
	t.sent.Add(1)
	resp, err := t.next.RoundTrip(req.WithContext(ctx))
	if err != nil {
		var private *PrivateAddressError
		if errors.As(err, &private) {
			t.sent.Add(-1)
		}
		err = withStage(ctx, err, try.stage())
		end()
		return nil, err
	}
	try.atClose(end)
	return resp, nil
}

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

func (t *try) stage() Stage { return Stage(t.at.Load()) }

// watch returns ctx with the hooks that keep the stage up to date. The stage only moves forward:
// once another connection became free, net/http still makes the one that was begun for this try,
// in the background.
func (t *try) watch(ctx context.Context) context.Context {
	move := func(to Stage) {
		for now := t.stage(); now < to && !t.at.CompareAndSwap(int32(now), int32(to)); now = t.stage() {
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
				t.slow.Store(true)
			}
		},
		TLSHandshakeStart: func() { move(Handshaking) },
		TLSHandshakeDone: func(_ tls.ConnectionState, err error) {
			if err == nil {
				move(Connected)
			}
		},
		GotConn: func(httptrace.GotConnInfo) { move(Connected) },
	})
}

// withStage returns err with the stage of the try, or the TimeoutError that ended ctx:
// the error of a transport whose context has ended differs by protocol and stage.
func withStage(ctx context.Context, err error, at Stage) error {
	var timeout *TimeoutError
	if errors.As(context.Cause(ctx), &timeout) {
		return &TimeoutError{Limit: timeout.Limit, At: at}
	}
	if at == UnknownStage {
		return err
	}
	return &StageError{At: at, Err: err}
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
