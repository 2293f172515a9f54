package crawl

import (
	"errors"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

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
		job := check.Job{}
		text := whyUnreachable(&job, &site.UnreachableError{
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
	job := check.Job{Config: config.Config{Headers: []config.Header{{Name: "x-vercel-trusted-oidc-idp-token", Value: "token"}}}}
	text := whyUnreachable(&job, &site.UnreachableError{URL: start, Status: 401, Login: true, Protection: protection.Vercel})
	if want := "the header x-vercel-trusted-oidc-idp-token was refused"; !strings.Contains(text, want) {
		t.Errorf("got %s, want %s", text, want)
	}
	other := errors.New("no such host")
	if got := whyUnreachable(&job, other); got != other.Error() {
		t.Errorf("got %s", got)
	}
}
