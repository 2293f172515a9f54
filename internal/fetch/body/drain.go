package body

import (
	"context"
	"io"
	"net/http"
	"time"
)

const (
	// drainBytes and drainTime bound what is read of a body that is not needed, so that
	// its connection can be used again. Beyond them a new connection costs less.
	drainBytes = 64 << 10
	drainTime  = time.Second
)

// Drain reads a little of a body and closes it. stop ends the request: a slow body must
// not hold the semaphore until the timeout.
func Drain(resp *http.Response, stop context.CancelFunc) {
	defer resp.Body.Close()
	if resp.ContentLength > drainBytes {
		return
	}
	defer time.AfterFunc(drainTime, stop).Stop()
	// An error costs only the connection, which the transport then closes.
	_, _ = io.CopyN(io.Discard, resp.Body, drainBytes)
}

// Peek returns the first n bytes of a body, or as much as comes within the time of Drain.
func Peek(resp *http.Response, n int64, stop context.CancelFunc) []byte {
	defer time.AfterFunc(drainTime, stop).Stop()
	// An error leaves what was read until then.
	head, _ := io.ReadAll(io.LimitReader(resp.Body, n))
	return head
}
