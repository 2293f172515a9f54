package fetch

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/linkvet/linkvet/internal/fetch/body"
	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/fetch/transport"
)

// maxPathWait bounds all waits together that one path of the site asks for. A deferred
// retry comes back to it.
const maxPathWait = 30 * time.Second

// attempt is one request to one URL, tried until there is an answer or no try is left.
// Its body is read within the tries, so that a body which is cut off is requested again.
type attempt struct {
	sender    *sender
	question  question
	retries   int
	headFirst bool // HEAD, of which most failures are left to GET
	onSite    bool // the request is for an origin of the site
	host      *host.Host

	stop   context.CancelFunc
	waited time.Duration // that answers asked for
	slow   bool          // a try used up its time
	read   bool          // readAnswer has seen the last answer

	limited       bool // the host said that it was asked too often
	later         bool // the answer asked for too long a wait
	contentType   string
	charset       string
	html          bool
	body          *bytes.Buffer // nil when it was not read
	cut           error
	botProtection string
	login         protection.Login
}

// do sends req, and again where that may help. It has read and closed the body of the
// answer that it returns. Without an answer the error is the last try's.
func (a *attempt) do(req *http.Request) (*http.Response, error) {
	ctx, stop := context.WithCancel(req.Context())
	defer stop()
	a.stop = stop
	again, err := retryablehttp.FromRequest(req.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	again.SetResponseHandler(a.readAnswer)
	retrier := retryablehttp.Client{
		HTTPClient: &http.Client{
			Transport: &tries{chain: a.sender.chain, host: a.host, question: a.question},
			// A walk follows the redirects, hop by hop.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		RetryMax:   a.retries,
		CheckRetry: a.check,
		Backoff:    a.wait,
		// The last answer is returned with any status; by default it is lost.
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
	resp, err := retrier.Do(again)
	switch {
	case resp == nil:
		a.drop()
		return nil, err
	case !a.read:
		// No try is left after this transient answer. An error is only that of a body
		// that is not whole, which is in a.cut.
		_ = a.readAnswer(resp)
	}
	return resp, nil
}

// check is the policy of retries: it judges each answer, and each failure to
// get one or to read its body. It may be called twice for one answer.
func (a *attempt) check(ctx context.Context, resp *http.Response, err error) (bool, error) {
	switch {
	case ctx.Err() != nil:
		return false, nil
	case err != nil && resp != nil:
		return !body.IsPermanent(err) && isTransient(err) && a.mayRetryAfter(err), nil
	case err != nil:
		a.limited, a.later, a.read = false, false, false
		return !a.headFirst && isTransient(err) && a.mayRetryAfter(err), nil
	}
	a.limited = host.IsRateLimited(resp.StatusCode, resp.Header, time.Now())
	transient := a.limited || host.IsTransient(resp.StatusCode) && !(a.headFirst && resp.StatusCode >= 500)
	if !transient || protection.Bot(resp.StatusCode, resp.Header) != "" {
		return false, nil
	}
	asked := host.AskedWait(resp.Header, time.Now())
	a.later = asked > host.MaxRetryAfter
	again := !a.later && (!a.onSite || a.waited+asked <= maxPathWait)
	if again {
		a.read = false
	}
	return again, nil
}

// mayRetryAfter reports whether there may be another try after one that failed with err.
// Of tries that used up their time, one may be repeated if the host has ever answered. A
// host that never has is left to the deferred retry.
func (a *attempt) mayRetryAfter(err error) bool {
	if !transport.UsedAllTime(err) {
		return true
	}
	again := !a.slow && a.sender.breakers.Seen(a.question.url.Origin())
	a.slow = true
	return again
}

// wait returns the time until the next try.
func (a *attempt) wait(_, _ time.Duration, n int, resp *http.Response) time.Duration {
	// While it waits for the semaphore, this request must not keep memory from those
	// that hold it.
	a.drop()
	asked := time.Duration(-1)
	if resp != nil && a.onSite {
		// The rate limiter of another host makes all of its links wait.
		asked = host.AskedWait(resp.Header, time.Now())
		a.waited += max(asked, 0)
	}
	if asked >= 0 || !a.onSite {
		// While the site fails, no more work is started for it.
		a.question.waiting.Begin()
	}
	return host.Backoff(a.sender.retryWait, n, asked)
}
