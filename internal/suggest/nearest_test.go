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
	"index without suffix":        {site: "/ /guide/", target: "/guide/index", use: Use{}, want: "/guide/"},
	"index with another suffix":   {site: "/ /guide/", target: "/guide/index.htm", use: Use{}, want: "/guide/"},
	"a slash behind a page":       {site: "/ /guide/install.html", target: "/guide/install.html/", use: Use{}, want: "/guide/install.html"},
	"a shorter suffix":            {site: "/ /old/page.html", target: "/old/page.htm", use: Use{}, want: "/old/page.html"},
	"written as its source":       {site: "/ /guide/install/", target: "/guide/install.md", use: Use{}, want: "/guide/install/"},
	"the index by its source":     {site: "/ /guide/", target: "/guide/index.md", use: Use{}, want: "/guide/"},
	"left PHP behind":             {site: "/ /contact/ /about/", target: "/contact.php", use: Use{}, want: "/contact/"},
	"case":                        {site: "/ /guide/Install.html", target: "/Guide/install.html", use: Use{}, want: "/guide/Install.html"},
	"case and form":               {site: "/ /guide/install/", target: "/Guide/Install.html", use: Use{}, want: "/guide/install/"},
	"underlines":                  {site: "/ /getting-started/", target: "/getting_started/", use: Use{}, want: "/getting-started/"},
	"spaces":                      {site: "/ /my-file.pdf", target: "/My%20File.pdf", use: Use{}, want: "/my-file.pdf"},
	"accents":                     {site: "/ /ueber/ /cafe/", target: "/caf%C3%A9/", use: Use{}, want: "/cafe/"},
	"words run together":          {site: "/ /getting-started/ /about/", target: "/gettingstarted/", use: Use{}, want: "/getting-started/"},
	"a stub that sends on":        {site: "/ /install/ -> /setup/ /setup/", target: "/install.html", use: Use{}, want: "/setup/"},
	"another format":              {site: "/ /img/logo.svg /img/photo.jpg", target: "/img/logo.png", use: Use{}, want: "/img/logo.svg"},
	"jpg and jpeg":                {site: "/ /img/photo.jpeg", target: "/img/photo.jpg", use: Use{}, want: "/img/photo.jpeg"},
	// Moved.
	"moved to another folder":        {site: "/ /guide/install.html /guide/use.html", target: "/old/install.html", use: Use{}, want: "/guide/install.html"},
	"moved and changed its form":     {site: "/ /guide/install/ /guide/use/", target: "/old/install.html", use: Use{}, want: "/guide/install/"},
	"moved down":                     {site: "/ /docs/guide/install/ /blog/", target: "/guide/install/", use: Use{}, want: "/docs/guide/install/"},
	"moved up":                       {site: "/ /install/ /blog/", target: "/docs/guide/install/", use: Use{}, want: "/install/"},
	"a file that moved":              {site: "/ /static/css/site.css /static/js/site.js", target: "/css/site.css", use: Use{}, want: "/static/css/site.css"},
	"the nearer of two":              {site: "/ /guide/install/ /a/b/c/install/", target: "/old/install/", use: Use{}, want: "/guide/install/"},
	"its folder is called otherwise": {site: "/ /handbook/install/linux/ /handbook/use/", target: "/guide/install/linux/", use: Use{}, want: "/handbook/install/linux/"},
	"a folder of many that moved":    {site: "/ /v2/api/users/list/ /v2/api/pets/list/", target: "/v1/api/users/list/", use: Use{}, want: "/v2/api/users/list/"},
	"the name of a folder":           {site: "/ /manual/plugins/ /manual/", target: "/docs/plugins/", use: Use{}, want: "/manual/plugins/"},
	"moved within its language":      {site: "/ /de/a/ /de/b/ /de/c/ /de/new/guide/ /fr/a/ /fr/b/ /fr/c/ /fr/guide/", target: "/de/guide/", use: Use{}, want: "/de/new/guide/"},
	"moved between folders":          {site: "/ /lib/a/ /lib/b/ /lib/c/ /api/guide/ /api/a/ /api/e/ /api/f/ /api/g/", target: "/lib/guide/", use: Use{}, want: "/api/guide/"},
	// Misspelt.
	"a letter of the folder":        {site: "/ /guide/install.html /other/install.html", target: "/guid/install.html", use: Use{}, want: "/guide/install.html"},
	"a letter of the page":          {site: "/ /guide/install.html /guide/use.html", target: "/guide/instal.html", use: Use{}, want: "/guide/install.html"},
	"two letters swapped":           {site: "/ /guide/install.html", target: "/guide/isntall.html", use: Use{}, want: "/guide/install.html"},
	"the plural":                    {site: "/ /tutorial/first/ /docs/", target: "/tutorials/first/", use: Use{}, want: "/tutorial/first/"},
	"a short plural":                {site: "/ /doc/ /blog/", target: "/docs/", use: Use{}, want: "/doc/"},
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
	"a step in a path with a dot":     {site: "/ /a/x.html /c/x.html", target: "/a/b/x.html", use: Use{"/a/b/p.html", "./x.html"}, want: "/a/x.html"},
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
	"about as near":                   {site: "/ /guide/install/ /v2/guide/install/", target: "/old/install/", use: Use{}},
	"a page and a folder":             {site: "/ /install.html /install/", target: "/Install", use: Use{}},
	"another version":                 {site: "/ /v1.11/ /v1.12/", target: "/v1.10/", use: Use{}},
	"another of a row":                {site: "/ /posts/page-12/ /posts/page-13/", target: "/posts/page-14/", use: Use{}},
	"another day":                     {site: "/ /2024/05/ /2024/06/", target: "/2023/05/", use: Use{}},
	"another short word":              {site: "/ /cats/ /blog/", target: "/cars/", use: Use{}},
	"another first letter":            {site: "/ /api/setname.html", target: "/api/getname.html", use: Use{}},
	"the opposite":                    {site: "/ /min-size/", target: "/max-size/", use: Use{}},
	"not that":                        {site: "/ /when-not-to-use-it-at-all/", target: "/when-to-use-it-at-all/", use: Use{}},
	"the error page":                  {site: "/ /404.html", target: "/old/404.html", use: Use{}},
	"the start page":                  {site: "/ /guide/", target: "/old/index.html", use: Use{}},
	"a stub that leads away":          {site: "/ /install/ -> https://example.com/ /guide/", target: "/install.html", use: Use{}},
	"too short a name":                {site: "/ /guide/os/", target: "/old/os/", use: Use{}},
	"two near":                        {site: "/ /guided/ /guides/", target: "/guidee/", use: Use{}},
	"either level":                    {site: "/ /q/notes.html /notes.html /a/b/notes.html", target: "/a/notes.html", use: Use{"/a/b/c.html", "../notes.html"}},
	"a short name, far away":          {site: "/ /a/b/notes/", target: "/old/c/notes/", use: Use{}},
	"in another language":             {site: "/ /de/a/ /de/b/ /de/c/ /de/guide/ /fr/a/ /fr/b/ /fr/c/", target: "/fr/guide/", use: Use{"/fr/a/", "../guide/"}},
	"in another language, deeper":     {site: "/ /de/a/ /de/b/ /de/c/ /de/x/guide/ /fr/a/ /fr/b/ /fr/c/", target: "/fr/x/guide/", use: Use{}},
	"in another version":              {site: "/ /1.0/a/ /1.0/b/ /1.0/c/ /a/ /b/ /c/ /guide/", target: "/1.0/guide/", use: Use{}},
	"in another version, one step up": {site: "/ /1.0/a.html /1.0/b.html /1.0/c.html /a.html /b.html /c.html /guide.html", target: "/1.0/guide.html", use: Use{"/1.0/a.html", "guide.html"}},
	"a package of another name":       {site: "/ /api/java.sql/", target: "/api/javax.sql/", use: Use{}},
	"far away in the site":            {site: "/ /x/y/z/w/v/u/install/", target: "/a/b/c/d/e/f/install/", use: Use{}},
	"other files of the same name":    {site: "/ /a/thumb.png /b/thumb.png", target: "/c/thumb.png", use: Use{}},
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
