package transport

import (
	"io"
	"net/http"
	"sync"
)

// hold calls release once, when a request has failed, or when its body is done with.
func hold(resp *http.Response, err error, release func()) (*http.Response, error) {
	if err != nil {
		release()
		return nil, err
	}
	resp.Body = &heldBody{ReadCloser: resp.Body, release: release}
	return resp, nil
}

// heldBody calls release once there is nothing more to read: at the end of the body, at
// an error, or when it is closed before.
type heldBody struct {
	io.ReadCloser
	release func()
	once    sync.Once
}

func (b *heldBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		b.once.Do(b.release)
	}
	return n, err
}

func (b *heldBody) Close() error {
	// Close first: a request is in flight until its connection is free again.
	err := b.ReadCloser.Close()
	b.once.Do(b.release)
	return err
}

// StopClock stops the clock of the try until start is called.
func (b *heldBody) StopClock() (start func()) {
	if clock, ok := b.ReadCloser.(interface{ StopClock() (start func()) }); ok {
		return clock.StopClock()
	}
	return func() {}
}
