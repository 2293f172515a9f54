package detect

import (
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// named is the plain profile under the name of another.
type named struct {
	hosting.Profile
	name string
}

func (n named) Name() string { return n.name }

// standIn makes a profile of any name.
func standIn(name string) maker {
	return func(d hosting.Deployment) hosting.Profile {
		return named{Profile: hosting.New(hosting.Plain, d), name: name}
	}
}

// TestDetect says by which files a host is known.
func TestDetect(t *testing.T) {
	t.Parallel()
	const workflow = ".github/workflows/site.yaml"
	const both = ", which Cloudflare Pages also reads"
	for name, test := range map[string]struct {
		public, repository hostingtest.Tree
		want, why          string
		assumed            bool
	}{
		"nothing":   {want: "plain", assumed: true},
		"a site":    {public: hostingtest.Tree{"index.html": "", "404.html": ""}, repository: hostingtest.Tree{"package.json": "{}"}, want: "plain", assumed: true},
		"of others": {repository: hostingtest.Tree{workflow: "- run: go test ./...", "firebase.json": `{"firestore": {}}`, "wrangler.toml": `main = "worker.ts"`}, want: "plain", assumed: true},

		"netlify.toml":             {repository: hostingtest.Tree{"netlify.toml": ""}, want: "netlify", why: "by netlify.toml"},
		"netlify.toml, deployed":   {public: hostingtest.Tree{"netlify.toml": ""}, want: "netlify", why: "by public/netlify.toml"},
		"redirects":                {public: hostingtest.Tree{"_redirects": ""}, want: "netlify", why: "by public/_redirects" + both, assumed: true},
		"headers":                  {public: hostingtest.Tree{"_headers": ""}, want: "netlify", why: "by public/_headers" + both, assumed: true},
		"redirects of Netlify":     {public: hostingtest.Tree{"_redirects": ""}, repository: hostingtest.Tree{"netlify.toml": ""}, want: "netlify", why: "by public/_redirects"},
		"netlify's functions":      {public: hostingtest.Tree{"_redirects": ""}, repository: hostingtest.Tree{"netlify/functions/a.js": ""}, want: "netlify", why: "by public/_redirects"},
		"deployed from a workflow": {repository: hostingtest.Tree{workflow: "- run: npx netlify deploy --prod"}, want: "netlify", why: "by " + workflow},

		"redirects and wrangler":  {public: hostingtest.Tree{"_redirects": ""}, repository: hostingtest.Tree{"wrangler.jsonc": "{}"}, want: "cloudflare-pages", why: "by public/_redirects"},
		"redirects and functions": {public: hostingtest.Tree{"_headers": ""}, repository: hostingtest.Tree{"functions/api/a.ts": ""}, want: "cloudflare-pages", why: "by public/_headers"},
		"redirects and an action": {public: hostingtest.Tree{"_redirects": ""}, repository: hostingtest.Tree{workflow: "uses: cloudflare/wrangler-action@v3"}, want: "cloudflare-pages", why: "by public/_redirects"},
		"routes":                  {public: hostingtest.Tree{"_redirects": "", "_routes.json": "{}"}, want: "cloudflare-pages", why: "by public/_routes.json"},
		"a worker":                {public: hostingtest.Tree{"_worker.js/index.js": ""}, want: "cloudflare-pages", why: "by public/_worker.js/index.js"},
		"wrangler":                {repository: hostingtest.Tree{"wrangler.toml": `pages_build_output_dir = "public"`}, want: "cloudflare-pages", why: "by wrangler.toml"},
		"assets of a worker":      {repository: hostingtest.Tree{"wrangler.json": `{"assets": {"directory": "public"}}`}, want: "cloudflare-pages", why: "by wrangler.json"},

		"a table of assets":   {repository: hostingtest.Tree{"wrangler.toml": "name = \"x\"\n[assets]\ndirectory = \"public\"\n"}, want: "cloudflare-pages", why: "by wrangler.toml"},
		"on one line":         {repository: hostingtest.Tree{"wrangler.jsonc": `{"name": "x", "assets": {"directory": "public"}, /* "y" */}`}, want: "cloudflare-pages", why: "by wrangler.jsonc"},
		"assets in a comment": {repository: hostingtest.Tree{"wrangler.toml": "# assets = \"public\"\nassetsdir = \"x\"\n"}, want: "plain", assumed: true},
		"assets in a note":    {repository: hostingtest.Tree{"wrangler.jsonc": "{// \"assets\": {}\n\"main\": \"assets.ts\"}"}, want: "plain", assumed: true},

		"deployed by wrangler": {repository: hostingtest.Tree{workflow: "uses: cloudflare/wrangler-action@v3\nwith:\n  command: pages deploy public"}, want: "cloudflare-pages", why: "by " + workflow},
		"a name of a workflow": {repository: hostingtest.Tree{workflow: "name: GitHub pages deploy\n"}, want: "plain", assumed: true},

		"vercel.json":             {repository: hostingtest.Tree{"vercel.json": "{}"}, want: "vercel", why: "by vercel.json"},
		"vercel's directory":      {repository: hostingtest.Tree{".vercel/project.json": "{}"}, want: "vercel", why: "by .vercel/project.json"},
		"firebase.json":           {repository: hostingtest.Tree{"firebase.json": `{"hosting": {}}`, ".firebaserc": "{}"}, want: "firebase", why: "by firebase.json"},
		".firebaserc":             {repository: hostingtest.Tree{".firebaserc": "{}"}, want: "firebase", why: "by .firebaserc"},
		"firebase without a site": {repository: hostingtest.Tree{".firebaserc": "{}", "firebase.json": `{"functions": {}}`}, want: "plain", assumed: true},
		"azure":                   {public: hostingtest.Tree{"staticwebapp.config.json": "{}"}, want: "azure", why: "by public/staticwebapp.config.json"},
		"azure's action":          {repository: hostingtest.Tree{workflow: "uses: Azure/static-web-apps-deploy@v1"}, want: "azure", why: "by " + workflow},
		"CNAME":                   {public: hostingtest.Tree{"CNAME": "example.com"}, want: "github-pages", why: "by public/CNAME"},
		".nojekyll":               {public: hostingtest.Tree{".nojekyll": ""}, want: "github-pages", why: "by public/.nojekyll"},
		"a workflow for Pages":    {repository: hostingtest.Tree{workflow: "- uses: actions/deploy-pages@v4"}, want: "github-pages", why: "by " + workflow},
		"a script for Pages":      {repository: hostingtest.Tree{"package.json": `{"scripts": {"deploy": "gh-pages -d build"}}`}, want: "github-pages", why: "by package.json"},

		"what a template brings is no contradiction": {
			public: hostingtest.Tree{".nojekyll": ""}, repository: hostingtest.Tree{"vercel.json": "{}"}, want: "vercel", why: "by vercel.json",
		},
		"a deployed file over the repository": {
			public: hostingtest.Tree{"CNAME": "example.com"}, repository: hostingtest.Tree{"netlify.toml": ""},
			want: "github-pages", why: "by public/CNAME; netlify.toml suggests netlify",
		},
		"rules of one host over a workflow": {
			repository: hostingtest.Tree{"netlify.toml": "", workflow: "- uses: actions/deploy-pages@v4"},
			want:       "netlify", why: "by netlify.toml; " + workflow + " suggests github-pages",
		},
		"rules of one host over those of two": {
			public: hostingtest.Tree{"_redirects": "", "vercel.json": "{}"},
			want:   "vercel", why: "by public/vercel.json; public/_redirects suggests netlify",
		},
		"equal signs": {
			repository: hostingtest.Tree{"netlify.toml": "", "vercel.json": "{}", workflow: "- uses: actions/deploy-pages@v4"},
			want:       "plain", why: `because netlify.toml suggests netlify but vercel.json suggests vercel; set hosting to the right one`, assumed: true,
		},
		"redirects of either": {
			public: hostingtest.Tree{"_redirects": ""}, repository: hostingtest.Tree{"netlify.toml": "", "wrangler.toml": "assets"},
			want: "plain", why: `because netlify.toml suggests netlify but wrangler.toml suggests cloudflare-pages; set hosting to the right one`, assumed: true,
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

// TestExported expects pages without their ".html" where a framework needs them and no
// file names the host.
func TestExported(t *testing.T) {
	t.Parallel()
	site := hostingtest.Tree{
		"index.html": "", "about.html": "", "blog.html": "", "blog/first.html": "", "team.html": "", "team/index.html": "", "file.html": "", "file": "",
		"_next/static/x.js": "",
	}
	choice := Choose(Auto, site.Deployment(nil))
	if choice.Framework != "Next.js" || !choice.Assumed || choice.Profile.Name() != "plain" || !choice.Profile.Plainly() {
		t.Errorf("got %+v", choice)
	}
	for path, want := range map[string]string{
		"/": "200 index.html", "/about": "200 about.html", "/about.html": "200 about.html", "/about/": "404", "/blog": "200 blog.html",
		"/blog/first": "200 blog/first.html", "/team": "301 /team/", "/file": "200 file", "/missing": "404", "/_next/static/x": "404",
	} {
		if got := hostingtest.Ask(choice.Profile, path); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
	for file, want := range map[string]string{
		"index.html": "", "about.html": "about", "blog/first.html": "blog/first", "team.html": "team.html", "team/index.html": "team/", "file.html": "file.html",
		"_next/static/x.js": "_next/static/x.js",
	} {
		if got := choice.Profile.URLPath(file); got != want {
			t.Errorf("the URL path of %s is %q, want %q", file, got, want)
		}
	}
	for _, name := range []string{"plain", "netlify"} {
		if choice := Choose(name, site.Deployment(nil)); choice.Framework != "" || choice.Assumed {
			t.Errorf("%s: got %+v", name, choice)
		}
	}
	vitePress := hostingtest.Tree{"guide/start.html": "", "hashmap.json": "", "assets/chunks/theme.x.js": ""}
	if choice := Choose(Auto, vitePress.Deployment(nil)); choice.Framework != "VitePress" || hostingtest.Ask(choice.Profile, "/guide/start") != "200 guide/start.html" {
		t.Errorf("VitePress: got %+v", choice)
	}
	if choice := Choose(Auto, hostingtest.Tree{"about.html": ""}.Deployment(nil)); choice.Framework != "" {
		t.Errorf("another build: got %+v", choice)
	}
}

// TestUndecided expects the answers of either host, except what one answers at every path.
func TestUndecided(t *testing.T) {
	t.Parallel()
	site := hostingtest.Tree{"index.html": "", "about.html": "", "guide/index.html": "", "404.html": ""}
	for name, test := range map[string]struct {
		public, repository hostingtest.Tree
		answers            map[string]string
	}{
		"Netlify and Vercel": {public: site, repository: hostingtest.Tree{"netlify.toml": "[[redirects]]\nfrom = \"/old\"\nto = \"/guide/\"\n", "vercel.json": `{"rewrites": [{"source": "/app", "destination": "/about.html"}]}`}, answers: map[string]string{
			"/about": "200 about.html", "/about.html": "200 about.html", "/about/": "301 /about", "/guide": "200 guide/index.html",
			"/old": "301 /guide/", "/app": "200 about.html", "/missing": "404", "/.netlify/functions/x": "unknown",
		}},
		"one that answers everything": {public: site, repository: hostingtest.Tree{"netlify.toml": "[[redirects]]\nfrom = \"/*\"\nto = \"/index.html\"\nstatus = 200\n", "vercel.json": `{}`}, answers: map[string]string{
			"/about": "200 about.html", "/missing": "404", "/a/b": "404",
		}},
		"code that may": {public: site, repository: hostingtest.Tree{"wrangler.toml": "pages_build_output_dir = \"public\"\n", "vercel.json": `{}`, "functions/_middleware.js": ""}, answers: map[string]string{
			"/about": "200 about.html", "/missing": "404",
		}},
		"an application of one page": {public: hostingtest.Tree{"index.html": ""}, repository: hostingtest.Tree{"wrangler.toml": "pages_build_output_dir = \"public\"\n", "vercel.json": `{}`}, answers: map[string]string{
			"/": "200 index.html", "/missing": "404",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			choice := Choose(Auto, test.public.Deployment(test.repository))
			if p := choice.Profile; p.Name() != "plain" || !choice.Assumed || !p.Plainly() || len(p.Rules())+len(p.Faults()) > 0 {
				t.Errorf("got %s, assumed %t: %v %v", p.Name(), choice.Assumed, p.Rules(), p.Faults())
			}
			for url, want := range test.answers {
				if got := hostingtest.Ask(choice.Profile, url); got != want {
					t.Errorf("%s: got %q, want %q", url, got, want)
				}
			}
		})
	}
}
