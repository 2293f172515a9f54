package protection

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

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
