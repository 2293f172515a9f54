package fetch

import (
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
	client   *Client
	question *question
	retries  int
	maxBody  int64

	stop   context.CancelFunc
	waited time.Duration // that answers asked for
	slow   bool          // a try used up its time
	read   bool          // readAnswer has seen the last answer
	answer answer        // to the last try
}

// send sends one method to one URL, with retries.
func (c *Client) send(ctx context.Context, method string, q question, retries int) (*answer, error) {
	a := attempt{client: c, question: &q, retries: retries, maxBody: c.opt.MaxBody}
	// Most failures of HEAD are left to GET.
	a.answer.head = method == http.MethodHead && !q.headOnly
	if !q.onSite {
		a.maxBody = min(a.maxBody, c.opt.MaxExternalBody)
	}
	ctx, a.stop = context.WithCancel(transport.WithRequest(ctx, &q.Request))
	defer a.stop()
	resp, err := a.do(c.newRequest(ctx, method, q))
	if err != nil {
		return nil, err
	}
	got := &a.answer
	got.status, got.cookies = resp.StatusCode, resp.Cookies()
	got.location, _ = transport.LocationOf(resp)
	got.etag = resp.Header.Get("ETag")
	got.refresh = resp.Header.Get("Refresh")
	got.needsBody = got.head && got.botProtection == "" && protection.NeedsBody(resp.StatusCode, resp.Header)
	return got, nil
}

// newRequest returns a request for a URL. http.Client sends its user info as Basic
// authentication.
func (c *Client) newRequest(ctx context.Context, method string, q question) *http.Request {
	to := q.url.Request()
	req := &http.Request{
		Method: method, URL: to, Host: to.Host, Header: http.Header{},
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	if line := c.cookies.Line(to); line != "" {
		req.Header.Set("Cookie", line)
	}
	return req.WithContext(ctx)
}

// do sends req, and again where that may help. It has read and closed the body of the
// answer that it returns. Without an answer the error is the last try's.
func (a *attempt) do(req *http.Request) (*http.Response, error) {
	again, err := retryablehttp.FromRequest(req)
	if err != nil {
		return nil, err
	}
	again.SetResponseHandler(a.readAnswer)
	retrier := retryablehttp.Client{
		HTTPClient: &http.Client{
			Transport: a.client.transport,
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
		// that is not whole, which is kept.
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
		a.answer.limited, a.answer.later, a.read = false, false, false
		return !a.answer.head && isTransient(err) && a.mayRetryAfter(err), nil
	}
	now := time.Now()
	limited := host.IsRateLimited(resp.StatusCode, resp.Header, now)
	a.answer.limited = limited
	transient := limited || host.IsTransient(resp.StatusCode) && !(a.answer.head && resp.StatusCode >= 500)
	if !transient || protection.Bot(resp.StatusCode, resp.Header) != "" {
		return false, nil
	}
	// A site that allows five requests a second refuses one in ten, and one page in thousands at
	// each of its tries by chance. So a deferred retry is repeated for a refusal, and for nothing else.
	if a.question.isDeferred() && !limited {
		return false, nil
	}
	asked := host.AskedWait(resp.Header, now)
	a.answer.later = asked > host.MaxRetryAfter
	again := !a.answer.later && (!a.question.onSite || a.waited+asked <= maxPathWait)
	if again {
		a.read = false
	}
	return again, nil
}

// mayRetryAfter reports whether there may be another try after one that failed with err.
// Of tries that used up their time, one may be repeated if the host has ever answered. A
// host that never has is left to the deferred retry.
func (a *attempt) mayRetryAfter(err error) bool {
	if a.question.isDeferred() {
		return false
	}
	if !transport.UsedAllTime(err) {
		return true
	}
	again := !a.slow && a.question.Host.Seen(a.question.Scheme)
	a.slow = true
	return again
}

// wait returns the time until the next try.
func (a *attempt) wait(_, _ time.Duration, n int, resp *http.Response) time.Duration {
	// While it waits for the semaphore, this request must not keep memory from those
	// that hold it.
	a.drop()
	asked := time.Duration(-1)
	if resp != nil && a.question.onSite {
		// The rate of another host makes all of its links wait.
		asked = host.AskedWait(resp.Header, time.Now())
		a.waited += max(asked, 0)
	}
	if asked >= 0 || !a.question.onSite {
		// While the site fails, no more work is started for it.
		a.question.Waiting.Begin()
	}
	return host.Backoff(a.client.opt.RetryWait, n, asked)
}

// readAnswer reads as much of an answer's body as is wanted, and closes it. Its error is
// that of a body which is not whole.
func (a *attempt) readAnswer(resp *http.Response) error {
	a.drop()
	got := &a.answer
	a.read, got.cut = true, nil
	got.botProtection = protection.Bot(resp.StatusCode, resp.Header)
	got.login = protection.LoginOf(resp.StatusCode, resp.Header)
	searches := got.botProtection == "" && protection.NeedsBody(resp.StatusCode, resp.Header)
	got.contentType, got.charset = mediaType(resp.Header)
	got.html = isHTML(got.contentType)
	_, redirect := transport.LocationOf(resp)
	if redirect || a.question.want == Answer || got.contentType != "" && !a.wantsBody() {
		if searches && !redirect {
			a.searchBody(body.Peek(resp, protection.HeadBytes, a.stop))
		}
		body.Drain(resp, a.stop)
		return nil
	}
	defer resp.Body.Close()
	got.body = a.client.memory.Take(resp, a.maxBody)
	err := a.readBody(resp)
	if got.body != nil && searches {
		a.searchBody(got.body.Bytes())
	}
	if err != nil {
		got.cut = explainBody(err, resp.Request.URL.Hostname(), got.body.Len())
	}
	return err
}

// searchBody searches a body that begins with head for signs of bot protection.
func (a *attempt) searchBody(head []byte) {
	a.answer.botProtection = protection.InPage(head)
	if a.answer.botProtection != "" {
		a.question.Host.ForgetFailures()
	}
}

// readBody reads the body of resp, or only its head when that shows that the body is not
// wanted.
func (a *attempt) readBody(resp *http.Response) error {
	got := &a.answer
	if err := body.Decode(resp); err != nil {
		return err
	}
	if got.contentType == "" {
		if err := got.body.ReadHead(resp); err != nil {
			return err
		}
		got.html = looksLikeHTML(got.body.Bytes())
		if !a.wantsBody() {
			a.drop()
			body.Drain(resp, a.stop)
			return nil
		}
	}
	if err := got.body.ReadRest(resp, a.maxBody); err != nil {
		return err
	}
	if !got.html {
		return nil // a sitemap may be a file in gzip
	}
	return body.CheckDecoded(got.body.Bytes())
}

// wantsBody reports whether the body is wanted, by its media type.
func (a *attempt) wantsBody() bool {
	switch a.question.want {
	case Page:
		return a.answer.html
	case Document:
		return a.answer.html || mayHaveLinks(a.answer.contentType)
	}
	return a.question.want == Body
}

// drop gives the buffer back.
func (a *attempt) drop() {
	if a.answer.body != nil {
		a.answer.body.Release()
		a.answer.body = nil
	}
}
