// Package builddir finds the built site in the working directory: in the directory that
// the settings of a host or a generator name, or in a usual build directory. Those files
// are untrusted, so it never leaves the working directory, and what it reads has a limit.
package builddir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/workdir"
)

// Site is a built site.
type Site struct {
	// Dir is its directory, relative to the working directory, with slashes.
	Dir string
	// NamedBy is the setting that names the directory, as "build.publish in netlify.toml";
	// empty when none does.
	NamedBy string
	// IsUsual reports whether the directory is a usual place as well.
	IsUsual bool
	// Others are other directories that contain an index.html, at most maxShown.
	Others []string
}

// NotFoundError says that there is no built site, and what is there instead.
type NotFoundError struct {
	// Cause says what was looked for.
	Cause string
	// Nearby are directories that may hold the site, at most maxShown.
	Nearby []string
	// Indexed reports whether those contain an index.html, or only other pages.
	Indexed bool
	// IsHere reports whether the working directory itself contains an index.html.
	IsHere bool
}

// Error returns the cause, and what was seen nearby.
func (e *NotFoundError) Error() string {
	switch found := strings.Join(e.Nearby, ", "); {
	case len(e.Nearby) == 0:
		return e.Cause
	case e.Indexed:
		return e.Cause + ", but found an index.html in " + found
	default:
		return e.Cause + ", but found HTML files in " + found
	}
}

// maxShown is how many directories a message names.
const maxShown = 3

// known are the directories in which generators put what they build, in the order in
// which they are tried.
var known = [...]string{
	"public", "dist", "_site", "build", "out", "site", "book", "docs/_build/html", "target/doc",
	".vitepress/dist", "docs/.vitepress/dist", ".vuepress/dist", "docs/.vuepress/dist", "docs/_build/dirhtml", "_build/html", "_build/dirhtml",
	"docs/build/html", "build/html", "doc/_build/html", "doc/build/html", "guide/book", "docs/book", "doc/book",
	"website/build", "website/dist", "website/public", "website/out", "docs/build", "docs/dist", "docs/public", "docs/_site", "docs/site", "docs/out",
	"site/public", "site/dist", "site/build", "build/site", "output", ".output/public", "_book",
	"build/docs/javadoc", "build/dokka/html", "target/site", "target/site/apidocs", "target/reports/apidocs", "docs/html", "doc/html", "html",
}

// finder looks for the site.
type finder struct {
	root *os.Root
	// claims are what settings say, the strongest first.
	claims []claim
	// projects are the directories with the settings of generators.
	projects []project
}

// Find returns the built site in the working directory. The error is a *NotFoundError
// unless the working directory cannot be read.
//
// The settings of a host at the repository's root decide alone, and else those of a
// generator there: when they name a directory that does not exist, another one probably
// holds something else.
func Find() (Site, error) {
	root, err := os.OpenRoot(".")
	if err != nil {
		return Site{}, fmt.Errorf("could not open the working directory: %w", openfile.Cause(err))
	}
	// Nothing is written there.
	defer func() { _ = root.Close() }()
	f := finder{root: root}
	f.read()
	for _, rank := range []rank{ofHost, ofGenerator} {
		if !slices.ContainsFunc(f.claims, func(c claim) bool { return c.rank == rank }) {
			continue
		}
		for _, test := range []func(string) bool{f.isBuilt, f.isSubdirectory} {
			if site, ok := f.first(rank, test); ok {
				return f.withOthers(site), nil
			}
		}
		return Site{}, f.failure(f.unmet(rank))
	}
	if site, ok := f.first(ofOther, f.isBuilt); ok {
		return f.withOthers(site), nil
	}
	for _, dir := range f.usual() {
		if f.isBuilt(dir) {
			return f.withOthers(Site{Dir: dir, IsUsual: true}), nil
		}
	}
	return Site{}, f.notFound()
}

// first returns the first directory of the claims of a rank that passes a test.
func (f *finder) first(rank rank, test func(dir string) bool) (Site, bool) {
	for _, c := range f.claims {
		for _, dir := range c.dirs {
			if c.rank == rank && test(dir) {
				return Site{Dir: dir, NamedBy: c.key + " in " + c.file, IsUsual: slices.Contains(known[:], dir)}, true
			}
		}
	}
	return Site{}, false
}

// unmet says which setting names a directory that is not there.
func (f *finder) unmet(rank rank) string {
	at := slices.IndexFunc(f.claims, func(c claim) bool { return c.rank == rank })
	c := f.claims[at]
	why := "does not exist"
	switch {
	case len(c.dirs) == 0:
		why = "is outside the working directory"
	case c.dirs[0] == ".":
		why = "contains no index.html"
	default:
		if leaves := workdir.Leaves(filepath.FromSlash(c.dirs[0])); leaves != "" {
			why = leaves
		}
	}
	return fmt.Sprintf("%s in %s is %q, which %s", c.key, c.file, c.text, why)
}

// usual returns the usual directories: first those of the generators whose settings are
// here, then all others.
func (f *finder) usual() []string {
	var dirs []string
	for _, p := range f.projects {
		dirs = append(dirs, p.usual...)
	}
	return slices.Concat(dirs, known[:])
}

// notFound says that no directory holds a site.
func (f *finder) notFound() error {
	if dir := f.outside(); dir != "" {
		return f.failure(fmt.Sprintf("%s %s", dir, workdir.Leaves(filepath.FromSlash(dir))))
	}
	if len(f.projects) > 0 {
		return f.failure(fmt.Sprintf("%s is here, but the site that %s builds is not", f.projects[0].file, f.projects[0].generator))
	}
	if f.isEmpty() {
		return f.failure("the working directory is empty")
	}
	e := f.failure("no usual build directory contains an index.html")
	if len(e.Nearby) == 0 {
		e.Cause = fmt.Sprintf("none of %s, or of %d other usual build directories, contains an index.html",
			strings.Join(known[:maxNamed], ", "), len(known)-maxNamed)
	}
	return e
}

// maxNamed is how many of the usual directories a message names: the most usual.
const maxNamed = 9

// failure returns the error of a run for which there is no site.
func (f *finder) failure(cause string) *NotFoundError {
	e := &NotFoundError{Cause: cause, IsHere: f.isBuilt(".")}
	e.Nearby, e.Indexed = f.nearby()
	return e
}

// outside returns a usual directory that is a symbolic link out of the working directory;
// empty for none.
func (f *finder) outside() string {
	for _, dir := range f.usual() {
		if info, err := f.root.Lstat(filepath.FromSlash(dir)); err == nil && info.Mode()&fs.ModeSymlink != 0 && workdir.Leaves(filepath.FromSlash(dir)) != "" {
			return dir
		}
	}
	return ""
}

// withOthers adds the other directories that hold a site, outside of the one that was found.
func (f *finder) withOthers(site Site) Site {
	dirs := f.usual()
	for _, c := range f.claims {
		dirs = append(dirs, c.dirs...)
	}
	for _, dir := range dirs {
		related := slices.ContainsFunc(append(site.Others, site.Dir), func(other string) bool {
			return isBelow(dir, other) || isBelow(other, dir)
		})
		if !related && len(site.Others) < maxShown && f.isBuilt(dir) {
			site.Others = append(site.Others, dir)
		}
	}
	return site
}

// isBelow reports whether a slash path is another, or is below it.
func isBelow(dir, other string) bool {
	return other == "." || dir == other || strings.HasPrefix(dir, other+"/")
}

// isSubdirectory reports whether a directory exists, and is not the working directory.
func (f *finder) isSubdirectory(dir string) bool {
	info, err := f.root.Stat(filepath.FromSlash(dir))
	return dir != "." && err == nil && info.IsDir() && workdir.Leaves(filepath.FromSlash(dir)) == ""
}

// isBuilt reports whether a directory contains an index.html that a host could serve.
func (f *finder) isBuilt(dir string) bool {
	name := filepath.Join(filepath.FromSlash(dir), hosting.IndexFile)
	info, err := f.root.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return dir == rustdoc && f.hasCrates()
	}
	return workdir.Leaves(filepath.FromSlash(dir)) == "" && !f.isTemplate(name)
}

// maxIndexHead is how much of an index.html is read.
const maxIndexHead = 4 << 10

// isTemplate reports whether an index.html is a source: a template of a bundler, or a
// page with the front matter of a generator.
func (f *finder) isTemplate(name string) bool {
	head, err := openfile.ReadIn(f.root, name, maxIndexHead)
	if err != nil && !errors.Is(err, openfile.ErrTooLarge) {
		return false // the check says that the file cannot be read
	}
	text := string(head)
	return strings.HasPrefix(text, "---\n") || strings.HasPrefix(text, "---\r\n") ||
		strings.Contains(text, "%PUBLIC_URL%") || strings.Contains(text, "<%= ") || strings.Contains(text, `src="/src/`)
}

// rustdoc is where cargo doc puts the documentation of crates. Their pages link to files
// next to them, so the site is the whole directory, although it has no index.html itself.
const rustdoc = "target/doc"

// hasCrates reports whether the directory of rustdoc holds the documentation of a crate.
func (f *finder) hasCrates() bool {
	if !f.isSubdirectory(rustdoc) {
		return false
	}
	for _, entry := range list(rustdoc) {
		info, err := f.root.Stat(filepath.Join(filepath.FromSlash(rustdoc), entry.Name(), hosting.IndexFile))
		if err == nil && info.Mode().IsRegular() {
			return true
		}
	}
	return false
}

// isEmpty reports whether the working directory holds nothing but the files of git.
func (f *finder) isEmpty() bool {
	return !slices.ContainsFunc(list("."), func(entry fs.DirEntry) bool { return entry.Name() != ".git" })
}

// maxEntries is how much of one directory is listed.
const maxEntries = 1000

// list returns some of what a directory holds, by name; nothing when it cannot be read.
func list(dir string) []fs.DirEntry {
	opened, err := openfile.Directory(filepath.FromSlash(dir))
	if err != nil {
		return nil
	}
	// It was only read from.
	defer func() { _ = opened.Close() }()
	entries, _ := opened.ReadDir(maxEntries)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries
}

// inside returns the directory that a setting names, as a slash path below the working
// directory; ok is false for one that is outside, or in git's own files.
func inside(base, named string) (dir string, ok bool) {
	named = strings.ReplaceAll(named, `\`, "/")
	dir = path.Join(base, named)
	isGit := func(name string) bool { return strings.EqualFold(name, ".git") }
	local := !path.IsAbs(named) && filepath.IsLocal(filepath.FromSlash(dir)) && !slices.ContainsFunc(strings.Split(dir, "/"), isGit)
	return dir, local
}
