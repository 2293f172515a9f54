package site

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/detect"
	"github.com/linkvet/linkvet/internal/openfile"
)

// Host lets the directory answer as a host does, by the name of its profile or
// detect.Auto, and returns what was chosen. Until then it answers as a plain file
// server. It is not to be called while others use the directory.
func (d *Dir) Host(name string) detect.Choice {
	d.serve(detect.Choose(name, d.deployment()))
	return d.host
}

// Hosting is how the host answers for the directory.
func (d *Dir) Hosting() detect.Choice { return d.host }

func (d *Dir) serve(host detect.Choice) {
	d.host = host
	d.plainly = host.Profile.Plainly()
	d.plainURLPaths = host.Profile.URLPath("a/b.html") == "a/b.html" && host.Profile.URLPath("a/"+hosting.IndexFile) == "a/"
}

// IsFile reports whether there is a file at a slash path.
func (d *Dir) IsFile(name string) bool {
	_, ok := d.fileNumber(name)
	return ok
}

// IsDir reports whether there is a directory at a slash path; "" is the root.
func (d *Dir) IsDir(name string) bool {
	real, dead := d.links.follow(name)
	_, ok := d.dirs[real]
	return ok && dead == ""
}

// fileNumber returns the number of the file at a slash path, which may pass
// symbolic links.
func (d *Dir) fileNumber(name string) (int32, bool) {
	if i, ok := d.number(name); ok {
		return i, true
	}
	real, dead := d.links.follow(name)
	if dead != "" || real == name {
		return 0, false
	}
	return d.number(real)
}

// maxRules is the size in bytes past which a file of rules is not read: hosts
// refuse smaller ones.
const maxRules = 4 << 20

// deployment is the directory as the profiles of hosts see it.
func (d *Dir) deployment() hosting.Deployment {
	return hosting.Deployment{
		Files:        d,
		InAnyCase:    d.inAnyCase,
		Deployed:     func(name string) *hosting.Source { return d.readRules(d.root, name, below(d.shown, name)) },
		InRepository: d.repositoryFiles,
		BuildPath:    d.pathInRepository(),
	}
}

// pathInRepository is the path of the directory in its repository; empty when it is in none.
func (d *Dir) pathInRepository() string {
	built, err := filepath.Abs(d.name)
	if err != nil {
		return ""
	}
	for dir := built; ; dir = filepath.Dir(dir) {
		if git.IsRepository(dir) {
			// Both are absolute, and one is above the other.
			rel, _ := filepath.Rel(dir, built)
			return filepath.ToSlash(rel)
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// repositoryFiles reads the files that match a pattern in the nearest directory above the
// build directory that holds any.
func (d *Dir) repositoryFiles(pattern string) []*hosting.Source {
	for dir := range d.parents {
		if sources := d.matching(dir, pattern); len(sources) > 0 {
			return sources
		}
	}
	return nil
}

// parents yields the directories above the build directory, from its parent up to
// the top of the repository: the nearest that holds .git, or else the working
// directory. A build directory outside of both has none; one that is the top of a
// repository is its only parent.
func (d *Dir) parents(yield func(dir string) bool) {
	built, err := filepath.Abs(d.name)
	if err != nil {
		return
	}
	if git.IsRepository(built) {
		yield(built)
		return
	}
	here, err := os.Getwd()
	if err != nil {
		here = ""
	}
	// The build directory may be the top itself, so it is looked at, too.
	dirs, top := []string{built}, 1
	for dir := built; !git.IsRepository(dir); dir = filepath.Dir(dir) {
		if dir == filepath.Dir(dir) {
			dirs = dirs[:top]
			break
		}
		dirs = append(dirs, filepath.Dir(dir))
		if filepath.Dir(dir) == here {
			top = len(dirs)
		}
	}
	for _, dir := range dirs[1:] {
		if !yield(dir) {
			return
		}
	}
}

// directories is a file system that opens directories only, to list them: opening a
// named pipe would wait for its writer.
type directories struct{ fs.FS }

// Stat describes a file without opening it.
func (d directories) Stat(name string) (fs.FileInfo, error) { return fs.Stat(d.FS, name) }

// ReadDir lists a directory.
func (d directories) ReadDir(name string) ([]fs.DirEntry, error) {
	info, err := fs.Stat(d.FS, name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: errors.ErrUnsupported}
	}
	return fs.ReadDir(d.FS, name)
}

// matching reads the files in dir that match a pattern, in order.
func (d *Dir) matching(dir, pattern string) []*hosting.Source {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	// Nothing is written there.
	defer func() { _ = root.Close() }()
	names, err := fs.Glob(directories{root.FS()}, pattern)
	if err != nil {
		panic(fmt.Sprintf("the pattern %q is not valid: %v", pattern, err))
	}
	slices.Sort(names)
	var sources []*hosting.Source
	for _, name := range names {
		if source := d.readRules(root, name, below(relative(dir), name)); source != nil {
			sources = append(sources, source)
		}
	}
	return sources
}

// readRules reads the file name, which the report calls shown; nil when there is
// no such file, or nothing that can be one of rules.
func (d *Dir) readRules(root *os.Root, name, shown string) *hosting.Source {
	data, err := openfile.ReadIn(root, filepath.FromSlash(name), maxRules)
	switch {
	case err == nil, errors.Is(err, openfile.ErrTooLarge):
		// The profile says that it is.
		return &hosting.Source{Name: shown, Data: data}
	case errors.Is(err, fs.ErrPermission):
		d.locked[shown] = true
	}
	return nil
}

// Locked says of each file that may hold rules of the host, and that could not be
// opened, that its rules are not known.
func (d *Dir) Locked() []string {
	var problems []string
	for _, name := range slices.Sorted(maps.Keys(d.locked)) {
		problems = append(problems, fmt.Sprintf("could not read %q, which may contain rules of the host: permission denied; make it readable", name))
	}
	return problems
}
