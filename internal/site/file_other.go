//go:build !linux

package site

import (
	"errors"
	"os"
	"path"
	"path/filepath"
)

// folder is a directory that is kept open to read files in it.
type folder struct{ dir *os.Root }

// openFolder opens the directory at a slash path, which ends with a slash or is
// the root itself.
func openFolder(root *os.Root, name string) (folder, error) {
	dir, err := root.OpenRoot(path.Clean("./" + name))
	return folder{dir}, err
}

func (f folder) Close() error { return f.dir.Close() }

// errDevice is why a file with the name of a device, such as aux.html, is not read.
var errDevice = errors.New("the name is that of a device of Windows; rename the file")

func (f folder) open(base string) (file, error) {
	if !filepath.IsLocal(base) {
		return file{}, errDevice
	}
	opened, err := f.dir.Open(base)
	return file{opened}, err
}

// file is a file that is open for reading.
type file struct{ *os.File }

// size returns how long the file is in bytes, and whether it is a regular one.
func (f file) size() (size int64, isRegular bool, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, false, err
	}
	return info.Size(), info.Mode().IsRegular(), nil
}
