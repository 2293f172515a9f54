package fetch

import (
	"cmp"
	"context"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"

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
	// onSite is whether the URL is the site's, and headOnly whether it may be asked with HEAD
	// only. They are set once the question is asked.
	onSite, headOnly bool
}

func (q *question) isDeferred() bool { return q.Probes > 0 }

// answer is what one URL answered, before any redirect is followed.
type answer struct {
	Response         // without its URL and Redirects, and what follows from them
	location  string // empty when the answer is no redirect
	cookies   []*http.Cookie
	head      bool // it answers a HEAD
	needsBody bool // bot protection may have given it, which only its body would show
}

// ask asks one URL, and records whether its host answers. Each hop of a redirect is looked at anew
// for what is special, so that what one host may see never reaches another.
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
	}
	q.Host = c.hosts.Of(q.url, hostRate)
	got, err := c.askByMethod(ctx, q)
	switch {
	case ctx.Err() != nil:
		return got, err
	case err == nil:
		q.Host.Conclude(q.Scheme, nil)
		return got, nil
	}
	failed := explain(err, q.url.Request().Hostname())
	if !failed.Unasked && failed.Reason != link.PrivateAddress {
		q.Host.Conclude(q.Scheme, &host.Failure{Cause: failed, Unreached: failed.unreached, Silent: failed.Reason == link.Timeout})
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
	case ctx.Err() != nil, err != nil && !mayPass(err):
		return nil, err
	case err != nil && transport.UsedAllTime(err):
		if retries > 0 && !q.Host.Seen(q.Scheme) {
			return nil, err // the deferred retry is with GET
		}
		retries = 0
	case err != nil:
		// A HEAD without an answer counts as the first try.
		retries = max(retries-1, 0)
	case head.Limited, head.RetryLater, head.Status < 400 && !head.needsBody:
		return head, nil
	}
	got, err := c.send(ctx, http.MethodGet, q, retries)
	if err == nil && isHeadUnreliable(head, got) {
		q.Host.RefusesHEAD.Store(true)
	}
	return got, err
}

// isHeadUnreliable reports whether the host should be asked with GET from now on: it
// refuses HEAD, or its GET fared better. A HEAD without an answer is nil.
func isHeadUnreliable(head, get *answer) bool {
	if head != nil {
		switch head.Status {
		case http.StatusMethodNotAllowed, http.StatusNotImplemented:
			return true
		case http.StatusOK:
			return false // GET was for its body
		}
	}
	return get.Status < 400
}

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
	buffer *body.Buffer  // what was read of its body; nil when it was not
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
	got.Status, got.cookies = resp.StatusCode, resp.Cookies()
	got.location, _ = transport.LocationOf(resp)
	got.needsBody = got.head && got.BotProtection == "" && protection.NeedsBody(resp.StatusCode, resp.Header)
	got.Transient = got.BotProtection == "" && !got.RetryLater && (got.Limited || host.IsTransient(got.Status))
	if a.buffer != nil {
		got.Body, got.release = a.buffer.Bytes(), a.buffer.Release
	}
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
		return !body.IsPermanent(err) && mayPass(err) && a.mayRetryAfter(err), nil
	case err != nil:
		a.answer.Limited, a.answer.RetryLater, a.read = false, false, false
		return !a.answer.head && mayPass(err) && a.mayRetryAfter(err), nil
	}
	now := time.Now()
	limited := host.IsRateLimited(resp.StatusCode, resp.Header, now)
	a.answer.Limited = limited
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
	a.answer.RetryLater = asked > host.MaxRetryAfter
	again := !a.answer.RetryLater && (!a.question.onSite || a.waited+asked <= maxPathWait)
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
	a.read, got.Cut = true, nil
	got.BotProtection = protection.Bot(resp.StatusCode, resp.Header)
	got.Login = protection.LoginOf(resp.StatusCode, resp.Header)
	searches := got.BotProtection == "" && protection.NeedsBody(resp.StatusCode, resp.Header)
	got.ContentType, got.Charset = mediaType(resp.Header)
	got.HTML = got.ContentType == "text/html" || got.ContentType == "application/xhtml+xml"
	_, redirect := transport.LocationOf(resp)
	if redirect || a.question.want == Answer || got.ContentType != "" && !a.wantsBody() {
		if searches && !redirect {
			a.searchBody(body.Peek(resp, protection.HeadBytes, a.stop))
		}
		body.Drain(resp, a.stop)
		return nil
	}
	defer resp.Body.Close()
	a.buffer = a.client.memory.Take(resp, a.maxBody)
	err := a.readBody(resp)
	if a.buffer != nil && searches {
		a.searchBody(a.buffer.Bytes())
	}
	if err != nil {
		got.Cut = explainBody(err, resp.Request.URL.Hostname(), a.buffer.Len())
	}
	return err
}

// searchBody searches a body that begins with head for signs of bot protection.
func (a *attempt) searchBody(head []byte) {
	a.answer.BotProtection = protection.InPage(head)
	if a.answer.BotProtection != "" {
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
	if got.ContentType == "" {
		if err := a.buffer.ReadHead(resp); err != nil {
			return err
		}
		got.HTML = strings.HasPrefix(http.DetectContentType(a.buffer.Bytes()), "text/html")
		if !a.wantsBody() {
			a.drop()
			body.Drain(resp, a.stop)
			return nil
		}
	}
	if err := a.buffer.ReadRest(resp, a.maxBody); err != nil {
		return err
	}
	if !got.HTML {
		return nil // a sitemap may be a file in gzip
	}
	return body.CheckDecoded(a.buffer.Bytes())
}

// wantsBody reports whether the body is wanted, by its media type.
func (a *attempt) wantsBody() bool {
	switch a.question.want {
	case Page:
		return a.answer.HTML
	case Document:
		return a.answer.HTML || mayHaveLinks(a.answer.ContentType)
	}
	return a.question.want == Body
}

// drop gives the buffer back.
func (a *attempt) drop() {
	if a.buffer != nil {
		a.buffer.Release()
		a.buffer = nil
	}
}

// mediaType returns the media type that header names, in lower case without its parameters, and
// its charset. Of several the last that is one counts, as for browsers. Both are empty when there
// is none.
func mediaType(header http.Header) (found, charset string) {
	for _, field := range header["Content-Type"] {
		for value := range strings.SplitSeq(field, ",") {
			if name, parameters, ok := parseMediaType(value); ok {
				found, charset = name, parameters["charset"]
			}
		}
	}
	return found, charset
}

// maxMediaType is how many bytes of a media type are read.
const maxMediaType = 1 << 10

// parseMediaType reads a media type up to the first parameter that mime refuses: browsers take the
// type all the same, and the first of two charsets.
func parseMediaType(value string) (name string, parameters map[string]string, ok bool) {
	value = value[:min(len(value), maxMediaType)]
	name, parameters, err := mime.ParseMediaType(value)
	for err != nil {
		end := strings.LastIndexByte(value, ';')
		if end < 0 {
			return "", nil, false
		}
		value = value[:end]
		name, parameters, err = mime.ParseMediaType(value)
	}
	kind, sub, _ := strings.Cut(name, "/")
	return name, parameters, kind != "" && sub != "" && name != "*/*"
}

// mayHaveLinks reports whether a document of this media type other than HTML may
// have links: a style sheet, a feed, a sitemap or a manifest.
func mayHaveLinks(mediaType string) bool {
	switch mediaType {
	case "text/css", "text/xml", "application/xml", "application/json", "text/json":
		return true
	}
	return strings.HasSuffix(mediaType, "+xml") || strings.HasSuffix(mediaType, "+json")
}
