package git

import (
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Ignored tells what git is told to leave alone, by the rules that its
// documentation gives under gitignore. What a user has set for all repositories
// does not count. It is not safe for concurrent use.
type Ignored struct {
	top string
	// shared are the patterns of the git directory, and known those of directories,
	// by their paths.
	shared []pattern
	known  map[string][]pattern
}

// pattern is one line of a file of patterns.
type pattern struct {
	glob string
	// negated takes back what a line before has ignored, dirs is for directories
	// alone, and named for the last segment wherever it stands.
	negated, dirs, named bool
}

// NewIgnored returns what is ignored in the work tree around dir. The error tells
// that there is none.
func NewIgnored(dir string) (*Ignored, error) {
	top, gitDir, err := findGit(dir)
	if err != nil {
		return nil, err
	}
	text := readShort(filepath.Join(commonDir(gitDir), "info", "exclude"))
	return &Ignored{top: top, shared: patterns(text), known: map[string][]pattern{}}, nil
}

// Has tells whether a file or directory at a path of the repository, which git
// does not track, is ignored.
func (g *Ignored) Has(name string, isDir bool) bool {
	for i := range len(name) + 1 {
		if i < len(name) && name[i] != '/' {
			continue
		}
		// Nothing below a directory that is ignored can be taken back.
		if g.has(name[:i], isDir || i < len(name)) {
			return true
		}
	}
	return false
}

// has is Has for a path in a directory that is not ignored. The last pattern that
// matches decides, and those of a directory come after those of what it is in.
func (g *Ignored) has(name string, isDir bool) bool {
	ignored := last(g.shared, name, isDir, false)
	for i := range len(name) {
		if i > 0 && name[i] != '/' {
			continue
		}
		dir := name[:i]
		below := strings.TrimPrefix(name[i:], "/")
		ignored = last(g.of(dir), below, isDir, ignored)
	}
	return ignored
}

// of are the patterns of a directory.
func (g *Ignored) of(dir string) []pattern {
	list, ok := g.known[dir]
	if !ok {
		list = patterns(g.read(path.Join(dir, ".gitignore")))
		g.known[dir] = list
	}
	return list
}

// read returns the text of a file in the work tree; empty when there is none. As
// git does, it follows no link in its place.
func (g *Ignored) read(name string) string {
	root, err := os.OpenRoot(g.top)
	if err != nil {
		return ""
	}
	// What is opened is only read from.
	defer func() { _ = root.Close() }()
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := root.Open(name)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, maxConfig))
	if err != nil {
		return ""
	}
	return string(text)
}

// last is what the last pattern that matches says; before when none does.
func last(list []pattern, name string, isDir, before bool) bool {
	for i := len(list) - 1; i >= 0; i-- {
		p := list[i]
		subject := name
		if p.named {
			subject = path.Base(name)
		}
		if p.dirs && !isDir {
			continue
		}
		if match, err := doublestar.Match(p.glob, subject); err == nil && match {
			return !p.negated
		}
	}
	return before
}

// patterns reads a file of patterns.
func patterns(text string) []pattern {
	var list []pattern
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		line = strings.TrimRight(line, "\r\n")
		for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
			line = line[:len(line)-1]
		}
		var p pattern
		line, p.negated = strings.CutPrefix(line, "!")
		if line == "" || line[0] == '#' && !p.negated {
			continue
		}
		line, p.dirs = strings.CutSuffix(line, "/")
		p.named = !strings.Contains(line, "/")
		// Braces stand for themselves in git's patterns.
		p.glob = strings.NewReplacer("{", `\{`, "}", `\}`).Replace(strings.TrimPrefix(line, "/"))
		if p.glob != "" {
			list = append(list, p)
		}
	}
	return list
}
