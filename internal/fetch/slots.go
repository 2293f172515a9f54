package fetch

import (
	"io"
	"net/http"
	"sync"

	"golang.org/x/sync/semaphore"
)

// slots is the semaphore: it bounds the requests in flight over all hosts. A slot
// is held from sending a request until its body is closed or has come to its end,
// but for those that are late: see lateness.
type slots struct {
	next http.RoundTripper
	free *semaphore.Weighted
	late lateness
}

func newSlots(next http.RoundTripper, n int) *slots {
	return &slots{next: next, free: semaphore.NewWeighted(int64(n))}
}

func (s *slots) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	works(ctx)
	if err := s.free.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	giveBack := sync.OnceFunc(func() { s.free.Release(1) })
	at, unproven := ctx.Value(unprovenKey{}).(*noted)
	if !unproven {
		resp, err := s.next.RoundTrip(req)
		return held(resp, err, giveBack)
	}
	// A late request gives its slot back, and its worker rests until it is answered.
	watched := s.late.watch(at, func() {
		giveBack()
		waits(ctx)
	})
	resp, err := s.next.RoundTrip(req)
	watched.answered()
	works(ctx)
	return held(resp, err, sync.OnceFunc(func() {
		watched.end()
		giveBack()
	}))
}

// holding sends req while it holds one of sem, which it gives back when the
// request fails or its body is done with.
func holding(sem *semaphore.Weighted, next http.RoundTripper, req *http.Request) (*http.Response, error) {
	if !sem.TryAcquire(1) {
		waits(req.Context())
		if err := sem.Acquire(req.Context(), 1); err != nil {
			return nil, err
		}
	}
	release := sync.OnceFunc(func() { sem.Release(1) })
	resp, err := next.RoundTrip(req)
	return held(resp, err, release)
}

// held calls release when a request has failed, or when its body is done with.
func held(resp *http.Response, err error, release func()) (*http.Response, error) {
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
