// Package workdir answers where paths lead: below the working directory, or out of it.
package workdir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Dir returns the working directory, absolute and without symbolic links.
func Dir() (string, error) {
	here, err := filepath.EvalSymlinks(".")
	if err == nil {
		here, err = filepath.Abs(here)
	}
	return here, err
}

// Leaves says how a path leads out of the working directory; it is empty when the path
// does not. Git's own files count as outside, because they hold tokens.
func Leaves(path string) string {
	here, err := Dir()
	if err != nil {
		return "could not be compared with the working directory, which cannot be read"
	}
	real, err := follow(here, path)
	if err != nil {
		return "" // nothing can be read or written there
	}
	below, err := filepath.Rel(here, real)
	if err != nil || !filepath.IsLocal(below) {
		return "leads outside the working directory"
	}
	isGit := func(name string) bool { return strings.EqualFold(name, ".git") }
	if slices.ContainsFunc(strings.Split(below, string(filepath.Separator)), isGit) {
		return "leads into .git"
	}
	return ""
}

// follow resolves a path as the system does, from the directory here: it follows a
// symbolic link before the ".." behind it, which filepath.Clean would remove together
// with the link. A missing file counts as a directory of that name.
func follow(here, path string) (string, error) {
	at := here
	if filepath.IsAbs(path) {
		at = filepath.VolumeName(path) + string(filepath.Separator)
	}
	for name := range strings.SplitSeq(filepath.ToSlash(path[len(filepath.VolumeName(path)):]), "/") {
		switch name {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		at = filepath.Join(at, name)
		if real, err := filepath.EvalSymlinks(at); err == nil {
			at = real
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return at, nil
}

// IsBelow reports whether a path is written as one below the working directory.
func IsBelow(name string) bool {
	absolute, err := filepath.Abs(name)
	if err != nil {
		return false
	}
	for _, here := range names() {
		if below, err := filepath.Rel(here, absolute); err == nil && filepath.IsLocal(below) {
			return true
		}
	}
	return false
}

// names returns the names of the working directory: the one that the process was
// started with, and the one without symbolic links.
func names() []string {
	var all []string
	if here, err := os.Getwd(); err == nil {
		all = append(all, here)
	}
	if here, err := Dir(); err == nil {
		all = append(all, here)
	}
	return all
}

// Resolve returns where a file is, or will be once its missing directories exist: the
// absolute path, without symbolic links as far as it exists.
func Resolve(path string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	missing := ""
	for existing := absolute; ; existing = filepath.Dir(existing) {
		real, err := filepath.EvalSymlinks(existing)
		if err == nil {
			return filepath.Join(real, missing), nil
		}
		if !errors.Is(err, fs.ErrNotExist) || existing == filepath.Dir(existing) {
			return "", err
		}
		missing = filepath.Join(strings.TrimPrefix(existing, filepath.Dir(existing)), missing)
	}
}
