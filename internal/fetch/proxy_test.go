package fetch

import (
	"cmp"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

// proxied returns a client that asks through a proxy.
func proxied(t *testing.T, opt Options, through func(*http.Request) (*url.URL, error)) *Client {
	t.Helper()
	opt = opt.withDefaults()
	guarded := opt.transport()
	guarded.Proxy = through
	c := newClient(opt, guarded)
	t.Cleanup(c.Close)
	return c
}

// What is wrong with the proxy says nothing of a target, and its words do no harm.
func TestFaultOfProxyIsNoFaultOfTarget(t *testing.T) {
	t.Parallel()
	selfSigned := httptest.NewUnstartedServer(http.NotFoundHandler())
	selfSigned.Config.ErrorLog = quietLog()
	selfSigned.StartTLS()
	t.Cleanup(selfSigned.Close)
	answering := func(answer func(net.Conn)) string {
		return withUser("http://" + listen(t, func(c net.Conn, _ string) { answer(c) }))
	}
	refuses := strings.TrimPrefix(refusing, "http://")
	for name, test := range map[string]struct {
		proxy     string // with user info
		fault     error  // of reading the environment
		timeout   time.Duration
		reason    link.Reason
		message   string
		transient bool
		overTLS   bool // what a proxy answers for http is the answer
	}{
		"no such name":      {proxy: "http://me:secret@proxy.invalid:3128", message: "could not connect to the proxy http://proxy.invalid:3128: "},
		"bad certificate":   {proxy: withUser(selfSigned.URL), message: selfSigned.URL + ": certificate is signed by an unknown authority"},
		"refuses":           {proxy: withUser(refusing), message: refuses + ": connection refused", transient: true},
		"unreadable":        {fault: errors.New("invalid address http://me:secret@"), message: "could not read the proxy address in HTTP_PROXY or HTTPS_PROXY"},
		"SOCKS that is not": {proxy: withUser("socks5://" + refuses), message: "socks5://" + refuses + ": connection refused", transient: true},
		"407":               {proxy: answering(send("HTTP/1.1 407 \x1b[31mLog\x07 in\r\nContent-Length: 0\r\n\r\n")), message: "Log", overTLS: true, transient: true},
		"502":               {proxy: answering(send("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")), message: "Bad Gateway", overTLS: true, transient: true},
		"no number":         {proxy: answering(send("HTTP/1.1 abc\r\n\r\n")), message: "malformed HTTP", overTLS: true, transient: true},
		"silence":           {proxy: answering(silence), timeout: 200 * time.Millisecond, reason: link.Timeout, message: "within 200ms", overTLS: true, transient: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			through := func(*http.Request) (*url.URL, error) {
				if test.fault != nil {
					return nil, test.fault
				}
				return url.Parse(test.proxy)
			}
			c := proxied(t, Options{Timeout: cmp.Or(test.timeout, time.Minute), Resolver: serveNames(t, nil)}, through)
			targets := []string{"https://example.com/", "http://example.com/"}
			if test.overTLS {
				targets = targets[:1]
			}
			for _, raw := range targets {
				got := fail(t, t.Context(), c, raw, Page)
				if got.Reason != cmp.Or(test.reason, link.ConnectionFailed) || got.Transient != test.transient {
					t.Errorf("%s: %s, transient %v", raw, got.Reason, got.Transient)
				}
				if !strings.Contains(got.Message, test.message) || strings.Contains(got.Message, "secret") || strings.ContainsAny(got.Message, "\x1b\x07") {
					t.Errorf("%s: %q, want %q in it", raw, got.Message, test.message)
				}
			}
		})
	}
}

func withUser(raw string) string { return strings.Replace(raw, "://", "://me:secret@", 1) }

func TestProxyIsAllowed(t *testing.T) {
	t.Parallel()
	proxy := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X-Proxy", "yes") })
	at, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	// As net/http does it, but for addresses of this machine too.
	through := func(r *http.Request) (*url.URL, error) {
		if r.URL.Host == at.Host {
			return nil, nil
		}
		return at, nil
	}
	c := proxied(t, Options{Timeout: time.Minute, Site: []string{"http://10.9.9.9"}}, through)
	for raw, want := range map[string]link.Reason{
		"http://example.test/":        "",
		"http://10.9.9.9/":            "",
		"http://8.8.8.8/":             "",
		"http://10.0.0.1/":            link.PrivateAddress,
		"http://[::ffff:10.0.0.1]/":   link.PrivateAddress,
		"http://169.254.169.254/meta": link.PrivateAddress,
		"http://localhost/":           link.PrivateAddress,
		"http://a.localhost./":        link.PrivateAddress,
		proxy.URL + "/":               link.PrivateAddress,
	} {
		t.Run(raw, func(t *testing.T) {
			before := len(proxy.methods())
			if want != "" {
				if got := fail(t, t.Context(), c, raw, Page); got.Reason != want {
					t.Errorf("Reason = %q, want %q", got.Reason, want)
				}
				if len(proxy.methods()) != before {
					t.Error("the proxy was asked")
				}
				return
			}
			if resp := do(t, c, raw, Page); resp.Status != 200 || len(proxy.methods()) != before+1 {
				t.Errorf("status %d, %d requests to the proxy", resp.Status, len(proxy.methods())-before)
			}
		})
	}
}
