package fetch

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/link"
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
	guarded := opt.guard()
	guarded.Proxy = through
	c := newNetworkClient(opt, guarded)
	t.Cleanup(c.Close)
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
