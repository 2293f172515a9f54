package fetch

import (
	"context"
	"errors"
	"hash/maphash"
	"sync"

	"github.com/linkvet/linkvet/internal/weburl"
)

// flights are the URLs that were asked whether they exist, and what they
// answered: two links that redirect to one place, or one that redirects to what
// another names, as http: does to https:, are one question there.
type flights struct {
	mu    sync.Mutex
	byURL map[weburl.URL]*flight // those that are not answered
	// landed are those that are, by the hash of their URLs: there is one for each
	// target of the run. What they have in common they share.
	landed map[urlHash]landing
	shared map[plainAnswer]*answer
	seeds  [2]maphash.Seed
	bytes  int // what the redirects in landed take
}

// urlHash stands for a URL. That two of a run have the same is out of the
// question, also for who could choose them: its seeds are of this run alone.
type urlHash [2]uint64

// flight is one question. Whoever finds it there waits until it is answered.
type flight struct {
	done chan struct{}
	// named is whether the caller of the client asked for it, rather than a
	// redirect. Who asks twice wants to be answered twice.
	named bool
	got   *answer
	err   error
}

// landing is what is kept of an answered flight.
type landing struct {
	named  bool
	got    *answer
	failed *Error
}

// plainAnswer is what most answers consist of.
type plainAnswer struct {
	status                            int
	contentType, charset, wall        string
	html, head, hides, limited, later bool
}

// share returns what do returns, which is called for the first who asks for u.
// named is whether the caller of the client did, and not a redirect. What is
// answered to others later is without its entity tag and Refresh field, and without the cause of a
// failure.
func (f *flights) share(ctx context.Context, u weburl.URL, named bool, do func() (*answer, error)) (*answer, error) {
	u = u.Document()
	known, first := f.join(u, named)
	if first {
		known.got, known.err = do()
		close(known.done)
		f.land(u, known)
		return known.got, known.err
	}
	waits(ctx)
	defer works(ctx)
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
	f.begin()
	known = f.byURL[u]
	if known == nil {
		known = f.recall(u, named)
	}
	if known != nil && !(named && known.named) {
		known.named = known.named || named
		return known, false
	}
	known = &flight{done: make(chan struct{}), named: named}
	f.byURL[u] = known
	return known, true
}

// begin makes the zero value usable. The mutex is held.
func (f *flights) begin() {
	if f.byURL == nil {
		f.byURL, f.landed, f.shared = map[weburl.URL]*flight{}, map[urlHash]landing{}, map[plainAnswer]*answer{}
		f.seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}
	}
}

func (f *flights) hash(u weburl.URL) urlHash {
	return urlHash{maphash.Comparable(f.seeds[0], u), maphash.Comparable(f.seeds[1], u)}
}

// recall returns the answered flight for u, or nil, and notes that it was named.
// The mutex is held.
func (f *flights) recall(u weburl.URL, named bool) *flight {
	key := f.hash(u)
	kept, ok := f.landed[key]
	if !ok {
		return nil
	}
	known := &flight{done: make(chan struct{}), named: kept.named, got: kept.got}
	if kept.failed != nil {
		known.err = kept.failed
	}
	close(known.done)
	kept.named = kept.named || named
	f.landed[key] = kept
	return known
}

const (
	// maxKeptAnswer bounds what a host may have a run remember of one answer, in bytes.
	maxKeptAnswer = 4 << 10
	// maxKeptAnswers bounds the redirects that are remembered, of all hosts together,
	// and answerBytes is what one takes besides its texts.
	maxKeptAnswers = 64 << 20
	answerBytes    = 512
)

// land keeps what a redirect to u may want to know. What would take much memory is
// not kept: then u is asked again.
func (f *flights) land(u weburl.URL, done *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.byURL[u] == done {
		delete(f.byURL, u)
	}
	kept := landing{named: done.named}
	switch {
	case done.err == nil && done.got.size() > maxKeptAnswer:
		return
	case done.err == nil:
		if done.got.location != "" {
			if f.bytes += answerBytes + done.got.size(); f.bytes > maxKeptAnswers {
				f.bytes = maxKeptAnswers
				return
			}
		}
		kept.got = f.plain(done.got)
	case errors.As(done.err, &kept.failed):
		failed := *kept.failed
		failed.Err = nil
		kept.failed = &failed
	default:
		return // the run has ended
	}
	f.landed[f.hash(u)] = kept
}

// size is how much memory the strings of an answer take that are kept of it.
func (a *answer) size() int {
	size := len(a.location) + len(a.contentType) + len(a.charset)
	if a.location != "" {
		for _, cookie := range a.cookies {
			size += len(cookie.Raw)
		}
	}
	return size
}

// plain returns what is kept of an answer. Cookies count for the redirects of the
// same walk alone, and the client has those of the host. The mutex is held.
func (f *flights) plain(got *answer) *answer {
	key := plainAnswer{
		status: got.status, contentType: got.contentType, charset: got.charset, wall: got.wall,
		html: got.html, head: got.head, hides: got.hides, limited: got.limited, later: got.later,
	}
	kept := f.shared[key]
	if kept == nil || got.location != "" {
		own := *got
		own.etag, own.refresh = "", ""
		kept = &own
	}
	if got.location == "" {
		kept.cookies = nil
		f.shared[key] = kept
	}
	return kept
}
