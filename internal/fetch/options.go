package fetch

import (
	"net"
	"net/http"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/github"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/weburl"
)

// The bounds that Options have when they are zero.
const (
	defaultConcurrency     = 64
	defaultHostConcurrency = 8
	defaultRetryWait       = 500 * time.Millisecond
	defaultMaxBody         = 64 << 20
	defaultMaxExternalBody = 8 << 20
	defaultUserAgent       = "linkvet"
)

// Options say how a Client asks. The zero value is usable.
type Options struct {
	// Concurrency bounds the requests in flight over all hosts, from sending one
	// until its body is closed. Those that wait long for hosts which have answered
	// nothing so far do not count. Less than 1 means 64.
	Concurrency int
	// HostConcurrency bounds the requests in flight to one external host; the
	// site's own origins may use all of Concurrency. Less than 1 means 8.
	HostConcurrency int
	// MaxConnections bounds the connections that are open or being made, those that
	// no request uses included. 0 means no bound.
	MaxConnections int
	// HostRate is the number of requests a second to one external host. 0 means
	// no bound.
	HostRate float64
	// Timeout bounds one try of one request: connecting, headers, and the part of
	// the body that is read. It does not run while a request waits to be sent. 0 means
	// no bound.
	Timeout time.Duration
	// Retries is the number of further tries after a transient failure.
	Retries int
	// RetryWait is the base of the wait before a further try, which doubles each
	// time and is jittered. 0 means 500ms.
	RetryWait time.Duration
	// UserAgent goes with every request. Empty means "linkvet".
	UserAgent string
	// Headers are sent to the origins of Site only, on every hop that leads there.
	Headers []transport.Header
	// GitHub is how to look up pages of private repositories.
	GitHub github.Access
	// Site holds the site's own origins, such as "http://127.0.0.1:8080". Their
	// addresses are allowed even where they are private.
	Site []string
	// GuardSite is for origins of Site that an untrusted user may have chosen: no private
	// address is allowed for them, and they never get GitHub's token.
	GuardSite bool
	// AllowPrivate lets requests go to private, loopback and link-local addresses.
	AllowPrivate bool
	// Transport sends the requests in the end. Nil is the network.
	Transport http.RoundTripper
	// Resolver looks up the names of hosts. Nil is that of the system.
	Resolver *net.Resolver
	// Special returns what holds for a URL beyond the rest, hop by hop, and nil
	// where nothing does. It is called by many goroutines at once. Nil is never.
	Special func(u weburl.URL) *Special
	// MaxBody bounds what is read of one body, in bytes after decompression. 0
	// means 64 MiB.
	MaxBody int64
	// MaxExternalBody is MaxBody for hosts that are not the site's, if it is less: only
	// anchors are looked for in their pages. 0 means 8 MiB.
	MaxExternalBody int64
}

// withDefaults returns o with the zero values replaced.
func (o Options) withDefaults() Options {
	if o.Concurrency < 1 {
		o.Concurrency = defaultConcurrency
	}
	if o.HostConcurrency < 1 {
		o.HostConcurrency = defaultHostConcurrency
	}
	if o.RetryWait <= 0 {
		o.RetryWait = defaultRetryWait
	}
	if o.UserAgent == "" {
		o.UserAgent = defaultUserAgent
	}
	if o.MaxBody <= 0 {
		o.MaxBody = defaultMaxBody
	}
	if o.MaxExternalBody <= 0 {
		o.MaxExternalBody = defaultMaxExternalBody
	}
	o.GitHub = o.GitHub.WithDefaults()
	if site := newOrigins(o.Site); o.GuardSite && (site[o.GitHub.Web] || site[o.GitHub.API]) {
		o.GitHub.Token = ""
	}
	return o
}

// origins is a set of origins, as weburl.URL.Origin writes them.
type origins map[string]bool

func newOrigins(raw []string) origins {
	set := origins{}
	for _, s := range raw {
		if u, err := weburl.Parse(s); err == nil {
			s = u.Origin()
		}
		set[s] = true
	}
	return set
}

// guard returns where requests may go.
func (o Options) guard() transport.GuardOptions {
	site := newOrigins(o.Site)
	if o.GuardSite {
		site = nil
	}
	return transport.GuardOptions{
		Proxy: http.ProxyFromEnvironment, AllowPrivate: o.AllowPrivate, Site: site, Timeout: o.Timeout, Resolver: o.Resolver,
	}
}
