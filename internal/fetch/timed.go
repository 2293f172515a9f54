package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// timed bounds one try, from sending the request to the end of its body.
type timed struct {
	next  http.RoundTripper
	limit time.Duration // 0 is no bound
}

// timeoutError says that one try took too long.
type timeoutError struct{ limit time.Duration }

func (e *timeoutError) Error() string { return fmt.Sprintf("no answer within %v", e.limit) }

// Timeout makes timeoutError a timeout to whoever asks net errors for that.
func (e *timeoutError) Timeout() bool { return true }

func (t *timed) RoundTrip(req *http.Request) (*http.Response, error) {
	limit := limitOf(req, t.limit)
	if limit <= 0 {
		return t.next.RoundTrip(req)
	}
	ctx, cancel := context.WithTimeoutCause(req.Context(), limit, &timeoutError{limit: limit})
	resp, err := t.next.RoundTrip(req.WithContext(ctx))
	if err != nil {
		err = ownTimeout(ctx, err)
		cancel()
		return nil, err
	}
	resp.Body = &timedBody{ReadCloser: resp.Body, ctx: ctx, cancel: cancel}
	return resp, nil
}

// ownTimeout returns the timeoutError that ended ctx, or else err. What a
// transport makes of a context that ended differs by protocol and stage.
func ownTimeout(ctx context.Context, err error) error {
	var timeout *timeoutError
	if errors.As(context.Cause(ctx), &timeout) {
		return timeout
	}
	return err
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
		err = ownTimeout(b.ctx, err)
	}
	return n, err
}

func (b *timedBody) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}
