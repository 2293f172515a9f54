package openfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Replace renames a file to a name that another file may have, which it replaces. On
// Windows that waits a moment for other programs that have the other file open.
func Replace(from, to string) error {
	return replacePatiently(func() error { return os.Rename(from, to) })
}

// TempPattern is the name of the temporary file that is renamed when it is complete.
const TempPattern = ".linkvet-*"

// Write writes a file completely or not at all: a reader never finds half of it, and a full disk
// does not cost the last good one.
func Write(path string, mode fs.FileMode, content func(io.Writer) error) error {
	temp, err := os.CreateTemp(filepath.Dir(path), TempPattern)
	if err != nil {
		return Cause(err)
	}
	err = content(temp)
	err = errors.Join(err, temp.Chmod(mode), temp.Close())
	if err == nil {
		err = Replace(temp.Name(), path)
	}
	if err != nil {
		return errors.Join(Cause(err), os.Remove(temp.Name()))
	}
	return nil
}
