package fetch

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// timed bounds one try, from sending the request to the end of its body, and
// notes how far it came.
type timed struct {
	next  http.RoundTripper
	limit time.Duration // 0 is no bound
}

func (t *timed) RoundTrip(req *http.Request) (*http.Response, error) {
	at, watched := req.Context().Value(unprovenKey{}).(*noted)
	if !watched {
		at = new(noted)
	}
	limit := limitOf(req, t.limit)
	ctx, end := context.WithCancelCause(context.WithValue(at.watch(req.Context()), dialsKey{}, new(atomic.Int64)))
	var timer *time.Timer
	cancel := func() { end(context.Canceled) }
	began := time.Now()
	if limit > 0 {
		// No deadline, for that could not be put off.
		timer = time.AfterFunc(limit, func() { end(&timeoutError{limit: limit}) })
		cancel = func() {
			timer.Stop()
			end(context.Canceled)
		}
	}
	resp, err := t.next.RoundTrip(req.WithContext(ctx))
	if err != nil {
		err = ownTimeout(ctx, err, at.stage())
		cancel()
		at.failed(err)
		at.leave()
		return nil, err
	}
	if at.conn != nil {
		at.conn.advance()
	}
	resp.Body = &timedBody{ReadCloser: resp.Body, ctx: ctx, cancel: cancel, timer: timer, until: began.Add(limit), at: at}
	return resp, nil
}

// ownTimeout returns the timeoutError that ended ctx, or else err, with the stage
// of the try. What a transport makes of a context that ended differs by protocol
// and stage.
func ownTimeout(ctx context.Context, err error, at stage) error {
	var timeout *timeoutError
	if errors.As(context.Cause(ctx), &timeout) {
		return &timeoutError{limit: timeout.limit, at: at}
	}
	if at == unknownStage {
		return err
	}
	return &stageError{at: at, err: err}
}

// timedBody keeps the clock of a try running until its body is closed.
type timedBody struct {
	io.ReadCloser
	ctx    context.Context
	cancel context.CancelFunc
	timer  *time.Timer // nil when there is no bound
	until  time.Time   // when it goes off
	at     *noted
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if n > 0 && b.at.conn != nil {
		b.at.conn.advance()
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = ownTimeout(b.ctx, err, connected)
		b.at.failed(err)
	}
	return n, err
}

func (b *timedBody) Close() error {
	defer b.at.leave()
	defer b.cancel()
	return b.ReadCloser.Close()
}

// stopClock stops the clock of the try until start is called. One that has gone
// off stays so.
func (b *timedBody) stopClock() (start func()) {
	if b.timer == nil || !b.timer.Stop() {
		return func() {}
	}
	stopped := time.Now()
	return func() {
		b.until = b.until.Add(time.Since(stopped))
		b.timer.Reset(time.Until(b.until))
	}
}
