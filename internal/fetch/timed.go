package fetch

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

// timed bounds one try, from sending the request to the end of its body, and
// notes how far it came.
type timed struct {
	next  http.RoundTripper
	limit time.Duration // 0 is no bound
}

func (t *timed) RoundTrip(req *http.Request) (*http.Response, error) {
	var at noted
	ctx, cancel := at.watch(req.Context()), func() {}
	if limit := limitOf(req, t.limit); limit > 0 {
		ctx, cancel = context.WithTimeoutCause(ctx, limit, &timeoutError{limit: limit})
	}
	resp, err := t.next.RoundTrip(req.WithContext(ctx))
	if err != nil {
		err = ownTimeout(ctx, err, at.stage())
		cancel()
		return nil, err
	}
	resp.Body = &timedBody{ReadCloser: resp.Body, ctx: ctx, cancel: cancel}
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
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = ownTimeout(b.ctx, err, connected)
	}
	return n, err
}

func (b *timedBody) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}
