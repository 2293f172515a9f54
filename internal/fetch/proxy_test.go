package fetch

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

// What is wrong with the proxy says nothing of a target.
func TestFaultOfProxyIsNoFaultOfTarget(t *testing.T) {
	t.Parallel()
	selfSigned := httptest.NewUnstartedServer(http.NotFoundHandler())
	selfSigned.Config.ErrorLog = quietLog()
	selfSigned.StartTLS()
	t.Cleanup(selfSigned.Close)
	refuses := strings.TrimPrefix(refusing, "http://")
	for name, test := range map[string]struct {
		proxy     string // with user info
		fault     error  // of reading the environment
		message   string
		transient bool
	}{
		"no such name":      {proxy: "http://me:secret@proxy.invalid:3128", message: "could not connect to the proxy http://proxy.invalid:3128: "},
		"bad certificate":   {proxy: withUser(selfSigned.URL), message: selfSigned.URL + ": certificate is signed by an unknown authority"},
		"refuses":           {proxy: withUser(refusing), message: refuses + ": connection refused", transient: true},
		"unreadable":        {fault: errors.New("invalid address http://me:secret@"), message: "could not read the proxy address in HTTP_PROXY or HTTPS_PROXY"},
		"SOCKS that is not": {proxy: withUser("socks5://" + refuses), message: "socks5://" + refuses + ": connection refused", transient: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			through := func(*http.Request) (*url.URL, error) {
				if test.fault != nil {
					return nil, test.fault
				}
				return url.Parse(test.proxy)
			}
			opt := Options{Timeout: time.Minute, Resolver: serveNames(t, nil)}.withDefaults()
			guarded := opt.guard()
			guarded.Proxy = through
			c := newNetworkClient(opt, guarded)
			t.Cleanup(c.Close)
			for _, raw := range []string{"http://example.com/", "https://example.com/"} {
				got := fail(t, t.Context(), c, raw, Page)
				if got.Reason != link.ConnectionFailed || got.Transient != test.transient {
					t.Errorf("%s: %s, transient %v", raw, got.Reason, got.Transient)
				}
				if !strings.Contains(got.Message, test.message) || strings.Contains(got.Message, "secret") {
					t.Errorf("%s: %q, want %q in it", raw, got.Message, test.message)
				}
			}
		})
	}
}

func withUser(raw string) string { return strings.Replace(raw, "://", "://me:secret@", 1) }
