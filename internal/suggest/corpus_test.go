package suggest

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// corpus are the paths of a site with short and long names, names with dots, files, and
// names that are near to each other.
var corpus = strings.Fields(`
	/ /about/ /api/ /blog/ /docs/ /faq/ /help/ /jobs/ /news/ /pricing/ /shop/ /team/ /terms/ /privacy/ /search/ /tags/
	/blog/2024/hello-world/ /blog/2024/release-notes/ /blog/2025/release-notes/ /blog/archive/ /blog/authors/jane/ /blog/authors/joan/
	/docs/install/ /docs/setup/ /docs/use/ /docs/config/ /docs/plugins/ /docs/themes/ /docs/upgrade/ /docs/glossary/ /docs/cli/ /docs/api.v2.html
	/docs/api.v1.html /docs/page.name.html /docs/guide/start/ /docs/guide/getting-started/ /docs/guide/troubleshooting/ /docs/guide/tips/ /docs/guide/data/
	/docs/guide/date/ /docs/guide/form/ /docs/guide/forms/ /docs/guide/from/ /docs/release-1.2.html /docs/release-1.3.html
	/reference/list.html /reference/map.html /reference/node.html /reference/mode.html /reference/text.html /reference/test.html /reference/user.service.html
	/reference/user.server.html /reference/java.sql.html /reference/os.path.html /reference/io.html
	/img/logo.svg /img/photo.jpg /img/team.webp /files/report.pdf /files/data.csv /files/site.min.js /css/site.css /css/main.css /js/app.js`)

// neighbours are the keys to the right of others on a keyboard.
var neighbours = func() map[byte]byte {
	right := map[byte]byte{}
	for _, row := range []string{"qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890"} {
		for i := range len(row) - 1 {
			right[row[i]] = row[i+1]
		}
	}
	return right
}()

// misspellings make from a name all names with one typo of a kind.
var misspellings = []struct {
	kind string
	make func(name string) []string
}{
	{kind: "swap", make: func(name string) (all []string) {
		for i := range len(name) - 1 {
			all = append(all, name[:i]+name[i+1:i+2]+name[i:i+1]+name[i+2:])
		}
		return all
	}},
	{kind: "drop", make: func(name string) (all []string) {
		for i := range len(name) {
			all = append(all, name[:i]+name[i+1:])
		}
		return all
	}},
	{kind: "double", make: func(name string) (all []string) {
		for i := range len(name) {
			all = append(all, name[:i+1]+name[i:])
		}
		return all
	}},
	{kind: "neighbour", make: func(name string) (all []string) {
		for i := range len(name) {
			if key := neighbours[name[i]]; key != 0 {
				all = append(all, name[:i]+string(key)+name[i+1:])
			}
		}
		return all
	}},
}

// misspelt returns the paths that a typo of each kind makes of a path: in its name, without
// the suffix, and in its first folder; and the path in another folder, with another suffix
// and with another word.
func misspelt(path string) map[string][]string {
	all := map[string][]string{}
	bare := strings.Trim(path, "/")
	if bare == "" {
		return nil
	}
	end := path[len("/"+bare):]
	folder, name := "", bare
	if slash := strings.LastIndexByte(bare, '/'); slash >= 0 {
		folder, name = bare[:slash+1], bare[slash+1:]
	}
	stem, suffix := name, ""
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		stem, suffix = name[:dot], name[dot:]
	}
	length := "long"
	if len(stem) <= 4 {
		length = "short"
	}
	for _, m := range misspellings {
		kind := m.kind + ", " + length
		for _, wrong := range m.make(stem) {
			all[kind] = append(all[kind], "/"+folder+wrong+suffix+end)
		}
		if first, rest, ok := strings.Cut(folder, "/"); ok {
			for _, wrong := range m.make(first) {
				all["folder"] = append(all["folder"], "/"+wrong+"/"+rest+name+end)
			}
		}
	}
	all["other folder"] = []string{"/old/" + name + end, "/" + folder + "more/" + name + end}
	switch {
	case end == "/":
		all["other extension"] = []string{"/" + bare + ".html", "/" + bare + ".md", "/" + bare + ".php", "/" + bare + "/index.htm"}
	case suffix == ".html":
		all["other extension"] = []string{"/" + folder + stem + "/", "/" + folder + stem + ".htm", "/" + folder + stem + ".md"}
	case suffix == ".svg" || suffix == ".jpg" || suffix == ".webp":
		all["other extension"] = []string{"/" + folder + stem + ".png"}
	}
	all["renamed"] = []string{"/" + folder + "the-" + name + end, "/" + folder + stem + "s" + suffix + end, "/" + folder + strings.ReplaceAll(stem, "-", "_") + suffix + "/", "/" + folder + stem + "-guide" + suffix + end}
	for kind, paths := range all {
		all[kind] = slices.DeleteFunc(paths, func(p string) bool { return slices.Contains(corpus, p) || strings.Contains(p, "//") })
	}
	return all
}

// TestCorpus counts the right suggestions for each kind of mistake. None may be wrong.
func TestCorpus(t *testing.T) {
	t.Parallel()
	p, names := index(corpus...)
	type score struct{ Right, None, Wrong int }
	got := map[string]score{}
	for _, path := range corpus {
		for kind, wrong := range misspelt(path) {
			for _, target := range wrong {
				s := got[kind]
				switch found := nearest(p, names, Query{Target: target}); found {
				case path:
					s.Right++
				case "":
					s.None++
				default:
					s.Wrong++
					t.Errorf("%s: for %s, meant for %s: %s", kind, target, path, found)
				}
				got[kind] = s
			}
		}
	}
	want := map[string]score{
		"double, long":     {Right: 248, None: 12},
		"double, short":    {Right: 99, None: 21},
		"drop, long":       {Right: 193, None: 66},
		"drop, short":      {Right: 15, None: 105},
		"folder":           {Right: 923, None: 2},
		"neighbour, long":  {Right: 138, None: 75},
		"neighbour, short": {None: 100},
		"other extension":  {Right: 207},
		"other folder":     {Right: 113, None: 15},
		"renamed":          {Right: 79, None: 141},
		"swap, long":       {Right: 214, None: 9},
		"swap, short":      {Right: 84, None: 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("suggestions (-want +got):\n%s", diff)
	}
}
