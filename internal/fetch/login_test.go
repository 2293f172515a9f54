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
		"a page":                    {200, http.Header{"Server": {"Vercel"}}, "", ""},
		"a login of its own":        {401, http.Header{}, "", ""},
		"an app's on Vercel":        {401, http.Header{"Server": {"Vercel"}}, "<title>Sign in</title>", ""},
		"Basic auth":                {401, http.Header{"Www-Authenticate": {`Basic realm="preview"`}}, "", protection.BasicAuth},
		"Basic auth second":         {401, http.Header{"Www-Authenticate": {"Bearer", "basic"}}, "", protection.BasicAuth},
		"Basic auth on Netlify":     {401, http.Header{"Www-Authenticate": {"Basic"}, "Server": {"Netlify"}}, "", protection.BasicAuth},
		"Vercel":                    {401, http.Header{"Set-Cookie": {"a=b", "_vercel_sso_nonce=abc; Path=/"}}, "", protection.Vercel},
		"Vercel's page":             {401, http.Header{"Server": {"Vercel"}}, "<html><title>Authentication Required</title>", protection.Vercel},
		"Vercel's cookie on a page": {200, http.Header{"Set-Cookie": {"_vercel_sso_nonce=abc"}}, "", ""},
		"Access":                    {403, http.Header{"Cf-Access-Domain": {"preview.example"}}, "", protection.CloudflareAccess},
		"Access, other field":       {403, http.Header{"Cf-Access-Aud": {"0123"}}, "", protection.CloudflareAccess},
		"Access by its challenge":   {401, http.Header{"Www-Authenticate": {"Cloudflare-Access"}}, "", protection.CloudflareAccess},
		"Cloudflare alone":          {403, http.Header{"Server": {"cloudflare"}}, "", ""},
		"Netlify":                   {401, http.Header{"Server": {"Netlify"}}, "", protection.Netlify},
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
			if got := do(t, testClient(t, Options{}), s.URL+"/", Document).Login; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
