package fetch

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// attempt is one request to one URL, tried until it is answered or given up.
// Its body is read within the tries, so that a cut one is asked for again.
type attempt struct {
	client  *Client
	want    Want
	head    bool // HEAD, which passes on to GET what may pass, but for a request to slow down
	retries int
	ctx     context.Context
	stop    context.CancelFunc
	site    bool // the request is for an origin of the site
	origin  string
	waited  time.Duration // that answers asked for

	pace        *pace // that of the host which gave the last answer
	limited     bool  // the host said that it is asked too often
	later       bool  // the wait that the answer asked for was past the cap
	slow        bool  // a try took all the time that it had
	taken       bool  // take has seen the last answer
	contentType string
	charset     string
	html        bool
	body        *bytes.Buffer // nil when it was not read
	cut         error
	wall        string // the name of the bot wall that answered
	login       string // the kind of login that answered
}

// do sends req, and again where that may help. An answer comes back with its
// body taken and closed. Without one the error is the last try's.
func (a *attempt) do(req *http.Request) (*http.Response, error) {
	ctx, stop := context.WithCancel(context.WithValue(req.Context(), pacedKey{}, &a.pace))
	defer stop()
	a.stop, a.ctx = stop, ctx
	a.origin = origin(req)
	a.site = a.client.site[a.origin]
	again, err := retryablehttp.FromRequest(req.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	again.SetResponseHandler(a.take)
	retrier := retryablehttp.Client{
		HTTPClient: a.client.http,
		RetryMax:   a.retries,
		CheckRetry: a.check,
		Backoff:    a.wait,
		// The last answer comes back whatever its status is; by default it is lost.
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
	resp, err := retrier.Do(again)
	switch {
	case resp == nil:
		a.drop()
		return nil, err
	case !a.taken:
		// The last of several answers that might have passed. Only a cut body makes
		// take fail, and that is in a.cut.
		_ = a.take(resp)
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
		return bodyMayPass(err) && a.bears(err), nil
	case err != nil:
		a.limited, a.later, a.taken = false, false, false
		return !a.head && mayPass(err) && a.bears(err), nil
	}
	a.limited = isLimited(resp.StatusCode, resp.Header, time.Now())
	mayPass := a.limited || statusMayPass(resp.StatusCode) && !(a.head && resp.StatusCode >= 500)
	if !mayPass || wall(resp.StatusCode, resp.Header) != "" {
		return false, nil
	}
	asked := askedWait(resp.Header, time.Now())
	a.later = asked > maxRetryAfter
	again := !a.later && (!a.site || a.waited+asked <= maxPathWait)
	if again {
		a.taken = false
	}
	return again, nil
}

// bears tells whether a try that failed with err may be followed by another. Of
// tries that took all their time one may, if the host has ever answered: one that
// never does is asked again on the second look.
func (a *attempt) bears(err error) bool {
	if !tookAllTime(err) {
		return true
	}
	again := !a.slow && a.client.circuits.hasAnswered(a.origin)
	a.slow = true
	return again
}

// tookAllTime tells whether err is that of a try which came to its bound, but
// for the look-up of a name: resolvers have bounds of their own below it.
func tookAllTime(err error) bool {
	var timeout interface{ Timeout() bool }
	return stageOf(err) != resolving && errors.As(err, &timeout) && timeout.Timeout()
}

// wait is the time until the next try.
func (a *attempt) wait(_, _ time.Duration, n int, resp *http.Response) time.Duration {
	// What has come of a body that is asked for again must not keep memory from
	// those who hold the slots that the next try waits for.
	a.drop()
	asked := time.Duration(-1)
	if resp != nil && a.site {
		// Of other hosts all links wait: see pace.
		asked = askedWait(resp.Header, time.Now())
		a.waited += max(asked, 0)
	}
	if asked >= 0 || !a.site {
		// What is the site's own is not asked for more while it fails.
		waits(a.ctx)
	}
	return backoff(a.client.retryWait, n, asked)
}

// found notes the bot protection that the body of an answer told of; "" for none.
func (a *attempt) found(wall string) {
	a.wall = wall
	if wall != "" && a.pace != nil {
		a.pace.blocked()
	}
}

// take reads as much of an answer's body as is wanted, and closes it. Its error
// is that of a body which is not whole.
func (a *attempt) take(resp *http.Response) error {
	a.drop()
	a.taken, a.cut = true, nil
	a.wall = wall(resp.StatusCode, resp.Header)
	a.login = signed(protectionSigns, resp.StatusCode, resp.Header)
	looks := a.wall == "" && mayBeWall(resp.StatusCode, resp.Header)
	a.contentType, a.charset = mediaType(resp.Header)
	a.html = isHTML(a.contentType)
	_, redirect := location(resp)
	switch {
	case redirect, a.want == Answer, a.contentType != "" && !a.wants():
		if looks && !redirect {
			a.found(wallIn(resp.StatusCode, resp.Header, peek(resp, a.stop)))
		}
		drain(resp, a.stop)
		return nil
	}
	defer resp.Body.Close()
	a.body = a.client.takeBuffer(firstRoom(resp, a.client.bodyLimit(resp)))
	err := a.read(resp)
	if looks && a.body != nil {
		a.found(wallIn(resp.StatusCode, resp.Header, a.body.Bytes()))
	}
	if a.login == "" && a.body != nil {
		a.login = signedIn(protectionSigns, resp.StatusCode, resp.Header, a.body.Bytes())
	}
	if err != nil {
		a.cut = explainBody(err, resp.Request.URL.Hostname(), a.body.Len())
	}
	return err
}

// read reads the body of resp, or only its head when that shows that it is not
// wanted.
func (a *attempt) read(resp *http.Response) error {
	if err := checkEncoding(resp.Header); err != nil {
		return err
	}
	if a.contentType == "" {
		if err := readHead(a.body, resp); err != nil {
			return err
		}
		a.html = looksLikeHTML(a.body.Bytes())
		if !a.wants() {
			a.drop()
			drain(resp, a.stop)
			return nil
		}
	}
	if err := a.client.readRest(a.body, resp, a.client.bodyLimit(resp)); err != nil {
		return err
	}
	if !a.html {
		return nil // a sitemap may come in gzip
	}
	return checkDecoded(a.body.Bytes())
}

// wants tells whether the body is wanted, by what it is.
func (a *attempt) wants() bool {
	switch a.want {
	case Page:
		return a.html
	case Document:
		return a.html || holdsLinks(a.contentType)
	}
	return a.want == Body
}

// drop gives the buffer back.
func (a *attempt) drop() {
	if a.body != nil {
		a.client.putBuffer(a.body)
		a.body = nil
	}
}
