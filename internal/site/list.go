package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/openfile"
)

// symlinks are the symbolic links of the directory.
type symlinks struct {
	// dirs maps a link to a directory to the real place of that directory, so
	// that a tree is listed once however many names it has: links that point up
	// cannot make the listing endless, nor many of them make it huge.
	dirs map[string]string
	// dead maps a link that cannot be followed to the words that say why.
	dead map[string]string
}

// list fills the index, in the order of the paths.
func (d *Dir) list(ctx context.Context) error {
	d.reals = map[int32]string{}
	d.links = symlinks{dirs: map[string]string{}, dead: map[string]string{}}
	top, err := filepath.EvalSymlinks(d.name)
	if err == nil {
		top, err = filepath.Abs(top)
	}
	if err != nil {
		return fmt.Errorf("could not open directory %q: %w", d.name, cause(err))
	}
	if err := d.listDir(ctx, "", top); err != nil {
		return err
	}
	slices.SortFunc(d.unlisted, func(a, b unlisted) int { return comparePaths(a.dir, b.dir) })
	d.numbers = newNumbering(&d.files)
	return nil
}

// isIndex reports whether the file at a slash path is the index of its directory.
func isIndex(name string) bool {
	dir, ok := strings.CutSuffix(name, hosting.IndexFile)
	return ok && (dir == "" || strings.HasSuffix(dir, "/"))
}

// listDir adds what the directory at the slash path dir holds, and goes down. One
// that cannot be listed costs what it holds, but for the root. It only
// reads names and types: even if the tree changes meanwhile, files are read below the
// root alone.
func (d *Dir) listDir(ctx context.Context, dir, top string) error {
	if ctx.Err() != nil {
		return nil
	}
	d.dirs[dir] = noIndex
	entries, err := readDir(filepath.Join(top, filepath.FromSlash(dir)))
	switch {
	case dir == "" && err != nil:
		return fmt.Errorf("could not list directory %q: %w", filepath.ToSlash(d.name), cause(err))
	case err != nil:
		d.unlisted = append(d.unlisted, unlisted{dir, cause(err)})
	}
	for _, entry := range entries {
		name := entry.Name()
		switch mode := entry.Type(); {
		case mode.IsDir():
			if name = inDir(dir, name); len(name) > maxPath {
				d.unlisted = append(d.unlisted, unlisted{name, errPath})
			} else if err := d.listDir(ctx, name, top); err != nil {
				return err
			}
		case mode.IsRegular():
			d.addFile(dir, name)
		case mode&(fs.ModeSymlink|fs.ModeIrregular) != 0:
			d.addLink(dir, name, top)
		}
	}
	return nil
}

// inDir is the slash path of a name in a directory, "" for the root.
func inDir(dir, base string) string {
	if dir == "" {
		return base
	}
	return dir + "/" + base
}

// readDir is os.ReadDir in the order of the paths of files, below directories as well.
func readDir(name string) ([]fs.DirEntry, error) {
	f, err := openfile.Directory(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	slices.SortFunc(entries, compareEntries)
	return entries, err
}

// compareEntries orders what is in one directory. A slash follows the name of a directory
// in the paths of its files, so that "a-b" comes before what is in "a".
func compareEntries(a, b fs.DirEntry) int {
	x, y := a.Name(), b.Name()
	n := min(len(x), len(y))
	return cmp.Or(strings.Compare(x[:n], y[:n]), after(a, n)-after(b, n))
}

// after is the byte behind the first n of an entry's name, in paths; negative at the end.
func after(entry fs.DirEntry, n int) int {
	switch name := entry.Name(); {
	case n < len(name):
		return int(name[n])
	case entry.IsDir():
		return '/'
	}
	return -1
}

// addFile adds a file of a directory, and returns its number.
func (d *Dir) addFile(dir, base string) int32 {
	file := d.files.add(dir, base)
	if base == hosting.IndexFile {
		d.dirs[dir] = file
	}
	return file
}

// addLink follows the symbolic link base in the directory dir when it leads to something
// inside the directory top.
func (d *Dir) addLink(dir, base, top string) {
	name := inDir(dir, base)
	full, err := destination(filepath.Join(top, filepath.FromSlash(name)))
	if err != nil {
		why := "a symbolic link that cannot be followed"
		if errors.Is(err, fs.ErrNotExist) {
			why = "a symbolic link to a missing file"
		}
		d.links.dead[name] = why
		return
	}
	rel, err := filepath.Rel(top, full)
	if err != nil || !filepath.IsLocal(rel) {
		d.links.dead[name] = "a symbolic link that leads outside the site; copy the file into the site, or add a rule with verdict: ok"
		return
	}
	info, err := os.Stat(full)
	switch {
	case err != nil:
		d.links.dead[name] = "a symbolic link that cannot be followed"
	case info.IsDir():
		d.links.dirs[name] = slashRel(rel)
	case info.Mode().IsRegular():
		d.reals[d.addFile(dir, base)] = slashRel(rel)
	}
}

// destination is where a symbolic link leads in the end, or a junction of Windows: that
// is an irregular file to Go, at which EvalSymlinks ends.
func destination(name string) (string, error) {
	full, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", err
	}
	if info, err := os.Lstat(full); err == nil && info.Mode()&fs.ModeIrregular != 0 {
		if to, err := os.Readlink(full); err == nil && filepath.IsAbs(to) {
			return filepath.EvalSymlinks(to)
		}
	}
	return full, nil
}

// slashRel writes a relative path as the index does: slashes, "" for the root.
func slashRel(rel string) string {
	if rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

// follow rewrites the symbolic links to directories in the slash path p to the
// places they stand for. Where p passes a link that cannot be followed, dead
// says why. Every rewriting consumes an element of p, so it ends.
func (s symlinks) follow(p string) (real, dead string) {
	if len(s.dirs) == 0 && len(s.dead) == 0 {
		return p, ""
	}
	rest := p
	for rest != "" {
		var element string
		element, rest, _ = strings.Cut(rest, "/")
		real = path.Join(real, element)
		if dead := s.why(real); dead != "" {
			return "", dead
		}
		if to, ok := s.dirs[real]; ok {
			real = to
		}
	}
	return real, ""
}

// why says what is wrong with the symbolic link at the slash path p; "" when p
// is none that cannot be followed.
func (s symlinks) why(p string) string {
	if why, ok := s.dead[p]; ok {
		return fmt.Sprintf("%q is %s", p, why)
	}
	return ""
}
