package github

import "testing"

func TestSiteName(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ environment, target, want string }{
		{environment: "Preview – docs", target: "https://docs-a1b2c3d4e-team.vercel.app/", want: "Preview – docs"},
		{environment: "", target: "public", want: "public"},
		{environment: "", target: "https://preview.example.com/docs/", want: "preview.example.com/docs"},
		// The hash of a deployment is not part of the name of its site.
		{environment: "", target: "https://a1b2c3d4/", want: "a1b2c3d4"},
		{environment: "", target: "https://373f31e2.project.pages.dev", want: "project.pages.dev"},
		{environment: "", target: "https://docs-5kx2hmq8n-team.vercel.app/", want: "docs-team.vercel.app"},
		{environment: "", target: "https://64f0c1a2b3d4e5f60718293a--docs.netlify.app/", want: "docs.netlify.app"},
		{environment: "", target: "https://deploy-preview-12--docs.netlify.app/", want: "deploy-preview-12-docs.netlify.app"},
		{environment: "", target: "https://kubernetes1.example.com", want: "kubernetes1.example.com"},
	} {
		if got := SiteName(tt.environment, tt.target); got != tt.want {
			t.Errorf("SiteName(%q, %q) = %q, want %q", tt.environment, tt.target, got, tt.want)
		}
	}
}
