package project

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
)

// Site is a built site.
type Site struct {
	// Dir is its directory, relative to the working directory, with slashes.
	Dir string
	// NamedBy is the setting that names the directory, as "build.publish in netlify.toml:2";
	// empty when none does.
	NamedBy string
	// IsUsual reports whether the directory is a usual place as well.
	IsUsual bool
	// Others are other directories that contain an index.html, at most maxShown.
	Others []string
	// Unbuilt says which generator should have built another directory and has not, as
	// "docs/mkdocs.yml is here, but its output docs/site/ is not"; empty for none.
	Unbuilt string
}

// NotFoundError says that there is no built site, and what is there instead.
type NotFoundError struct {
	// Cause says what was looked for.
	Cause string
	// IsUnbuilt is whether the generator is known that has to build the site.
	IsUnbuilt bool
	// Nearby are directories that may hold the site, at most maxShown.
	Nearby []string
	// Indexed reports whether those contain an index.html, or only other pages.
	Indexed bool
	// IsHere reports whether the working directory itself contains an index.html.
	IsHere bool
}

// Error returns the cause, and what was seen nearby.
func (e *NotFoundError) Error() string {
	found := strings.Join(e.Nearby, ", ")
	what := "HTML files"
	if e.Indexed {
		what = "an index.html"
	}
	switch {
	case e.IsUnbuilt && len(e.Nearby) == 0:
		return e.Cause + ": build first"
	case e.IsUnbuilt:
		return fmt.Sprintf("%s: build first; found %s in %s", e.Cause, what, found)
	case len(e.Nearby) == 0:
		return e.Cause
	}
	return fmt.Sprintf("%s, but found %s in %s", e.Cause, what, found)
}

// maxShown is how many directories a message names.
const maxShown = 3

// finder looks for the site in the working directory.
type finder struct {
	root *os.Root
	// projects are in the order in which they are believed.
	projects []project
}

// Find returns the built site in the working directory. The error is a *NotFoundError
// unless the working directory cannot be read.
//
// The settings of a host at the repository's root decide alone, and else those of the
// generators there, and then elsewhere. When these have built nothing, another directory
// probably holds something else, such as an older build. Only without such a generator a
// usual build directory is taken.
func Find() (Site, error) {
	root, err := os.OpenRoot(".")
	if err != nil {
		return Site{}, fmt.Errorf("could not open the working directory: %w", openfile.Cause(err))
	}
	// Nothing is written there.
	defer func() { _ = root.Close() }()
	f := finder{root: root, projects: read(root)}
	site, err := f.find()
	if err == nil {
		f.addOthers(&site)
	}
	return site, err
}

func (f *finder) find() (Site, error) {
	if host := f.unbuilt(ofHost, ""); host != nil {
		if site, ok := f.first(ofHost); ok {
			return site, nil
		}
		return Site{}, f.unmet(host)
	}
	if site, ok := f.first(ofGenerator); ok {
		return site, nil
	}
	missing := f.unbuilt(ofGenerator, "")
	site, ok := f.first(ofPrefix)
	switch {
	case !ok && missing != nil:
		return Site{}, f.unmet(missing)
	case !ok:
		missing = f.unbuilt(ofPrefix, "")
		if site, ok = f.first(ofOther); ok {
			break
		}
		at := slices.IndexFunc(usual[:], f.isBuilt)
		if at < 0 {
			return Site{}, f.notFound()
		}
		site = Site{Dir: usual[at], IsUsual: true}
		if p := f.unbuilt(ofPrefix, site.Dir); p != nil {
			return Site{}, f.unmet(p)
		}
	}
	if missing != nil {
		site.Unbuilt = f.unmet(missing).Cause
	}
	return site, nil
}

// unbuilt returns the first project of a rank whose build directory is known, of those that
// hold a directory when one is given; nil for none. The caller has found that it is not built.
func (f *finder) unbuilt(rank rank, dir string) *project {
	for i := range f.projects {
		p := &f.projects[i]
		if p.rank == rank && !p.isUnsure && len(p.claims)+len(p.outputs) > 0 && (dir == "" || isBelow(dir, p.prefix)) {
			return p
		}
	}
	return nil
}

// first returns the directory of the first project of a rank that has built one: first of
// those that name theirs. What settings at the root name need not have a start page.
func (f *finder) first(rank rank) (Site, bool) {
	settings := func(p *project) []claim { return p.claims }
	others := func(p *project) []claim {
		if len(p.claims) > 0 {
			return p.commands
		}
		return append([]claim{{dirs: p.outputs}}, p.commands...)
	}
	if site, ok := f.pick(rank, settings, f.isBuilt); ok {
		return site, true
	}
	if site, ok := f.pick(rank, others, f.isBuilt); ok || rank > ofGenerator {
		return site, ok
	}
	return f.pick(rank, settings, f.isSubdirectory)
}

// pick returns the first directory of the projects of a rank that is there.
func (f *finder) pick(rank rank, claims func(*project) []claim, isThere func(dir string) bool) (Site, bool) {
	for i := range f.projects {
		if f.projects[i].rank != rank {
			continue
		}
		for _, c := range claims(&f.projects[i]) {
			if at := slices.IndexFunc(c.dirs, isThere); at >= 0 {
				site := Site{Dir: c.dirs[at], IsUsual: c.key == "" || slices.Contains(usual[:], c.dirs[at])}
				if c.key != "" {
					site.NamedBy = c.String()
				}
				return site, true
			}
		}
	}
	return Site{}, false
}

// unmet says that a project has not built the site.
func (f *finder) unmet(p *project) *NotFoundError {
	switch {
	case p.isUnsure:
		return f.failure(fmt.Sprintf("%s is here, but the site that %s builds is not", p.file, p.tool.name), true)
	case len(p.claims) == 0:
		why := "is not"
		if f.isSubdirectory(p.outputs[0]) {
			why = "contains no index.html"
		}
		return f.failure(fmt.Sprintf("%s is here, but its output %s/ %s", p.file, p.outputs[0], why), true)
	}
	c := p.claims[0]
	why, isUnbuilt := "does not exist", true
	switch {
	case len(c.dirs) == 0:
		why, isUnbuilt = "is outside the working directory", false
	case c.dirs[0] == ".":
		why = "contains no index.html"
	default:
		if leaves := openfile.Leaves(filepath.FromSlash(c.dirs[0])); leaves != "" {
			why, isUnbuilt = leaves, false
		}
	}
	return f.failure(fmt.Sprintf("%s is %q, which %s", c, c.text, why), isUnbuilt)
}

// notFound says that no directory holds a site.
func (f *finder) notFound() error {
	if dir := f.outside(); dir != "" {
		return f.failure(fmt.Sprintf("%s %s", dir, openfile.Leaves(filepath.FromSlash(dir))), false)
	}
	for i := range f.projects {
		if !f.projects[i].tool.host && len(f.projects[i].dirs()) > 0 {
			return f.unmet(&f.projects[i])
		}
	}
	if !slices.ContainsFunc(list("."), func(entry fs.DirEntry) bool { return entry.Name() != ".git" }) {
		return f.failure("the working directory is empty", false)
	}
	e := f.failure("no usual build directory contains an index.html", false)
	if len(e.Nearby) == 0 {
		const named = 9 // the most usual
		e.Cause = fmt.Sprintf("none of %s, or of %d other usual build directories, contains an index.html",
			strings.Join(usual[:named], ", "), len(usual)-named)
	}
	return e
}

// failure returns the error of a run for which there is no site.
func (f *finder) failure(cause string, isUnbuilt bool) *NotFoundError {
	e := &NotFoundError{Cause: cause, IsUnbuilt: isUnbuilt, IsHere: f.isBuilt("."), Indexed: true}
	for _, dir := range usual {
		if len(e.Nearby) < maxShown && f.isBuilt(dir) {
			e.Nearby = append(e.Nearby, dir)
		}
	}
	if len(e.Nearby) == 0 {
		e.Nearby, e.Indexed = f.nearby()
	}
	return e
}

// places are all directories that may hold a site: first those of the projects.
func (f *finder) places() (dirs []string) {
	for i := range f.projects {
		dirs = append(dirs, f.projects[i].dirs()...)
	}
	return append(dirs, usual[:]...)
}

// outside returns a place that is a symbolic link out of the working directory; empty for none.
func (f *finder) outside() string {
	for _, dir := range f.places() {
		if info, err := f.root.Lstat(filepath.FromSlash(dir)); err == nil && info.Mode()&fs.ModeSymlink != 0 && openfile.Leaves(filepath.FromSlash(dir)) != "" {
			return dir
		}
	}
	return ""
}

// addOthers adds the other directories that hold a site, outside of the one that was found.
func (f *finder) addOthers(site *Site) {
	for _, dir := range f.places() {
		related := slices.ContainsFunc(append(site.Others, site.Dir), func(other string) bool {
			return isBelow(dir, other) || isBelow(other, dir)
		})
		if !related && len(site.Others) < maxShown && f.isBuilt(dir) {
			site.Others = append(site.Others, dir)
		}
	}
}

// isBelow reports whether a slash path is another, or is below it.
func isBelow(dir, other string) bool {
	return other == "." || dir == other || strings.HasPrefix(dir, other+"/")
}

// isSubdirectory reports whether a directory exists, and is not the working directory.
func (f *finder) isSubdirectory(dir string) bool {
	info, err := f.root.Stat(filepath.FromSlash(dir))
	return dir != "." && err == nil && info.IsDir() && openfile.Leaves(filepath.FromSlash(dir)) == ""
}

// isBuilt reports whether a directory contains an index.html that a host could serve.
func (f *finder) isBuilt(dir string) bool {
	name := filepath.Join(filepath.FromSlash(dir), hosting.IndexFile)
	info, err := f.root.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return dir == rustdoc && f.hasCrates()
	}
	return openfile.Leaves(filepath.FromSlash(dir)) == "" && !f.isTemplate(name)
}

// isTemplate reports whether an index.html is a source: a template of a bundler, or a
// page with the front matter of a generator.
func (f *finder) isTemplate(name string) bool {
	const head = 4 << 10
	data, err := openfile.ReadIn(f.root, name, head)
	if err != nil && !errors.Is(err, openfile.ErrTooLarge) {
		return false // the check says that the file cannot be read
	}
	text := string(data)
	return strings.HasPrefix(text, "---\n") || strings.HasPrefix(text, "---\r\n") ||
		strings.Contains(text, "%PUBLIC_URL%") || strings.Contains(text, "<%= ") || strings.Contains(text, `src="/src/`)
}

// rustdoc is where cargo doc puts the documentation of crates. Their pages link to files
// next to them, so the site is the whole directory, although it has no index.html itself.
const rustdoc = "target/doc"

// hasCrates reports whether the directory of rustdoc holds the documentation of a crate.
func (f *finder) hasCrates() bool {
	return f.isSubdirectory(rustdoc) && slices.ContainsFunc(list(rustdoc), func(entry fs.DirEntry) bool {
		info, err := f.root.Stat(filepath.Join(filepath.FromSlash(rustdoc), entry.Name(), hosting.IndexFile))
		return err == nil && info.Mode().IsRegular()
	})
}

// list returns some of what a directory holds, by name; nothing when it cannot be read.
func list(dir string) []fs.DirEntry {
	const most = 1000
	opened, err := openfile.Directory(filepath.FromSlash(dir))
	if err != nil {
		return nil
	}
	// It was only read from.
	defer func() { _ = opened.Close() }()
	entries, _ := opened.ReadDir(most)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries
}

// The limits of the walk that looks for what was perhaps meant.
const (
	maxDepth   = 3
	maxVisited = 400 // directories
)

// nearby returns directories that may hold the site, wherever they are: those with an
// index.html, else those with other pages. The working directory itself counts when no
// other does. It follows no symbolic link.
func (f *finder) nearby() (dirs []string, indexed bool) {
	var found, pages []string
	queue, depth := []string{"."}, map[string]int{}
	for visited := 0; len(queue) > 0 && visited < maxVisited && len(found) < maxShown; visited++ {
		dir := queue[0]
		queue = queue[1:]
		if dir != "." && f.isBuilt(dir) {
			found = append(found, dir)
			continue
		}
		hasPages := false
		for _, entry := range list(dir) {
			name := entry.Name()
			hasPages = hasPages || entry.Type().IsRegular() && name != hosting.IndexFile && strings.HasSuffix(name, hosting.PageExtension)
			if entry.IsDir() && depth[dir] < maxDepth && !isDependency(name) && len(queue) < maxVisited {
				below := path.Join(dir, name)
				depth[below] = depth[dir] + 1
				queue = append(queue, below)
			}
		}
		if hasPages && dir != "." && len(pages) < maxShown {
			pages = append(pages, dir)
		}
	}
	switch {
	case len(found) > 0:
		return found, true
	case f.isBuilt("."):
		return []string{"."}, true
	}
	return pages, false
}

// isDependency reports whether a directory holds tools and what they installed.
func isDependency(name string) bool {
	switch name {
	case "node_modules", "vendor", "venv", "site-packages", "testdata", "tests", "test":
		return true
	}
	return strings.HasPrefix(name, ".")
}
