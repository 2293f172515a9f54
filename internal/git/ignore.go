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

// Ignored reports which files git ignores, by the rules of its documentation (gitignore).
// What a user has set for all repositories does not count. It is not safe for concurrent use.
type Ignored struct {
	place
	// patterns are those of each directory, and directories whether these are ignored.
	patterns    map[string][]gitignore.Pattern
	directories map[string]bool
}

// NewIgnored returns what is ignored in the work tree around dir.
func NewIgnored(dir string) (*Ignored, error) {
	p, err := find(dir)
	return &Ignored{place: p, patterns: map[string][]gitignore.Pattern{}, directories: map[string]bool{}}, err
}

// Has reports whether a file or directory at a path of the repository, which git does not
// track, is ignored. Nothing below a directory that is ignored can be taken back.
func (g *Ignored) Has(name string, isDir bool) bool {
	if name == "" {
		return false
	}
	parts := strings.Split(name, "/")
	for i := 1; i < len(parts); i++ {
		dir := path.Join(parts[:i]...)
		ignored, known := g.directories[dir]
		if !known {
			ignored = g.matches(parts[:i], true)
			g.directories[dir] = ignored
		}
		if ignored {
			return true
		}
	}
	return g.matches(parts, isDir)
}

// matches reports whether the last pattern that matches a path says that it is ignored. Those
// of a directory come after those of the directories around it.
func (g *Ignored) matches(parts []string, isDir bool) bool {
	for in := len(parts) - 1; in >= 0; in-- {
		dir := path.Join(parts[:in]...)
		all, known := g.patterns[dir]
		if !known {
			all = g.read(dir)
			g.patterns[dir] = all
		}
		for _, p := range slices.Backward(all) {
			if result := p.Match(parts[in:], isDir); result != gitignore.NoMatch {
				return result == gitignore.Exclude
			}
		}
	}
	return false
}

// read returns the patterns of a directory. As git does, it follows no link in their place.
func (g *Ignored) read(dir string) (all []gitignore.Pattern) {
	var text []byte
	if root, err := os.OpenRoot(filepath.Join(g.top, filepath.FromSlash(dir))); err == nil {
		text, _ = openfile.ReadItself(root, ".gitignore", maxShort) // nothing when it cannot be read
		_ = root.Close()                                            // it was only read from
	}
	if dir == "" {
		text = slices.Concat([]byte(readShort(filepath.Join(g.shared, "info", "exclude"))+"\n"), text)
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
	ignored, err := NewIgnored(t.top)
	if err != nil || below == "" || below != "." && ignored.Has(below, true) {
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
				if entry.Name() != ".git" && !skip(sub) && !IsRepository(sub) && !ignored.Has(file, true) && !walk(file) {
					return false
				}
			case entry.Type().IsRegular() && !t.Tracks(file) && !ignored.Has(file, false):
				files = append(files, file)
			}
		}
		return true
	}
	ok = walk(below)
	return files, ok
}
