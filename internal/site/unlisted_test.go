package site

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
)

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
	problems := dir.Unlisted()
	if len(problems) != 1 || !strings.HasPrefix(problems[0], "could not list directory \"") || len(problems[0]) > 400 {
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
	d := Dir{name: "site"}
	for _, dir := range []string{"b", "a-b", "a", "a.b", "c/d/e", "c/d-e"} {
		d.unlisted = append(d.unlisted, unlisted{dir, errPath})
	}
	slices.SortFunc(d.unlisted, func(a, b unlisted) int { return comparePaths(a.dir, b.dir) })
	for path, want := range map[string]bool{
		"/a": true, "/a/": true, "/a/x/y": true, "/a-b/x": true, "/a.b": true, "/a!": false, "/a.": false, "/b/-": true, "/bb": false,
		"/c": false, "/c/d": false, "/c/d/e": true, "/c/d/e/f": true, "/c/d/f": false, "/c/d-e/f": true, "/0": false, "/": false,
	} {
		if got := d.mayHold(hosting.Request{Path: path}); got != want {
			t.Errorf("%q may be there: %v, want %v", path, got, want)
		}
	}
	for range maxUnlisted {
		d.unlisted = append(d.unlisted, unlisted{"z", errPath})
	}
	if problems := d.Unlisted(); len(problems) != maxUnlisted+1 || problems[maxUnlisted] != "could not list 6 more directories" {
		t.Errorf("got %q", problems)
	}
}
