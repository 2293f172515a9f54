package site

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
)

// build makes a directory that holds the given files; a name that ends with a
// slash is an empty directory, and "name -> place" a symbolic link.
func build(t *testing.T, names ...string) *Dir {
	t.Helper()
	top := t.TempDir()
	for _, name := range names {
		link, place, isLink := strings.Cut(name, " -> ")
		full := filepath.Join(top, filepath.FromSlash(link))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		switch {
		case isLink:
			err = os.Symlink(strings.ReplaceAll(place, "TOP", top), full)
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(full, 0o755)
		default:
			err = os.WriteFile(full, []byte(name), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return open(t, top)
}

// open opens a directory until the test ends.
func open(t *testing.T, name string) *Dir {
	t.Helper()
	d, err := OpenDir(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// describe tells what a path leads to in one line.
func describe(d *Dir, p string) string {
	e := d.Find(p, "")
	switch e.Kind {
	case Found:
		return d.files[e.File]
	case NoIndex:
		return "no index"
	case OtherCase:
		return "other case: " + e.Path
	case DeadLink:
		return "dead: " + e.Detail
	}
	return "missing"
}

func TestFind(t *testing.T) {
	t.Parallel()
	d := build(t, "index.html", "page.html", "guide/index.html", "guide/a b.html", "guide/50%.html",
		"guide/ü.html", "img/logo.png", "empty/", "Data/List.html")
	for p, want := range map[string]string{
		"":                        "index.html",
		"/":                       "index.html",
		"//":                      "index.html",
		"/page.html":              "page.html",
		"page.html":               "page.html",
		"/page.html/":             "missing",
		"/page":                   "page.html",
		"/guide":                  "guide/index.html",
		"/guide/":                 "guide/index.html",
		"//guide//":               "guide/index.html",
		"/guide/index.html":       "guide/index.html",
		"/guide/a%20b.html":       "guide/a b.html",
		"/guide/50%.html":         "guide/50%.html",
		"/guide/50%25.html":       "guide/50%.html",
		"/guide/%C3%BC.html":      "guide/ü.html",
		"/guide%2Findex.html":     "guide/index.html",
		"/img/logo.png":           "img/logo.png",
		"/img/":                   "no index",
		"/empty":                  "no index",
		"/data/list.html":         "other case: Data/List.html",
		"/Guide/":                 "other case: guide/",
		"/GUIDE/INDEX.HTML":       "other case: guide/index.html",
		"/Page.html/":             "missing",
		"/nothing.html":           "missing",
		"/a%2F..%2F..%2F..%2Fetc": "missing",
		"/page.html%00":           "missing",
	} {
		if got := describe(d, p); got != want {
			t.Errorf("Find(%q) is %q, want %q", p, got, want)
		}
		// Only the very path of a file is its own: others are targets beside it.
		if e := d.Find(p, ""); e.Kind == Found && e.IsURLPath != (strings.TrimPrefix(p, "/") == d.URLPath(e.File)) {
			t.Errorf("Find(%q) is %+v", p, e)
		}
	}
	d.ServeNoBare()
	if got := describe(d, "/page"); got != "missing" {
		t.Errorf("without bare names /page is %q", got)
	}
}

func TestSymbolicLinks(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	d := build(t, "v2/index.html", "v2/deep/x.html", "latest -> v2", "again -> TOP/v2", "self -> .",
		"v2/up -> ..", "page.html -> v2/deep/x.html", "gone -> nowhere", "out -> "+outside,
		"gone.html -> nowhere.html", "loop -> loop", "noindex/index.html -> nowhere")
	for p, want := range map[string]string{
		"/latest/":                     "v2/index.html",
		"/latest/deep/x.html":          "v2/deep/x.html",
		"/again/deep/x.html":           "v2/deep/x.html",
		"/self/v2/":                    "v2/index.html",
		"/self/self/latest/":           "v2/index.html",
		"/v2/up/v2/up/latest/":         "v2/index.html",
		"/page.html":                   "page.html",
		"/gone":                        `dead: "gone" is a symbolic link to a missing file`,
		"/gone/page.html":              `dead: "gone" is a symbolic link to a missing file`,
		"/gone.html":                   `dead: "gone.html" is a symbolic link to a missing file`,
		"/out/etc":                     `dead: "out" is a symbolic link that leads outside the site; copy the file into the site, or add a rule with verdict: ok`,
		"/loop":                        `dead: "loop" is a symbolic link that cannot be followed`,
		"/noindex/":                    `dead: "noindex/index.html" is a symbolic link to a missing file`,
		"/latest/../../../etc/passwd/": "missing",
	} {
		if got := describe(d, p); got != want {
			t.Errorf("Find(%q) is %q, want %q", p, got, want)
		}
	}
	var pages []string
	for i := range int32(d.Len()) {
		pages = append(pages, d.Path(i))
	}
	if diff := cmp.Diff([]string{"page.html", "v2/deep/x.html", "v2/index.html"}, pages); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	reader := d.NewReader()
	data, err := reader.Read(d.Find("/page.html", "").File, nil)
	if err := reader.Close(); err != nil {
		t.Error(err)
	}
	if err != nil || string(data) != "v2/deep/x.html" {
		t.Errorf("a linked page reads %q, %v", data, err)
	}
}

func TestManyLinksToDirectoriesAreListedOnce(t *testing.T) {
	t.Parallel()
	// Followed by name, these links would be 2^40 directories.
	names := []string{"d40/page.html"}
	for i := range 40 {
		names = append(names, fmt.Sprintf("d%d/a -> ../d%d", i, i+1), fmt.Sprintf("d%d/b -> ../d%d", i, i+1))
	}
	d := build(t, names...)
	if got := d.Len(); got != 1 {
		t.Errorf("%d files, want 1", got)
	}
	if got := describe(d, "/d0"+strings.Repeat("/a", 20)+strings.Repeat("/b", 20)+"/page.html"); got != "d40/page.html" {
		t.Errorf("the page at the end of the links: %s", got)
	}
}

// TestFindLetters finds the first of several paths in another case, and takes letters that are
// composed in the link alone for others, although macOS opens the file by both names.
func TestFindLetters(t *testing.T) {
	t.Parallel()
	d := build(t, "ABOUT.html", "About.html", "about.HTML", "Team/index.html", "TEAM/x.html", "TEAM/index.html", "cafe\u0301.html")
	for p, want := range map[string]string{
		"/about.html": "other case: ABOUT.html", "/team/": "other case: TEAM/", "/team/x.htm": "missing",
		"/caf%C3%A9.html": "missing", "/cafe%CC%81.html": "cafe\u0301.html",
	} {
		if got := describe(d, p); got != want {
			t.Errorf("Find(%q) is %q, want %q", p, got, want)
		}
	}
}

func TestURLPath(t *testing.T) {
	t.Parallel()
	d := build(t, "index.html", "a/index.html", "a/reindex.html", "a/b c%.html")
	var got []string
	for i := range int32(d.Len()) {
		got = append(got, d.URLPath(i))
	}
	if diff := cmp.Diff([]string{"a/b%20c%25.html", "a/", "a/reindex.html", ""}, got); diff != "" {
		t.Errorf("URL paths (-want +got):\n%s", diff)
	}
}

func TestOpenDirSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	file := filepath.Join(top, "page.html")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		filepath.Join(top, "no"): syscall.ENOENT.Error(),
		file:                     "it is a file; pass the directory that holds the site",
	} {
		_, err := OpenDir(t.Context(), name)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), strconv.Quote(name)) {
			t.Errorf("OpenDir(%q): %v, want the name and %q", name, err, want)
		}
	}
}

func TestFilesAreAdmittedBeforeTheyTakeMemory(t *testing.T) {
	t.Parallel()
	d := build(t, "a page")
	r := d.NewReader()
	defer r.Close()
	refused := errors.New("no room")
	data, err := r.Read(0, func(size int64) error {
		if size != 6 || r.buf != nil {
			t.Errorf("%d bytes, with memory for %d", size, cap(r.buf))
		}
		return refused
	})
	if data != nil || !errors.Is(err, refused) {
		t.Errorf("it is %q, %v", data, err)
	}
	if data, err = r.Read(0, func(int64) error { return nil }); string(data) != "a page" || err != nil {
		t.Errorf("it is %q, %v", data, err)
	}
	if r.Forget(); r.buf != nil {
		t.Error("the memory is kept")
	}
}

func TestReadOfWhatIsNotWhole(t *testing.T) {
	t.Parallel()
	d := build(t, "page.html", "empty.html")
	r := d.NewReader()
	page := d.Find("/page.html", "").File
	if err := os.Truncate(d.File(d.Find("/empty.html", "").File), 0); err != nil {
		t.Fatal(err)
	}
	if data, err := r.Read(d.Find("/empty.html", "").File, nil); err != nil || len(data) != 0 {
		t.Errorf("an empty page reads %q, %v", data, err)
	}
	name := d.File(page)
	if err := os.Truncate(name, MaxPage+1); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(page, nil); !errors.Is(err, ErrTooLarge) {
		t.Errorf("Read of a huge page: %v", err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(page, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Read of a page that went away: %v", err)
	}
	if err := os.Mkdir(name, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(page, nil); err == nil {
		t.Error("Read of a page that became a directory")
	}
}

// What takes the place of a page after the listing cannot lead out of the site.
func TestReadFollowsNoLinkOutOfTheSite(t *testing.T) {
	t.Parallel()
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := build(t, "a/page.html", "b/page.html")
	r := d.NewReader()
	page := d.File(d.Find("/a/page.html", "").File)
	if err := errors.Join(os.Remove(page), os.Symlink(secret, page)); err != nil {
		t.Fatal(err)
	}
	if data, err := r.Read(d.Find("/a/page.html", "").File, nil); err == nil {
		t.Errorf("a page that became a symbolic link reads %q", data)
	}
	folder := filepath.Dir(d.File(d.Find("/b/page.html", "").File))
	if err := errors.Join(os.RemoveAll(folder), os.Symlink(filepath.Dir(secret), folder)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(secret), "page.html"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := r.Read(d.Find("/b/page.html", "").File, nil); err == nil {
		t.Errorf("a page of a folder that became a symbolic link reads %q", data)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestDeployment holds that profiles see the repository around the directory, or
// the directory itself where that is all of it.
func TestDeployment(t *testing.T) {
	t.Parallel()
	repository := build(t, ".git/", ".github/workflows/site.yml", "docs/index.html", "web/netlify.toml", "web/docs/index.html").name
	for name, test := range map[string]struct {
		dir, place, workflow, rules string
	}{
		"a folder":      {dir: "docs", place: "docs", workflow: "site.yml", rules: ""},
		"further down":  {dir: "web/docs", place: "web/docs", workflow: "site.yml", rules: "netlify.toml"},
		"the whole":     {dir: ".", place: ".", workflow: "site.yml", rules: ""},
		"no repository": {dir: "..", place: "", workflow: "", rules: ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := OpenDir(t.Context(), filepath.Join(repository, filepath.FromSlash(test.dir)))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = d.Close() })
			deployment := d.deployment()
			if deployment.BuildPath != test.place {
				t.Errorf("the place is %q, want %q", deployment.BuildPath, test.place)
			}
			for pattern, want := range map[string]string{".github/workflows/*.yml": test.workflow, "netlify.toml": test.rules} {
				if got := firstName(deployment.InRepository(pattern)); got != want {
					t.Errorf("%s: %q, want %q", pattern, got, want)
				}
			}
		})
	}
}

// firstName is the name of the first file without its directory, "" for none.
func firstName(sources []*hosting.Source) string {
	if len(sources) == 0 {
		return ""
	}
	return filepath.Base(sources[0].Name)
}

// deep makes a directory for each of the elements in the one before, however long
// their path becomes, and a file in the last.
func deep(t *testing.T, dir, file string, elements []string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Windows opens names of up to 32767 letters, so these directories are not too deep there")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, element := range elements {
		if err := root.Mkdir(element, 0o700); err != nil {
			t.Fatal(err)
		}
		below, err := root.OpenRoot(element)
		if err := root.Close(); err != nil {
			t.Fatal(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		root = below
	}
	if err := root.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := root.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestDeepDirectoryCostsWhatItHolds has a directory that no system opens by its
// path. All else is known, and nothing is said of what may lie in there.
func TestDeepDirectoryCostsWhatItHolds(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	if err := os.WriteFile(filepath.Join(top, "index.html"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	name := strings.Repeat("n", 200)
	deep(t, top, "page.html", slices.Repeat([]string{name}, 30))
	below := func(depth int) string { return strings.Repeat("/"+name, depth) }
	dir, err := OpenDir(t.Context(), top)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	problems := dir.Problems()
	if len(problems) != 1 || !strings.HasPrefix(problems[0], "could not list directory \"") {
		t.Errorf("got %q, want one problem", problems)
	}
	if dir.Len() != 1 {
		t.Errorf("%d files, want 1", dir.Len())
	}
	for path, want := range map[string]Kind{
		"/":                   Found,
		"/missing":            Missing,
		below(1) + "/missing": Missing,
		below(1) + "n":        Missing,
		below(5):              NoIndex,
		below(30):             Unlisted,
		below(30) + "/m":      Unlisted,
		below(30) + "/n/n":    Unlisted,
		below(10) + "/m":      Missing,
		below(10) + "n/n":     Missing,
	} {
		if got := dir.Find(path, "").Kind; got != want {
			t.Errorf("kind %d of %.20q, %d bytes, want %d", got, path, len(path), want)
		}
	}
}

func TestDirectoriesOfWhichNothingIsKnown(t *testing.T) {
	t.Parallel()
	d := Dir{name: "site", unlisted: map[string]error{}, dirs: map[string]int32{}}
	for _, dir := range []string{"", "c", "c/d"} {
		d.dirs[dir] = noIndex
	}
	for _, dir := range []string{"b", "a-b", "a", "a.b", "c/d/e", "c/d-e"} {
		d.unlisted[dir] = os.ErrPermission
	}
	for path, want := range map[string]bool{
		"/a": true, "/a/": true, "/a/x/y": true, "/a-b/x": true, "/a.b": true, "/a!": false, "/a.": false, "/b/-": true, "/bb": false,
		"/c": false, "/c/d": false, "/c/d/e": true, "/c/d/e/f": true, "/c/d/f": false, "/c/d-e/f": true, "/0": false, "/": false,
	} {
		if got := d.mayHold(path); got != want {
			t.Errorf("%q may be there: %v, want %v", path, got, want)
		}
	}
	for i := range maxUnlisted {
		d.unlisted["z"+strconv.Itoa(i)] = os.ErrPermission
	}
	if problems := d.Problems(); len(problems) != maxUnlisted+1 || problems[maxUnlisted] != "could not list 6 more directories" {
		t.Errorf("got %q", problems)
	}
}
