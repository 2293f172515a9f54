package fetch

import (
	"io"
	"maps"
	"net/http"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

func TestProtectionOfAnAnswer(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		status int
		header http.Header
		body   string
		want   Protection
	}{
		"a page":                    {200, http.Header{"Server": {"Vercel"}}, "", ""},
		"a login of its own":        {401, http.Header{}, "", ""},
		"an app's on Vercel":        {401, http.Header{"Server": {"Vercel"}}, "<title>Sign in</title>", ""},
		"Basic auth":                {401, http.Header{"Www-Authenticate": {`Basic realm="preview"`}}, "", BasicAuth},
		"Basic auth second":         {401, http.Header{"Www-Authenticate": {"Bearer", "basic"}}, "", BasicAuth},
		"Basic auth on Netlify":     {401, http.Header{"Www-Authenticate": {"Basic"}, "Server": {"Netlify"}}, "", BasicAuth},
		"Vercel":                    {401, http.Header{"Set-Cookie": {"a=b", "_vercel_sso_nonce=abc; Path=/"}}, "", Vercel},
		"Vercel's page":             {401, http.Header{"Server": {"Vercel"}}, "<html><title>Authentication Required</title>", Vercel},
		"Vercel's cookie on a page": {200, http.Header{"Set-Cookie": {"_vercel_sso_nonce=abc"}}, "", ""},
		"Access":                    {403, http.Header{"Cf-Access-Domain": {"preview.example"}}, "", CloudflareAccess},
		"Access, other field":       {403, http.Header{"Cf-Access-Aud": {"0123"}}, "", CloudflareAccess},
		"Access by its challenge":   {401, http.Header{"Www-Authenticate": {"Cloudflare-Access"}}, "", CloudflareAccess},
		"Cloudflare alone":          {403, http.Header{"Server": {"cloudflare"}}, "", ""},
		"Netlify":                   {401, http.Header{"Server": {"Netlify"}}, "", Netlify},
		"missing on Netlify":        {404, http.Header{"Server": {"Netlify"}}, "", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				maps.Copy(w.Header(), tt.header)
				w.Header().Set("Content-Type", "text/html")
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, tt.body)
			})
			if got := do(t, testClient(t, Options{}), s.URL+"/", Document).Protection; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestProtectionOfRedirects(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]Protection{
		"https://vercel.com/sso-api?url=https%3A%2F%2Fpreview.example&nonce=1": Vercel,
		"https://vercel.com/docs": "",
		"https://team.cloudflareaccess.com/cdn-cgi/access/login/x?kid=1": CloudflareAccess,
		"https://preview.example/cdn-cgi/access/authorized":              CloudflareAccess,
		"https://cloudflareaccess.com.example/login":                     "",
		"https://app.netlify.com/authorize?response_type=token":          Netlify,
		"https://preview.example/login":                                  "",
	} {
		if got := ProtectionOf([]link.Redirect{{Status: 302, URL: url}}); got != want {
			t.Errorf("%s: got %q, want %q", url, got, want)
		}
	}
}
