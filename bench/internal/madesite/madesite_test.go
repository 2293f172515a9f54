package madesite

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path"
	"testing"
)

// write returns the files of a site.
func write(t *testing.T, pages, writers int) map[string][]byte {
	t.Helper()
	dir := t.TempDir()
	if err := Write(dir, pages, writers); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	site := os.DirFS(dir)
	err := fs.WalkDir(site, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files[name], err = fs.ReadFile(site, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestWriteIsTheSameEachTime(t *testing.T) {
	t.Parallel()
	one, two := write(t, 250, 1), write(t, 250, 3)
	if len(one) != 251 || !maps.EqualFunc(one, two, bytes.Equal) { // with the style sheet
		t.Errorf("%d and %d files, or they differ", len(one), len(two))
	}
}

func TestOnlyTheKnownLinksAreBrokenAndAllPagesCanBeReached(t *testing.T) {
	t.Parallel()
	const pages = 10_700 // more than one section
	files := map[string][]byte{"style.css": nil}
	for i := range pages {
		files[name(i)] = page(nil, i, pages)
	}
	broken := map[string]bool{}
	reached := map[string]bool{"index.html": true}
	for todo := []string{"index.html"}; len(todo) > 0; todo = todo[1:] {
		for _, rest := range bytes.Split(files[todo[0]], []byte(` href="`))[1:] {
			ref, _, _ := bytes.Cut(rest, []byte(`"`))
			file, fragment, _ := bytes.Cut(ref, []byte("#"))
			target := todo[0]
			if len(file) > 0 {
				target = path.Join(path.Dir(todo[0]), string(file))
			}
			text, found := files[target]
			if !found || len(fragment) > 0 && !bytes.Contains(text, []byte("id=\""+string(fragment)+"\"")) {
				broken[target+"#"+string(fragment)] = true
				continue
			}
			if !reached[target] && path.Ext(target) == ".html" {
				reached[target] = true
				todo = append(todo, target)
			}
		}
	}
	// Two targets for each page with faults.
	if want := 2 * ((pages + faulty - 1) / faulty); len(reached) != pages || len(broken) != want {
		t.Errorf("%d pages can be reached, want %d; %d targets are broken, want %d", len(reached), pages, len(broken), want)
	}
}
