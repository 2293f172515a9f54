package madesite

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/linkvet/linkvet/internal/scan"
)

// read returns the files of a site that was made.
func read(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[name], err = os.ReadFile(filepath.Join(dir, name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestWriteIsTheSameEachTime(t *testing.T) {
	t.Parallel()
	one, two := t.TempDir(), t.TempDir()
	if err := Write(one, 250, 1); err != nil {
		t.Fatal(err)
	}
	if err := Write(two, 250, 3); err != nil {
		t.Fatal(err)
	}
	a, b := read(t, one), read(t, two)
	if len(a) != 251 || len(b) != 251 { // with the style sheet
		t.Fatalf("%d and %d files", len(a), len(b))
	}
	for name, text := range a {
		if !bytes.Equal(text, b[name]) {
			t.Errorf("%s differs", name)
		}
	}
}

func TestOnlyTheKnownLinksAreBrokenAndAllPagesCanBeReached(t *testing.T) {
	t.Parallel()
	const pages = 10_700 // more than one section
	dir := t.TempDir()
	if err := Write(dir, pages, 2); err != nil {
		t.Fatal(err)
	}
	files := read(t, dir)
	broken := map[string]bool{}
	reached := map[string]bool{"index.html": true}
	for todo := []string{"index.html"}; len(todo) > 0; todo = todo[1:] {
		var page scan.Page
		scan.HTML(files[todo[0]], scan.Options{}, &page)
		for _, l := range page.Links {
			file, fragment, _ := bytes.Cut([]byte(l.Raw), []byte("#"))
			target := todo[0]
			if len(file) > 0 {
				target = path.Join(path.Dir(todo[0]), string(file))
			}
			text, ok := files[target]
			if !ok || len(fragment) > 0 && !bytes.Contains(text, []byte("id=\""+string(fragment)+"\"")) {
				broken[target+"#"+string(fragment)] = true
				continue
			}
			if !reached[target] && path.Ext(target) == ".html" {
				reached[target] = true
				todo = append(todo, target)
			}
		}
	}
	if len(reached) != pages {
		t.Errorf("%d pages can be reached, want %d", len(reached), pages)
	}
	if len(broken) != Broken(pages) {
		t.Errorf("%d targets are broken, want %d", len(broken), Broken(pages))
	}
}
