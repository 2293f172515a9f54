// Package output writes files, pipes and standard streams so that no reader finds half
// of a file, and none holds up the process.
package output

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/openfile"
)

// StandardStream returns 1 or 2 for a path that means the standard output or the standard
// error of this process, and 0 for any other. Even when it leads to a regular file,
// that file must not be replaced.
func StandardStream(path string) int {
	path = filepath.ToSlash(filepath.Clean(path))
	switch path {
	case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return 1
	case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2":
		return 2
	}
	return 0
}

// IsPipe reports whether a path is written as a pipe or a device is, rather than
// replaced. Open descriptors of the process are, even when they are regular files.
func IsPipe(path string) bool {
	slash := filepath.ToSlash(filepath.Clean(path))
	if strings.HasPrefix(slash, "/dev/fd/") || strings.HasPrefix(slash, "/proc/self/fd/") {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular()
}

// tempPattern is the name of the temporary file that is renamed when it is complete.
const tempPattern = ".linkvet-*"

// Replace writes a file completely or not at all: a reader never finds half of it,
// and a full disk does not cost the last good one.
func Replace(path string, content func(io.Writer) error) error {
	// CreateTemp makes files that only their owner reads; later steps of a job
	// may run as another user.
	return ReplaceAs(path, 0o644, content)
}

// ReplaceAs is Replace for a file that gets a mode.
func ReplaceAs(path string, mode fs.FileMode, content func(io.Writer) error) error {
	temp, err := os.CreateTemp(filepath.Dir(path), tempPattern)
	if err != nil {
		return openfile.Cause(err)
	}
	err = content(temp)
	err = errors.Join(err, temp.Chmod(mode), temp.Close())
	if err == nil {
		err = openfile.Replace(temp.Name(), path)
	}
	if err != nil {
		return errors.Join(openfile.Cause(err), os.Remove(temp.Name()))
	}
	return nil
}

// DirMode is the mode of directories that are made for files of the run.
const DirMode = 0o755

// Prepare makes the directory of a file, and returns an error when the file cannot be
// written there. It does not try pipes: opening one uses it.
func Prepare(path string) error {
	if StandardStream(path) != 0 {
		return nil
	}
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, DirMode); err != nil {
		return openfile.Cause(err)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return errDirectory
	}
	temp, err := os.CreateTemp(dir, tempPattern)
	if err != nil {
		return openfile.Cause(err)
	}
	return openfile.Cause(errors.Join(temp.Close(), os.Remove(temp.Name())))
}

var errDirectory = errors.New("is a directory")
