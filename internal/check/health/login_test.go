package health

import (
	"errors"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

func TestSettingsThatOpenALogin(t *testing.T) {
	t.Parallel()
	for kind, way := range waysIn {
		text := strings.NewReplacer("${{ secrets.", "", " }}", "").Replace(way.setting)
		cfg, err := config.Load(config.Sources{File: []byte(text), FileName: ".linkvet.yml"})
		if err != nil || len(cfg.Headers) != max(1, len(way.headers)) {
			t.Fatalf("%s: %s is read as %v and %v", kind, way.setting, cfg.Headers, err)
		}
		for i, name := range way.headers {
			if h := cfg.Headers[i]; h.Name != name || h.Value == "" {
				t.Errorf("%s: %s is read as %v", kind, way.setting, h)
			}
		}
	}
}

func TestRedirectsToLogin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		from, hops string
		want       bool
	}{
		{from: "/a", hops: "", want: false},
		{from: "/a", hops: "/login", want: true},
		{from: "/a", hops: "/view?path=%2Fa", want: false},
		{from: "/login", hops: "/login/", want: false},
		{from: "/a", hops: "/login https://sso.example/authorize?client=1 /a?code=1", want: false},
		{from: "/a", hops: "https://sso.example/authorize?client=1", want: true},
		{from: "/a", hops: "https://sso.example/", want: true},
		{from: "/a", hops: "https://id.example/gate?next=%2Fa", want: true},
		{from: "/a", hops: "https://id.example/gate?next=https%3A%2F%2Fsite.example%2Fa", want: true},
		{from: "/a", hops: "https://id.example/gate?next=%2Fab", want: false},
		{from: "/a", hops: "https://id.example/x https://id.example/realms/x/protocol/openid-connect/auth", want: true},
		{from: "/a", hops: "https://shop.example/?utm_source=site.example", want: false},
		{from: "/a", hops: "https://shop.example/a", want: false},
	} {
		const origin = "https://site.example"
		from, err := weburl.Parse(origin + tt.from)
		if err != nil {
			t.Fatal(err)
		}
		var hops []link.Redirect
		for hop := range strings.FieldsSeq(tt.hops) {
			if strings.HasPrefix(hop, "/") {
				hop = origin + hop
			}
			hops = append(hops, link.Redirect{Status: 302, URL: hop})
		}
		if got := redirectsToLogin(from, hops); got != tt.want {
			t.Errorf("%s to %s: got %v", tt.from, tt.hops, got)
		}
	}
}

func TestUnreachableBehindALoginOfAHost(t *testing.T) {
	t.Parallel()
	const start = "https://preview.example/"
	for final, want := range map[string]string{
		"https://vercel.com/login?next=%2Fsso-api%3Furl%3Dx": `it redirects to a login page, https://vercel.com/login (Vercel); to give linkvet access, set header: "x-vercel-protection-bypass: ${{ secrets.VERCEL_AUTOMATION_BYPASS_SECRET }}"`,
		"https://team.cloudflareaccess.com/cdn-cgi/access/login/preview.example?kid=1&meta=x": `it redirects to a login page, https://team.cloudflareaccess.com/cdn-cgi/access/login/preview.example (Cloudflare Access); to give linkvet access, set header: "CF-Access-Client-Id: ` +
			`${{ secrets.CF_ACCESS_CLIENT_ID }}\nCF-Access-Client-Secret: ${{ secrets.CF_ACCESS_CLIENT_SECRET }}"`,
		"https://app.netlify.com/authorize?x=1": "it redirects to a login page, https://app.netlify.com/authorize (Netlify); Netlify accepts no header",
		"https://sso.corp.example/":             "it redirects to a login page, https://sso.corp.example/ (unknown type)",
		"https://shop.example/":                 `it redirects to another site, "https://shop.example/"`,
	} {
		u, err := weburl.Parse(final)
		if err != nil {
			t.Fatal(err)
		}
		text := Unreachable(nil, &site.UnreachableError{
			URL: start, Cause: `it redirects to another site, "` + final + `"`, Final: u,
			Protection: protection.LoginOfRedirects([]link.Redirect{{URL: final}}),
		})
		if want = `could not read the start page "` + start + `": ` + want; !strings.HasPrefix(text, want) {
			t.Errorf("got  %s\nwant %s", text, want)
		}
		if len(text) > 500 {
			t.Errorf("%d bytes are more than reports show: %s", len(text), text)
		}
	}
	token := []config.Header{{Name: "x-vercel-trusted-oidc-idp-token", Value: "eyJ"}}
	text := Unreachable(token, &site.UnreachableError{URL: start, Status: 401, Login: true, Protection: protection.Vercel})
	if want := "the header x-vercel-trusted-oidc-idp-token did not give access"; !strings.Contains(text, want) {
		t.Errorf("got %s, want %s", text, want)
	}
	other := errors.New("no such host")
	if got := Unreachable(nil, other); got != other.Error() {
		t.Errorf("got %s", got)
	}
}
