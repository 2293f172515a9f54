package git

import (
	"os"
	"path"
	"path/filepath"

	"github.com/linkvet/linkvet/internal/openfile"
)

// Untracked returns the paths in the repository of the regular files below dir, in
// order, that git neither tracks nor ignores, as Ignored has it. Directories that
// skip tells of, by their absolute names, are left out, and so are other
// repositories. The work ends, and ok is false, where more than most entries would
// have to be looked at, or where there are too many patterns to say what is ignored.
func (t *Tree) Untracked(dir string, most int, skip func(name string) bool) (files []string, ok bool) {
	below := t.Path(filepath.ToSlash(dir))
	if below == "." {
		below = ""
	} else if below == "" {
		return nil, true
	}
	ignored, err := NewIgnored(t.top)
	if err != nil || below != "" && ignored.Has(below, true) {
		return nil, true
	}
	w := untracked{tree: t, ignored: ignored, left: most, skip: skip}
	ok = w.walk(below)
	return w.files, ok && !ignored.Unsure()
}

// untracked looks for files that git does not know.
type untracked struct {
	tree    *Tree
	ignored *Ignored
	left    int
	skip    func(string) bool
	files   []string
}

// walk looks at a directory of the repository that is not ignored, and reports whether
// that was not too much. One that cannot be read holds nothing that could be shown.
func (w *untracked) walk(dir string) bool {
	name := filepath.Join(w.tree.top, filepath.FromSlash(dir))
	entries, err := openfile.List(name)
	if err != nil {
		return true
	}
	if w.left -= len(entries); w.left < 0 {
		return false
	}
	for _, entry := range entries {
		file := path.Join(dir, entry.Name())
		switch {
		case entry.IsDir():
			sub := filepath.Join(name, entry.Name())
			if entry.Name() == ".git" || w.skip(sub) || IsRepository(sub) || w.ignored.has(file, true) {
				continue
			}
			if !w.walk(file) {
				return false
			}
		case entry.Type().IsRegular() && !w.tree.Tracks(file) && !w.ignored.has(file, false):
			w.files = append(w.files, file)
		}
	}
	return true
}

// IsRepository reports whether a directory is the top of a work tree, as that of a clone or a
// submodule is.
func IsRepository(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}
