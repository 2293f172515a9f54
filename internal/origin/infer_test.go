package origin

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/weburl"
)

// claims makes signals of lines "KIND FILE URL".
func said(t *testing.T, lines string) []Signal {
	t.Helper()
	words := map[string]Kind{"CNAME": CNAME, "canonical": Canonical, "sitemap": Sitemap, "og": OpenGraph}
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
		{name: "one other page", claims: "canonical a/index.html https://e.org/docs/a/", want: ""},
		{name: "two pages", claims: "canonical a/index.html https://e.org/docs/a/\ncanonical c.html https://e.org/docs/c", want: "https://e.org/docs/"},
		{name: "forms", claims: "canonical a/index.html https://e.org/a\ncanonical a/b.html https://e.org/a/b/\ncanonical c.html https://e.org/c.html", want: "https://e.org/"},
		{name: "encoded", claims: "canonical d%20e/index.html https://e.org/x\ncanonical ä/index.html https://e.org/b%C3%A4/%C3%A4/\ncanonical ä/b.html https://e.org/b%C3%A4/%C3%A4/b", want: "https://e.org/b%C3%A4/"},
		{name: "canonical with a query", claims: "canonical index.html https://e.org/?p=1", want: ""},
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
				"canonical x.html https://other.org/y",
			note: "disagree: canonical links name https://e.org/ (3 of 4 pages)",
		},
		{
			name:   "two places",
			claims: "canonical index.html https://e.org/\ncanonical a/index.html https://f.org/a/",
			note:   "canonical links name https://e.org/ (1 of 2 pages) and https://f.org/ (1 of 2 pages)",
		},
		{
			name:   "http and www",
			claims: "canonical index.html https://www.e.org/\ncanonical a/index.html https://www.e.org/a/\ncanonical c.html http://e.org/c",
			want:   "https://www.e.org/ http://e.org/",
			note:   "site-url is inferred: https://www.e.org/ and http://e.org/ (",
		},
		{name: "CNAME around and a base path", claims: "CNAME https://e.org/\ncanonical index.html https://www.e.org/docs/", want: "https://e.org/docs/ https://www.e.org/docs/"},
		{name: "CNAME around and another host", claims: "CNAME https://e.org/\ncanonical index.html https://f.org/docs/", note: "the file CNAME names https://e.org/, canonical links name https://f.org/docs/"},
		{name: "CNAME", claims: "CNAME https://www.e.org/", want: "https://www.e.org/", note: "the file CNAME names it"},
		{name: "CNAME and http", claims: "CNAME https://e.org/\nog index.html http://e.org/", want: "http://e.org/"},
		{
			name: "CNAME and a base path", claims: "CNAME CNAME https://e.org/\ncanonical index.html https://e.org/docs/",
			note: "disagree: the file CNAME names https://e.org/, canonical links name https://e.org/docs/; set site-url",
		},
		{
			name: "og:url of somewhere else", claims: "canonical index.html https://e.org/\nog index.html https://f.org/",
			note: "canonical links name https://e.org/, og:url names https://f.org/",
		},
		{name: "one page's og:url does not tell", claims: "canonical index.html https://e.org/\nog c.html https://f.org/c", want: "https://e.org/"},
		{name: "sitemap", claims: "sitemap https://e.org/docs/\nsitemap https://e.org/docs/a/\nsitemap https://e.org/docs/c.html", want: "https://e.org/docs/", note: "the sitemap names"},
		{name: "sitemap of one page", claims: "sitemap https://e.org/docs/a/b.html", want: "https://e.org/docs/"},
		{name: "partly stale sitemap", claims: "sitemap https://e.org/x/\nsitemap https://e.org/c.html\nsitemap https://e.org/z/", want: "https://e.org/"},
		{name: "sitemap of two hosts", claims: "sitemap https://e.org/a/\nsitemap https://f.org/a/", note: "the sitemap names https://e.org/ (1 of 2 pages) and https://f.org/ (1 of 2 pages)"},
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
			rooted: "/css/x.css /css/x.css /", want: "https://e.org/docs/",
		},
		{name: "one link leaves out what the start page alone names", claims: "canonical index.html https://e.org/docs/", rooted: "/css/x.css /", note: "such as /css/x.css do not start with /docs/"},
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
		{name: "one page leaves out what the start page alone names", linked: "/a/\n\n\n", claims: "canonical index.html https://e.org/docs/", note: "such as /a/ do not start with /docs/"},
		{name: "some links have the base path", claims: "canonical index.html https://e.org/docs/", rooted: "/css/x.css /js/y.js /docs/a/", want: "https://e.org/docs/"},
		{name: "Hugo's default", claims: "canonical index.html http://example.org/", want: "http://example.org/", note: "(warning: this is a placeholder"},
		{name: "a server for development", claims: "canonical index.html http://localhost:1313/", want: "http://localhost:1313/", note: "(warning: this is the build machine"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			exists := func(path string) bool { return strings.Contains(" "+pages+" ", " "+path+" ") }
			linked := func() (pages [][]string) {
				for page := range strings.Lines(test.linked) {
					pages = append(pages, strings.Fields(page))
				}
				return pages
			}
			got := Infer(Evidence{Signals: said(t, test.claims), Exists: exists, Rooted: strings.Fields(test.rooted), Linked: linked})
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
