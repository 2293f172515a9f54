package project

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
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
	// empty when none does, or when the directory is a usual one.
	NamedBy string
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
	// Nearby are directories that contain an index.html, at most maxShown.
	Nearby []string
	// NoProject is whether no settings of a generator were found either.
	NoProject bool
}

// Error returns the cause, and what was seen nearby.
func (e *NotFoundError) Error() string {
	if len(e.Nearby) == 0 {
		return e.Cause
	}
	return e.Cause + "; found an index.html in " + strings.Join(e.Nearby, ", ")
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
	if err != nil {
		return Site{}, err
	}
	var places []string
	for i := range f.projects {
		for _, o := range f.projects[i].outputs {
			places = append(places, o.dirs...)
		}
	}
	site.Others = f.built(append(places, usual...), site.Dir)[1:]
	return *site, nil
}

// built adds directories to those of a list that contain an index.html and are apart from these,
// until there are maxShown more.
func (f *finder) built(dirs []string, apart ...string) []string {
	most := len(apart) + maxShown
	for _, dir := range dirs {
		isRelated := func(other string) bool { return isBelow(dir, other) || isBelow(other, dir) }
		if len(apart) < most && !slices.ContainsFunc(apart, isRelated) && f.isBuilt(dir) {
			apart = append(apart, dir)
		}
	}
	return apart
}

func (f *finder) find() (site *Site, err error) {
	var unbuilt *project // the first that should, or may, have built another directory
	for i := range f.projects {
		p := &f.projects[i]
		if unbuilt != nil && unbuilt.isSure() && (unbuilt.rank == ofHost && p.rank > ofHost || unbuilt.rank == ofGenerator && p.rank == ofOther) {
			break
		}
		if site = f.builtBy(p); site != nil {
			break
		}
		saysNothing := p.tool.vague || p.tool.isHost() && !p.isNamed
		if !saysNothing && (unbuilt == nil || p.isSure() && !unbuilt.isSure()) {
			unbuilt = p
		}
	}
	if site == nil {
		// GitLab publishes public/, and its templates tell each generator by an option to build there:
		// https://gitlab.com/pages/mkdocs.
		_, notGitLab := f.root.Stat(".gitlab-ci.yml")
		at := slices.IndexFunc(usual, f.isBuilt)
		switch {
		case unbuilt != nil && unbuilt.isSure() && (notGitLab != nil || !f.isBuilt("public")):
			return nil, f.failure(unbuilt.unmet())
		case at < 0:
			return nil, f.notFound()
		}
		site = &Site{Dir: usual[at]}
	}
	if unbuilt != nil {
		site.Unbuilt, _ = unbuilt.unmet()
	}
	return site, nil
}

// builtBy returns the directory that a project has built; nil for none. One that settings at the
// root name need not have a start page.
func (f *finder) builtBy(p *project) *Site {
	for _, o := range p.outputs {
		at := slices.IndexFunc(o.dirs, func(dir string) bool {
			return f.isBuilt(dir) || o.key != "" && p.rank <= ofGenerator && f.isSubdirectory(dir)
		})
		if at < 0 {
			continue
		}
		site := &Site{Dir: o.dirs[at]}
		if o.key != "" && !slices.Contains(usual, site.Dir) {
			site.NamedBy = o.String()
		}
		return site
	}
	return nil
}

// build is the advice where no site is.
const build = ": build first"

// unmet says that a project has not built the site, and what to do.
func (p *project) unmet() (cause, advice string) {
	first := p.outputs[0]
	dir, why := first.dirs[0], "is not"
	advice = build
	if leaves := openfile.Leaves(filepath.FromSlash(dir)); leaves != "" {
		why, advice = leaves, ""
	} else if isDirectory(dir) {
		why = "contains no index.html"
	}
	cause = fmt.Sprintf("%s is here, but its output %s/ %s", p.settings[0].file, dir, why)
	if first.key != "" {
		cause += fmt.Sprintf(" (%s)", first)
	}
	return cause, advice
}

// notFound says that no directory holds a site.
func (f *finder) notFound() error {
	for i := range f.projects {
		if !f.projects[i].tool.isHost() {
			return f.failure(f.projects[i].unmet())
		}
	}
	none := f.failure(fmt.Sprintf("no usual build directory (%s, … of %d) contains an index.html", strings.Join(usual[:3], ", "), len(usual)), build)
	if len(openfile.NamesIn(f.root, ".")) == 0 {
		none.Cause = "the working directory is empty" + build
	}
	none.NoProject = len(f.projects) == 0 && len(none.Nearby) == 0
	return none
}

// failure returns the error of a run for which there is no site.
func (f *finder) failure(cause, advice string) *NotFoundError {
	dirs := append(slices.Clone(usual), ".")
	for _, pattern := range []string{"*", "*/*", "*/*/*"} {
		for _, page := range openfile.Glob(f.root, path.Join(pattern, hosting.IndexFile)) {
			if !dependency.MatchString(page) {
				dirs = append(dirs, path.Dir(page))
			}
		}
	}
	return &NotFoundError{Cause: cause + advice, Nearby: f.built(dirs)}
}

// dependency matches directories of tools and of what they installed.
var dependency = regexp.MustCompile(`(?:^|/)(?:\.[^/]*|node_modules|vendor|venv|site-packages|testdata|tests?)(?:/|$)`)

// isBelow reports whether a slash path is another, or is below it.
func isBelow(dir, other string) bool {
	return other == "." || dir == other || strings.HasPrefix(dir, other+"/")
}

// isSubdirectory reports whether a directory exists, and is not the working directory.
func (f *finder) isSubdirectory(dir string) bool {
	info, err := f.root.Stat(filepath.FromSlash(dir))
	return dir != "." && err == nil && info.IsDir() && openfile.Leaves(filepath.FromSlash(dir)) == ""
}

// isBuilt reports whether a directory contains an index.html that a host could serve, and
// that is no source: no template of a bundler, and no page with front matter.
func (f *finder) isBuilt(dir string) bool {
	name := filepath.Join(filepath.FromSlash(dir), hosting.IndexFile)
	if openfile.Leaves(filepath.FromSlash(dir)) != "" {
		return false
	}
	if _, err := f.root.Stat(name); err != nil {
		if dir != rustdoc {
			return false
		}
		return slices.ContainsFunc(openfile.Glob(f.root, rustdoc+"/*"), f.isBuilt)
	}
	head, err := openfile.ReadIn(f.root, name, 4<<10)
	switch {
	case errors.Is(err, openfile.ErrIrregular):
		return false
	case err != nil && !errors.Is(err, openfile.ErrTooLarge):
		return true // the check says that it cannot be read
	}
	return !sourcePage.Match(head)
}

// sourcePage matches the head of a page that is a source.
var sourcePage = regexp.MustCompile(`^---\r?\n|%PUBLIC_URL%|<%= |src="/src/`)

// rustdoc is where cargo doc puts the documentation of crates. Their pages link to files
// next to them, so the site is the whole directory, although it has no index.html itself.
const rustdoc = "target/doc"
