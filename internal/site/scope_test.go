package site

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// TestScope expects the URLs of each kind of site under the paths by which the report shows them; ""
// for external ones.
func TestScope(t *testing.T) {
	t.Parallel()
	home := mustParse(t, "https://example.com/docs/")
	for name, tt := range map[string]struct {
		scope Scope
		url   string // where the site is served
		paths map[string]string
		// names are the URLs of /a?b at each of its places.
		names []string
	}{
		"a preview": {
			scope: NewScope(mustParse(t, "http://127.0.0.1:8080/pr/7/index.html?x#y"), home), url: "https://example.com/docs/",
			paths: map[string]string{
				"http://127.0.0.1:8080/pr/7/": "/", "http://127.0.0.1:8080/pr/7/a/b?c": "/a/b?c", "https://example.com/docs/a/b": "/a/b",
				"https://example.com/docs": "/", "https://example.com/doc": "", "http://example.com/docs/a": "/a", "ftp://example.com/docs/a": "",
				"http://127.0.0.1:8080/pr/7": "", "http://127.0.0.1:8081/pr/7/": "", "https://127.0.0.1:8080/pr/7/": "",
				"https://example.com.evil.test/docs/a": "",
			},
			names: []string{"http://127.0.0.1:8080/pr/7/a?b", "https://example.com/docs/a?b", "http://example.com/docs/a?b"},
		},
		"several places": {
			scope: NewScope(home, home, mustParse(t, "http://example.com/docs/"), mustParse(t, "https://old.example.com/"), home), url: "https://example.com/docs/",
			paths: map[string]string{
				"https://example.com/docs/a": "/a", "http://example.com/docs/a?b": "/a?b", "https://old.example.com/docs/": "/docs/",
				"http://old.example.com/a": "/a", "https://example.com/a": "",
			},
			names: []string{"https://example.com/docs/a?b", "http://example.com/docs/a?b", "https://old.example.com/a?b", "http://old.example.com/a?b"},
		},
		"a directory": {
			scope: PlannedScope(home, mustParse(t, "https://www.example.com/docs/")), url: "https://example.com/docs/",
			paths: map[string]string{
				"https://example.com/docs/a": "/a", "https://example.com/docs": "/", "https://example.com/docs?q": "/?q", "http://example.com/docs": "/",
				"http://example.com/docs/a": "/a", "http://me:pw@example.com/docs/a": "/a", "https://example.com/doc": "", "https://example.com/": "",
				"https://example.com:8443/docs/": "", "ftp://example.com/docs/a": "",
			},
			names: []string{"https://example.com/docs/a?b", "http://example.com/docs/a?b", "https://www.example.com/docs/a?b", "http://www.example.com/docs/a?b"},
		},
		"a base path alone": {
			scope: UnknownScope("/docs/"),
			paths: map[string]string{
				"/docs/a": "/a", "/a?b": "/a?b", "/docs": "/", "/docs?q": "/?q", "/": "/", "../a": "/a", "a": "/a", "/docsa": "/docsa",
				"https://example.com/docs/a": "",
			},
		},
		"nothing is known": {scope: UnknownScope("/"), paths: map[string]string{"../img/a.png": "/img/a.png", "/a": "/a", "https://example.com/a": ""}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &tt.scope
			if s.URL() != tt.url || s.Known() != (tt.url != "") {
				t.Errorf("served at %q, want %q", s.URL(), tt.url)
			}
			for ref, want := range tt.paths {
				u, err := s.Page("index.html").Resolve(ref)
				if err != nil {
					t.Fatal(err)
				}
				internal, ok := s.Internal(u)
				if ok != (want != "") || ok && (s.Target(internal) != want || internal.Origin() != s.home.Origin() || internal.User != "") {
					t.Errorf("Internal(%q) is %q, %v, want %q", ref, internal, ok, want)
				}
			}
			page := s.Page("a")
			page.Query = "?b"
			if diff := cmp.Diff(tt.names, s.Names(page)); diff != "" {
				t.Errorf("names (-want +got):\n%s", diff)
			}
		})
	}
}

// TestScopeMissedBase finds the place of the site that has a base path which a URL lacks.
func TestScopeMissedBase(t *testing.T) {
	t.Parallel()
	s := NewScope(mustParse(t, "http://127.0.0.1:8080/pr/7/"), mustParse(t, "https://example.com/docs/"))
	for raw, want := range map[string]string{
		"http://127.0.0.1:8080/a": "http://127.0.0.1:8080/pr/7/", "https://example.com/a": "https://example.com/docs/",
		"https://example.com/docs/a": "", "http://example.com/a": "", "http://127.0.0.1:8080/pr/7/a": "",
	} {
		place, ok := s.MissedBase(mustParse(t, raw))
		if ok != (want != "") || ok && place.String() != want {
			t.Errorf("around %q is %q, %v, want %q", raw, place, ok, want)
		}
		if got := strings.HasPrefix(want, "http://"); got != s.IsOutsideBase(mustParse(t, raw)) {
			t.Errorf("%q is outside the base path where the site is read: %v", raw, !got)
		}
	}
	if got := s.Served().Path; got != "/docs/" {
		t.Errorf("served below %q", got)
	}
}

// buildAll writes files below a new directory, and opens it.
func buildAll(t *testing.T, files map[string]string) *Dir {
	t.Helper()
	top := sourcetest.Write(t, files)
	return open(t, filepath.Join(top, "public"))
}

// heard are witnesses as lines.
func heard(all []Signal) []string {
	kinds := [...]string{CNAME: "CNAME", Canonical: "canonical", SitemapOf: "sitemap", Feed: "feed", OpenGraph: "og"}
	var lines []string
	for _, w := range all {
		lines = append(lines, strings.Join(strings.Fields(kinds[w.Kind]+" "+w.File+" "+w.URL.String()), " "))
	}
	return lines
}

func canonical(url string) string { return `<link rel="canonical" href="` + url + `">` }

func TestEvidenceOfDirectory(t *testing.T) {
	t.Parallel()
	dir := buildAll(t, map[string]string{
		"public/CNAME":             "\n  WWW.Example.com \n",
		"public/robots.txt":        "User-agent: *\nSitemap: https://example.com/sitemap.xml\n",
		"public/sitemap.xml":       "<urlset><url><loc>https://example.com/a/</loc></url><url><loc>https://example.com/cut",
		"public/sitemap-index.xml": "<sitemapindex><sitemap><loc>https://example.com/sitemap.xml</loc></sitemap></sitemapindex>",
		"public/index.html": canonical(" https://example.com/ ") + `<META PROPERTY=og:url CONTENT=https://example.com/#top>
			<link rel=alternate href=/de/><script src="/x.js?v=1#y"></script><script src=//cdn.test/z.js></script>
			<body><a href="/body">` + canonical("https://example.com/body"),
		"public/a/index.html":   canonical("https://example.com/a/"),
		"public/b.html":         canonical("/b.html") + canonical("https://["),
		"public/c.xhtml":        `<html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="canonical" href="https://example.com/c.xhtml"/></head></html>`,
		"public/moved.html":     canonical("https://example.com/a/") + `<meta http-equiv=refresh content="0; url=/a/">`,
		"public/404.html":       canonical("https://example.com/404.html"),
		"public/de/404.html":    canonical("https://example.com/de/404.html"),
		"public/404/index.html": canonical("https://example.com/404/"),
		"public/picture.svg":    canonical("https://example.com/picture.svg"),
	})
	e := dir.Evidence()
	want := []string{
		"CNAME https://www.example.com/",
		"sitemap https://example.com/sitemap.xml",
		"sitemap https://example.com/a/",
		"sitemap https://example.com/sitemap.xml",
		"canonical a/index.html https://example.com/a/",
		"canonical c.xhtml https://example.com/c.xhtml",
		"canonical index.html https://example.com/",
		"og index.html https://example.com/",
	}
	if diff := cmp.Diff(want, heard(e.Signals)); diff != "" {
		t.Errorf("witnesses (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]string{nil, nil, nil, {"/x.js", "/body"}}, e.Rooted); diff != "" {
		t.Errorf("references (-want +got):\n%s", diff)
	}
	for path, want := range map[string]bool{
		"/": true, "/a": true, "/a/": true, "/a/index.html": true, "/b": true, "/b/": true, "/b.html": true, "/b.html/": false,
		"/picture.svg": true, "/picture.svg/": false, "/%62": true, "/../b": true, "/d": false, "": true,
	} {
		if got := e.Exists(path); got != want {
			t.Errorf("%q exists: %v, want %v", path, got, want)
		}
	}
}

func TestEvidenceIsASample(t *testing.T) {
	t.Parallel()
	files := map[string]string{"public/zz.png": ""}
	for i := range 200 {
		name := fmt.Sprintf("p%03d/index.html", i)
		files["public/"+name] = canonical("https://example.com/" + name)
	}
	// What is far down in a page is not looked for.
	files["public/index.html"] = strings.Repeat(" ", maxHead) + canonical("https://example.com/")
	e := buildAll(t, files).Evidence()
	// The start page is one of them.
	if n := len(e.Signals); n != sampledPages-1 {
		t.Fatalf("%d pages said something, want %d", n, sampledPages-1)
	}
	if first, last := e.Signals[0].File, e.Signals[sampledPages-2].File; first > "p020" || last < "p188" {
		t.Errorf("the pages read are from %q to %q", first, last)
	}
}

func TestEvidenceOfCNAME(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{name: "a dot at the end", files: map[string]string{"public/CNAME": "example.com.\n"}, want: []string{"CNAME https://example.com/"}},
		{name: "no name", files: map[string]string{"public/CNAME": "localhost"}, want: nil},
		{name: "two names", files: map[string]string{"public/CNAME": "a.example.com\nb.example.com"}, want: nil},
		{name: "a URL", files: map[string]string{"public/CNAME": "https://example.com/"}, want: nil},
		{name: "a login", files: map[string]string{"public/CNAME": "me@example.com"}, want: nil},
		{name: "empty", files: map[string]string{"public/CNAME": ""}, want: nil},
		{name: "endless", files: map[string]string{"public/CNAME": strings.Repeat("a.", 10_000) + "com"}, want: nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, heard(buildAll(t, test.files).Evidence().Signals)); diff != "" {
				t.Errorf("witnesses (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEvidenceOfStartPage(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, home, served string
		html               bool
		want               []string
	}{
		{name: "start", home: "https://p.net/pr/7/", served: "https://p.net/pr/7/", html: true, want: []string{"canonical index.html https://example.com/"}},
		{name: "a file", home: "https://p.net/pr/7/start.html", served: "https://p.net/pr/7/start.html", html: true, want: []string{"canonical start.html https://example.com/"}},
		{name: "forwarded", home: "https://p.net/", served: "https://p.net/de/?x#y", html: true, want: []string{"canonical de/index.html https://example.com/"}},
		{name: "encoded", home: "https://p.net/", served: "https://p.net/%C3%A4", html: true, want: []string{"canonical ä https://example.com/"}},
		{name: "elsewhere", home: "https://p.net/a/", served: "https://p.net/b/", html: true, want: nil},
		{name: "no page", home: "https://p.net/", served: "https://p.net/", html: false, want: nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			first := &fetch.Response{URL: mustParse(t, test.served), HTML: test.html, Body: []byte(canonical("https://example.com/"))}
			e := StartEvidence(mustParse(t, test.home), first)
			if diff := cmp.Diff(test.want, heard(e.Signals)); diff != "" {
				t.Errorf("witnesses (-want +got):\n%s", diff)
			}
			e.AddSitemap([]byte("<urlset><url><loc>https://example.com/a</loc></url></urlset>"))
			if got := heard(e.Signals); got[len(got)-1] != "sitemap https://example.com/a" {
				t.Errorf("what is listed is lost: %q", got)
			}
		})
	}
}

// What articles from elsewhere name is no base path of a site whose navigation
// leads from the root.
func TestLinkedOfDirectory(t *testing.T) {
	t.Parallel()
	const menu = `<body><nav><a href="/">Home</a> <a href=" /a/?x#y">A</a> <a href="//e.org/">E</a> <a href=b/>B</a></nav>`
	dir := buildAll(t, map[string]string{
		"public/index.html":   menu,
		"public/a/index.html": canonical("https://elsewhere.test/@me/a/") + menu,
		"public/b/index.html": canonical("https://elsewhere.test/@me/b/") + menu,
		"public/moved.html":   `<meta http-equiv=refresh content="0; url=/a/">`,
	})
	e := dir.Evidence()
	page := []string{"/", "/a/"}
	if diff := cmp.Diff([][]string{page, page, page}, e.Rooted); diff != "" {
		t.Errorf("linked (-want +got):\n%s", diff)
	}
	if got := Infer(e); len(got.Sites) > 0 || !strings.Contains(got.Note, "do not start with /@me/") {
		t.Errorf("got %+v", got)
	}
}
