package openfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// WorkingDirectory returns the working directory, absolute and without symbolic links.
func WorkingDirectory() (string, error) {
	here, err := filepath.EvalSymlinks(".")
	if err == nil {
		here, err = filepath.Abs(here)
	}
	return here, err
}

// Resolve returns where a file is, or will be once its missing directories exist: the
// absolute path, without symbolic links as far as it exists.
func Resolve(path string) (string, error) {
	here, err := WorkingDirectory()
	if err != nil {
		return "", err
	}
	return follow(here, path)
}

// Leaves says how a path leads out of the working directory; it is empty when the path
// does not. Git's own files count as outside, because they hold tokens.
func Leaves(path string) string {
	here, err := WorkingDirectory()
	if err != nil {
		return "could not be compared with the working directory, which cannot be read"
	}
	real, err := follow(here, path)
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
	end, err := follow(here, path)
	return err == nil && leaves(top, end) != "" && leaves(top, filepath.Clean(written)) == ""
}

// follow resolves a path as the system does, from the directory here: it follows a
// symbolic link before the ".." behind it, which filepath.Clean would remove together
// with the link. A missing file counts as a directory of that name, also where a link leads
// to it.
func follow(here, path string) (string, error) {
	links := 40 // as many as Linux follows
	var walk func(at, path string) (string, error)
	walk = func(at, path string) (string, error) {
		volume := filepath.VolumeName(path)
		if filepath.IsAbs(path) {
			at = volume + string(filepath.Separator)
		}
		for part := range strings.SplitSeq(filepath.ToSlash(path[len(volume):]), "/") {
			name := filepath.Join(at, part)
			real, err := name, error(nil)
			if part != "" && part != "." && part != ".." {
				real, err = filepath.EvalSymlinks(name)
			}
			if errors.Is(err, fs.ErrNotExist) {
				real, err = name, nil
				if target, linkErr := os.Readlink(name); linkErr == nil {
					if links--; links < 0 {
						return "", &fs.PathError{Op: "readlink", Path: name, Err: syscall.ELOOP}
					}
					real, err = walk(at, target)
				}
			}
			if err != nil {
				return "", err
			}
			at = real
		}
		return at, nil
	}
	return walk(here, path)
}
