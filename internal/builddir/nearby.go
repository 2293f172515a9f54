package builddir

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

// The limits of the walk that looks for what was perhaps meant.
const (
	maxDepth   = 3
	maxVisited = 400 // directories
)

// nearby returns directories that may hold the site, wherever they are: those with an
// index.html, else those with other pages. The working directory itself counts when no
// other does. It follows no symbolic link.
func (f *finder) nearby() (dirs []string, indexed bool) {
	var found, pages []string
	queue, depth := []string{"."}, map[string]int{}
	for visited := 0; len(queue) > 0 && visited < maxVisited && len(found) < maxShown; visited++ {
		dir := queue[0]
		queue = queue[1:]
		if dir != "." && f.isBuilt(dir) {
			found = append(found, dir)
			continue
		}
		hasPages := false
		for _, entry := range list(dir) {
			name := entry.Name()
			hasPages = hasPages || entry.Type().IsRegular() && name != hosting.IndexFile && strings.HasSuffix(name, hosting.PageExtension)
			if entry.IsDir() && depth[dir] < maxDepth && !isDependency(name) && len(queue) < maxVisited {
				below := path.Join(dir, name)
				depth[below] = depth[dir] + 1
				queue = append(queue, below)
			}
		}
		if hasPages && dir != "." && len(pages) < maxShown {
			pages = append(pages, dir)
		}
	}
	switch {
	case len(found) > 0:
		return found, true
	case f.isBuilt("."):
		return []string{"."}, true
	}
	return pages, false
}

// isDependency reports whether a directory holds tools and what they installed.
func isDependency(name string) bool {
	switch name {
	case "node_modules", "vendor", "venv", "site-packages", "testdata", "tests", "test":
		return true
	}
	return strings.HasPrefix(name, ".")
}
