package github

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	gh "github.com/google/go-github/v89/github"
	"github.com/hashicorp/go-retryablehttp"

	"github.com/linkvet/linkvet/internal/fetch/host"
)

const (
	// DefaultURL is the API of github.com.
	DefaultURL = "https://api.github.com"
	// attemptTimeout bounds one attempt of one request, with its body.
	attemptTimeout = 20 * time.Second
	// maxPatience bounds how long a client waits for GitHub.
	maxPatience = 50 * time.Second
	// quickly is how long an answer may take at no cost to the patience of the run.
	quickly = time.Second
	// maxRetries bounds the retries of one request.
	maxRetries = 4
	// firstBackoff is the wait after the first failure; it doubles with each further one.
	firstBackoff = 500 * time.Millisecond
	// secondaryWait is how long GitHub asks to wait after a secondary rate limit that names no time.
	secondaryWait = 60 * time.Second
	// maxRedirects bounds the redirects of one request: a renamed repository needs one.
	maxRedirects = 5
)

// Client is a client of go-github for GitHub's REST API.
type Client = gh.Client

// Options say which API to use. Only Token has to be set.
type Options struct {
	// URL is the API, as GITHUB_API_URL gives it. Empty means DefaultURL.
	URL string
	// Token is sent to the origin of URL alone.
	Token string
	// UserAgent is sent with each request, as GitHub demands. Empty means go-github's.
	UserAgent string
	// Transport sends one attempt of one request. Nil means the network, through the proxy of
	// the environment.
	Transport http.RoundTripper
}

// NewClient returns a client. Its errors are those of wrong options.
func NewClient(o Options) (*Client, error) {
	base, err := baseURL(cmp.Or(o.URL, DefaultURL))
	if err != nil {
		return nil, err
	}
	if o.Token == "" {
		return nil, errors.New("could not open GitHub's API: there is no token")
	}
	if o.Transport == nil {
		o.Transport = &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, IdleConnTimeout: attemptTimeout}
	}
	patience := &patience{}
	retrier := &retryablehttp.Client{
		HTTPClient: &http.Client{
			Transport:     &attempts{base: base, next: o.Transport, patience: patience},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		RetryMax: maxRetries, CheckRetry: patience.retries, Backoff: patience.backoff,
		// The last answer says why GitHub refused; by default it is lost.
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
	options := []gh.ClientOptionsFunc{
		gh.WithHTTPClient(&http.Client{Transport: &retryablehttp.RoundTripper{Client: retrier}, CheckRedirect: keepsMethod}),
		gh.WithURLs(gh.Ptr(base.String()), nil),
		gh.WithAuthToken(o.Token),
		gh.WithDisableRateLimitCheck(), // the patience of the run decides that
	}
	if o.UserAgent != "" {
		options = append(options, gh.WithUserAgent(o.UserAgent))
	}
	return gh.NewClient(options...)
}

// baseURL reads the URL of an API. Without TLS, anyone between could read the token, so http is
// for this machine alone.
func baseURL(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return nil, errors.New("could not read GITHUB_API_URL: it is not a URL")
	case u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "", u.Scheme != "https" && u.Scheme != "http":
		return nil, fmt.Errorf("could not use GITHUB_API_URL %q: it must look like %s", u.Redacted(), DefaultURL)
	case u.Scheme == "http" && u.Hostname() != "localhost" && !net.ParseIP(u.Hostname()).IsLoopback():
		return nil, fmt.Errorf("could not use GITHUB_API_URL %q: it must start with https://", u.Redacted())
	}
	u.Path = strings.TrimSuffix(u.Path, "/") + "/"
	return u, nil
}

// clientError is a failure that the client itself finds. isFinal is true where another attempt would
// end the same.
type clientError struct {
	text    string
	isFinal bool
}

func (e *clientError) Error() string { return e.text }

// redirected is the error of a redirect that the client does not follow.
func redirected(to *url.URL, why string) error {
	return &clientError{fmt.Sprintf("GitHub redirects to %s://%s, %s", to.Scheme, to.Host, why), true}
}

// keepsMethod is the rule for redirects: a request that changes something must not become one that
// reads. Where they may lead is for attempts to say.
func keepsMethod(next *http.Request, via []*http.Request) error {
	switch {
	case next.Method != via[0].Method:
		return redirected(next.URL, "where the request would be another one")
	case len(via) > maxRedirects:
		return redirected(next.URL, "after too many redirects")
	}
	return nil
}

// attempts sends one attempt of one request. It reads the whole answer, so that a body that hangs
// is a failed attempt, too.
type attempts struct {
	base     *url.URL
	next     http.RoundTripper
	patience *patience
}

// RoundTrip sends a request to the origin of the API. The token goes with each request, so no other
// host may get one.
func (a *attempts) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Scheme != a.base.Scheme || req.URL.Host != a.base.Host {
		return nil, redirected(req.URL, "which does not get the token")
	}
	// One endpoint that hangs must not keep the status of the run from being set.
	ctx, cancel := context.WithTimeout(req.Context(), min(attemptTimeout, max(a.patience.rest(), quickly)))
	defer cancel()
	began := time.Now()
	resp, err := a.next.RoundTrip(req.WithContext(ctx))
	if err == nil {
		var body []byte
		body, err = io.ReadAll(resp.Body)
		_ = resp.Body.Close() // it was only read from
		resp.Body = io.NopCloser(bytes.NewReader(body))
	}
	took := time.Since(began)
	if err == nil && resp.StatusCode < http.StatusInternalServerError {
		took -= quickly
	}
	a.patience.spend(took)
	switch {
	case err != nil && req.Context().Err() == nil && ctx.Err() != nil:
		return nil, &clientError{text: fmt.Sprintf("GitHub did not answer within %v", took.Round(time.Second))}
	case err != nil:
		return nil, err
	}
	return resp, nil
}

// patience is how long a client may wait for GitHub: for answers that fail or do not come, and where
// GitHub asks for a pause. When it has come to an end, each further request has a second. A run has
// fewer than ten of them then, so an API that hangs costs it a minute at most.
type patience struct{ spent atomic.Int64 }

// rest is what is left of the patience.
func (p *patience) rest() time.Duration { return maxPatience - time.Duration(p.spent.Load()) }

// spend takes a time from the patience.
func (p *patience) spend(d time.Duration) { p.spent.Add(int64(max(d, 0))) }

// onceKey marks a context of once.
type onceKey struct{}

// once returns a context for requests that must not be done twice, such as those that create a
// comment: after a failure they may have been done. Refusals because of a rate limit are retried
// all the same.
func once(ctx context.Context) context.Context { return context.WithValue(ctx, onceKey{}, true) }

// retries reports whether to send a request again: a wait that would not end in time is not begun.
func (p *patience) retries(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	wait, limited := pauseOf(resp)
	if !limited {
		failed, _ := retryablehttp.DefaultRetryPolicy(ctx, resp, err)
		var found *clientError
		if !failed || ctx.Value(onceKey{}) != nil || errors.As(err, &found) && found.isFinal {
			return false, nil
		}
		wait = max(wait, firstBackoff)
	}
	end, ok := ctx.Deadline()
	return wait <= p.rest() && (!ok || time.Until(end) > wait), nil
}

// backoff returns how long to wait before a request is sent again.
func (p *patience) backoff(_, _ time.Duration, attempt int, resp *http.Response) time.Duration {
	wait, limited := pauseOf(resp)
	if !limited {
		wait = max(wait, firstBackoff<<attempt)
	}
	wait = min(wait, max(p.rest(), 0))
	p.spend(wait)
	return wait
}

// secondaryLimit matches the body of a refusal because of a secondary rate limit. Only the body says
// that where the answer has no Retry-After.
var secondaryLimit = regexp.MustCompile(`(?i)\b(?:secondary|abuse).rate.limit`)

// pauseOf returns how long an answer asks to wait. limited reports whether a rate limit is the cause:
// https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
func pauseOf(resp *http.Response) (wait time.Duration, limited bool) {
	if resp == nil {
		return 0, false
	}
	isTooMany := resp.StatusCode == http.StatusTooManyRequests
	mayBeLimit := isTooMany || resp.StatusCode == http.StatusForbidden
	if wait = host.AskedWait(resp.Header, time.Now()); wait >= 0 || !mayBeLimit {
		return max(wait, 0), mayBeLimit
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body = io.NopCloser(bytes.NewReader(body))
	if err == nil && (isTooMany || secondaryLimit.Match(body)) {
		return secondaryWait, true
	}
	return 0, false
}
