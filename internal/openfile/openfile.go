// Package openfile opens files that an untrusted user may have written: in a checkout, in
// a built site, in a git directory. A name may lead to a pipe without a writer, to a
// device, or to a file without an end. So only regular files are opened, without waiting,
// and reading has a limit. It writes files completely or not at all.
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

// flags are those of a file that is only read from. A pipe without a writer is open
// at once, and is closed again when it is seen to be one.
const flags = os.O_RDONLY | syscall.O_NONBLOCK

// Open opens a regular file for reading. Symbolic links are followed.
func Open(name string) (*os.File, error) { return openRegular(name, false, os.Stat, os.OpenFile) }

// OpenIn is Open for a file below root, which no symbolic link can lead out of.
func OpenIn(root *os.Root, name string) (*os.File, error) {
	return openRegular(name, false, root.Stat, root.OpenFile)
}

// openRegular opens a file if it is a regular one before, and when it cannot become another any
// more. same tells whether it has to be the one that was seen before.
func openRegular(name string, same bool, stat func(string) (fs.FileInfo, error), open func(string, int, fs.FileMode) (*os.File, error)) (*os.File, error) {
	irregular := &fs.PathError{Op: "open", Path: name, Err: ErrIrregular}
	seen, err := stat(name)
	if err != nil {
		return nil, err
	}
	if !seen.Mode().IsRegular() {
		return nil, irregular
	}
	f, err := open(name, flags, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && (!info.Mode().IsRegular() || same && !os.SameFile(seen, info)) {
		err = irregular
	}
	if err != nil {
		_ = f.Close() // nothing was written to it
		return nil, err
	}
	return f, nil
}

// Read reads a file as Open opens it. Of one with more than most bytes it returns so
// many, and ErrTooLarge.
func Read(name string, most int64) ([]byte, error) {
	f, err := Open(name)
	return all(f, name, most, err)
}

// ReadIn is Read for a file below root, which no symbolic link can lead out of.
func ReadIn(root *os.Root, name string, most int64) ([]byte, error) {
	f, err := OpenIn(root, name)
	return all(f, name, most, err)
}

// ReadItself is ReadIn that follows no symbolic link at the name itself, nor one that has
// taken the file's place meanwhile.
func ReadItself(root *os.Root, name string, most int64) ([]byte, error) {
	f, err := openRegular(name, true, root.Lstat, root.OpenFile)
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

// List returns what a directory holds, in order. What is none is not waited for.
func List(name string) ([]fs.DirEntry, error) {
	f, err := os.OpenFile(name, flags, 0)
	if err != nil {
		return nil, err
	}
	// It was only read from.
	defer func() { _ = f.Close() }()
	entries, err := f.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// NamesIn returns the names of what the slash path dir below root holds, in order; none when it
// cannot be listed.
func NamesIn(root *os.Root, dir string) []string {
	f, err := root.OpenFile(filepath.FromSlash(dir), flags, 0)
	if err != nil {
		return nil
	}
	// It was only read from.
	defer func() { _ = f.Close() }()
	names, _ := f.Readdirnames(-1)
	slices.Sort(names)
	return names
}

// Glob returns the slash paths below root that match a pattern of path.Match, in order.
func Glob(root *os.Root, pattern string) (found []string) {
	if !strings.ContainsAny(pattern, `*?[\`) {
		if _, err := root.Stat(filepath.FromSlash(pattern)); err != nil {
			return nil
		}
		return []string{pattern}
	}
	dir, last := path.Split(pattern)
	for _, dir := range Glob(root, path.Clean(dir)) {
		for _, name := range NamesIn(root, dir) {
			if ok, _ := path.Match(last, name); ok {
				found = append(found, path.Join(dir, name))
			}
		}
	}
	return found
}

// Cause returns the cause of an error of a file without the operation and the name,
// for a message that names the file itself.
func Cause(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err
	}
	return err
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

// Relative names a file as seen from the working directory, with slashes. On another volume than that
// it has no such name, and keeps its own.
func Relative(name string) string {
	if full, err := filepath.Abs(name); err == nil {
		name = full
	}
	here, _ := WorkingDirectory() // No directory has an empty name.
	rel, err := filepath.Rel(here, name)
	if err != nil || !filepath.IsLocal(rel) { // it is named with the links that lead here, perhaps
		here, _ = os.Getwd()
		rel, err = filepath.Rel(here, name)
	}
	if err == nil {
		name = rel
	}
	return filepath.ToSlash(name)
}

// WorkingDirectory returns the working directory, absolute and without symbolic links.
func WorkingDirectory() (string, error) {
	here, err := os.Getwd() // as the shell names it, with symbolic links
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(here)
}

// Resolve returns where a file is, or will be once its missing directories exist: the absolute
// path, without symbolic links as far as it exists. As the system does, it follows a link before
// the ".." behind it, and a link to what does not exist yet.
func Resolve(path string) (string, error) {
	if !filepath.IsAbs(path) {
		here, err := WorkingDirectory()
		if err != nil {
			return "", err
		}
		path = here + string(filepath.Separator) + path // Join would remove ".." with the link before it
	}
	real, err := filepath.EvalSymlinks(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return real, err
	}
	path = strings.TrimRight(filepath.FromSlash(path), string(filepath.Separator))
	dir, name := filepath.Split(path)
	if name == "" {
		return "", err
	}
	if target, err := os.Readlink(path); err == nil && filepath.IsAbs(target) {
		return Resolve(target)
	} else if err == nil {
		return Resolve(dir + target)
	}
	real, err = Resolve(dir)
	return filepath.Join(real, name), err
}

// Leaves says how a path leads out of the working directory; it is empty when the path
// does not. Git's own files count as outside, because they hold tokens.
func Leaves(path string) string {
	here, err := WorkingDirectory()
	if err != nil {
		return "could not be compared with the working directory, which cannot be read"
	}
	real, err := Resolve(path)
	if err != nil {
		return "" // nothing can be read or written there
	}
	return leaves(here, real)
}

// leaves is Leaves for an absolute path, from the directory top.
func leaves(top, path string) string {
	below, err := filepath.Rel(top, path)
	if err != nil || !filepath.IsLocal(below) {
		return "leads outside the working directory"
	}
	isGit := func(name string) bool { return strings.EqualFold(name, ".git") }
	if slices.ContainsFunc(strings.Split(below, string(filepath.Separator)), isGit) {
		return "leads into .git"
	}
	return ""
}

// LinksOut reports whether a path leads out of the checkout by a symbolic link. A path that leads
// out as it is written needs no link. A checkout that does not hold the working directory stands
// for that.
func LinksOut(checkout, path string) bool {
	here, err := WorkingDirectory()
	if err != nil {
		return false
	}
	top, err := filepath.EvalSymlinks(checkout)
	if below, relErr := filepath.Rel(top, here); err != nil || relErr != nil || !filepath.IsLocal(below) {
		top = here
	}
	written := path
	if !filepath.IsAbs(path) {
		written = filepath.Join(here, path)
	}
	end, err := Resolve(path)
	return err == nil && leaves(top, end) != "" && leaves(top, filepath.Clean(written)) == ""
}
