package protection

import (
	"net/http"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

func TestBot(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		status int
		header http.Header
		want   string
	}{
		"none":                    {status: 403, header: http.Header{"Server": {"nginx"}}},
		"denied":                  {status: 999, want: "LinkedIn"},
		"challenge":               {status: 403, header: http.Header{"Cf-Mitigated": {"challenge"}}, want: "Cloudflare"},
		"plain host behind a CDN": {status: 403, header: http.Header{"Server": {"cloudflare"}}},
		"waf with success":        {status: 202, header: http.Header{"X-Amzn-Waf-Action": {"challenge"}}, want: "AWS WAF"},
		"let through":             {status: 200, header: http.Header{"X-Datadome": {"protected"}}},
		"not let through":         {status: 403, header: http.Header{"X-Datadome": {"protected"}}, want: "DataDome"},
		"server name in any case": {status: 403, header: http.Header{"Server": {"AkamaiGHost"}}, want: "Akamai"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Bot(test.status, test.header); got != test.want {
				t.Errorf("Bot(%d, %v) = %q, want %q", test.status, test.header, got, test.want)
			}
		})
	}
}

func TestLoginOfRedirects(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]Login{
		"https://vercel.com/sso-api?url=https%3A%2F%2Fpreview.example&nonce=1": Vercel,
		"https://vercel.com/docs": "",
		"https://team.cloudflareaccess.com/cdn-cgi/access/login/x?kid=1": CloudflareAccess,
		"https://preview.example/cdn-cgi/access/authorized":              CloudflareAccess,
		"https://cloudflareaccess.com.example/login":                     "",
		"https://app.netlify.com/authorize?response_type=token":          Netlify,
		"https://preview.example/login":                                  "",
	} {
		if got := LoginOfRedirects([]link.Redirect{{Status: 302, URL: url}}); got != want {
			t.Errorf("%s: got %q, want %q", url, got, want)
		}
	}
}
