package fetch

import (
	"errors"
	"net/http"
	"net/url"
	"testing"

	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
)

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
	guarded := Options{Site: []string{s.URL}, GuardSite: true}.guard()
	guarded.Proxy = proxy
	g := transport.NewGuard(guarded)
	g.Base(1, 0)
	var private *transport.PrivateAddressError
	if _, err := g.RoundTrip(newRequest(t.Context(), http.MethodGet, mustParse(t, s.URL))); !errors.As(err, &private) {
		t.Error("the site's own address passes a proxy")
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
