package git

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/linkvet/linkvet/internal/openfile"
)

// Ignored reports which files git ignores, by the rules of its documentation (gitignore).
// What a user has set for all repositories does not count. It is not safe for concurrent use.
//
// The matcher of go-git does not know classes such as [!a], and takes the first match of a
// segment after "**" for the only one, so the patterns become those of doublestar.
type Ignored struct {
	top string
	// shared are the patterns of the git directory, and own those of each directory.
	shared []pattern
	own    map[string][]pattern
	// directories are those of which is known whether they are ignored.
	directories map[string]bool
}

// NewIgnored returns what is ignored in the work tree around dir.
func NewIgnored(dir string) (*Ignored, error) {
	p, err := find(dir)
	if err != nil {
		return nil, err
	}
	text := readShort(filepath.Join(p.shared, "info", "exclude"))
	return &Ignored{top: p.top, shared: patterns(text), own: map[string][]pattern{}, directories: map[string]bool{}}, nil
}

// Has reports whether a file or directory at a path of the repository, which git does not
// track, is ignored. Nothing below a directory that is ignored can be taken back.
func (g *Ignored) Has(name string, isDir bool) bool {
	if name == "" {
		return false
	}
	for at, c := range name {
		if c != '/' {
			continue
		}
		dir := name[:at]
		ignored, known := g.directories[dir]
		if !known {
			ignored = g.matches(dir, true)
			g.directories[dir] = ignored
		}
		if ignored {
			return true
		}
	}
	return g.matches(name, isDir)
}

// matches reports whether the last pattern that matches a path says that it is ignored. Those
// of a directory come after those of the directories around it.
func (g *Ignored) matches(name string, isDir bool) bool {
	for at := len(name); at >= 0; {
		at = strings.LastIndexByte(name[:at], '/')
		dir := name[:max(at, 0)]
		own, known := g.own[dir]
		if !known {
			own = g.read(dir)
			g.own[dir] = own
		}
		if ignored, ok := last(own, name[at+1:], isDir); ok {
			return ignored
		}
	}
	ignored, _ := last(g.shared, name, isDir)
	return ignored
}

// read returns the patterns of a directory. As git does, it follows no link in their place.
func (g *Ignored) read(dir string) []pattern {
	root, err := os.OpenRoot(filepath.Join(g.top, filepath.FromSlash(dir)))
	if err != nil {
		return nil
	}
	// What is opened is only read from.
	defer func() { _ = root.Close() }()
	text, err := openfile.ReadItself(root, ".gitignore", maxShort)
	if err != nil {
		return nil
	}
	return patterns(string(text))
}

// pattern is one line of a file of patterns.
type pattern struct {
	// glob is for a path, or for the last segment wherever it is.
	glob    string
	isNamed bool
	// negated takes back what a line before has ignored, and dirs is for directories alone.
	negated, dirs bool
}

// patterns reads a file of patterns.
func patterns(text string) (all []pattern) {
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		if line[0] == '#' {
			continue
		}
		var p pattern
		line = trimSpaces(strings.TrimRight(line, "\r\n"))
		line, p.negated = strings.CutPrefix(line, "!")
		line, p.dirs = strings.CutSuffix(line, "/")
		p.isNamed = !strings.Contains(line, "/")
		if line = strings.TrimPrefix(line, "/"); line == "" {
			continue
		}
		if strings.HasSuffix(line, "/**") {
			line += "/*" // all below, and not the directory itself
		}
		p.glob = escapeBraces(line)
		all = append(all, p)
	}
	return all
}

// trimSpaces cuts off the spaces at the end of a line, but for one after a backslash.
func trimSpaces(line string) string {
	trimmed := strings.TrimRight(line, " ")
	if strings.HasSuffix(trimmed, `\`) && len(trimmed) < len(line) {
		return trimmed + " "
	}
	return trimmed
}

// escapeBraces takes their meaning from the alternatives of doublestar.
func escapeBraces(glob string) string {
	if !strings.ContainsAny(glob, "{}") {
		return glob
	}
	var b strings.Builder
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; {
		case c == '\\' && i+1 < len(glob):
			b.WriteByte(c)
			i++
		case c == '{' || c == '}':
			b.WriteByte('\\')
		}
		b.WriteByte(glob[i])
	}
	return b.String()
}

// last returns what the last pattern that matches says of a path; ok is false when none does.
func last(all []pattern, name string, isDir bool) (ignored, ok bool) {
	base := path.Base(name)
	for _, p := range slices.Backward(all) {
		subject := name
		if p.isNamed {
			subject = base
		}
		if (isDir || !p.dirs) && doublestar.MatchUnvalidated(p.glob, subject) {
			return !p.negated, true
		}
	}
	return false, false
}

// Untracked returns the paths in the repository of the regular files below dir, in order,
// that git neither tracks nor ignores. Directories that skip reports by their absolute names
// are left out, as other repositories are. The work ends, and ok is false, when there are more
// than most entries to look at, or ctx ends.
func (t *Tree) Untracked(ctx context.Context, dir string, most int, skip func(name string) bool) (files []string, ok bool) {
	below := t.Path(filepath.ToSlash(dir))
	ignored, err := NewIgnored(t.top)
	if err != nil || below == "" {
		return nil, true
	}
	if below == "." {
		below = ""
	}
	if ignored.Has(below, true) {
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
