package fetch

import (
	"context"
	"sync"

	"github.com/linkvet/linkvet/internal/weburl"
)

// flights are the URLs that were asked whether they exist, and what they
// answered: two links that redirect to one place, or one that redirects to what
// another names, as http: does to https:, are one question there.
type flights struct {
	mu    sync.Mutex
	byURL map[weburl.URL]*flight
}

// flight is one question. Whoever finds it there waits until it is answered.
type flight struct {
	done chan struct{}
	// named is whether the caller of the client asked for it, rather than a
	// redirect. Who asks twice wants to be answered twice.
	named bool
	got   *answer
	err   error
}

// share returns what do returns, which is called for the first who asks for u.
// named is whether the caller of the client did, and not a redirect.
func (f *flights) share(ctx context.Context, u weburl.URL, named bool, do func() (*answer, error)) (*answer, error) {
	known, first := f.join(u.Document(), named)
	if first {
		known.got, known.err = do()
		close(known.done)
		return known.got, known.err
	}
	select {
	case <-known.done:
		return known.got, known.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// join returns the flight for u, and whether it is for the caller to fly it.
func (f *flights) join(u weburl.URL, named bool) (known *flight, first bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	known = f.byURL[u]
	if known != nil && !(named && known.named) {
		known.named = known.named || named
		return known, false
	}
	known = &flight{done: make(chan struct{}), named: named}
	if f.byURL == nil {
		f.byURL = map[weburl.URL]*flight{}
	}
	f.byURL[u] = known
	return known, true
}
