package git

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"

	"github.com/linkvet/linkvet/internal/openfile"
)

// isIgnored reports whether git ignores a file or directory at a path of the repository, which it
// does not track, by the rules of its documentation (gitignore). What a user has set for all
// repositories does not count.
func (t *Tree) isIgnored(name string, isDir bool) bool {
	if ignored, known := t.ignored[name]; known {
		return ignored
	}
	dir := path.Dir(name)
	// Nothing below a directory that is ignored can be taken back.
	ignored := dir != "." && t.isIgnored(dir, true) || gitignore.NewMatcher(t.patternsOf(dir)).Match(strings.Split(name, "/"), isDir)
	if isDir {
		t.ignored[name] = ignored
	}
	return ignored
}

// patternsOf returns the patterns that matter in a directory: those of the directories around it
// come first. As git does, it follows no link in their place.
func (t *Tree) patternsOf(dir string) []gitignore.Pattern {
	all, known := t.patterns[dir]
	if known {
		return all
	}
	var text []byte
	if root, err := os.OpenRoot(filepath.Join(t.top, filepath.FromSlash(dir))); err == nil {
		text, _ = openfile.ReadItself(root, ".gitignore", 1<<20) // nothing when it cannot be read
		_ = root.Close()                                         // it was only read from
	}
	var domain []string
	if dir == "." {
		text = slices.Concat([]byte(readShort(filepath.Join(t.shared, "info", "exclude"))+"\n"), text)
	} else {
		all, domain = slices.Clip(t.patternsOf(path.Dir(dir))), strings.Split(dir, "/")
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(strings.TrimPrefix(line, "\ufeff"), "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		if strings.HasSuffix(line, "/**") {
			line += "/*" // for go-git, the directory itself matches, too
		}
		// It matches as path.Match does, where another sign negates a class.
		all = append(all, gitignore.ParsePattern(strings.ReplaceAll(line, "[!", "[^"), domain))
	}
	t.patterns[dir] = all
	return all
}

// Untracked returns the paths in the repository of the regular files below dir, in order,
// that git neither tracks nor ignores. Directories that skip reports by their absolute names
// are left out, as other repositories are. The work ends, and ok is false, when there are more
// than most entries to look at, or ctx ends.
func (t *Tree) Untracked(ctx context.Context, dir string, most int, skip func(name string) bool) (files []string, ok bool) {
	if below := t.Path(filepath.ToSlash(dir)); below == "" || below != "." && t.isIgnored(below, true) {
		return nil, true
	}
	// A directory that cannot be read has nothing to show.
	_ = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if most--; most < -1 || ctx.Err() != nil {
			return fs.SkipAll
		}
		switch file := t.Path(filepath.ToSlash(name)); {
		case err != nil, name == dir:
		case entry.IsDir():
			if entry.Name() == ".git" || skip(name) || IsRepository(name) || t.isIgnored(file, true) {
				return fs.SkipDir
			}
		case entry.Type().IsRegular() && !t.Tracks(file) && !t.isIgnored(file, false):
			files = append(files, file)
		}
		return nil
	})
	return files, most >= -1 && ctx.Err() == nil
}
