package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

// Timeout bounds one try, from sending the request to the end of its body, and records
// how far it came.
type Timeout struct {
	Next     http.RoundTripper
	Limit    time.Duration // 0 is no bound
	Progress *Progress
}

var _ http.RoundTripper = (*Timeout)(nil)

// RoundTrip sends a request.
func (t *Timeout) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, end := context.WithCancelCause(t.Progress.watch(req.Context()))
	var timer *time.Timer
	cancel := func() { end(context.Canceled) }
	began := time.Now()
	if t.Limit > 0 {
		// A deadline of the context could not be put off.
		timer = time.AfterFunc(t.Limit, func() { end(&TimeoutError{Limit: t.Limit}) })
		cancel = func() {
			timer.Stop()
			end(context.Canceled)
		}
	}
	resp, err := t.Next.RoundTrip(req.WithContext(ctx))
	if err != nil {
		err = withStage(ctx, err, t.Progress.stage())
		cancel()
		t.Progress.failed(err)
		t.Progress.disconnect()
		return nil, err
	}
	t.Progress.advance()
	resp.Body = &timedBody{
		ReadCloser: resp.Body, ctx: ctx, cancel: cancel, timer: timer, until: began.Add(t.Limit), progress: t.Progress,
	}
	return resp, nil
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

// timedBody keeps the clock of a try running until its body is closed.
type timedBody struct {
	io.ReadCloser
	ctx      context.Context
	cancel   context.CancelFunc
	timer    *time.Timer // nil when there is no bound
	until    time.Time   // when it goes off
	progress *Progress
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if n > 0 {
		b.progress.advance()
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = withStage(b.ctx, err, Connected)
		b.progress.failed(err)
	}
	return n, err
}

func (b *timedBody) Close() error {
	defer b.progress.disconnect()
	defer b.cancel()
	return b.ReadCloser.Close()
}

// StopClock stops the clock of the try until start is called, unless it has gone off.
func (b *timedBody) StopClock() (start func()) {
	if b.timer == nil || !b.timer.Stop() {
		return func() {}
	}
	stopped := time.Now()
	return func() {
		b.until = b.until.Add(time.Since(stopped))
		b.timer.Reset(time.Until(b.until))
	}
}
