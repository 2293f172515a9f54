package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
)

func TestPrivateAddressesAreRefused(t *testing.T) {
	t.Parallel()
	private := serve(t, func(http.ResponseWriter, *http.Request) {})
	port := private.URL[strings.LastIndex(private.URL, ":"):]
	site := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if to := r.URL.Query().Get("to"); to != "" {
			moved(w, to)
		}
	})
	// With such a wait, a second try would outlive the test.
	c := strictClient(t, Options{Site: []string{site.URL}, Retries: 2, RetryWait: 1000 * time.Hour})
	if resp := do(t, c, site.URL, Page); resp.Status != 200 {
		t.Errorf("status %d of the site's own address", resp.Status)
	}
	for name, raw := range map[string]string{
		"literal":       private.URL,
		"by name":       "http://localhost" + port,
		"other writing": "http://0x7f.1" + port,
		"mapped":        "http://[::ffff:127.0.0.1]" + port,
		"unspecified":   "http://0.0.0.0" + port,
		"redirect":      site.URL + "/?to=" + private.URL,
	} {
		t.Run(name, func(t *testing.T) {
			for _, want := range []Want{Answer, Page} {
				got := fail(t, t.Context(), c, raw, want)
				if got.Reason != link.PrivateAddress {
					t.Errorf("Reason = %q (%s), want private-address", got.Reason, got.Message)
				}
			}
		})
	}
	if got := private.methods(); len(got) != 0 {
		t.Errorf("a private address was asked: %v", got)
	}
	if resp := do(t, testClient(t, Options{}), private.URL, Page); resp.Status != 200 {
		t.Errorf("status %d with private addresses allowed", resp.Status)
	}
}

// TestLocalNamesAreNotLookedUp holds that a name below localhost is private without
// the word of a name server.
func TestLocalNamesAreNotLookedUp(t *testing.T) {
	t.Parallel()
	asked := false
	c := strictClient(t, Options{Resolver: &net.Resolver{
		PreferGo: true,
		Dial: func(context.Context, string, string) (net.Conn, error) {
			asked = true
			return nil, errors.New("no name server")
		},
	}})
	for _, raw := range []string{"http://localhost/", "http://a.localhost/", "http://A.B.LocalHost.:8080/"} {
		if got := fail(t, t.Context(), c, raw, Answer); got.Reason != link.PrivateAddress {
			t.Errorf("%s: Reason = %q (%s), want private-address", raw, got.Reason, got.Message)
		}
	}
	if asked {
		t.Error("a name server was asked")
	}
}

// TestGuardSite holds a site that a stranger chose to public addresses, and keeps
// GitHub's token from it.
func TestGuardSite(t *testing.T) {
	t.Parallel()
	s := serve(t, func(http.ResponseWriter, *http.Request) {})
	c := strictClient(t, Options{Site: []string{s.URL}, GuardSite: true})
	_, err := c.Do(t.Context(), Request{URL: mustParse(t, s.URL), Want: Answer})
	var failed *Error
	if !errors.As(err, &failed) || failed.Reason != link.PrivateAddress || len(s.requests) > 0 {
		t.Errorf("got %v and %d requests", err, len(s.requests))
	}
	do(t, strictClient(t, Options{Site: []string{s.URL}}), s.URL, Answer)
	do(t, testClient(t, Options{Site: []string{s.URL}, GuardSite: true}), s.URL, Answer)

	// Behind a proxy the address in the URL is all that there is to judge.
	proxy := func(*http.Request) (*url.URL, error) { return url.Parse("http://proxy.invalid:3128") }
	opt := Options{Site: []string{s.URL}, GuardSite: true}.withDefaults()
	guarded := opt.transport()
	guarded.Proxy = proxy
	if got := fail(t, t.Context(), newClient(opt, guarded), s.URL, Page); got.Reason != link.PrivateAddress {
		t.Errorf("behind a proxy: reason %q", got.Reason)
	}

	for name, test := range map[string]struct {
		opt  Options
		want string
	}{
		"a site on GitHub":                    {opt: Options{Site: []string{"https://github.com"}, GuardSite: true}},
		"GitHub's interface":                  {opt: Options{Site: []string{"https://api.github.com/"}, GuardSite: true}},
		"a site elsewhere":                    {opt: Options{Site: []string{"https://example.com"}, GuardSite: true}, want: "hush"},
		"a site on GitHub that is no other's": {opt: Options{Site: []string{"https://github.com"}}, want: "hush"},
	} {
		test.opt.GitHub.Token = "hush"
		if got := test.opt.withDefaults().GitHub.Token; got != test.want {
			t.Errorf("%s: the token is %q, want %q", name, got, test.want)
		}
	}
}

func TestNamesDoNotGetRoundTheGuard(t *testing.T) {
	t.Parallel()
	private := serve(t, func(http.ResponseWriter, *http.Request) {})
	port := private.URL[strings.LastIndex(private.URL, ":"):]
	site := serve(t, func(w http.ResponseWriter, r *http.Request) {
		moved(w, "http://"+r.URL.Query().Get("to")+port+"/secret")
	})
	tests := map[string][]fetchtest.Record{
		"loopback":         {fetchtest.At("127.0.0.1")},
		"rebound":          {fetchtest.None, fetchtest.At("127.0.0.1")},
		"metadata":         {fetchtest.At("169.254.169.254")},
		"carrier":          {fetchtest.At("100.64.0.1")},
		"several":          {fetchtest.At("10.0.0.1", "127.0.0.1", "192.168.0.1")},
		"unspecified":      {fetchtest.At("0.0.0.0")},
		"mapped":           {fetchtest.At("::ffff:127.0.0.1")},
		"metadata by IPv6": {fetchtest.At("fd00:ec2::254")},
		"NAT64":            {fetchtest.At("64:ff9b::7f00:1")},
	}
	for name, records := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := strictClient(t, Options{
				Site: []string{site.URL}, Retries: 2,
				Resolver: serveNames(t, map[string][]fetchtest.Record{"evil.test": records}),
			})
			for _, raw := range []string{site.URL + "/?to=evil.test", "http://evil.test" + port, "http://evil.test" + port + "/again"} {
				for _, want := range []Want{Answer, Page} {
					if got := fail(t, t.Context(), c, raw, want); got.Reason != link.PrivateAddress {
						t.Errorf("%s: Reason = %q (%s), want private-address", raw, got.Reason, got.Message)
					}
				}
			}
		})
	}
	t.Cleanup(func() {
		if got := private.methods(); len(got) != 0 {
			t.Errorf("a private address was asked: %v", got)
		}
	})
}

// TestRebinding holds each connection to the address that is dialled, even if the
// name had another address before. 127.9.9.9 plays a public address.
func TestRebinding(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		again  bool // ask twice
		want   Want
	}{
		"a redirect to itself": {answer: func(w http.ResponseWriter, r *http.Request) { moved(w, r.URL.Path+"x") }, want: Page},
		"GET after HEAD":       {answer: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusMethodNotAllowed) }, want: Answer},
		"another try":          {answer: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, want: Page},
		"another link":         {answer: func(http.ResponseWriter, *http.Request) {}, again: true, want: Page},
	} {
		for _, private := range []string{"127.0.0.1", "169.254.169.254"} {
			t.Run(name+" at "+private, func(t *testing.T) {
				t.Parallel()
				var asked atomic.Int64
				l, err := net.Listen("tcp", "127.9.9.9:0")
				if err != nil {
					t.Skip("no such loopback address here:", err)
				}
				public := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					asked.Add(1)
					w.Header().Set("Connection", "close") // so that the name is looked up again
					test.answer(w, r)
				}))
				public.Listener.Close()
				public.Listener = l
				public.Start()
				t.Cleanup(public.Close)
				names := fetchtest.Names(t, func(string, bool) fetchtest.Record {
					if asked.Load() == 0 {
						return fetchtest.At("127.9.9.9")
					}
					return fetchtest.At(private)
				})
				opt := Options{Retries: 2, RetryWait: time.Millisecond, Timeout: time.Minute, Resolver: names}.withDefaults()
				guarded := opt.transport()
				guarded.Proxy = func(*http.Request) (*url.URL, error) { return nil, nil }
				guarded.IsPrivate = func(a netip.Addr) bool {
					return a != netip.MustParseAddr("127.9.9.9") && transport.IsPrivate(a)
				}
				c := newClient(opt, guarded)
				t.Cleanup(c.Close)
				raw := fmt.Sprintf("http://evil.test:%d/", l.Addr().(*net.TCPAddr).Port)
				if test.again {
					do(t, c, raw, test.want)
				}
				if got := fail(t, t.Context(), c, raw+"a", test.want); got.Reason != link.PrivateAddress {
					t.Errorf("Reason = %q (%s), want private-address", got.Reason, got.Message)
				}
				if n := asked.Load(); n != 1 {
					t.Errorf("the public address was asked %d times, want once", n)
				}
			})
		}
	}
}

// serveNames returns a resolver whose name server knows these names. Each record of a name
// serves two questions, for IPv4 and IPv6, and the last one all that follow.
func serveNames(t *testing.T, names map[string][]fetchtest.Record) *net.Resolver {
	t.Helper()
	var mu sync.Mutex
	asked := map[string]int{}
	return fetchtest.Names(t, func(name string, _ bool) fetchtest.Record {
		mu.Lock()
		defer mu.Unlock()
		records := names[name]
		if len(records) == 0 {
			return fetchtest.None
		}
		asked[name]++
		return records[min((asked[name]-1)/2, len(records)-1)]
	})
}

func TestNames(t *testing.T) {
	t.Parallel()
	s := serve(t, func(http.ResponseWriter, *http.Request) {})
	port := s.URL[strings.LastIndex(s.URL, ":"):]
	home, none, temporary := fetchtest.At("127.0.0.1"), fetchtest.None, dnsmessage.RCodeServerFailure
	fault := fetchtest.Record{Code4: temporary, Code6: temporary}
	tests := map[string]struct {
		records []fetchtest.Record
		reason  link.Reason // empty when there is an answer
	}{
		"is there":                      {records: []fetchtest.Record{home}},
		"does not exist":                {records: []fetchtest.Record{none}, reason: link.DNSNotFound},
		"has no address":                {records: []fetchtest.Record{{}}, reason: link.DNSNotFound},
		"cannot be looked up":           {records: []fetchtest.Record{fault}, reason: link.DNSTemporary},
		"is refused":                    {records: []fetchtest.Record{{Code4: dnsmessage.RCodeRefused, Code6: dnsmessage.RCodeRefused}}, reason: link.DNSTemporary},
		"gets no answer":                {records: []fetchtest.Record{{Silent: true}}, reason: link.DNSTemporary},
		"none for IPv4, a fault for 6":  {records: []fetchtest.Record{{Code6: temporary}}, reason: link.DNSTemporary},
		"an address, a fault for 6":     {records: []fetchtest.Record{{Addresses: []string{"127.0.0.1"}, Code6: temporary}}},
		"not there at first":            {records: []fetchtest.Record{none, home}},
		"a fault at first":              {records: []fetchtest.Record{fault, fault, home}},
		"the last of several addresses": {records: []fetchtest.Record{fetchtest.At("127.0.0.2", "127.0.0.3", "127.0.0.1")}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := func(t *testing.T) *Client {
				return testClient(t, Options{Retries: 2, Resolver: serveNames(t, map[string][]fetchtest.Record{"name.test": test.records})})
			}
			if test.reason == "" {
				if resp := do(t, client(t), "http://name.test"+port, Page); resp.Status != 200 {
					t.Errorf("status %d", resp.Status)
				}
				return
			}
			// Where no host is reached, time may be virtual.
			synctest.Test(t, func(t *testing.T) {
				c := client(t)
				got := fail(t, t.Context(), c, "http://name.test"+port, Page)
				if got.Reason != test.reason {
					t.Errorf("Reason = %q (%s), want %q", got.Reason, got.Message, test.reason)
				}
				if want := map[bool]int64{true: 3, false: 1}[got.Transient]; c.Requests() != want {
					t.Errorf("%d tries, want %d", c.Requests(), want)
				}
			})
		})
	}
}

// TestHalfAnswersAreNone asks again and again for a name of which one half of the
// answer fails: the order in which the halves come does not decide.
func TestHalfAnswersAreNone(t *testing.T) {
	t.Parallel()
	opt := Options{AllowPrivate: true, Resolver: serveNames(t, map[string][]fetchtest.Record{
		"name.test": {{Code6: dnsmessage.RCodeServerFailure}},
	})}
	dial := New(opt).transport.Network.DialContext
	for i := range 200 {
		_, err := dial(t.Context(), "tcp", "name.test:80")
		var fault *net.DNSError
		if !errors.As(err, &fault) || fault.IsNotFound {
			t.Fatalf("look-up %d: %v", i, err)
		}
	}
}

func TestNameWithIPv6Alone(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		t.Skip("no IPv6 here:", err)
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.Listener.Close()
	server.Listener = l
	server.Start()
	t.Cleanup(server.Close)
	_, port, _ := net.SplitHostPort(l.Addr().String())
	names := map[string][]fetchtest.Record{"six.test": {fetchtest.At("::1")}}
	opt := Options{Resolver: serveNames(t, names)}
	if resp := do(t, testClient(t, opt), "http://six.test:"+port, Page); resp.Status != 200 {
		t.Errorf("status %d", resp.Status)
	}
	if got := fail(t, t.Context(), strictClient(t, opt), "http://six.test:"+port, Page); got.Reason != link.PrivateAddress {
		t.Errorf("Reason = %q, want private-address", got.Reason)
	}
}

// TestLookUpWithoutADescriptor looks a name up where no socket to the name server can be
// opened: that is about this machine, and says nothing of the name.
func TestLookUpWithoutADescriptor(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		errno  syscall.Errno
		reason link.Reason
		lacks  Resource
	}{
		"the process has none left": {errno: syscall.EMFILE, reason: link.ConnectionFailed, lacks: OpenFiles},
		"the system has none left":  {errno: syscall.ENFILE, reason: link.ConnectionFailed, lacks: OpenFiles},
		"another fault":             {errno: syscall.EPERM, reason: link.DNSTemporary},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := testClient(t, Options{Resolver: &net.Resolver{
				PreferGo: true,
				Dial: func(context.Context, string, string) (net.Conn, error) {
					return nil, &net.OpError{Op: "dial", Net: "udp", Err: os.NewSyscallError("socket", test.errno)}
				},
			}})
			got := fail(t, t.Context(), c, "http://name.test/", Page)
			if got.Reason != test.reason || got.Lacks != test.lacks || !got.Transient {
				t.Errorf("%s (%s), lacks %d, passing %t", got.Reason, got.Message, got.Lacks, got.Transient)
			}
		})
	}
}
