package origin

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/weburl"
)

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
				e.Signals = append(e.Signals, Signal{Kind: Kind(kind[0]-'0') % kinds, File: file, URL: u.Document()})
			}
		}
		if built {
			e.Exists = func(path string) bool { return strings.Contains(has, path) }
			e.Rooted = strings.Fields(has)
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
