package cli

import (
	"os"
	"path/filepath"

	"github.com/linkvet/linkvet/internal/openfile"
)

// maxQuoted is the size in bytes past which nothing of a file is quoted.
const maxQuoted = 16 << 20

// shelf is a directory whose files may be quoted. What is quoted may be read by
// anybody, and a stranger may have proposed what lies in the directory: nothing
// there, such as a symbolic link, leads out of it.
type shelf struct {
	// dir is the directory as it is opened, absolute the same as names of files
	// begin with it.
	dir, absolute string
}

// shelves are those of a run: the site, and what it is built from.
func (s *session) shelves() []shelf {
	var dirs []string
	if !isURL(s.job.Config.Target) {
		dirs = append(dirs, s.job.Config.Target)
	}
	// Files of the sources are named by where these really are.
	if real, err := filepath.EvalSymlinks(s.job.Config.Sources); err == nil {
		dirs = append(dirs, real)
	}
	return shelvesOf(dirs...)
}

func shelvesOf(dirs ...string) []shelf {
	var all []shelf
	for _, dir := range dirs {
		if absolute, err := filepath.Abs(dir); err == nil {
			all = append(all, shelf{dir, absolute})
		}
	}
	return all
}

// openQuoted opens a file that a report names. It is nil for what is no file of a
// reasonable size, or lies on no shelf.
func openQuoted(shelves []shelf, file string) *os.File {
	name, err := filepath.Abs(filepath.FromSlash(file))
	if err != nil {
		return nil
	}
	for _, s := range shelves {
		if below, err := filepath.Rel(s.absolute, name); err == nil && filepath.IsLocal(below) {
			if f := s.open(below); f != nil {
				return f
			}
		}
	}
	return nil
}

// open opens a plain file of the shelf.
func (s shelf) open(name string) *os.File {
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	f, err := openfile.OpenIn(root, name)
	if err != nil {
		return nil
	}
	info, err := f.Stat()
	if err != nil || info.Size() > maxQuoted {
		_ = f.Close() // nothing was written to it
		return nil
	}
	return f
}
