package excerpt

import (
	"os"
	"path/filepath"

	"github.com/linkvet/linkvet/internal/openfile"
)

// maxFile is the size in bytes of the largest file that is quoted.
const maxFile = 16 << 20

// directory is a directory whose files may be quoted. Reports may be public, and
// anybody may propose a change to the directory: so nothing in it, such as a symbolic
// link, leads out of it.
type directory struct {
	// dir is the name of the directory, and absolute its absolute name.
	dir, absolute string
}

func directories(dirs []string) []directory {
	var all []directory
	for _, dir := range dirs {
		if absolute, err := filepath.Abs(dir); err == nil {
			all = append(all, directory{dir, absolute})
		}
	}
	return all
}

// openBelow opens a file that a report names. It returns nil for a file that is too
// large, not a regular file, or below none of the directories.
func openBelow(dirs []directory, file string) *os.File {
	name, err := filepath.Abs(filepath.FromSlash(file))
	if err != nil {
		return nil
	}
	for _, d := range dirs {
		if below, err := filepath.Rel(d.absolute, name); err == nil && filepath.IsLocal(below) {
			if f := d.open(below); f != nil {
				return f
			}
		}
	}
	return nil
}

// open opens a regular file of the directory.
func (d directory) open(name string) *os.File {
	root, err := os.OpenRoot(d.dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	f, err := openfile.OpenIn(root, name)
	if err != nil {
		return nil
	}
	info, err := f.Stat()
	if err != nil || info.Size() > maxFile {
		_ = f.Close() // nothing was written to it
		return nil
	}
	return f
}
