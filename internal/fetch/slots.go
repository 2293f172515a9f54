package fetch

import (
	"io"
	"net/http"
	"sync"

	"golang.org/x/sync/semaphore"
)

// slots bounds the requests in flight over all hosts. A slot is held from
// sending a request until its body is closed or has come to its end.
type slots struct {
	next http.RoundTripper
	free *semaphore.Weighted
}

func newSlots(next http.RoundTripper, n int) *slots {
	return &slots{next: next, free: semaphore.NewWeighted(int64(n))}
}

func (s *slots) RoundTrip(req *http.Request) (*http.Response, error) {
	return holding(s.free, s.next, req)
}

// holding sends req while it holds one of sem, which it gives back when the
// request fails or its body is done with.
func holding(sem *semaphore.Weighted, next http.RoundTripper, req *http.Request) (*http.Response, error) {
	if err := sem.Acquire(req.Context(), 1); err != nil {
		return nil, err
	}
	release := sync.OnceFunc(func() { sem.Release(1) })
	resp, err := next.RoundTrip(req)
	if err != nil {
		release()
		return nil, err
	}
	resp.Body = &heldBody{ReadCloser: resp.Body, release: release}
	return resp, nil
}

// heldBody calls release once the body has nothing more to give: at its end, a
// fault, or when it is closed before.
type heldBody struct {
	io.ReadCloser
	release func()
}

func (b *heldBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		b.release()
	}
	return n, err
}

func (b *heldBody) Close() error {
	// Close first: a request is in flight until its connection is free again.
	err := b.ReadCloser.Close()
	b.release()
	return err
}
