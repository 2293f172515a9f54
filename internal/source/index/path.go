package index

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
)

// realPath returns the absolute name of a directory without symbolic links.
func realPath(dir string) (string, error) {
	name, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", err
	}
	return filepath.Abs(name)
}

// plain removes the name of the file from an error.
func plain(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}

// slashBelow returns the slash path from top to dir: "." for top itself. It begins with
// ".." outside of top.
func slashBelow(top, dir string) string {
	rel, err := filepath.Rel(top, dir)
	if err != nil {
		return ".."
	}
	return filepath.ToSlash(rel)
}

// shownFrom returns the slash path of a file as seen from the directory here. On another
// volume of Windows it has no such path, and keeps its own.
func shownFrom(here, name string) string {
	rel, err := filepath.Rel(here, name)
	if err != nil {
		rel = name
	}
	return filepath.ToSlash(rel)
}

// within reports whether the slash path name is in the directory dir.
func within(dir, name string) bool {
	return dir == "." || strings.HasPrefix(name, dir) && len(name) > len(dir) && name[len(dir)] == '/'
}
