package site

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// claims makes signals of lines "KIND FILE URL".
func said(t *testing.T, lines string) []Signal {
	t.Helper()
	words := map[string]SignalKind{"CNAME": CNAME, "canonical": Canonical, "sitemap": SitemapOf, "feed": Feed, "og": OpenGraph}
	var all []Signal
	for line := range strings.Lines(lines) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		u, err := weburl.Parse(fields[len(fields)-1])
		if err != nil {
			t.Fatal(err)
		}
		w := Signal{Kind: words[fields[0]], URL: u}
		if len(fields) == 3 {
			w.File = fields[1]
		}
		all = append(all, w)
	}
	return all
}

func TestInferFromDirectory(t *testing.T) {
	t.Parallel()
	const pages = "/ /a/ /a/b.html /c.html /en/ /css/x.css /js/y.js"
	tests := []struct {
		name   string
		claims string
		rooted string
		linked string
		want   string
		// note is a part of the note.
		note string
	}{
		{name: "nothing", want: ""},
		{name: "start page alone", claims: "canonical index.html https://e.org/docs/", want: "https://e.org/docs/", note: "canonical links name it"},
		{name: "start page without a slash", claims: "canonical index.html https://e.org/docs", want: "https://e.org/docs/"},
		{name: "start page of a host", claims: "canonical index.html https://e.org", want: "https://e.org/"},
		{name: "start page that names another", claims: "canonical index.html https://e.org/en/", want: ""},
		{name: "start page that names a file", claims: "canonical index.html https://e.org/welcome.html", want: ""},
		{name: "one other page", claims: "canonical a/index.html https://e.org/docs/a/", want: ""},
		{name: "two pages", claims: "canonical a/index.html https://e.org/docs/a/\ncanonical c.html https://e.org/docs/c", want: "https://e.org/docs/"},
		{name: "forms", claims: "canonical a/index.html https://e.org/a\ncanonical a/b.html https://e.org/a/b/\ncanonical c.html https://e.org/c.html", want: "https://e.org/"},
		{name: "encoded", claims: "canonical d%20e/index.html https://e.org/x\ncanonical ä/index.html https://e.org/b%C3%A4/%C3%A4/\ncanonical ä/b.html https://e.org/b%C3%A4/%C3%A4/b", want: "https://e.org/b%C3%A4/"},
		{name: "canonical with a query", claims: "canonical index.html https://e.org/?p=1", want: ""},
		{name: "not of the web", claims: "canonical index.html file:///e/index.html", want: ""},
		{name: "second pages of lists", claims: "canonical index.html https://e.org/\ncanonical a/index.html https://e.org/\ncanonical c.html https://e.org/", want: "https://e.org/"},
		{
			name: "one page in five from elsewhere",
			claims: "canonical index.html https://e.org/\ncanonical a/index.html https://e.org/a/\ncanonical c.html https://e.org/c\n" +
				"canonical d.html https://e.org/d\ncanonical x.html https://other.org/y",
			want: "https://e.org/",
		},
		{
			name: "one page in four from elsewhere",
			claims: "canonical index.html https://e.org/\ncanonical a/index.html https://e.org/a/\ncanonical c.html https://e.org/c\n" +
				"canonical x.html https://other.org/x",
			note: "disagree: canonical links name https://e.org/ on only 3 of 4 pages",
		},
		{
			name:   "two places",
			claims: "canonical index.html https://e.org/\ncanonical a/index.html https://f.org/a/",
			note:   "canonical links name https://e.org/ on only 1 of 2 pages",
		},
		{
			name:   "http and www",
			claims: "canonical index.html https://www.e.org/\ncanonical a/index.html https://www.e.org/a/\ncanonical c.html http://e.org/c",
			want:   "https://www.e.org/ http://e.org/",
			note:   "site-url is inferred: https://www.e.org/ and http://e.org/ (",
		},
		{name: "CNAME", claims: "CNAME https://www.e.org/", want: "https://www.e.org/", note: "the file CNAME names it"},
		{name: "CNAME and http", claims: "CNAME https://e.org/\nog index.html http://e.org/", want: "http://e.org/"},
		{
			name: "CNAME and a base path", claims: "CNAME https://e.org/\ncanonical index.html https://e.org/docs/",
			note: "disagree: the file CNAME names https://e.org/, canonical links name https://e.org/docs/; set site-url",
		},
		{
			name: "og:url of somewhere else", claims: "canonical index.html https://e.org/\nog index.html https://f.org/",
			note: "canonical links name https://e.org/, og:url names https://f.org/",
		},
		{name: "one page's og:url does not tell", claims: "canonical index.html https://e.org/\nog c.html https://f.org/c", want: "https://e.org/"},
		{name: "sitemap", claims: "sitemap https://e.org/docs/\nsitemap https://e.org/docs/a/\nsitemap https://e.org/docs/c.html", want: "https://e.org/docs/", note: "the sitemap names"},
		{name: "feed", claims: "feed https://e.org/docs/\nfeed https://e.org/docs/a/", want: "https://e.org/docs/", note: "the feed names"},
		{name: "sitemap of one page", claims: "sitemap https://e.org/docs/a/b.html", want: "https://e.org/docs/"},
		{name: "stale sitemap", claims: "sitemap https://e.org/x/\nsitemap https://e.org/y", want: ""},
		{name: "partly stale sitemap", claims: "sitemap https://e.org/x/\nsitemap https://e.org/c.html\nsitemap https://e.org/z/", want: "https://e.org/"},
		{name: "sitemap of two hosts", claims: "sitemap https://e.org/a/\nsitemap https://f.org/a/", note: "the sitemap names https://e.org/ on only 1 of 2 pages"},
		{
			name: "sitemap and canonical disagree", claims: "canonical index.html https://e.org/docs/\nsitemap https://e.org/a/\nsitemap https://e.org/",
			note: "canonical links name https://e.org/docs/, the sitemap names https://e.org/",
		},
		{
			name: "links leave the base path out", claims: "canonical index.html https://e.org/docs/", rooted: "/css/x.css /js/y.js /",
			note: "canonical links name https://e.org/docs/, but links such as /css/x.css do not start with /docs/",
		},
		{
			name: "one link leaves the base path out", claims: "canonical index.html https://e.org/docs/\ncanonical c.html https://e.org/docs/c",
			linked: "/css/x.css /css/x.css /\n/\n/", want: "https://e.org/docs/",
		},
		{
			name: "all pages leave out the base path of articles from elsewhere", linked: "/a/ /c.html\n/a/\n/c.html /lost",
			claims: "canonical a/index.html https://e.org/me/a/\ncanonical c.html https://e.org/me/c", note: "such as /a/ do not start with /me/",
		},
		{
			name: "one page in three leaves the base path out", linked: "/a/ /c.html\n/\n/lost",
			claims: "canonical a/index.html https://e.org/docs/a/\ncanonical c.html https://e.org/docs/c", want: "https://e.org/docs/",
		},
		{
			name: "all pages leave the base path out, and one has it", linked: "/a/\n/a/\n/docs/c.html",
			claims: "canonical a/index.html https://e.org/docs/a/\ncanonical c.html https://e.org/docs/c", want: "https://e.org/docs/",
		},
		{name: "some links have the base path", claims: "canonical index.html https://e.org/docs/", rooted: "/css/x.css /js/y.js /docs/a/", want: "https://e.org/docs/"},
		{name: "Hugo's default", claims: "canonical index.html http://example.org/", want: "http://example.org/"},
		{name: "a loopback address", claims: "canonical index.html http://[::1]:1313/", want: "http://[::1]:1313/"},
		{name: "a server for development", claims: "canonical index.html http://localhost:1313/", want: "http://localhost:1313/"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			exists := func(path string) bool { return strings.Contains(" "+pages+" ", " "+path+" ") }
			rooted := [][]string{strings.Fields(test.rooted)}
			for page := range strings.Lines(test.linked) {
				rooted = append(rooted, strings.Fields(page))
			}
			if test.linked != "" {
				rooted = rooted[1:]
			}
			got := Infer(Evidence{Signals: said(t, test.claims), Exists: exists, Rooted: rooted})
			check(t, got, test.want, test.note)
		})
	}
}

// check compares an inference with places, and its note with a part of it. There is a
// note whenever there is something to say.
func check(t *testing.T, got Inference, want, note string) {
	t.Helper()
	var sites []string
	for _, site := range got.Sites {
		sites = append(sites, site.String())
	}
	if diff := cmp.Diff(want, strings.Join(sites, " ")); diff != "" {
		t.Errorf("sites (-want +got):\n%s", diff)
	}
	if !strings.Contains(got.Note, note) || (got.Note == "") != (want == "" && note == "") {
		t.Errorf("the note is %q, want %q", got.Note, note)
	}
}

func TestInferFromLiveSite(t *testing.T) {
	t.Parallel()
	const listed = "\nsitemap https://e.org/docs/\nsitemap https://e.org/docs/a/"
	tests := []struct{ name, home, claims, want, note string }{
		{name: "itself", home: "https://p.net/", claims: "canonical index.html https://p.net/\nog index.html https://p.net/"},
		{name: "production", home: "https://p.net/", claims: "canonical index.html https://e.org/", want: "https://e.org/"},
		{
			name: "production at another base path", home: "https://p.net/", claims: "canonical index.html https://e.org/docs/",
			note: "on the start page, canonical links name https://e.org/docs/, but no sitemap confirms it",
		},
		{name: "with a sitemap", home: "https://p.net/pr/7/", claims: "canonical index.html https://e.org/docs/" + listed, want: "https://e.org/docs/"},
		{name: "sitemap alone", home: "https://p.net/docs/", claims: listed, want: "https://e.org/docs/"},
		{name: "sitemap alone of some place", home: "https://p.net/pr/7/", claims: listed},
		{name: "canonical of itself, sitemap of production", home: "https://p.net/docs/", claims: "canonical index.html https://p.net/docs/" + listed, want: "https://e.org/docs/"},
		{name: "a preview below production", home: "https://e.org/docs/pr/7/", claims: "canonical index.html https://e.org/docs/" + listed, want: "https://e.org/docs/"},
		{name: "a sitemap of itself and of another", home: "https://p.net/", claims: "sitemap https://p.net/a\nsitemap https://e.org/b"},
		{
			name: "a contradiction", home: "https://p.net/", claims: "canonical index.html https://e.org/\nsitemap https://f.org/a",
			note: "canonical links name https://e.org/, the sitemap names https://f.org/",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			home, err := weburl.Parse(test.home)
			if err != nil {
				t.Fatal(err)
			}
			check(t, Infer(Evidence{Signals: said(t, test.claims), Home: home}), test.want, test.note)
		})
	}
}

func TestInferBase(t *testing.T) {
	t.Parallel()
	const files = "/ /a /b /c.html /en/ /en/x.css /css/x.css /js/y.js"
	tests := []struct {
		name string
		// errors are lines of error pages.
		errors   string
		rooted   string
		linked   string
		relative bool
		claims   string
		want     string
		note     string
	}{
		{name: "nothing"},
		{name: "error page", errors: "404.html /docs/css/x.css /docs/js/y.js", want: "/docs/", note: "the base path is inferred: /docs/ (the links of 404.html have it)"},
		{name: "error page at the root", errors: "404.html /css/x.css"},
		{name: "error page in a folder", errors: "en/404.html /docs/en/x.css /docs/a", want: "/docs/"},
		{name: "error page in a folder with the base of the site", errors: "de/404.html /docs/css/x.css /docs/a", want: "/docs/"},
		{name: "two error pages", errors: "404.html /docs/css/x.css /docs/a\nen/404.html /docs/en/x.css /docs/", want: "/docs/"},
		{name: "files are there with the base path", errors: "404.html /en/x.css"},
		{name: "files are nowhere", errors: "404.html /docs/z.css"},
		{name: "no links", errors: "404.html"},
		{name: "one file in three is nowhere", errors: "404.html /docs/css/x.css /docs/js/y.js /docs/z.css"},
		{name: "other pages do without it", errors: "404.html /docs/css/x.css /docs/a", rooted: "/css/x.css"},
		{name: "a long base path", errors: "404.html /" + strings.Repeat("d", 300) + "/css/x.css"},
		{name: "a name wins", errors: "404.html /docs/css/x.css /docs/a", claims: "canonical index.html https://e.org/guide/", want: "https://e.org/guide/"},
		{name: "a host with a base path", errors: "404.html /docs/css/x.css /docs/a", claims: "CNAME https://e.org/", want: "https://e.org/"},

		{name: "links", rooted: "/docs/css/x.css", linked: "/docs/css/x.css /docs/a /docs/b", want: "/docs/", note: "(links that start with / have it)"},
		{name: "links to the start page", rooted: "/docs/css/x.css", linked: "/docs/css/x.css /docs /docs/a", want: "/docs/"},
		{name: "links below two folders", rooted: "/me/docs/css/x.css", linked: "/me/docs/css/x.css /me/docs/a /me/docs/b", want: "/me/docs/"},
		{name: "links below many folders", rooted: "/1/2/3/4/css/x.css", linked: "/1/2/3/4/css/x.css /1/2/3/4/a /1/2/3/4/b", want: "/1/2/3/4/"},
		{name: "two links", rooted: "/docs/css/x.css", linked: "/docs/css/x.css /docs/a /docs/a"},
		{name: "links to no pages", rooted: "/docs/css/x.css /docs/js/y.js", linked: "/docs/css/x.css /docs/js/y.js /docs/en/x.css"},
		{name: "links in texts alone", linked: "/docs/a /docs/b /docs/c.html"},
		{name: "links in heads to pages", rooted: "/docs/a /docs/b", linked: "/docs/a /docs/b /docs/c.html"},
		{name: "links in texts of relative heads", linked: "/docs/a /docs/b /docs/c.html", relative: true, want: "/docs/"},
		{name: "two base paths", rooted: "/docs/css/x.css /guide/js/y.js", linked: "/docs/css/x.css /docs/a /docs/b"},
		{name: "one link in four without it", rooted: "/docs/css/x.css", linked: "/docs/css/x.css /docs/a /docs/b /docs/c.html /a", want: "/docs/"},
		{name: "one link in three without it", rooted: "/docs/css/x.css", linked: "/docs/css/x.css /docs/a /docs/b /a"},
		{name: "links to nowhere", rooted: "/docs/css/x.css", linked: "/docs/css/x.css /docs/a /docs/b /x /y /z", want: "/docs/"},
		{name: "a base path of other characters", rooted: "/%0Adocs/css/x.css", linked: "/%0Adocs/css/x.css /%0Adocs/a /%0Adocs/b"},
		{name: "empty folders", rooted: "//docs/css/x.css", linked: "//docs/css/x.css //docs/a //docs/b"},
		{name: "a base path that leads up", rooted: "/docs/../css/x.css", linked: "/docs/../css/x.css /docs/../a /docs/../b"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			e := Evidence{
				Signals: said(t, test.claims), RelativeHeads: test.relative,
				Exists: func(path string) bool { return strings.Contains(" "+files+" ", " "+path+" ") },
				Rooted: [][]string{strings.Fields(test.linked + " " + test.rooted), {"/"}},
			}
			for line := range strings.Lines(test.errors) {
				fields := strings.Fields(line)
				e.ErrorPages = append(e.ErrorPages, ErrorPage{File: fields[0], Refs: fields[1:]})
			}
			got := Infer(e)
			place := got.Base
			for _, site := range got.Sites {
				place += site.String()
			}
			if place != test.want || !strings.Contains(got.Note, test.note) || (got.Note == "") != (test.want == "") {
				t.Errorf("got %q, want %q; the note is %q", place, test.want, got.Note)
			}
		})
	}
}

func BenchmarkLinearInfer(b *testing.B) {
	for _, format := range []string{"a%d/b", "a/b%d", "../a%d", "a%d/index.html", "a/a/a/a/a%d/a/a"} {
		b.Run(format, func(b *testing.B) {
			lineartest.Time(b, 1<<13, func(n int) func() {
				var e Evidence
				for i := range n {
					path := fmt.Sprintf(format, i)
					if u, err := weburl.Parse("https://a.example/" + path); err == nil {
						e.Signals = append(e.Signals, Signal{Kind: SitemapOf, File: "index.html", URL: u})
					}
					e.Rooted = append(e.Rooted, []string{"/" + path})
				}
				e.Exists = func(path string) bool { return strings.HasSuffix(path, "7") }
				return func() { Infer(e) }
			})
		})
	}
}

// FuzzInfer hears signals from lines "KIND FILE URL". With any content, each
// place of the site is an origin and a path that ends with a slash, and is claims.
func FuzzInfer(f *testing.F) {
	for _, seed := range []string{
		"1 index.html https://e.org/docs/\n1 a/index.html https://e.org/docs/a/",
		"0 x https://www.e.org/\n2 x http://e.org/a/b\n3 index.html http://e.org",
		"2 x https://e.org/a//b/%2F/\n2 x https://e.org/a/",
		"1 %2F.html https://e.org/%2F/%2F",
		"1 a%2Fb/index.html https://e.org/a/b/\n1 a/index.html https://e.org//a/",
	} {
		f.Add(seed, "/a/", "https://p.net/a/", true)
	}
	f.Fuzz(func(t *testing.T, lines, has, home string, built bool) {
		var e Evidence
		for line := range strings.Lines(lines) {
			kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
			file, raw, _ := strings.Cut(rest, " ")
			if u, err := weburl.Parse(raw); err == nil && kind != "" {
				e.Signals = append(e.Signals, Signal{Kind: SignalKind(kind[0]-'0') % signalKinds, File: file, URL: u.Document()})
			}
		}
		if built {
			e.Exists = func(path string) bool { return strings.Contains(has, path) }
			e.Rooted = [][]string{strings.Fields(has)}
		} else if u, err := weburl.Parse(home); err == nil && u.IsHTTP() {
			u.Path = u.Path[:strings.LastIndexByte(u.Path, '/')+1]
			e.Home = u
		} else {
			return
		}
		got := Infer(e)
		if len(got.Sites) > 0 && got.Note == "" {
			t.Error("nothing says what was inferred")
		}
		for _, site := range got.Sites {
			if !site.IsHTTP() || site.Host == "" || !strings.HasPrefix(site.Path, "/") || !strings.HasSuffix(site.Path, "/") || site != (weburl.URL{Scheme: site.Scheme, Host: site.Host, Path: site.Path}) {
				t.Errorf("%q is no place of a site", site)
			}
		}
	})
}
