package fetch

import (
	"context"
	"errors"
	"net/http"

	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// requester asks one URL: once for all questions that share the answer, unless its host
// was given up, and with HEAD first where headers are enough.
type requester struct {
	sender  *sender
	site    origins
	special func(weburl.URL) *Special // may be nil
	retries int
	results singleflight
	heads   host.HeadRefusals
}

// ask asks one URL, or shares the answer to an earlier question.
func (r *requester) ask(ctx context.Context, q question) (*answer, error) {
	q = r.specially(q)
	if q.want != Answer || q.getOnly || q.fresh || q.isDeferred() || r.site[q.url.Origin()] {
		return r.askHost(ctx, q)
	}
	return r.results.share(ctx, q, func() (*answer, error) { return r.askHost(ctx, q) })
}

// specially returns q with what holds for its URL. Each hop of a redirect is looked at
// anew, so that what one host may see never reaches another.
func (r *requester) specially(q question) question {
	var special *Special
	if r.special != nil {
		special = r.special(q.url)
	}
	if special == nil {
		q.special = &Special{}
		return q
	}
	q.special = special
	switch {
	case special.Method == http.MethodGet:
		q.getOnly = true
	case special.Method == http.MethodHead && q.want == Page && !r.site[q.url.Origin()]:
		q.want = Answer
	}
	// The answer depends on how this URL is asked, so other questions do not share it.
	q.fresh = true
	return q
}

// askHost asks one URL, unless the circuit breaker of its host is open.
func (r *requester) askHost(ctx context.Context, q question) (*answer, error) {
	origin, breakers := q.url.Origin(), r.sender.breakers
	probe, err := breakers.Allow(ctx, origin, q.probes, q.waiting)
	var open *host.OpenError
	switch {
	case errors.As(err, &open):
		return nil, notSent(open)
	case err != nil:
		return nil, err
	}
	got, err := r.askByMethod(ctx, q)
	if err == nil || ctx.Err() != nil {
		breakers.Done(origin, probe, host.Result{Answered: ctx.Err() == nil})
		return got, err
	}
	failed := explain(err, q.url.Request().Hostname())
	last := *failed
	shared := breakers.Done(origin, probe, host.Result{
		Failed: &last, Unreached: failed.unreached, Silent: failed.Reason == link.Timeout,
		Unrelated: failed.Unasked || failed.Reason == link.PrivateAddress,
	})
	if shared {
		failed.Message += likeOthers
	}
	return got, failed
}

// likeOthers ends the message of all links of a host that was given up although it
// has answered before, whether they were asked or not: which of them were is chance.
const likeOthers = " (same for other links to this host)"

// notSent is the failure of a link for which no request was sent: it has that of the last
// one to its host.
func notSent(open *host.OpenError) error {
	var last *Error
	if !errors.As(open.Last, &last) {
		return open
	}
	e := *last
	e.Redirects, e.Status, e.unreached, e.Unasked = nil, 0, false, true
	if open.Shared {
		e.Message += likeOthers
	}
	return &e
}
