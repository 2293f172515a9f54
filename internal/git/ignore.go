package git

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"

	"github.com/linkvet/linkvet/internal/openfile"
)

// IsIgnored reports whether git ignores a file or directory at a path of the repository, which it
// does not track, by the rules of its documentation (gitignore). What a user has set for all
// repositories does not count. It is not safe for concurrent use.
func (t *Tree) IsIgnored(name string, isDir bool) bool {
	if name == "" {
		return false
	}
	parts := strings.Split(name, "/")
	for i := 1; i < len(parts); i++ {
		// Nothing below a directory that is ignored can be taken back.
		dir := path.Join(parts[:i]...)
		ignored, known := t.ignored[dir]
		if !known {
			ignored = t.matches(parts[:i], true)
			t.ignored[dir] = ignored
		}
		if ignored {
			return true
		}
	}
	return t.matches(parts, isDir)
}

// matches reports whether the last pattern that matches a path says that it is ignored. Those
// of a directory come after those of the directories around it.
func (t *Tree) matches(parts []string, isDir bool) bool {
	for in := len(parts) - 1; in >= 0; in-- {
		dir := path.Join(parts[:in]...)
		all, known := t.patterns[dir]
		if !known {
			all = t.patternsOf(dir)
			t.patterns[dir] = all
		}
		for _, p := range slices.Backward(all) {
			if result := p.Match(parts[in:], isDir); result != gitignore.NoMatch {
				return result == gitignore.Exclude
			}
		}
	}
	return false
}

// patternsOf returns the patterns of a directory. As git does, it follows no link in their place.
func (t *Tree) patternsOf(dir string) (all []gitignore.Pattern) {
	var text []byte
	if root, err := os.OpenRoot(filepath.Join(t.top, filepath.FromSlash(dir))); err == nil {
		text, _ = openfile.ReadItself(root, ".gitignore", maxShort) // nothing when it cannot be read
		_ = root.Close()                                            // it was only read from
	}
	if dir == "" {
		text = slices.Concat([]byte(readShort(filepath.Join(t.shared, "info", "exclude"))+"\n"), text)
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
		all = append(all, gitignore.ParsePattern(strings.ReplaceAll(line, "[!", "[^"), nil))
	}
	return all
}

// Untracked returns the paths in the repository of the regular files below dir, in order,
// that git neither tracks nor ignores. Directories that skip reports by their absolute names
// are left out, as other repositories are. The work ends, and ok is false, when there are more
// than most entries to look at, or ctx ends.
func (t *Tree) Untracked(ctx context.Context, dir string, most int, skip func(name string) bool) (files []string, ok bool) {
	below := t.Path(filepath.ToSlash(dir))
	if below == "" || below != "." && t.IsIgnored(below, true) {
		return nil, true
	}
	var walk func(dir string) bool
	walk = func(dir string) bool {
		name := filepath.Join(t.top, filepath.FromSlash(dir))
		// A directory that cannot be read has nothing to show.
		entries, _ := openfile.List(name)
		if most -= len(entries); most < 0 || ctx.Err() != nil {
			return false
		}
		for _, entry := range entries {
			file := path.Join(dir, entry.Name())
			switch {
			case entry.IsDir():
				sub := filepath.Join(name, entry.Name())
				if entry.Name() != ".git" && !skip(sub) && !IsRepository(sub) && !t.IsIgnored(file, true) && !walk(file) {
					return false
				}
			case entry.Type().IsRegular() && !t.Tracks(file) && !t.IsIgnored(file, false):
				files = append(files, file)
			}
		}
		return true
	}
	ok = walk(below)
	return files, ok
}
