package fetch

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

func TestIsPrivate(t *testing.T) {
	t.Parallel()
	tests := map[string]bool{
		"127.0.0.1":                    true,
		"127.255.255.254":              true,
		"10.1.2.3":                     true,
		"172.16.0.1":                   true,
		"172.32.0.1":                   false,
		"192.168.0.1":                  true,
		"169.254.169.254":              true,
		"100.64.0.1":                   true,
		"100.127.255.255":              true,
		"100.128.0.1":                  false,
		"100.100.100.200":              true,
		"192.0.0.192":                  true,
		"198.18.0.1":                   true,
		"0.0.0.0":                      true,
		"0.1.2.3":                      true,
		"224.0.0.1":                    true,
		"240.0.0.1":                    true,
		"255.255.255.255":              true,
		"8.8.8.8":                      false,
		"93.184.215.14":                false,
		"::":                           true,
		"::1":                          true,
		"::ffff:127.0.0.1":             true,
		"::ffff:10.0.0.1":              true,
		"::ffff:8.8.8.8":               false,
		"::7f00:1":                     true,
		"::ffff:0:127.0.0.1":           true,
		"64:ff9b::127.0.0.1":           true,
		"64:ff9b::8.8.8.8":             false,
		"64:ff9b:1::8.8.8.8":           true,
		"2002:7f00:1::":                true,
		"2002:808:808::":               false,
		"fc00::1":                      true,
		"fd00:ec2::254":                true,
		"fe80::1":                      true,
		"fe80::1%eth0":                 true,
		"fec0::1":                      true,
		"ff02::1":                      true,
		"2606:4700:4700::1111":         false,
		"2001:4860:4860::8888":         false,
		"168.63.129.16":                true,
		"168.63.129.17":                false,
		"192.88.99.1":                  true,
		"192.0.2.1":                    true,
		"198.51.100.1":                 true,
		"203.0.113.1":                  true,
		"192.31.196.1":                 false, // AS112, globally reachable
		"100::1":                       true,
		"100:0:0:1::1":                 true,
		"2001:0:808:808::1":            true,
		"2001:1::1":                    false, // anycast, globally reachable
		"2001:20::1":                   false, // ORCHIDv2, globally reachable
		"2001:db8::1":                  true,
		"3fff::1":                      true,
		"5f00::1":                      true,
		"::ffff:168.63.129.16":         true,
		"2606:4700::5efe:10.0.0.1":     true,
		"2606:4700::200:5efe:10.0.0.1": true,
		"2606:4700::5efe:8.8.8.8":      false,
	}
	for raw, want := range tests {
		t.Run(raw, func(t *testing.T) {
			t.Parallel()
			if got := isPrivate(netip.MustParseAddr(raw)); got != want {
				t.Errorf("isPrivate(%s) = %t, want %t", raw, got, want)
			}
		})
	}
}

func TestPrivateAddressesAreRefused(t *testing.T) {
	t.Parallel()
	private := serve(t, func(http.ResponseWriter, *http.Request) {})
	port := private.URL[strings.LastIndex(private.URL, ":"):]
	site := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if to := r.URL.Query().Get("to"); to != "" {
			moved(w, to)
		}
	})
	c := strictClient(t, Options{Site: []string{site.URL}, Retries: 2})
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
	opt := Options{Timeout: time.Minute, Site: []string{"http://10.9.9.9"}}.withDefaults()
	g := newGuard(opt, through)
	transport := newTransport(opt, g)
	t.Cleanup(transport.CloseIdleConnections)
	c := newClient(opt, g.wrap(transport))
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
