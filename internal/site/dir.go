// Package site knows where a site's pages are and what each of its paths
// answers to: Dir is a build directory on disk, Live a deployed site over HTTP,
// and Scope tells internal URLs from external ones. It judges no links.
package site

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/detect"
)

// Dir is a build directory: an index of its files, listed once, that answers
// what a path leads to without a system call. It is safe for concurrent use.
type Dir struct {
	name  string // as the user gave it
	shown string // relative to the working directory, with slashes
	// prefix is before the path of a file, as seen from the working directory.
	prefix string
	root   *os.Root
	// files are where links find them, as slash paths below the root without a
	// leading slash, in order; reals are where some are read instead, since they
	// are symbolic links.
	files   pathList
	reals   map[int32]string
	numbers numbering        // of files
	dirs    map[string]int32 // the same for directories, with their indexes or noIndex; "" is the root
	links   symlinks
	// unlisted are the directories that could not be listed, by comparePaths.
	unlisted []unlisted
	cases    caseIndex
	buffers  buffers

	// host is how the host answers. plainly and plainURLPaths tell that it sends the file
	// that a plain one would, and that a file's own path is the same there.
	host                   detect.Choice
	plainly, plainURLPaths bool
	// locked are the files that may hold rules of the host, and that may not be read.
	locked    map[string]bool
	tooCostly tooCostly
}

// noIndex stands for the index of a directory that has none.
const noIndex = -1

// OpenDir lists the files of the directory name. The error tells a directory
// that does not exist from one that cannot be read. Once ctx has ended it lists
// nothing more: the directory holds what was found by then.
func OpenDir(ctx context.Context, name string) (*Dir, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("could not open directory %q: %w", name, cause(err))
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("could not open directory %q: it is a file; pass the directory that holds the site", name)
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("could not open directory %q: %w", name, cause(err))
	}
	d := &Dir{name: name, shown: relative(name), root: root, dirs: map[string]int32{}, locked: map[string]bool{}}
	d.prefix = strings.TrimSuffix(below(d.shown, "x"), "x")
	if err := d.list(ctx); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	d.serve(detect.Choice{Profile: hosting.New(hosting.Plain, d.deployment()), Assumed: true})
	return d, nil
}

// Close releases the directory.
func (d *Dir) Close() error { return d.root.Close() }

// Len is the number of files; their numbers run from 0 to Len()-1.
func (d *Dir) Len() int { return d.files.len() }

// Path is where file i is below the directory, with slashes.
func (d *Dir) Path(i int32) string { return d.files.at(i) }

// URLPath is the path at which the host serves file i below the site's base path,
// without a leading slash.
func (d *Dir) URLPath(i int32) string {
	return hosting.EscapePath(d.host.Profile.URLPath(d.files.at(i)))
}

// File is where file i is, relative to the working directory, with slashes.
func (d *Dir) File(i int32) string { return d.prefix + d.files.at(i) }

// number returns the number of the file at a slash path.
func (d *Dir) number(name string) (int32, bool) {
	return d.numbers.number(name)
}

// relative names a directory as seen from the working directory, with slashes.
// On another volume than that it has no such name, and keeps its own. On Windows a name
// without a volume, or with no more than that, also depends on where the process is.
func relative(name string) string {
	if name != "" && (os.IsPathSeparator(name[0]) || filepath.VolumeName(name) != "") {
		full, err := filepath.Abs(name)
		here, hereErr := os.Getwd()
		if err = errors.Join(err, hereErr); err == nil {
			name = full
			if rel, err := filepath.Rel(here, full); err == nil {
				name = rel
			}
		}
	}
	return filepath.ToSlash(name)
}

// below is the slash path of a name in a directory. The two slashes before the name of a
// Windows server stay.
func below(dir, name string) string {
	joined := path.Join(dir, name)
	if strings.HasPrefix(dir, "//") && filepath.VolumeName(filepath.FromSlash(dir)) != "" {
		return "/" + joined
	}
	return joined
}

// cause strips what os adds to an error, as the caller names the file itself.
func cause(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}
