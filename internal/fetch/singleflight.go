package fetch

import (
	"context"
	"errors"
	"hash/maphash"
	"sync"

	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/weburl"
)

// singleflight keeps the URLs that were asked whether they exist, and their answers. Two
// links may redirect to one URL, and one link may redirect to what another names, as
// http: does to https:. That URL is requested once.
type singleflight struct {
	mu sync.Mutex
	// byURL are the requests that are not answered.
	byURL map[weburl.URL]*call
	// answered are the others, by the hash of their URLs: there is one for each target
	// of the run. What they have in common is kept once, in shared.
	answered map[urlHash]result
	shared   map[plainAnswer]*answer
	seeds    [2]maphash.Seed
	bytes    int // what the redirects in answered take
}

// urlHash identifies a URL. Two URLs of a run do not have the same hash, even if an
// attacker chooses them: each run has new seeds.
type urlHash [2]uint64

// call is one request. Later questions about the same URL wait until it is answered.
type call struct {
	done chan struct{}
	// named is true if the caller of the client requested it, and not a redirect. A caller
	// that asks twice gets two answers.
	named bool
	got   *answer
	err   error
}

// result is what is kept of an answered request.
type result struct {
	named  bool
	got    *answer
	failed *Error
}

// plainAnswer is what most answers consist of.
type plainAnswer struct {
	status                                  int
	contentType, charset, botProtection     string
	login                                   protection.Login
	html, head, needsBody, limited, isLater bool
}

// share returns what do returns, which is called for the first question about a URL. The
// answer to a later one has no entity tag and no Refresh field, and its failure no cause.
func (s *singleflight) share(ctx context.Context, q question, do func() (*answer, error)) (*answer, error) {
	u := q.url.Document()
	r, first := s.join(u, q.named)
	if first {
		r.got, r.err = do()
		close(r.done)
		s.keep(u, r)
		return r.got, r.err
	}
	q.waiting.Begin()
	defer q.waiting.End()
	select {
	case <-r.done:
		return r.got, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// join returns the request for u, and whether the caller has to send it.
func (s *singleflight) join(u weburl.URL, named bool) (r *call, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.initLocked()
	r = s.byURL[u]
	if r == nil {
		r = s.answeredLocked(u, named)
	}
	if r != nil && !(named && r.named) {
		r.named = r.named || named
		return r, false
	}
	r = &call{done: make(chan struct{}), named: named}
	s.byURL[u] = r
	return r, true
}

// initLocked makes the zero value usable.
func (s *singleflight) initLocked() {
	if s.byURL == nil {
		s.byURL, s.answered, s.shared = map[weburl.URL]*call{}, map[urlHash]result{}, map[plainAnswer]*answer{}
		s.seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}
	}
}

func (s *singleflight) hash(u weburl.URL) urlHash {
	return urlHash{maphash.Comparable(s.seeds[0], u), maphash.Comparable(s.seeds[1], u)}
}

// answeredLocked returns the answered request for u, or nil, and records whether it was
// named.
func (s *singleflight) answeredLocked(u weburl.URL, named bool) *call {
	key := s.hash(u)
	kept, ok := s.answered[key]
	if !ok {
		return nil
	}
	r := &call{done: make(chan struct{}), named: kept.named, got: kept.got}
	if kept.failed != nil {
		r.err = kept.failed
	}
	close(r.done)
	kept.named = kept.named || named
	s.answered[key] = kept
	return r
}

const (
	// maxKeptAnswer bounds what is kept of one answer, in bytes.
	maxKeptAnswer = 4 << 10
	// maxKeptAnswers bounds the redirects that are kept, of all hosts together, and
	// answerBytes is what one takes besides its texts.
	maxKeptAnswers = 64 << 20
	answerBytes    = 512
)

// keep keeps an answer for later questions about u. One that would take much memory is
// not kept: then u is requested again.
func (s *singleflight) keep(u weburl.URL, done *call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byURL[u] == done {
		delete(s.byURL, u)
	}
	kept := result{named: done.named}
	switch {
	case done.err == nil:
		if !s.fitsLocked(done.got) {
			return
		}
		kept.got = s.plainLocked(done.got)
	case errors.As(done.err, &kept.failed):
		failed := *kept.failed
		failed.Err = nil
		kept.failed = &failed
	default:
		return // the run has ended
	}
	s.answered[s.hash(u)] = kept
}

// fitsLocked reports whether there is memory for an answer, and counts what it takes.
func (s *singleflight) fitsLocked(got *answer) bool {
	size := got.size()
	if size > maxKeptAnswer {
		return false
	}
	if got.location == "" {
		return true
	}
	if s.bytes+answerBytes+size > maxKeptAnswers {
		return false
	}
	s.bytes += answerBytes + size
	return true
}

// plainLocked returns what is kept of an answer. Its cookies count only within the same
// chain of redirects, and the client keeps those of the host.
func (s *singleflight) plainLocked(got *answer) *answer {
	key := plainAnswer{
		status: got.status, contentType: got.contentType, charset: got.charset, botProtection: got.botProtection,
		html: got.html, head: got.head, needsBody: got.needsBody, login: got.login, limited: got.limited, isLater: got.later,
	}
	if kept := s.shared[key]; kept != nil && got.location == "" {
		return kept // it is read by others already
	}
	plain := *got
	plain.etag, plain.refresh = "", ""
	if got.location == "" {
		plain.cookies = nil
		s.shared[key] = &plain
	}
	return &plain
}
