package fetch

import (
	"context"
	"net/http"

	"github.com/linkvet/linkvet/internal/fetch/transport"
)

// askByMethod asks with HEAD where headers are enough, and again with GET when the host
// refuses HEAD or fails at it: many do, for pages that they have. A deferred retry asks
// with GET at once.
func (r *requester) askByMethod(ctx context.Context, q question) (*answer, error) {
	tries := r.retries
	if q.isDeferred() {
		tries = 0
	}
	if q.want != Answer || q.getOnly || !q.headOnly() && (q.isDeferred() || r.heads.Has(q.url.Host)) {
		return r.sender.send(ctx, http.MethodGet, q, tries)
	}
	head, err := r.sender.send(ctx, http.MethodHead, q, tries)
	retries := tries
	switch {
	case q.headOnly():
		return head, err
	case ctx.Err() != nil, err != nil && !isTransient(err):
		return nil, err
	case err != nil && transport.UsedAllTime(err):
		if retries > 0 && !r.sender.breakers.Seen(q.url.Origin()) {
			return nil, err // the deferred retry is with GET
		}
		retries = 0
	case err != nil:
		// A HEAD without an answer counts as the first try.
		retries = max(retries-1, 0)
	case head.limited, head.later, !refusesHead(head.status) && !head.needsBody:
		return head, nil
	}
	got, err := r.sender.send(ctx, http.MethodGet, q, retries)
	if err == nil && isHeadUnreliable(head, got) {
		r.heads.Add(q.url.Host)
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
