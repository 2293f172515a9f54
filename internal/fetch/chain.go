package fetch

import (
	"net/http"
	"sync/atomic"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/fetch/transport"
)

// chain is what the RoundTrippers of all requests share.
type chain struct {
	base      http.RoundTripper
	sent      atomic.Int64
	timeout   time.Duration
	semaphore *transport.Semaphore
	hosts     *host.Hosts
	headers   *transport.HeaderRules
}

func newChain(opt Options, site origins, base http.RoundTripper) *chain {
	return &chain{
		base:      base,
		timeout:   opt.Timeout,
		semaphore: transport.NewSemaphore(opt.Concurrency, opt.MaxConnections),
		hosts:     host.NewHosts(site, host.Limits{Concurrency: opt.HostConcurrency, SiteConcurrency: opt.Concurrency, Rate: opt.HostRate, Pause: 2 * opt.RetryWait}),
		headers: &transport.HeaderRules{
			UserAgent: opt.UserAgent, Fields: opt.Headers, Site: site,
			Token: opt.GitHub.Token, TokenOrigins: origins{opt.GitHub.Web: true, opt.GitHub.API: true},
		},
	}
}

// tries sends the attempts of one request.
//
// It has no CloseIdleConnections method, so that http.Client.CloseIdleConnections does
// nothing. retryablehttp calls that after each request that failed for good, and each dead
// link would close the warm connections of all healthy hosts.
type tries struct {
	chain    *chain
	host     *host.Host
	question question
}

var _ http.RoundTripper = (*tries)(nil)

// RoundTrip sends one try through the RoundTrippers, here with the innermost first.
//
// The order matters. A request waits for its host before it takes the semaphore, so that
// a slow host does not keep it from the others. The timeout is innermost, and does not
// run while a request waits for either. Redirects and retries are outside of all of them:
// each hop and each try waits for itself, and holds nothing while it waits to retry.
func (t *tries) RoundTrip(req *http.Request) (*http.Response, error) {
	q, c, l := t.question, t.chain, &layers{}
	unproven := &l.progress
	if t.host.IsProven() {
		unproven = nil
	}
	timeout := c.timeout
	if q.special.Timeout > 0 {
		timeout = q.special.Timeout
	}
	l.counter = transport.Counter{Next: c.base, Sent: &c.sent}
	l.timeout = transport.Timeout{Next: &l.counter, Limit: timeout, Progress: &l.progress}
	l.concurrency = transport.Concurrency{Next: &l.timeout, Semaphore: c.semaphore, Waiting: q.waiting, Unproven: unproven}
	l.hostRate = transport.HostRate{Next: &l.concurrency, Limiter: t.host.Limiter, Deferred: q.isDeferred(), Waiting: q.waiting}
	l.hostConcurrency = transport.HostConcurrency{Next: &l.hostRate, Host: t.host, Deferred: q.isDeferred(), Waiting: q.waiting, Progress: &l.progress}
	l.headers = transport.Headers{Next: &l.hostConcurrency, Rules: c.headers, Extra: q.special.Headers}
	l.location = transport.Location{Next: &l.headers}
	return l.location.RoundTrip(req)
}

// layers are the RoundTrippers of one try, in one piece of memory.
type layers struct {
	progress        transport.Progress
	counter         transport.Counter
	timeout         transport.Timeout
	concurrency     transport.Concurrency
	hostRate        transport.HostRate
	hostConcurrency transport.HostConcurrency
	headers         transport.Headers
	location        transport.Location
}
