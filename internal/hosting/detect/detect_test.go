package detect

import (
	"cmp"
	"slices"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/hostingtest"
	"github.com/linkvet/linkvet/internal/hosting/plain"
)

// named is the plain profile under the name of another.
type named struct {
	hosting.Profile
	name string
}

func (n named) Name() string { return n.name }

// standIn makes a profile of any name.
func standIn(name string) maker {
	return func(d hosting.Deployment) hosting.Profile { return named{Profile: plain.New(d), name: name} }
}

// TestDetect says by which files a host is known.
func TestDetect(t *testing.T) {
	t.Parallel()
	const workflow = ".github/workflows/site.yaml"
	const both = ", though Cloudflare Pages reads it, too"
	for name, test := range map[string]struct {
		public, repository hostingtest.Tree
		want, why          string
		assumed            bool
	}{
		"nothing":   {want: "plain", assumed: true},
		"a site":    {public: hostingtest.Tree{"index.html": "", "404.html": ""}, repository: hostingtest.Tree{"package.json": "{}"}, want: "plain", assumed: true},
		"of others": {repository: hostingtest.Tree{workflow: "- run: go test ./...", "firebase.json": `{"firestore": {}}`, "wrangler.toml": `main = "worker.ts"`}, want: "plain", assumed: true},

		"netlify.toml":             {repository: hostingtest.Tree{"netlify.toml": ""}, want: "netlify", why: "netlify.toml says so"},
		"netlify.toml, deployed":   {public: hostingtest.Tree{"netlify.toml": ""}, want: "netlify", why: "public/netlify.toml says so"},
		"redirects":                {public: hostingtest.Tree{"_redirects": ""}, want: "netlify", why: "public/_redirects says so" + both, assumed: true},
		"headers":                  {public: hostingtest.Tree{"_headers": ""}, want: "netlify", why: "public/_headers says so" + both, assumed: true},
		"redirects of Netlify":     {public: hostingtest.Tree{"_redirects": ""}, repository: hostingtest.Tree{"netlify.toml": ""}, want: "netlify", why: "public/_redirects says so"},
		"netlify's functions":      {public: hostingtest.Tree{"_redirects": ""}, repository: hostingtest.Tree{"netlify/functions/a.js": ""}, want: "netlify", why: "public/_redirects says so"},
		"deployed from a workflow": {repository: hostingtest.Tree{workflow: "- run: npx netlify deploy --prod"}, want: "netlify", why: workflow + " says so"},

		"redirects and wrangler":  {public: hostingtest.Tree{"_redirects": ""}, repository: hostingtest.Tree{"wrangler.jsonc": "{}"}, want: "cloudflare-pages", why: "public/_redirects says so"},
		"redirects and functions": {public: hostingtest.Tree{"_headers": ""}, repository: hostingtest.Tree{"functions/api/a.ts": ""}, want: "cloudflare-pages", why: "public/_headers says so"},
		"redirects and an action": {public: hostingtest.Tree{"_redirects": ""}, repository: hostingtest.Tree{workflow: "uses: cloudflare/wrangler-action@v3"}, want: "cloudflare-pages", why: "public/_redirects says so"},
		"routes":                  {public: hostingtest.Tree{"_redirects": "", "_routes.json": "{}"}, want: "cloudflare-pages", why: "public/_routes.json says so"},
		"a worker":                {public: hostingtest.Tree{"_worker.js/index.js": ""}, want: "cloudflare-pages", why: "public/_worker.js/index.js says so"},
		"wrangler":                {repository: hostingtest.Tree{"wrangler.toml": `pages_build_output_dir = "public"`}, want: "cloudflare-pages", why: "wrangler.toml says so"},
		"assets of a worker":      {repository: hostingtest.Tree{"wrangler.json": `{"assets": {"directory": "public"}}`}, want: "cloudflare-pages", why: "wrangler.json says so"},

		"a table of assets":   {repository: hostingtest.Tree{"wrangler.toml": "name = \"x\"\n[assets]\ndirectory = \"public\"\n"}, want: "cloudflare-pages", why: "wrangler.toml says so"},
		"on one line":         {repository: hostingtest.Tree{"wrangler.jsonc": `{"name": "x", "assets": {"directory": "public"}, /* "y" */}`}, want: "cloudflare-pages", why: "wrangler.jsonc says so"},
		"assets in a comment": {repository: hostingtest.Tree{"wrangler.toml": "# assets = \"public\"\nassetsdir = \"x\"\n"}, want: "plain", assumed: true},
		"assets in a note":    {repository: hostingtest.Tree{"wrangler.jsonc": "{// \"assets\": {}\n\"main\": \"assets.ts\"}"}, want: "plain", assumed: true},

		"deployed by wrangler": {repository: hostingtest.Tree{workflow: "uses: cloudflare/wrangler-action@v3\nwith:\n  command: pages deploy public"}, want: "cloudflare-pages", why: workflow + " says so"},
		"a name of a workflow": {repository: hostingtest.Tree{workflow: "name: GitHub pages deploy\n"}, want: "plain", assumed: true},

		"vercel.json":             {repository: hostingtest.Tree{"vercel.json": "{}"}, want: "vercel", why: "vercel.json says so"},
		"vercel's directory":      {repository: hostingtest.Tree{".vercel/project.json": "{}"}, want: "vercel", why: ".vercel/project.json says so"},
		"firebase.json":           {repository: hostingtest.Tree{"firebase.json": `{"hosting": {}}`, ".firebaserc": "{}"}, want: "firebase", why: "firebase.json says so"},
		".firebaserc":             {repository: hostingtest.Tree{".firebaserc": "{}"}, want: "firebase", why: ".firebaserc says so"},
		"firebase without a site": {repository: hostingtest.Tree{".firebaserc": "{}", "firebase.json": `{"functions": {}}`}, want: "plain", assumed: true},
		"azure":                   {public: hostingtest.Tree{"staticwebapp.config.json": "{}"}, want: "azure", why: "public/staticwebapp.config.json says so"},
		"azure's action":          {repository: hostingtest.Tree{workflow: "uses: Azure/static-web-apps-deploy@v1"}, want: "azure", why: workflow + " says so"},
		"CNAME":                   {public: hostingtest.Tree{"CNAME": "example.com"}, want: "github-pages", why: "public/CNAME says so"},
		".nojekyll":               {public: hostingtest.Tree{".nojekyll": ""}, want: "github-pages", why: "public/.nojekyll says so"},
		"a workflow for Pages":    {repository: hostingtest.Tree{workflow: "- uses: actions/deploy-pages@v4"}, want: "github-pages", why: workflow + " says so"},
		"a script for Pages":      {repository: hostingtest.Tree{"package.json": `{"scripts": {"deploy": "gh-pages -d build"}}`}, want: "github-pages", why: "package.json says so"},

		"what a template brings is no contradiction": {
			public: hostingtest.Tree{".nojekyll": ""}, repository: hostingtest.Tree{"vercel.json": "{}"}, want: "vercel", why: "vercel.json says so",
		},
		"a deployed file over the repository": {
			public: hostingtest.Tree{"CNAME": "example.com"}, repository: hostingtest.Tree{"netlify.toml": ""},
			want: "github-pages", why: "public/CNAME says so; netlify.toml would say netlify",
		},
		"rules of one host over a workflow": {
			repository: hostingtest.Tree{"netlify.toml": "", workflow: "- uses: actions/deploy-pages@v4"},
			want:       "netlify", why: "netlify.toml says so; " + workflow + " would say github-pages",
		},
		"rules of one host over those of two": {
			public: hostingtest.Tree{"_redirects": "", "vercel.json": "{}"},
			want:   "vercel", why: "public/vercel.json says so; public/_redirects would say netlify",
		},
		"equal signs": {
			repository: hostingtest.Tree{"netlify.toml": "", "vercel.json": "{}", workflow: "- uses: actions/deploy-pages@v4"},
			want:       "plain", why: `netlify.toml says netlify but vercel.json says vercel: set "hosting" to the one that it is`, assumed: true,
		},
		"redirects of either": {
			public: hostingtest.Tree{"_redirects": ""}, repository: hostingtest.Tree{"netlify.toml": "", "wrangler.toml": "assets"},
			want: "plain", why: `netlify.toml says netlify but wrangler.toml says cloudflare-pages: set "hosting" to the one that it is`, assumed: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := detect(test.public.Deployment(test.repository), standIn)
			want := Choice{Profile: got.Profile, Why: test.why, Assumed: test.assumed}
			if got.Profile.Name() != test.want {
				t.Errorf("took %s, want %s", got.Profile.Name(), test.want)
			}
			if got != want {
				t.Errorf("got %q, assumed %t; want %q, assumed %t", got.Why, got.Assumed, want.Why, want.Assumed)
			}
		})
	}
}

func TestDetectTakesOnlyWhatThereIs(t *testing.T) {
	t.Parallel()
	d := hostingtest.Tree{}.Deployment(hostingtest.Tree{"netlify.toml": "", "vercel.json": "{}"})
	choice := detect(d, func(name string) maker {
		if name == "netlify" {
			return standIn(name)
		}
		return nil
	})
	if choice.Profile.Name() != "netlify" || choice.Why != "netlify.toml says so" {
		t.Errorf("took %s, as %s", choice.Profile.Name(), choice.Why)
	}
}

func TestSignsAreInOrder(t *testing.T) {
	t.Parallel()
	if !slices.IsSortedFunc(signs, func(a, b sign) int { return cmp.Compare(b.strength, a.strength) }) {
		t.Error("a weak sign of a profile would hide a stronger one")
	}
}

func TestDetectReadsNothingTwice(t *testing.T) {
	t.Parallel()
	d := hostingtest.Tree{}.Deployment(hostingtest.Tree{})
	repository, read := d.InRepository, map[string]int{}
	d.InRepository = func(pattern string) []*hosting.Source {
		read[pattern]++
		return repository(pattern)
	}
	detect(d, standIn)
	for pattern, times := range read {
		if times != 1 {
			t.Errorf("%s was read %d times", pattern, times)
		}
	}
}
