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
	if place := p.Nearest(q); place >= 0 {
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
	"a page that became a folder": {site: "/ /install/ /guide/", target: "/install.html", use: Use{}, want: "/install/"},
	"a folder that became a page": {site: "/ /install.html /guide/", target: "/install/", use: Use{}, want: "/install.html"},
	"without its suffix":          {site: "/ /guide/install.html", target: "/guide/install", use: Use{}, want: "/guide/install.html"},
	"index forms":                 {site: "/ /guide.html", target: "/guide/index.html", use: Use{}, want: "/guide.html"},
	"a slash behind a page":       {site: "/ /guide/install.html", target: "/guide/install.html/", use: Use{}, want: "/guide/install.html"},
	"written as its source":       {site: "/ /guide/install/", target: "/guide/install.md", use: Use{}, want: "/guide/install/"},
	"case":                        {site: "/ /guide/Install.html", target: "/Guide/install.html", use: Use{}, want: "/guide/Install.html"},
	"spaces":                      {site: "/ /my-file.pdf", target: "/My%20File.pdf", use: Use{}, want: "/my-file.pdf"},
	"accents":                     {site: "/ /ueber/ /cafe/", target: "/caf%C3%A9/", use: Use{}, want: "/cafe/"},
	"words run together":          {site: "/ /getting-started/ /about/", target: "/gettingstarted/", use: Use{}, want: "/getting-started/"},
	"a stub that sends on":        {site: "/ /install/ -> /setup/ /setup/", target: "/install.html", use: Use{}, want: "/setup/"},
	"another format":              {site: "/ /img/logo.svg /img/photo.jpg", target: "/img/logo.png", use: Use{}, want: "/img/logo.svg"},
	// Moved.
	"moved to another folder":        {site: "/ /guide/install.html /guide/use.html", target: "/old/install.html", use: Use{}, want: "/guide/install.html"},
	"moved down":                     {site: "/ /docs/guide/install/ /blog/", target: "/guide/install/", use: Use{}, want: "/docs/guide/install/"},
	"the nearer of two":              {site: "/ /guide/install/ /a/b/c/install/", target: "/old/install/", use: Use{}, want: "/guide/install/"},
	"its folder is called otherwise": {site: "/ /handbook/install/linux/ /handbook/use/", target: "/guide/install/linux/", use: Use{}, want: "/handbook/install/linux/"},
	"a folder of many that moved":    {site: "/ /v2/api/users/list/ /v2/api/pets/list/", target: "/v1/api/users/list/", use: Use{}, want: "/v2/api/users/list/"},
	"moved within its language":      {site: "/ /de/a/ /de/b/ /de/c/ /de/new/guide/ /fr/a/ /fr/b/ /fr/c/ /fr/guide/", target: "/de/guide/", use: Use{}, want: "/de/new/guide/"},
	"moved between folders":          {site: "/ /lib/a/ /lib/b/ /lib/c/ /api/guide/ /api/a/ /api/e/ /api/f/ /api/g/", target: "/lib/guide/", use: Use{}, want: "/api/guide/"},
	// Misspelt.
	"a letter of the folder":        {site: "/ /guide/install.html /other/install.html", target: "/guid/install.html", use: Use{}, want: "/guide/install.html"},
	"a letter of the page":          {site: "/ /guide/install.html /guide/use.html", target: "/guide/instal.html", use: Use{}, want: "/guide/install.html"},
	"two letters swapped":           {site: "/ /guide/install.html", target: "/guide/isntall.html", use: Use{}, want: "/guide/install.html"},
	"the plural":                    {site: "/ /tutorial/first/ /docs/", target: "/tutorials/first/", use: Use{}, want: "/tutorial/first/"},
	"a letter in each of two words": {site: "/ /getting-started/ /glossary/", target: "/geting-startd/", use: Use{}, want: "/getting-started/"},
	"a letter of a file":            {site: "/ /img/diagram.png /img/photo.png", target: "/img/diagramm.png", use: Use{}, want: "/img/diagram.png"},
	"a short name, near":            {site: "/ /help/faq.html", target: "/old/faq.html", use: Use{}, want: "/help/faq.html"},
	"a folder that is there twice":  {site: "/ /guide/install.html", target: "/guide/guide/install.html", use: Use{}, want: "/guide/install.html"},
	"a folder too many":             {site: "/ /guide/install.html /de/guide/ /fr/guide/", target: "/guide/linux/install.html", use: Use{}, want: "/guide/install.html"},
	// A level off.
	"one step up too many":            {site: "/ /a/x.html /b/x.html /a/p.html", target: "/x.html", use: Use{"/a/p.html", "../x.html"}, want: "/a/x.html"},
	"one step up too few":             {site: "/ /a/x.html /b/x.html /a/p/", target: "/a/p/x.html", use: Use{"/a/p/", "x.html"}, want: "/a/x.html"},
	"two steps too few, from the top": {site: "/ /img/x.png /q/img/x.png /a/b/c.html", target: "/a/b/img/x.png", use: Use{"/a/b/c.html", "img/x.png"}, want: "/img/x.png"},
	"from the top, meant from here":   {site: "/ /de/guide/ /fr/guide/ /de/", target: "/guide/", use: Use{"/de/", "/guide/"}, want: "/de/guide/"},
	"its language forgotten":          {site: "/ /a/ /b/ /c/ /de/a/ /de/b/ /de/c/ /de/guide/", target: "/guide/", use: Use{"/de/a/", "/guide/"}, want: "/de/guide/"},
}

// silent are paths for which nothing stands out.
var silent = map[string]struct {
	site   string
	target string
	use    Use
}{
	"nothing near":                    {site: "/ /guide/ /blog/", target: "/pricing/", use: Use{}},
	"an empty site":                   {site: "", target: "/pricing/", use: Use{}},
	"two of the same name":            {site: "/ /linux/install/ /mac/install/", target: "/install/", use: Use{}},
	"two in other languages":          {site: "/ /de/guide/ /fr/guide/", target: "/guide/", use: Use{}},
	"a page and a folder":             {site: "/ /install.html /install/", target: "/Install", use: Use{}},
	"another version":                 {site: "/ /v1.11/ /v1.12/", target: "/v1.10/", use: Use{}},
	"another first letter":            {site: "/ /api/setname.html", target: "/api/getname.html", use: Use{}},
	"the error page":                  {site: "/ /404.html", target: "/old/404.html", use: Use{}},
	"the start page":                  {site: "/ /guide/", target: "/old/index.html", use: Use{}},
	"a stub that leads away":          {site: "/ /install/ -> https://example.com/ /guide/", target: "/install.html", use: Use{}},
	"too short a name":                {site: "/ /guide/os/", target: "/old/os/", use: Use{}},
	"two near":                        {site: "/ /guided/ /guides/", target: "/guidee/", use: Use{}},
	"either level":                    {site: "/ /q/notes.html /notes.html /a/b/notes.html", target: "/a/notes.html", use: Use{"/a/b/c.html", "../notes.html"}},
	"a short name, far away":          {site: "/ /a/b/notes/", target: "/old/c/notes/", use: Use{}},
	"in another language":             {site: "/ /de/a/ /de/b/ /de/c/ /de/guide/ /fr/a/ /fr/b/ /fr/c/", target: "/fr/guide/", use: Use{"/fr/a/", "../guide/"}},
	"in another version":              {site: "/ /1.0/a/ /1.0/b/ /1.0/c/ /a/ /b/ /c/ /guide/", target: "/1.0/guide/", use: Use{}},
	"in another version, one step up": {site: "/ /1.0/a.html /1.0/b.html /1.0/c.html /a.html /b.html /c.html /guide.html", target: "/1.0/guide.html", use: Use{"/1.0/a.html", "guide.html"}},
	"far away in the site":            {site: "/ /x/y/z/w/v/u/install/", target: "/a/b/c/d/e/f/install/", use: Use{}},
	"a hash in a name":                {site: "/ /assets/main.4f2a91.js", target: "/assets/main.77b1c0.js", use: Use{}},
	"a hostile path":                  {site: "/ /" + strings.Repeat("a", 4096), target: "/" + strings.Repeat("a", 4095), use: Use{}},
	"a hostile path of many segments": {site: "/ /a/ /x.html", target: "/" + strings.Repeat("a/", 200) + "x.html", use: Use{}},
	"a whole URL":                     {site: "/ /de/guide/ /fr/guide/ /de/", target: "/guide/", use: Use{"/de/", "https://example.com/guide/"}},
	"not UTF-8":                       {site: "/ /guide/", target: "/%ff%fe/", use: Use{}},
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
