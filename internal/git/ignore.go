package git

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/openfile"
)

// Ignored reports which files git ignores, by the rules that its
// documentation gives under gitignore. What a user has set for all repositories
// does not count. It is not safe for concurrent use.
type Ignored struct {
	top string
	// shared are the patterns of the git directory, and known the directories of
	// which is known what applies in them, by their paths.
	shared *patternList
	known  map[string]*ignoring
	// patternBudget is how many further patterns are kept, and work how much more is compared
	// with patterns. Neither is below zero but for unsure.
	patternBudget, work int
}

const (
	// maxPatterns is how many patterns of a repository are kept: a hundred times
	// what large ones have.
	maxPatterns = 100_000
	// maxMatching is how many steps are taken to match patterns, about two seconds
	// of work. Patterns that begin or end with a text are only looked at for names that
	// do so, too, so that the others have to be very many.
	maxMatching = 1 << 29
)

// ignoring is what applies in a directory.
type ignoring struct {
	// ignored is whether the directory is, with all that is in it.
	ignored bool
	// patterns are the patterns of its own file; nil for none. outer is the nearest directory
	// around it that has some; nil for none.
	patterns *patternList
	outer    *ignoring
	// at is where the paths of what is in it begin.
	at int
}

// NewIgnored returns what is ignored in the work tree around dir. The error tells
// that there is none.
func NewIgnored(dir string) (*Ignored, error) {
	top, gitDir, err := findGit(dir)
	if err != nil {
		return nil, err
	}
	g := &Ignored{top: top, known: map[string]*ignoring{}, patternBudget: maxPatterns, work: maxMatching}
	g.shared = g.keep(readShort(filepath.Join(commonDir(gitDir), "info", "exclude")))
	return g, nil
}

// Unsure reports whether there were more patterns than are looked at, or too many for
// what was asked: then what was said to be ignored or not may be wrong.
func (g *Ignored) Unsure() bool { return g.patternBudget < 0 || g.work < 0 }

// Has reports whether a file or directory at a path of the repository, which git
// does not track, is ignored.
func (g *Ignored) Has(name string, isDir bool) bool {
	if name == "" {
		return false
	}
	return g.has(name, isDir)
}

// has reports whether a path is ignored, by the directories that it lies in or by
// itself. Nothing below a directory that is ignored can be taken back.
func (g *Ignored) has(name string, isDir bool) bool {
	in := g.in(parent(name))
	return in.ignored || g.matches(in, name, isDir)
}

// parent is the path of the directory that a path lies in; empty for the top.
func parent(name string) string { return name[:max(strings.LastIndexByte(name, '/'), 0)] }

// in is what applies in a directory.
func (g *Ignored) in(dir string) *ignoring {
	if in, ok := g.known[dir]; ok {
		return in
	}
	// The directories around it come first, the outermost before all.
	unknown := []string{dir}
	for dir != "" {
		dir = parent(dir)
		if g.known[dir] != nil {
			break
		}
		unknown = append(unknown, dir)
	}
	var in *ignoring
	for i := len(unknown) - 1; i >= 0; i-- {
		in = g.enter(unknown[i])
		g.known[unknown[i]] = in
	}
	return in
}

// enter finds out what applies in a directory, where that is known of the one around
// it.
func (g *Ignored) enter(dir string) *ignoring {
	if dir == "" {
		return &ignoring{patterns: g.keep(g.read(dir))}
	}
	outer := g.known[parent(dir)]
	in := &ignoring{at: len(dir) + 1, outer: outer}
	if outer.patterns == nil {
		in.outer = outer.outer
	}
	if in.ignored = outer.ignored || g.matches(outer, dir, true); !in.ignored {
		in.patterns = g.keep(g.read(dir))
	}
	return in
}

// matches reports whether the patterns that apply in a directory say that a path in it
// is ignored. The last one that matches decides, and those of a directory come
// after those of what it is in.
func (g *Ignored) matches(in *ignoring, name string, isDir bool) bool {
	for ; in != nil; in = in.outer {
		if ignored, ok := in.patterns.last(name[in.at:], isDir, &g.work); ok {
			return ignored
		}
	}
	ignored, _ := g.shared.last(name, isDir, &g.work)
	return ignored
}

// read returns the patterns of a directory in the work tree; empty when there are
// none. As git does, it follows no link in their place.
func (g *Ignored) read(dir string) string {
	root, err := os.OpenRoot(filepath.Join(g.top, filepath.FromSlash(dir)))
	if err != nil {
		return ""
	}
	// What is opened is only read from.
	defer func() { _ = root.Close() }()
	text, err := openfile.ReadItself(root, ".gitignore", maxConfig)
	if err != nil && len(text) < maxConfig {
		return ""
	}
	return string(text)
}

// keep reads patterns as far as there is room for them; nil for none.
func (g *Ignored) keep(text string) *patternList {
	if text == "" || g.patternBudget < 0 {
		return nil
	}
	if len(text) == maxConfig {
		g.patternBudget = -1 // There is more in the file, which is not known.
		return nil
	}
	list := patterns(text, g.patternBudget)
	g.patternBudget -= len(list.patterns)
	return list
}
