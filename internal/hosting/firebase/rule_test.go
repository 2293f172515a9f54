package firebase

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func TestRooted(t *testing.T) {
	t.Parallel()
	for glob, want := range map[string]string{
		"/a":      "/a",
		"a":       "/a",
		"**":      "/**",
		"/a/":     "/a/",
		"/":       "/",
		"//a/./b": "/a/b",
		"/a/../b": "/b",
		"!a":      "!/a",
		"!/a/":    "!/a/",
	} {
		if got := rooted(glob); got != want {
			t.Errorf("%q: got %q, want %q", glob, got, want)
		}
	}
}

func TestPrefixes(t *testing.T) {
	t.Parallel()
	for prefix, want := range map[string]string{"/a": "/a", "/aä/b": "/a", "ä": "", "": ""} {
		if got := asciiPrefix(prefix); got != want {
			t.Errorf("%q: got %q, want %q", prefix, got, want)
		}
	}
	for _, test := range []struct {
		text, prefix string
		want         bool
	}{
		{text: "/abc", prefix: "/ab", want: true},
		{text: "/ABC", prefix: "/ab", want: true},
		{text: "/a", prefix: "/ab"},
		{text: "/xbc", prefix: "/ab"},
		{text: "/x", want: true},
	} {
		if got := hasPrefixFold(test.text, test.prefix); got != test.want {
			t.Errorf("%+v: got %t", test, got)
		}
	}
}

func TestHasParameter(t *testing.T) {
	t.Parallel()
	for destination, want := range map[string]bool{
		"/:a":                     true,
		":a":                      true,
		"/a/:b":                   true,
		"/a":                      false,
		"/a-:b":                   false,
		"https://example.com:80/": false,
	} {
		if got := hasParameter(destination); got != want {
			t.Errorf("%q: got %t", destination, got)
		}
	}
}

// TestRedirects compares redirects by each kind of source.
func TestRedirects(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		redirect string
		want     map[string]string
	}{
		"a path": {
			redirect: `"source": "/old", "destination": "/new"`,
			want:     map[string]string{"/old": "301 /new", "/old/": "301 /new", "/old/x": "404"},
		},
		"a type": {
			redirect: `"source": "/old", "destination": "/new", "type": 302`,
			want:     map[string]string{"/old": "302 /new"},
		},
		"a glob": {
			redirect: `"source": "/old{,/**}", "destination": "/new"`,
			want:     map[string]string{"/old": "301 /new", "/old/x/y": "301 /new", "/older": "404"},
		},
		"a glob by its other name": {
			redirect: `"glob": "/old/*", "destination": "/new"`,
			want:     map[string]string{"/old/x": "301 /new", "/old/x/y": "404"},
		},
		"hidden names": {
			redirect: `"source": "/old/*", "destination": "/new"`,
			want:     map[string]string{"/old/.x": "404 or 301 /new"},
		},
		"a parameter": {
			redirect: `"source": "/old/:a", "destination": "/new/:a"`,
			want:     map[string]string{"/old/x": "301 /new/x", "/OLD/x": "301 /new/x", "/old/x/y": "404"},
		},
		"the rest of a path": {
			redirect: `"source": "/old/:a*", "destination": "/new/:a"`,
			want:     map[string]string{"/old/x/y": "301 /new/x/y"},
		},
		"a query": {
			redirect: `"source": "/old", "destination": "/new"`,
			want:     map[string]string{"/old?a=b": "301 /new?a=b"},
		},
		"another host": {
			redirect: `"source": "/old", "destination": "https://example.com/"`,
			want:     map[string]string{"/old": "301 https://example.com/"},
		},
		"a regular expression": {
			redirect: `"regex": "/old/(?P<a>.+)", "destination": "/new/:a"`,
			want:     map[string]string{"/old/x": "301 /new/x", "/old/": "404"},
		},
		"a regular expression for a part of a path": {
			redirect: `"regex": "old", "destination": "/new"`,
			want:     map[string]string{"/x/older": "404 or 301 /new", "/new": "404"},
		},
		"a file": {
			redirect: `"source": "/a.html", "destination": "/new"`,
			want:     map[string]string{"/a.html": "301 /new"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := hostFile.With(`{"hosting": {"redirects": [{` + test.redirect + `}]}}`)
			if faults := hostingtest.Faults(p); len(faults) > 0 {
				t.Errorf("faults %q", faults)
			}
			got := map[string]string{}
			for url := range test.want {
				got[url] = hostingtest.Ask(p, url)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("answers (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRewrites compares what answers by each kind of rewrite.
func TestRewrites(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		rewrite string
		want    map[string]string
	}{
		"a file": {
			rewrite: `"source": "**", "destination": "/a.html"`,
			want:    map[string]string{"/x": "200 a.html", "/x/y": "200 a.html", "/": "200 index.html"},
		},
		"a file without its ending": {
			rewrite: `"source": "/x", "destination": "/a"`,
			want:    map[string]string{"/x": "200 a.html"},
		},
		"a directory": {
			rewrite: `"source": "/x", "destination": "/"`,
			want:    map[string]string{"/x": "200 index.html"},
		},
		"a file that is missing": {
			rewrite: `"source": "/x", "destination": "/nothing.html"`,
			want:    map[string]string{"/x": "404"},
		},
		"a function": {
			rewrite: `"source": "/api/**", "function": "api"`,
			want:    map[string]string{"/api/x": "unknown", "/x": "404"},
		},
		"a container": {
			rewrite: `"source": "/api/**", "run": {"serviceId": "api"}`,
			want:    map[string]string{"/api/x": "unknown"},
		},
		"dynamic links": {
			rewrite: `"source": "/l/**", "dynamicLinks": true`,
			want:    map[string]string{"/l/x": "unknown"},
		},
		"all but a folder": {
			rewrite: `"source": "!/docs/**", "destination": "/a.html"`,
			want:    map[string]string{"/x": "200 a.html", "/docs/x": "404"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := hostFile.With(`{"hosting": {"rewrites": [{` + test.rewrite + `}]}}`)
			got := map[string]string{}
			for url := range test.want {
				got[url] = hostingtest.Ask(p, url)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("answers (-want +got):\n%s", diff)
			}
		})
	}
}

// TestIgnoredFiles expects files that are not deployed to be missing.
func TestIgnoredFiles(t *testing.T) {
	t.Parallel()
	p := New(hostingtest.Tree{"index.html": "", "a.html": "", "notes/a.html": "", ".hidden/a.html": ""}.Deployment(hostingtest.Tree{
		fileName: `{"hosting": {"ignore": ["notes/**", "**/.*/**"]}}`,
	}))
	for url, want := range map[string]string{
		"/":               "200 index.html",
		"/a.html":         "200 a.html",
		"/notes/a.html":   "404",
		"/.hidden/a.html": "404",
	} {
		if got := hostingtest.Ask(p, url); got != want {
			t.Errorf("%s => %s, want %s", url, got, want)
		}
	}
}
