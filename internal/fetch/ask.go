package fetch

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"sync"
	"unique"

	"github.com/linkvet/linkvet/internal/fetch/body"
	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// question is one URL, and how it is asked.
type question struct {
	// Request is what the RoundTrippers must know of it. But for Waiting and Probes it is set
	// once the question is asked.
	transport.Request
	url  weburl.URL
	want Want
	// getOnly is to ask with GET, even where headers are enough.
	getOnly bool
	// named is whether the caller of the client asks, rather than a redirect.
	named bool
	// fresh is not to take the answer to an earlier question.
	fresh bool
	// onSite is whether the URL is the site's, and headOnly whether it may be asked with HEAD
	// only. They are set once the question is asked.
	onSite, headOnly bool
}

func (q *question) isDeferred() bool { return q.Probes > 0 }

// answer is what one URL answered, before any redirect is followed.
type answer struct {
	facts
	location string // empty when the answer is no redirect
	etag     string
	refresh  string
	body     *body.Buffer // nil when it was not read
	cut      error
	cookies  []*http.Cookie
}

// facts are what most answers consist of. A run keeps equal ones once.
type facts struct {
	status        int
	contentType   string
	charset       string
	html          bool
	botProtection string
	login         protection.Login
	head          bool // it answers a HEAD
	needsBody     bool // bot protection may have given it, which only its body would show
	limited       bool // the host said that it was asked too often
	later         bool // it asked for too long a wait
}

// ask asks one URL, or shares the answer to an earlier question. Each hop of a redirect is looked
// at anew for what is special, so that what one host may see never reaches another.
func (c *Client) ask(ctx context.Context, q question) (*answer, error) {
	q.onSite, q.Scheme, q.Timeout = c.site[q.url.Origin()], q.url.Scheme, c.opt.Timeout
	hostRate := 0.0
	if special := c.opt.Special(q.url); special != nil {
		q.headOnly, q.Fields, hostRate = special.Method == http.MethodHead, special.Headers, special.HostRate
		q.Timeout = cmp.Or(special.Timeout, q.Timeout)
		switch {
		case special.Method == http.MethodGet:
			q.getOnly = true
		case q.headOnly && q.want == Page && !q.onSite:
			q.want = Answer
		}
		// The answer depends on how this URL is asked, so other questions do not share it.
		q.fresh = true
	}
	q.Host = c.hosts.Of(q.url, hostRate)
	if q.want != Answer || q.getOnly || q.fresh || q.isDeferred() || q.onSite {
		return c.askHost(ctx, q)
	}
	return c.answers.share(ctx, q, func() (*answer, error) { return c.askHost(ctx, q) })
}

// sharedAnswers are those to the question whether a URL exists. Two links may redirect to one
// URL, and one link may redirect to what another names, as http: does to https:. That URL is
// requested once.
type sharedAnswers struct {
	mu    sync.Mutex
	byURL map[weburl.URL]*sharedAnswer
}

// sharedAnswer is one request. Later questions about the same URL wait until it is answered. There
// is one for each external target of the run.
type sharedAnswer struct {
	done chan struct{} // nil once it is answered
	// named is true if the caller of the client requested it, and not a redirect. A caller
	// that asks twice gets two answers.
	named  bool
	facts  unique.Handle[facts]
	moved  *redirect // nil when it is no redirect
	failed error
}

type redirect struct {
	location string
	cookies  []*http.Cookie
}

// maxShared is how long the texts may be of an answer that is kept. Longer ones would be kept for
// each of a million links.
const maxShared = 4 << 10

// share returns what do returns, which is called for the first question about a URL. The
// answer to a later one has no entity tag and no Refresh field, and its failure no cause.
func (s *sharedAnswers) share(ctx context.Context, q question, do func() (*answer, error)) (*answer, error) {
	u := q.url.Document()
	s.mu.Lock()
	shared := s.byURL[u]
	if shared == nil || q.named && shared.named {
		shared = &sharedAnswer{done: make(chan struct{}), named: q.named}
		if s.byURL == nil {
			s.byURL = map[weburl.URL]*sharedAnswer{}
		}
		s.byURL[u] = shared
		s.mu.Unlock()
		got, err := do()
		s.mu.Lock()
		defer s.mu.Unlock()
		if !shared.keep(got, err) && s.byURL[u] == shared {
			delete(s.byURL, u)
		}
		close(shared.done)
		shared.done = nil
		return got, err
	}
	shared.named = shared.named || q.named
	done := shared.done
	s.mu.Unlock()
	if done == nil {
		return shared.result()
	}
	q.Waiting.Begin()
	defer q.Waiting.End()
	select {
	case <-done:
		return shared.result()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// keep keeps of an answer what later questions need, and reports whether it is for those after the
// present ones too: not when it takes much memory, or the run has ended. The cookies of an answer
// that is no redirect are kept for its host alone.
func (s *sharedAnswer) keep(got *answer, err error) bool {
	var failed *Error
	if errors.As(err, &failed) {
		kept := *failed
		kept.Err = nil
		s.failed = &kept
		return true
	}
	if s.failed = err; err != nil {
		return false
	}
	s.facts = unique.Make(got.facts)
	size := len(got.contentType)
	if got.location != "" {
		s.moved = &redirect{location: got.location, cookies: got.cookies}
		size += len(got.location)
		for _, cookie := range got.cookies {
			size += len(cookie.Raw)
		}
	}
	return size <= maxShared
}

func (s *sharedAnswer) result() (*answer, error) {
	if s.failed != nil {
		return nil, s.failed
	}
	got := &answer{facts: s.facts.Value()}
	if s.moved != nil {
		got.location, got.cookies = s.moved.location, s.moved.cookies
	}
	return got, nil
}

// askHost asks one URL, and records whether its host answers.
func (c *Client) askHost(ctx context.Context, q question) (*answer, error) {
	got, err := c.askByMethod(ctx, q)
	switch {
	case ctx.Err() != nil:
		return got, err
	case err == nil:
		q.Host.Answered(q.Scheme)
		return got, nil
	}
	failed := explain(err, q.url.Request().Hostname())
	if !failed.Unasked && failed.Reason != link.PrivateAddress {
		q.Host.Failed(q.Scheme, host.Failure{Cause: failed, Unreached: failed.unreached, Silent: failed.Reason == link.Timeout})
	}
	return nil, failed
}

// askByMethod asks with HEAD where headers are enough, and again with GET when the host
// refuses HEAD or fails at it: many do, for pages that they have. A deferred retry asks
// with GET at once.
func (c *Client) askByMethod(ctx context.Context, q question) (*answer, error) {
	tries := max(c.opt.Retries, 0)
	if q.isDeferred() && !q.onSite {
		tries = 0
	}
	if q.want != Answer || q.getOnly || !q.headOnly && (q.isDeferred() || q.Host.RefusesHEAD.Load()) {
		return c.send(ctx, http.MethodGet, q, tries)
	}
	head, err := c.send(ctx, http.MethodHead, q, tries)
	retries := tries
	switch {
	case q.headOnly:
		return head, err
	case ctx.Err() != nil, err != nil && !isTransient(err):
		return nil, err
	case err != nil && transport.UsedAllTime(err):
		if retries > 0 && !q.Host.Seen(q.Scheme) {
			return nil, err // the deferred retry is with GET
		}
		retries = 0
	case err != nil:
		// A HEAD without an answer counts as the first try.
		retries = max(retries-1, 0)
	case head.limited, head.later, !refusesHead(head.status) && !head.needsBody:
		return head, nil
	}
	got, err := c.send(ctx, http.MethodGet, q, retries)
	if err == nil && isHeadUnreliable(head, got) {
		q.Host.RefusesHEAD.Store(true)
	}
	return got, err
}

// refusesHead reports whether an answer to HEAD may be about the method rather than about
// the page, so that no page is judged by it alone. A request to slow down holds for GET
// too.
func refusesHead(status int) bool {
	return status >= 400 && status != http.StatusTooManyRequests
}

// isHeadUnreliable reports whether the host should be asked with GET from now on: it
// refuses HEAD, or its GET fared better. A HEAD without an answer is nil.
func isHeadUnreliable(head, get *answer) bool {
	if head != nil {
		switch head.status {
		case http.StatusMethodNotAllowed, http.StatusNotImplemented:
			return true
		case http.StatusOK:
			return false // GET was for its body
		}
	}
	return get.status < 400
}
