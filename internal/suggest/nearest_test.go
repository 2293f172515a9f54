package suggest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// index makes the index of the given paths; "a->b" is one that sends its
// readers on to another, or away from the site when that is not among them.
func index(paths ...string) (*Paths, []string) {
	names, ends := make([]string, len(paths)), make([]int32, len(paths))
	for i, path := range paths {
		names[i], _, _ = strings.Cut(path, "->")
	}
	for i, path := range paths {
		ends[i] = int32(i)
		if _, to, ok := strings.Cut(path, "->"); ok {
			ends[i] = none
			for j, name := range names {
				if name == to {
					ends[i] = int32(j)
				}
			}
		}
	}
	return NewPaths(Site{
		Len:  len(paths),
		Path: func(i int32) string { return names[i] },
		End:  func(i int32) int32 { return ends[i] },
	}), names
}

// nearest is what the index suggests for a path, and empty for nothing.
func nearest(p *Paths, names []string, q Query) string {
	if place, _ := p.Nearest(q); place >= 0 {
		return names[place]
	}
	return ""
}

// renames are what happens to the pages of sites: the site as it is, a path that
// leads nowhere, and what was meant.
var renames = map[string]struct {
	site   string // paths, parted by spaces
	target string
	use    Use // none for most
	want   string
}{
	// The same place in another form.
	"a page that became a folder": {"/ /install/ /guide/", "/install.html", Use{}, "/install/"},
	"a folder that became a page": {"/ /install.html /guide/", "/install/", Use{}, "/install.html"},
	"without its suffix":          {"/ /guide/install.html", "/guide/install", Use{}, "/guide/install.html"},
	"index forms":                 {"/ /guide.html", "/guide/index.html", Use{}, "/guide.html"},
	"index without suffix":        {"/ /guide/", "/guide/index", Use{}, "/guide/"},
	"index with another suffix":   {"/ /guide/", "/guide/index.htm", Use{}, "/guide/"},
	"a slash behind a page":       {"/ /guide/install.html", "/guide/install.html/", Use{}, "/guide/install.html"},
	"a shorter suffix":            {"/ /old/page.html", "/old/page.htm", Use{}, "/old/page.html"},
	"written as its source":       {"/ /guide/install/", "/guide/install.md", Use{}, "/guide/install/"},
	"the index by its source":     {"/ /guide/", "/guide/index.md", Use{}, "/guide/"},
	"left PHP behind":             {"/ /contact/ /about/", "/contact.php", Use{}, "/contact/"},
	"case":                        {"/ /guide/Install.html", "/Guide/install.html", Use{}, "/guide/Install.html"},
	"case and form":               {"/ /guide/install/", "/Guide/Install.html", Use{}, "/guide/install/"},
	"underlines":                  {"/ /getting-started/", "/getting_started/", Use{}, "/getting-started/"},
	"spaces":                      {"/ /my-file.pdf", "/My%20File.pdf", Use{}, "/my-file.pdf"},
	"accents":                     {"/ /ueber/ /cafe/", "/caf%C3%A9/", Use{}, "/cafe/"},
	"words run together":          {"/ /getting-started/ /about/", "/gettingstarted/", Use{}, "/getting-started/"},
	"a stub that sends on":        {"/ /install/ -> /setup/ /setup/", "/install.html", Use{}, "/setup/"},
	"another format":              {"/ /img/logo.svg /img/photo.jpg", "/img/logo.png", Use{}, "/img/logo.svg"},
	"jpg and jpeg":                {"/ /img/photo.jpeg", "/img/photo.jpg", Use{}, "/img/photo.jpeg"},
	// Moved.
	"moved to another folder":        {"/ /guide/install.html /guide/use.html", "/old/install.html", Use{}, "/guide/install.html"},
	"moved and changed its form":     {"/ /guide/install/ /guide/use/", "/old/install.html", Use{}, "/guide/install/"},
	"moved down":                     {"/ /docs/guide/install/ /blog/", "/guide/install/", Use{}, "/docs/guide/install/"},
	"moved up":                       {"/ /install/ /blog/", "/docs/guide/install/", Use{}, "/install/"},
	"a file that moved":              {"/ /static/css/site.css /static/js/site.js", "/css/site.css", Use{}, "/static/css/site.css"},
	"the nearer of two":              {"/ /guide/install/ /a/b/c/install/", "/old/install/", Use{}, "/guide/install/"},
	"its folder is called otherwise": {"/ /handbook/install/linux/ /handbook/use/", "/guide/install/linux/", Use{}, "/handbook/install/linux/"},
	"a folder of many that moved":    {"/ /v2/api/users/list/ /v2/api/pets/list/", "/v1/api/users/list/", Use{}, "/v2/api/users/list/"},
	"the name of a folder":           {"/ /manual/plugins/ /manual/", "/docs/plugins/", Use{}, "/manual/plugins/"},
	"moved within its language":      {"/ /de/a/ /de/b/ /de/c/ /de/new/guide/ /fr/a/ /fr/b/ /fr/c/ /fr/guide/", "/de/guide/", Use{}, "/de/new/guide/"},
	"moved between folders":          {"/ /lib/a/ /lib/b/ /lib/c/ /api/guide/ /api/a/ /api/e/ /api/f/ /api/g/", "/lib/guide/", Use{}, "/api/guide/"},
	// Misspelt.
	"a letter of the folder":          {"/ /guide/install.html /other/install.html", "/guid/install.html", Use{}, "/guide/install.html"},
	"a letter of the page":            {"/ /guide/install.html /guide/use.html", "/guide/instal.html", Use{}, "/guide/install.html"},
	"two letters swapped":             {"/ /guide/install.html", "/guide/isntall.html", Use{}, "/guide/install.html"},
	"the plural":                      {"/ /tutorial/first/ /docs/", "/tutorials/first/", Use{}, "/tutorial/first/"},
	"a short plural":                  {"/ /doc/ /blog/", "/docs/", Use{}, "/doc/"},
	"a letter in each of two words":   {"/ /getting-started/ /glossary/", "/geting-startd/", Use{}, "/getting-started/"},
	"a letter of a file":              {"/ /img/diagram.png /img/photo.png", "/img/diagramm.png", Use{}, "/img/diagram.png"},
	"the suffix of its source within": {"/ /mod/mod_so.html", "/mod/mod_so.c.html", Use{}, "/mod/mod_so.html"},
	"a short name, near":              {"/ /help/faq.html", "/old/faq.html", Use{}, "/help/faq.html"},
	"a folder that is there twice":    {"/ /guide/install.html", "/guide/guide/install.html", Use{}, "/guide/install.html"},
	"a folder too many":               {"/ /guide/install.html /de/guide/ /fr/guide/", "/guide/linux/install.html", Use{}, "/guide/install.html"},
	// A level off.
	"one step up too many":            {"/ /a/x.html /b/x.html /a/p.html", "/x.html", Use{"/a/p.html", "../x.html"}, "/a/x.html"},
	"one step up too few":             {"/ /a/x.html /b/x.html /a/p/", "/a/p/x.html", Use{"/a/p/", "x.html"}, "/a/x.html"},
	"two steps too few, from the top": {"/ /img/x.png /q/img/x.png /a/b/c.html", "/a/b/img/x.png", Use{"/a/b/c.html", "img/x.png"}, "/img/x.png"},
	"from the top, meant from here":   {"/ /de/guide/ /fr/guide/ /de/", "/guide/", Use{"/de/", "/guide/"}, "/de/guide/"},
	"its language forgotten":          {"/ /a/ /b/ /c/ /de/a/ /de/b/ /de/c/ /de/guide/", "/guide/", Use{"/de/a/", "/guide/"}, "/de/guide/"},
	"a step in a path with a dot":     {"/ /a/x.html /c/x.html", "/a/b/x.html", Use{"/a/b/p.html", "./x.html"}, "/a/x.html"},
}

// silent are paths for which nothing stands out.
var silent = map[string]struct {
	site   string
	target string
	use    Use
}{
	"nothing near":                    {"/ /guide/ /blog/", "/pricing/", Use{}},
	"an empty site":                   {"", "/pricing/", Use{}},
	"two of the same name":            {"/ /linux/install/ /mac/install/", "/install/", Use{}},
	"two in other languages":          {"/ /de/guide/ /fr/guide/", "/guide/", Use{}},
	"about as near":                   {"/ /guide/install/ /v2/guide/install/", "/old/install/", Use{}},
	"a page and a folder":             {"/ /install.html /install/", "/Install", Use{}},
	"another version":                 {"/ /v1.11/ /v1.12/", "/v1.10/", Use{}},
	"another of a row":                {"/ /posts/page-12/ /posts/page-13/", "/posts/page-14/", Use{}},
	"another day":                     {"/ /2024/05/ /2024/06/", "/2023/05/", Use{}},
	"another short word":              {"/ /cats/ /blog/", "/cars/", Use{}},
	"another first letter":            {"/ /api/setname.html", "/api/getname.html", Use{}},
	"the opposite":                    {"/ /min-size/", "/max-size/", Use{}},
	"not that":                        {"/ /when-not-to-use-it-at-all/", "/when-to-use-it-at-all/", Use{}},
	"the error page":                  {"/ /404.html", "/old/404.html", Use{}},
	"the start page":                  {"/ /guide/", "/old/index.html", Use{}},
	"a stub that leads away":          {"/ /install/ -> https://example.com/ /guide/", "/install.html", Use{}},
	"too short a name":                {"/ /guide/os/", "/old/os/", Use{}},
	"two near":                        {"/ /guided/ /guides/", "/guidee/", Use{}},
	"either level":                    {"/ /q/notes.html /notes.html /a/b/notes.html", "/a/notes.html", Use{"/a/b/c.html", "../notes.html"}},
	"a short name, far away":          {"/ /a/b/notes/", "/old/c/notes/", Use{}},
	"in another language":             {"/ /de/a/ /de/b/ /de/c/ /de/guide/ /fr/a/ /fr/b/ /fr/c/", "/fr/guide/", Use{"/fr/a/", "../guide/"}},
	"in another language, deeper":     {"/ /de/a/ /de/b/ /de/c/ /de/x/guide/ /fr/a/ /fr/b/ /fr/c/", "/fr/x/guide/", Use{}},
	"in another version":              {"/ /1.0/a/ /1.0/b/ /1.0/c/ /a/ /b/ /c/ /guide/", "/1.0/guide/", Use{}},
	"in another version, one step up": {"/ /1.0/a.html /1.0/b.html /1.0/c.html /a.html /b.html /c.html /guide.html", "/1.0/guide.html", Use{"/1.0/a.html", "guide.html"}},
	"a package of another name":       {"/ /api/java.sql/", "/api/javax.sql/", Use{}},
	"far away in the site":            {"/ /x/y/z/w/v/u/install/", "/a/b/c/d/e/f/install/", Use{}},
	"other files of the same name":    {"/ /a/thumb.png /b/thumb.png", "/c/thumb.png", Use{}},
	"a hash in a name":                {"/ /assets/main.4f2a91.js", "/assets/main.77b1c0.js", Use{}},
	"a hostile path":                  {"/ /" + strings.Repeat("a", 4096), "/" + strings.Repeat("a", 4095), Use{}},
	"a hostile path of many segments": {"/ /a/ /x.html", "/" + strings.Repeat("a/", 200) + "x.html", Use{}},
	"a whole URL":                     {"/ /de/guide/ /fr/guide/ /de/", "/guide/", Use{"/de/", "https://example.com/guide/"}},
	"not UTF-8":                       {"/ /guide/", "/%ff%fe/", Use{}},
}

func TestRenames(t *testing.T) {
	t.Parallel()
	for name, tt := range renames {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, names := index(fields(tt.site)...)
			if diff := cmp.Diff(tt.want, nearest(p, names, query(tt.target, tt.use))); diff != "" {
				t.Errorf("for %s (-want +got):\n%s", tt.target, diff)
			}
		})
	}
}

func TestSilentWhenUnsure(t *testing.T) {
	t.Parallel()
	for name, tt := range silent {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, names := index(fields(tt.site)...)
			if got := nearest(p, names, query(tt.target, tt.use)); got != "" {
				t.Errorf("%.80q is suggested for %.80q", got, tt.target)
			}
		})
	}
}

func query(target string, use Use) Query {
	q := Query{Target: target}
	if use != (Use{}) {
		q.Uses = []Use{use}
	}
	return q
}

// fields parts a site into its paths.
func fields(site string) []string {
	return strings.Fields(strings.ReplaceAll(site, " -> ", "->"))
}
