package hosting

import (
	"strings"
	"testing"
)

// TestURLPath holds profiles to where files answer under each of their settings,
// and to answering there.
func TestURLPath(t *testing.T) {
	t.Parallel()
	files := tree{"index.html": "", "page.html": "", "dir/index.html": "", "style.css": "", "LICENSE": ""}
	for _, test := range []struct{ profile, file, settings, want string }{
		{"vercel", vercelFile, `{}`, " page.html dir/ style.css LICENSE"},
		{"vercel", vercelFile, `{"cleanUrls": true}`, " page dir/ style.css LICENSE"},
		{"vercel", vercelFile, `{"trailingSlash": false}`, " page.html dir style.css LICENSE"},
		{"vercel", vercelFile, `{"trailingSlash": true}`, " page.html dir/ style.css LICENSE/"},
		{"vercel", vercelFile, `{"cleanUrls": true, "trailingSlash": true}`, " page/ dir/ style.css LICENSE/"},
		{"vercel", vercelFile, `{"cleanUrls": true, "trailingSlash": false}`, " page dir style.css LICENSE"},
		{"firebase", firebaseFile, `{"hosting": {}}`, " page.html dir/ style.css LICENSE"},
		{"firebase", firebaseFile, `{"hosting": {"cleanUrls": true}}`, " page dir/ style.css LICENSE"},
		{"firebase", firebaseFile, `{"hosting": {"trailingSlash": false}}`, " page.html dir style.css LICENSE"},
		{"firebase", firebaseFile, `{"hosting": {"trailingSlash": true}}`, " page.html dir/ style.css LICENSE"},
		{"firebase", firebaseFile, `{"hosting": {"cleanUrls": true, "trailingSlash": true}}`, " page/ dir/ style.css LICENSE"},
		{"firebase", firebaseFile, `{"hosting": {"cleanUrls": true, "trailingSlash": false}}`, " page dir style.css LICENSE"},
		{"azure", azureFile, `{}`, " page.html dir/ style.css LICENSE"},
		{"azure", azureFile, `{"trailingSlash": "auto"}`, " page dir/ style.css LICENSE"},
		{"azure", azureFile, `{"trailingSlash": "always"}`, " page/ dir/ style.css LICENSE"},
		{"azure", azureFile, `{"trailingSlash": "never"}`, " page dir style.css LICENSE"},
	} {
		t.Run(test.profile+test.settings, func(t *testing.T) {
			t.Parallel()
			p := Choose(test.profile, files.deployment(tree{test.file: test.settings})).Profile
			var got []string
			for _, file := range []string{"index.html", "page.html", "dir/index.html", "style.css", "LICENSE"} {
				path := p.URLPath(file)
				if answer := ask(p, "/"+path); answer != "200 "+file {
					t.Errorf("%q answers at %q with %s", file, path, answer)
				}
				got = append(got, path)
			}
			if joined := strings.Join(got, " "); joined != test.want {
				t.Errorf("got %q, want %q", joined, test.want)
			}
		})
	}
}

// TestPlainly holds profiles to when rules need not be looked at.
func TestPlainly(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		profile        string
		public, beside tree
		want           bool
	}{
		{"vercel", nil, nil, true},
		{"vercel", nil, tree{vercelFile: `{"rewrites": [{"source": "/(.*)", "destination": "/index.html"}]}`}, true},
		{"vercel", nil, tree{vercelFile: `{"redirects": [{"source": "/a", "destination": "/b"}]}`}, false},
		{"vercel", nil, tree{vercelFile: `{"routes": [{"src": "/a", "status": 404}]}`}, false},
		{"vercel", nil, tree{vercelFile: `{"cleanUrls": true}`}, false},
		{"vercel", nil, tree{vercelFile: `{"trailingSlash": false}`}, false},
		{"firebase", nil, nil, true},
		{"firebase", nil, tree{firebaseFile: `{"hosting": {"rewrites": [{"source": "**", "destination": "/index.html"}], "trailingSlash": true}}`}, true},
		{"firebase", nil, tree{firebaseFile: `{"hosting": {"ignore": ["**/.*"]}}`}, false},
		{"firebase", nil, tree{firebaseFile: `{"hosting": {"redirects": [{"source": "/a", "destination": "/b"}]}}`}, false},
		{"firebase", nil, tree{firebaseFile: `{"hosting": {"cleanUrls": true}}`}, false},
		{"firebase", nil, tree{firebaseFile: `{"hosting": {"trailingSlash": false}}`}, false},
		{"firebase", tree{"__/x": ""}, nil, false},
		{"azure", nil, nil, true},
		{"azure", nil, tree{azureFile: `{"navigationFallback": {"rewrite": "/index.html"}}`}, true},
		{"azure", nil, tree{azureFile: `{"routes": [{"route": "/a", "redirect": "/b"}]}`}, false},
		{"azure", nil, tree{azureFile: `{"trailingSlash": "auto"}`}, false},
		{"azure", tree{azureFile: "{}"}, nil, false},
	} {
		p := Choose(test.profile, test.public.deployment(test.beside)).Profile
		if p.Plainly() != test.want {
			t.Errorf("%s with %v and %v: %v", test.profile, test.public, test.beside, p.Plainly())
		}
	}
}

// TestPerhaps holds profiles to believing links that what they cannot read may
// make work.
func TestPerhaps(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, profile string
		beside        tree
		path, want    string
	}{
		{"middleware", "vercel", tree{"middleware.ts": ""}, "/x", "404 or unknown"},
		{"builds", "vercel", tree{vercelFile: `{"builds": []}`}, "/x", "404 or unknown"},
		{"status of a rewrite", "vercel", tree{vercelFile: `{"rewrites": [{"source": "/a", "destination": "/index.html", "statusCode": 410}]}`}, "/a", "410"},
		{"rewrite to not found", "vercel", tree{vercelFile: `{"rewrites": [{"source": "/(.*)", "destination": "/index.html", "statusCode": 404}]}`}, "/a", "404"},
		{"functions", "vercel", tree{vercelFile: `{"functions": {}}`}, "/api/x", "unknown"},
		{"deep functions", "vercel", tree{"api/a/b.ts": ""}, "/api/a/b", "unknown"},
		{"no functions", "vercel", tree{"api/types.proto": ""}, "/api/x", "404"},
		{"unread route", "vercel", tree{vercelFile: `{"routes": [{"src": "/a/(?<!b)c.*", "dest": "/index.html"}]}`}, "/a/c", "404 or 200 index.html"},
		{"unread prefix", "vercel", tree{vercelFile: `{"rewrites": [{"source": "/a/:b((?!c)d|e)", "destination": "/index.html"}]}`}, "/b", "404"},
		{"unread redirect", "vercel", tree{vercelFile: `{"redirects": [{"source": "/a/:b((?!c)d|e)", "destination": "/x/:b"}]}`}, "/a/x", "404 or unknown"},
		{"continued status", "vercel", tree{vercelFile: `{"routes": [{"src": "/a", "dest": "/b", "status": 410, "continue": true}]}`}, "/a", "410"},
		{"association", "firebase", tree{firebaseFile: `{"hosting": {"appAssociation": "NONE"}}`}, "/.well-known/assetlinks.json", "404"},
		{"framework", "firebase", tree{firebaseFile: `{"hosting": {"source": "."}}`}, "/x", "404 or unknown"},
		{"negated group", "firebase", tree{firebaseFile: `{"hosting": {"rewrites": [{"source": "/!(a)", "destination": "/index.html"}]}}`}, "/x", "404 or 200 index.html"},
		{"captures of a glob", "firebase", tree{firebaseFile: `{"hosting": {"redirects": [{"source": "/{a,b}/*", "destination": "/:x"}]}}`}, "/a/x", "unknown"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := Choose(test.profile, tree{"index.html": ""}.deployment(test.beside)).Profile
			if got := ask(p, test.path); got != test.want {
				t.Errorf("%s: got %q, want %q", test.path, got, test.want)
			}
		})
	}
}

// TestFrameworks holds Vercel to naming pages as the project's framework does.
func TestFrameworks(t *testing.T) {
	t.Parallel()
	public := tree{"index.html": "", "about.html": "", "guide/index.html": ""}
	const found, missing = "200 about.html", "404"
	for name, test := range map[string]struct {
		beside tree
		want   string
	}{
		"none":               {tree{vercelFile: "{}"}, missing},
		"Docusaurus":         {tree{"docusaurus.config.js": ""}, missing},
		"Next.js":            {tree{"next.config.mjs": "", vercelFile: `{"headers": []}`}, found},
		"SvelteKit":          {tree{"svelte.config.js": ""}, found},
		"Vercel's own build": {tree{".vercel/output/config.json": "{}"}, found},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := Choose("vercel", public.deployment(test.beside)).Profile
			for path, want := range map[string]string{
				"/about": test.want, "/about.html": found, "/about/": missing, "/guide": "200 guide/index.html", "/missing": missing,
			} {
				if got := ask(p, path); got != want {
					t.Errorf("%s: got %q, want %q", path, got, want)
				}
			}
		})
	}
}

// TestFunctionsInside holds Vercel to functions of a project that is deployed as
// it is, which a directory of pages about an interface is not.
func TestFunctionsInside(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		public tree
		want   string
	}{
		{tree{vercelFile: "{}", "api/hello.js": ""}, "unknown"},
		{tree{vercelFile: "{}", "api/index.html": ""}, "404"},
		{tree{"api/hello.js": ""}, "404"},
	} {
		if got := ask(NewVercel(test.public.deployment(nil)), "/api/x"); got != test.want {
			t.Errorf("%v: got %q, want %q", test.public, got, test.want)
		}
	}
}

// TestSiteElsewhere holds Firebase to finding the site of a directory that is
// given by another way.
func TestSiteElsewhere(t *testing.T) {
	t.Parallel()
	d := tree{"index.html": ""}.deployment(tree{firebaseFile: `{"hosting": [{"public": "dist/a"}, {"public": "./dist/b/", "cleanUrls": true}]}`})
	inside := d.Inside
	d.Inside = func(name string) *Source {
		source := inside(name)
		if source != nil {
			source.Name = "/home/site/dist/b/" + name
		}
		return source
	}
	if p := NewFirebase(d); !p.cleanURLs {
		t.Errorf("took no site: %+v", p.Faults())
	}
}
