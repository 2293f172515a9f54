package openfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// WorkingDirectory returns the working directory, absolute and without symbolic links.
func WorkingDirectory() (string, error) {
	here, err := filepath.EvalSymlinks(".")
	if err == nil {
		here, err = filepath.Abs(here)
	}
	return here, err
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
	path = strings.TrimRight(path, `/`+string(filepath.Separator))
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
