package site

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

// maxPath is how long the path of a directory may be in bytes. Few systems open a
// longer one, no host serves what lies there, and each path is kept as a whole.
const maxPath = 4000

// errPath is the cause when a directory lies too deep.
var errPath = fmt.Errorf("its path is longer than %d bytes", maxPath)

// unlisted is a directory that could not be listed, by its slash path. None lies in
// another.
type unlisted struct {
	dir string
	why error
}

// maxUnlisted is how many directories that could not be listed are named.
const maxUnlisted = 10

// Unlisted says of each directory below the root that could not be listed why, in
// one line; of many it names some.
func (d *Dir) Unlisted() (problems []string) {
	for i, u := range d.unlisted {
		if i == maxUnlisted {
			return append(problems, fmt.Sprintf("could not list %d more directories", len(d.unlisted)-i))
		}
		problems = append(problems, fmt.Sprintf("could not list directory %q: %v", shorten(below(filepath.ToSlash(d.name), u.dir)), u.why))
	}
	return problems
}

// shorten cuts a path that is too long for a line.
func shorten(name string) string {
	const most = 200
	if len(name) <= most {
		return name
	}
	return strings.ToValidUTF8(name[:most], "") + "…"
}

// mayHold reports whether what is asked for may lie in a directory that could not be
// listed, or be one.
func (d *Dir) mayHold(req hosting.Request) bool {
	if len(d.unlisted) == 0 {
		return false
	}
	name, _ := hosting.FileName(req.Path)
	name, _ = d.links.follow(name)
	i, found := slices.BinarySearchFunc(d.unlisted, name, func(u unlisted, name string) int { return comparePaths(u.dir, name) })
	if found {
		return true
	}
	// What lies in a directory is right behind it, as none lies in another.
	if i == 0 {
		return false
	}
	below, ok := strings.CutPrefix(name, d.unlisted[i-1].dir)
	return ok && strings.HasPrefix(below, "/")
}

// comparePaths puts paths in the order in which each directory is followed by what
// lies in it.
func comparePaths(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			continue
		}
		switch {
		case a[i] == '/':
			return -1
		case b[i] == '/':
			return 1
		}
		return int(a[i]) - int(b[i])
	}
	return len(a) - len(b)
}
