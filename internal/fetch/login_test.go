package fetch

import (
	"io"
	"maps"
	"net/http"
	"testing"

	"github.com/linkvet/linkvet/internal/fetch/protection"
)

func TestLoginOfAnAnswer(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		status int
		header http.Header
		body   string
		want   protection.Login
	}{
		"a page":                    {status: 200, header: http.Header{"Server": {"Vercel"}}},
		"a login of its own":        {status: 401, header: http.Header{}},
		"an app's on Vercel":        {status: 401, header: http.Header{"Server": {"Vercel"}}, body: "<title>Sign in</title>"},
		"Basic auth":                {status: 401, header: http.Header{"Www-Authenticate": {`Basic realm="preview"`}}, want: protection.BasicAuth},
		"Basic auth second":         {status: 401, header: http.Header{"Www-Authenticate": {"Bearer", "basic"}}, want: protection.BasicAuth},
		"Basic auth on Netlify":     {status: 401, header: http.Header{"Www-Authenticate": {"Basic"}, "Server": {"Netlify"}}, want: protection.BasicAuth},
		"Vercel":                    {status: 401, header: http.Header{"Set-Cookie": {"a=b", "_vercel_sso_nonce=abc; Path=/"}}, want: protection.Vercel},
		"Vercel's page":             {status: 401, header: http.Header{"Server": {"Vercel"}}, body: "<html><title>Authentication Required</title>", want: protection.Vercel},
		"Vercel's cookie on a page": {status: 200, header: http.Header{"Set-Cookie": {"_vercel_sso_nonce=abc"}}},
		"Access":                    {status: 403, header: http.Header{"Cf-Access-Domain": {"preview.example"}}, want: protection.CloudflareAccess},
		"Access, other field":       {status: 403, header: http.Header{"Cf-Access-Aud": {"0123"}}, want: protection.CloudflareAccess},
		"Access by its challenge":   {status: 401, header: http.Header{"Www-Authenticate": {"Cloudflare-Access"}}, want: protection.CloudflareAccess},
		"Cloudflare alone":          {status: 403, header: http.Header{"Server": {"cloudflare"}}},
		"Netlify":                   {status: 401, header: http.Header{"Server": {"Netlify"}}, want: protection.Netlify},
		"missing on Netlify":        {status: 404, header: http.Header{"Server": {"Netlify"}}},
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
			if got := do(t, testClient(t, Options{}), s.URL+"/", Document).Login; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
