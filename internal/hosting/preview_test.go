package hosting

import (
	"testing"

	"github.com/linkvet/linkvet/internal/weburl"
)

func TestSharedAddressOf(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string][2]string{
		"https://deploy-preview-7--docs.netlify.app/":                     {"Netlify", "pull request 7"},
		"https://main--docs.netlify.app/":                                 {"Netlify", "the branch main"},
		"https://feature--x--docs.netlify.app/":                           {"Netlify", "the branch feature"},
		"https://65f1c20a9b3e4d0008a1b2c3--docs.netlify.app/":             {}, // a single deployment
		"https://deploy-preview-7--docs.netlify.app.example.com/":         {},
		"https://docs-git-main-octo.vercel.app/":                          {"Vercel", "a branch"},
		"https://docs-abc123xyz-octo.vercel.app/":                         {},
		"https://main.docs.pages.dev/":                                    {"Cloudflare Pages", "the branch main"},
		"https://373f31e2.docs.pages.dev/":                                {},
		"https://deadbee.docs.pages.dev/":                                 {"Cloudflare Pages", "the branch deadbee"},
		"https://pr-12.d1a2b3c4.amplifyapp.com/":                          {"Amplify", "pull request 12"},
		"https://main.d1a2b3c4.amplifyapp.com/":                           {},
		"https://docs--12.org.readthedocs.build/en/12/":                   {"Read the Docs", "pull request 12"},
		"https://docs-pr-3.onrender.com/":                                 {"Render", "pull request 3"},
		"https://blue-rock-0123abc00-12.westus2.1.azurestaticapps.net/":   {"Azure Static Web Apps", "pull request 12"},
		"https://blue-rock-0123abc00.1.azurestaticapps.net/":              {},
		"https://docs--pr7-fix-ab12cd34.web.app/":                         {"Firebase", "the channel pr7-fix-ab12cd34"},
		"https://octo.github.io/docs/pr-preview/pr-5/":                    {"GitHub Pages", "pull request 5"},
		"https://docs.example.com/pr-preview/pr-5/":                       {"GitHub Pages", "pull request 5"},
		"https://octo.github.io/docs/pr-preview/pr-5x/":                   {},
		"https://DEPLOY-PREVIEW-7--docs.netlify.app:8443/":                {"Netlify", "pull request 7"},
		"https://user:secret@deploy-preview-7--docs.netlify.app/?preview": {"Netlify", "pull request 7"},
	} {
		u, err := weburl.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		if host, of := SharedAddressOf(u); host != want[0] || of != want[1] {
			t.Errorf("%s: got %q and %q, want %q", raw, host, of, want)
		}
	}
}
