package publish

import "testing"

func TestSite(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ environment, target, want string }{
		{"Preview – docs", "https://docs-a1b2c3d4e-team.vercel.app/", "Preview – docs"},
		{"", "public", "public"},
		{"", "docs/_build/html", "docs/_build/html"},
		{"", "https://preview.example.com/docs/", "preview.example.com/docs"},
		{"", "https://example.com", "example.com"},
		{"", "http://127.0.0.1:8080/", "127.0.0.1"},
		// The hash of a deployment is not part of the name of its site.
		{"", "https://373f31e2.project.pages.dev", "project.pages.dev"},
		{"", "https://docs-5kx2hmq8n-team.vercel.app/", "docs-team.vercel.app"},
		{"", "https://64f0c1a2b3d4e5f60718293a--docs.netlify.app/", "docs.netlify.app"},
		{"", "https://deploy-preview-12--docs.netlify.app/", "deploy-preview-12-docs.netlify.app"},
		{"", "https://deadbeef.project.pages.dev", "project.pages.dev"},
		{"", "https://developers.example.com/v2/", "developers.example.com/v2"},
		{"", "https://a1b2c3d4/", "a1b2c3d4"},
		{"", "https://kubernetes1.example.com", "kubernetes1.example.com"},
	} {
		if got := Site(tt.environment, tt.target); got != tt.want {
			t.Errorf("Site(%q, %q) = %q, want %q", tt.environment, tt.target, got, tt.want)
		}
	}
}
