package github

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	gh "github.com/google/go-github/v89/github"
	"github.com/hashicorp/go-retryablehttp"
)

const (
	// DefaultURL is the API of github.com.
	DefaultURL = "https://api.github.com"
	// attemptTimeout bounds one attempt of one request, with its body.
	attemptTimeout = 20 * time.Second
	// maxHeaderBytes bounds the header of one answer.
	maxHeaderBytes = 256 << 10
	// maxRedirects bounds the redirects of one request: a renamed repository needs one.
	maxRedirects = 5
)

// Client is a client of go-github.
type Client = gh.Client

// Options say which API to use. Only Token has to be set.
type Options struct {
	// URL is the API, as GITHUB_API_URL gives it. Empty means DefaultURL.
	URL string
	// Token is sent to the origin of URL alone.
	Token string
	// UserAgent is sent with each request, as GitHub demands. Empty means go-github's.
	UserAgent string
	// Transport sends one attempt of one request. Nil means the network, through the
	// proxy of the environment.
	Transport http.RoundTripper
}

// NewClient returns a client. The waits of all its requests together are bounded, so a run uses
// one client. Its errors are those of wrong options.
func NewClient(o Options) (*Client, error) {
	base, err := baseURL(cmp.Or(o.URL, DefaultURL))
	if err != nil {
		return nil, err
	}
	if o.Token == "" {
		return nil, errors.New("could not open GitHub's API: there is no token")
	}
	if o.Transport == nil {
		o.Transport = network()
	}
	limits := &policy{left: maxWait}
	retrier := &retryablehttp.Client{
		HTTPClient: &http.Client{
			Transport:     o.Transport,
			Timeout:       attemptTimeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		RetryMax:   maxRetries,
		CheckRetry: limits.check,
		Backoff:    limits.wait,
		// The last answer says why GitHub refused; by default it is lost.
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
	options := []gh.ClientOptionsFunc{
		gh.WithHTTPClient(&http.Client{Transport: bodies{&retryablehttp.RoundTripper{Client: retrier}}, CheckRedirect: staysAt(base)}),
		gh.WithURLs(gh.Ptr(base.String()), nil),
		gh.WithAuthToken(o.Token),
		// The policy waits for limits itself, where the bound of all waits allows it.
		gh.WithDisableRateLimitCheck(),
	}
	if o.UserAgent != "" {
		options = append(options, gh.WithUserAgent(o.UserAgent))
	}
	return gh.NewClient(options...)
}

// network returns the transport of one attempt.
func network() *http.Transport {
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           2,
		IdleConnTimeout:        attemptTimeout,
		TLSHandshakeTimeout:    attemptTimeout,
		MaxResponseHeaderBytes: maxHeaderBytes,
	}
}

// baseURL reads the URL of an API. Without TLS, anyone between could read the token, so
// http is for this machine alone.
func baseURL(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return nil, errors.New("could not read GITHUB_API_URL: it is not a URL")
	case u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "",
		u.Scheme != "https" && u.Scheme != "http":
		return nil, fmt.Errorf("could not use GITHUB_API_URL %q: it must look like %s", u.Redacted(), DefaultURL)
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return nil, fmt.Errorf("could not use GITHUB_API_URL %q: it must start with https://", u.Redacted())
	}
	if !strings.HasSuffix(u.Path, "/") {
		u.Path += "/"
	}
	return u, nil
}

func isLoopback(host string) bool {
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}

// redirectError is a redirect that the client does not follow.
type redirectError struct{ to, why string }

func (e *redirectError) Error() string {
	return fmt.Sprintf("GitHub redirects to %s, %s", e.to, e.why)
}

// staysAt returns the rule for redirects: to the same origin, and with the same method.
// The token goes with each request, so no other host may be one of them.
func staysAt(base *url.URL) func(*http.Request, []*http.Request) error {
	return func(next *http.Request, via []*http.Request) error {
		to := next.URL.Scheme + "://" + next.URL.Host
		switch {
		case next.URL.Scheme != base.Scheme || next.URL.Host != base.Host:
			return &redirectError{to, "which does not get the token"}
		case next.Method != via[0].Method:
			return &redirectError{to, "where the request would be another one"}
		case len(via) > maxRedirects:
			return &redirectError{to, "after too many redirects"}
		}
		return nil
	}
}
