// Package openfile opens files that an untrusted user may have written: in a checkout, in
// a built site, in a git directory. A name may lead to a pipe without a writer, to a
// device, or to a file without an end. So only regular files are opened, without waiting,
// and reading has a limit.
package openfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// ErrIrregular is the cause when a name leads to something other than a file, as a
// directory, a pipe or a device.
var ErrIrregular = errors.New("it is not a regular file")

// ErrTooLarge is the cause when a file is larger than what is read of it.
var ErrTooLarge = errors.New("it is too large")

// ErrNoDirectory is the cause when a name leads to something other than a directory.
var ErrNoDirectory = errors.New("it is not a directory")

// flags are those of a file that is only read from. A pipe without a writer is open
// at once, and is closed again when it is seen to be one. No program that linkvet
// starts would inherit the file, as is so for all that Go opens.
const flags = os.O_RDONLY | syscall.O_NONBLOCK

// Open opens a regular file for reading. Symbolic links are followed. On Windows that waits
// a moment for another program that replaces the file.
func Open(name string) (f *os.File, err error) {
	err = openPatiently(func() error {
		f, err = open(name)
		return err
	})
	return f, err
}

func open(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, irregular(name)
	}
	f, err := os.OpenFile(name, flags, 0)
	return regular(f, name, nil, err)
}

// OpenIn is Open for a file below root, which no symbolic link can lead out of.
func OpenIn(root *os.Root, name string) (*os.File, error) {
	info, err := root.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, irregular(name)
	}
	f, err := root.OpenFile(name, flags, 0)
	return regular(f, name, nil, err)
}

// OpenItself is OpenIn that follows no symbolic link at the name itself, nor one that has
// taken the file's place meanwhile.
func OpenItself(root *os.Root, name string) (*os.File, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, irregular(name)
	}
	f, err := root.OpenFile(name, flags, 0)
	return regular(f, name, info, err)
}

// regular returns a file that was opened if it is a regular one now that it cannot
// become another, and the one that was seen before it was opened, where there is
// such.
func regular(f *os.File, name string, seen fs.FileInfo, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && (!info.Mode().IsRegular() || seen != nil && !os.SameFile(seen, info)) {
		err = irregular(name)
	}
	if err != nil {
		_ = f.Close() // nothing was written to it
		return nil, err
	}
	return f, nil
}

func irregular(name string) error {
	return &fs.PathError{Op: "open", Path: name, Err: ErrIrregular}
}

// Directory opens a directory to list it. What is none is not waited for.
func Directory(name string) (*os.File, error) {
	f, err := os.OpenFile(name, flags, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.IsDir() {
		err = &fs.PathError{Op: "open", Path: name, Err: ErrNoDirectory}
	}
	if err != nil {
		_ = f.Close() // nothing was written to it
		return nil, err
	}
	return f, nil
}

// List returns what a directory holds, in order.
func List(name string) ([]fs.DirEntry, error) {
	f, err := Directory(name)
	if err != nil {
		return nil, err
	}
	// It was only read from.
	defer func() { _ = f.Close() }()
	entries, err := f.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// NamesIn returns the names of what the directory dir below root holds, in order; none when it
// cannot be listed. What is no directory is not waited for.
func NamesIn(root *os.Root, dir string) []string {
	f, err := root.OpenFile(dir, flags, 0)
	if err != nil {
		return nil
	}
	// It was only read from.
	defer func() { _ = f.Close() }()
	names, _ := f.Readdirnames(-1)
	slices.Sort(names)
	return names
}

// Glob returns the slash paths below root that match a pattern of path.Match, in order. One whose
// last name is no pattern need not exist.
func Glob(root *os.Root, pattern string) []string {
	found := []string{"."}
	for part := range strings.SplitSeq(pattern, "/") {
		var next []string
		for _, dir := range found {
			if !strings.ContainsAny(part, "*?[") {
				next = append(next, path.Join(dir, part))
				continue
			}
			for _, name := range NamesIn(root, filepath.FromSlash(dir)) {
				if ok, _ := path.Match(part, name); ok {
					next = append(next, path.Join(dir, name))
				}
			}
		}
		found = next
	}
	return found
}

// Read reads a file as Open opens it. Of one with more than most bytes it returns so
// many, and ErrTooLarge.
func Read(name string, most int64) ([]byte, error) {
	f, err := Open(name)
	return all(f, name, most, err)
}

// ReadIn is Read for a file as OpenIn opens it.
func ReadIn(root *os.Root, name string, most int64) ([]byte, error) {
	f, err := OpenIn(root, name)
	return all(f, name, most, err)
}

// ReadItself is Read for a file as OpenItself opens it.
func ReadItself(root *os.Root, name string, most int64) ([]byte, error) {
	f, err := OpenItself(root, name)
	return all(f, name, most, err)
}

// all reads a file, and closes it.
func all(f *os.File, name string, most int64, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	// It was only read from.
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	// The room is made at once, as a file that grows into it is copied many times.
	into := bytes.NewBuffer(make([]byte, 0, min(max(info.Size(), 0), most)+bytes.MinRead+1))
	_, err = into.ReadFrom(io.LimitReader(f, most+1))
	data := into.Bytes()
	if err == nil && int64(len(data)) > most {
		data, err = data[:most], &fs.PathError{Op: "read", Path: name, Err: ErrTooLarge}
	}
	return data, err
}
