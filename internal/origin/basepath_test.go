package origin

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/weburl"
)

// errorPage makes an error page of "FILE BASE REF…".
func errorPage(t *testing.T, line string) ErrorPage {
	t.Helper()
	fields := strings.Fields(line)
	page := ErrorPage{File: fields[0], Base: weburl.URL{Path: fields[1]}, Refs: fields[2:]}
	if strings.HasPrefix(fields[1], "https:") {
		u, err := weburl.Parse(fields[1])
		if err != nil {
			t.Fatal(err)
		}
		page.Base = u
	}
	return page
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
		{name: "error page", errors: "404.html /docs/ /docs/css/x.css /docs/js/y.js", want: "/docs/", note: "the base path is inferred: /docs/ (the <base> of 404.html names it)"},
		{name: "error page of a host", errors: "404.html https://e.org/docs/ /docs/css/x.css", want: "https://e.org/docs/", note: "site-url is inferred: https://e.org/docs/ ("},
		{name: "error page of the root of a host", errors: "404.html https://e.org/ /css/x.css", want: "https://e.org/"},
		{name: "error page in a folder", errors: "en/404.html /docs/en/ /docs/en/x.css", want: "/docs/"},
		{name: "error page in a folder with the base of the site", errors: "de/404.html /docs/ /docs/css/x.css", want: "/docs/"},
		{name: "two error pages", errors: "404.html /docs/ /docs/css/x.css\nen/404.html /docs/en/ /docs/en/x.css", want: "/docs/"},
		{name: "two error pages that disagree", errors: "404.html /docs/ /docs/css/x.css\nen/404.html /guide/en/ /guide/en/x.css"},
		{name: "files are there with the base path", errors: "404.html /en/ /en/x.css"},
		{name: "files are nowhere", errors: "404.html /docs/ /docs/z.css"},
		{name: "one file in three is nowhere", errors: "404.html /docs/ /docs/css/x.css /docs/js/y.js /docs/z.css"},
		{name: "other pages do without it", errors: "404.html /docs/ /docs/css/x.css", rooted: "/css/x.css"},
		{name: "a long base path", errors: "404.html /" + strings.Repeat("d", 300) + "/ /" + strings.Repeat("d", 300) + "/css/x.css"},
		{name: "a name wins", errors: "404.html /docs/ /docs/css/x.css", claims: "canonical index.html https://e.org/guide/", want: "https://e.org/guide/"},
		{name: "a host with a base path", errors: "404.html /docs/ /docs/css/x.css", claims: "CNAME CNAME https://e.org/", want: "https://e.org/"},

		{name: "links", rooted: "/docs/css/x.css", linked: "/docs/css/x.css /docs/a /docs/b", want: "/docs/", note: "(links that start with / have it)"},
		{name: "links below two folders", rooted: "/me/docs/css/x.css", linked: "/me/docs/css/x.css /me/docs/a /me/docs/b", want: "/me/docs/"},
		{name: "links below many folders", rooted: "/1/2/3/4/css/x.css", linked: "/1/2/3/4/css/x.css /1/2/3/4/a /1/2/3/4/b"},
		{name: "links in texts alone", linked: "/docs/a /docs/b /docs/c.html"},
		{name: "links in heads to pages", rooted: "/docs/a /docs/b", linked: "/docs/a /docs/b /docs/c.html"},
		{name: "links in texts of relative heads", linked: "/docs/a /docs/b /docs/c.html", relative: true, want: "/docs/"},
		{name: "two base paths", rooted: "/docs/css/x.css /guide/js/y.js", linked: "/docs/css/x.css /docs/a /docs/b"},
		{name: "one link in four without it", rooted: "/docs/css/x.css", linked: "/docs/css/x.css /docs/a /docs/b /docs/c.html /a", want: "/docs/"},
		{name: "one link in three without it", rooted: "/docs/css/x.css", linked: "/docs/css/x.css /docs/a /docs/b /a"},
		{name: "links to nowhere", rooted: "/docs/css/x.css", linked: "/docs/css/x.css /docs/a /docs/b /x /y /z", want: "/docs/"},
		{name: "a base path of other characters", rooted: "/%0Adocs/css/x.css", linked: "/%0Adocs/css/x.css /%0Adocs/a /%0Adocs/b"},
		{name: "a base path that leads up", rooted: "/docs/../css/x.css", linked: "/docs/../css/x.css /docs/../a /docs/../b"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			e := Evidence{
				Signals: said(t, test.claims), Rooted: strings.Fields(test.rooted), RelativeHeads: test.relative,
				Exists: func(path string) bool { return strings.Contains(" "+files+" ", " "+path+" ") },
				Linked: func() [][]string { return [][]string{strings.Fields(test.linked), {"/"}} },
			}
			for line := range strings.Lines(test.errors) {
				e.ErrorPages = append(e.ErrorPages, errorPage(t, line))
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
