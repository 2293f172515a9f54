package index

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/source/markup"
)

// The bounds on what is read. No author writes more.
const (
	maxFiles = 100_000
	// maxUntracked and maxEntered are for directories that git does not know: such
	// a place may be anything, such as a home directory.
	maxUntracked = 10_000
	maxEntered   = 100_000
	// maxUntrackedEntries is how many entries are looked at for files that git does not know
	// beside others that it does.
	maxUntrackedEntries = 20_000
	// maxRules is how many files that may hold rules of the host are read.
	maxRules = 100
	// maxCopies is how many files that generators may copy are compared with built ones.
	maxCopies = 2000
	// maxCode is how many programs and stylesheets are read.
	maxCode = 20_000
	// maxFileSize bounds a file in bytes.
	maxFileSize = 4 << 20
)

// Options say where the sources are, and how they are read.
type Options struct {
	// Dir is the directory that holds the sources.
	Dir string
	// Built is the directory that was checked; empty for a live site.
	Built string
	// Made are files that linkvet writes, such as earlier reports.
	Made []string
	// Rules are the base names of files that hold rules of the host.
	Rules map[string]bool
	// Copies are the base names of the files of the site that have findings.
	Copies map[string]bool
	// Jobs is how many files are read at once; less than one means one.
	Jobs int
	// Problem is called, by one goroutine at a time, when linkvet itself fails at a file;
	// may be nil.
	Problem func(problem string)
}

// Listing is the source files of a project.
type Listing struct {
	// Root is the directory that the names are relative to.
	Root string
	// Files have slash names below Root.
	Files []Listed
	// Rules are those that may hold rules of the host.
	Rules []Listed
	// Copies are those that may be copied to the site.
	Copies []Listed
}

// Listed is one file, before it is read.
type Listed struct {
	// Name is the slash path below the root. Shown is the one that reports show, relative
	// to the working directory.
	Name, Shown string
	Syntax      markup.Syntax
	// Test is true for a test of a site. Untracked is true for a file that git does not
	// track, beside files that it does.
	Test, Untracked bool
}

// List lists the files that git tracks below opt.Dir, and the new ones beside them. Where
// git does not know the directory, it lists the files there that no program builds.
func List(ctx context.Context, opt Options) (Listing, error) {
	dir, err := realPath(opt.Dir)
	if err == nil {
		_, err = openfile.List(dir)
	}
	if err != nil {
		return Listing{}, fmt.Errorf("could not look for the sources in %q: %w", opt.Dir, plain(err))
	}
	built := ""
	if opt.Built != "" {
		if built, err = realPath(opt.Built); err != nil {
			return Listing{}, fmt.Errorf("could not look for the sources in %q: %w", opt.Dir, err)
		}
	}
	if built != "" && !strings.HasPrefix(slashBelow(built, dir), "..") {
		// The pages themselves are the sources.
		return Listing{}, nil
	}
	l := &lister{ctx: ctx, dir: dir, built: built, made: opt.Made, rules: opt.Rules, copies: opt.Copies}
	if tree, err := git.Open(dir); err == nil {
		l.addTracked(tree.Top(), tree.Files())
		if !l.isEmpty() {
			l.addUntracked(tree, directoriesOf(tree.Files()))
		}
	}
	if l.isEmpty() {
		l.found.Root = dir
		if !l.walk() {
			return Listing{}, fmt.Errorf("could not look for the sources in %q: it has too many files, and git tracks none of them; set sources to the directory of the sources", opt.Dir)
		}
	}
	l.removeCompiled()
	l.found.Files = append(l.found.Files, l.code...)
	l.name()
	return l.found, nil
}

type lister struct {
	// ctx ends the Listing early.
	ctx        context.Context
	dir, built string
	made       []string
	// rules are the base names of files that hold rules of the host.
	rules map[string]bool
	// copies are the base names of the files of the site that have findings.
	copies map[string]bool
	found  Listing
	// code are the programs and stylesheets, which leave no other source out.
	code []Listed
}

// isEmpty reports whether nothing was found.
func (l *lister) isEmpty() bool { return len(l.found.Files) == 0 && len(l.code) == 0 }

func (l *lister) addTracked(top string, files []string) {
	l.found.Root = top
	below := slashBelow(top, l.dir)
	built := ""
	if l.built != "" {
		built = slashBelow(top, l.built)
	}
	for _, name := range files {
		if !hidden(name) && within(below, name) && (built == "" || !within(built, name)) {
			l.add(name)
			l.addCopy(name)
		}
	}
}

// addUntracked adds the pages and layouts that git does not track yet. It leaves out data,
// which programs often write, and everything where very much is untracked. Stylesheets and
// files that may be copied count beside tracked files.
func (l *lister) addUntracked(tree *git.Tree, tracked map[string]bool) {
	files, ok := tree.Untracked(l.dir, maxUntrackedEntries, func(name string) bool { return name == l.built || leftOut(name) })
	if !ok {
		return
	}
	for _, name := range files {
		kind, near := markup.SyntaxOf(name), tracked[path.Dir(name)]
		if near && !hidden(name) {
			l.addCopy(name)
		}
		if n := len(l.found.Files); !hidden(name) && !kind.IsData() && (kind != markup.Stylesheet || near) {
			if l.add(name); len(l.found.Files) > n {
				l.found.Files[n].Untracked = true
			}
		}
	}
}

func (l *lister) add(name string) {
	if l.rules[path.Base(name)] && len(l.found.Rules) < maxRules && fs.ValidPath(name) {
		l.found.Rules = append(l.found.Rules, Listed{Name: name})
	}
	switch kind := markup.SyntaxOf(name); {
	case kind == markup.None || !fs.ValidPath(name):
	case kind.IsCode():
		if len(l.code) < maxCode {
			l.code = append(l.code, Listed{Name: name, Syntax: kind})
		}
	case len(l.found.Files) < maxFiles:
		l.found.Files = append(l.found.Files, Listed{Name: name, Syntax: kind})
	}
}

// outputs are the directories that generators and package managers fill.
var outputs = []string{
	"node_modules", "bower_components", "vendor", "public", "dist", "_site", "build", "out", "target", "_build", "__pycache__",
	"venv", "resources",
}

// walk lists the files of the directory, and reports whether there were not too many. It
// leaves out hidden directories, but not those in which generators keep their
// configuration.
func (l *lister) walk() bool {
	entered := 0
	// Nothing in a directory that cannot be read can be shown.
	_ = filepath.WalkDir(l.dir, func(name string, entry fs.DirEntry, err error) error {
		if entered++; entered > maxEntered || len(l.found.Files) > maxUntracked || l.ctx.Err() != nil {
			return fs.SkipAll
		}
		if err != nil {
			return nil
		}
		if entry.IsDir() && name != l.dir && (name == l.built || leftOut(name) || git.IsRepository(name)) {
			return fs.SkipDir
		}
		if below := slashBelow(l.dir, name); entry.Type().IsRegular() && !hidden(below) {
			l.add(below)
			l.addCopy(below)
		}
		return nil
	})
	return entered <= maxEntered && len(l.found.Files) <= maxUntracked
}

// leftOut reports by its name whether a directory holds no sources.
func leftOut(name string) bool {
	base := filepath.Base(name)
	switch parent := filepath.Base(filepath.Dir(name)); {
	case parent == ".vitepress" || parent == ".vuepress":
		return base == "cache" || base == "dist"
	case base == ".vitepress" || base == ".vuepress":
		return false
	}
	return strings.HasPrefix(base, ".") || slices.Contains(outputs, base)
}

// hidden reports whether a file belongs to tools and not to the site: its name begins with
// a dot. Some generators keep their configuration under such a name.
func hidden(name string) bool {
	for segment := range strings.SplitSeq(name, "/") {
		switch {
		case segment == ".vitepress", segment == ".vuepress", strings.HasPrefix(segment, ".eleventy."):
		case strings.HasPrefix(segment, "."):
			return true
		}
	}
	return false
}

// testDirs are the directories that hold tests, and what these read.
var testDirs = []string{
	"test", "tests", "__tests__", "spec", "specs", "e2e", "cypress", "fixtures", "__fixtures__", "__mocks__", "testdata", "__snapshots__",
}

// IsTest reports, by its path below the sources, whether a file is part of a site's tests.
// Such a file contains the links of pages, and is no source of them.
func IsTest(name string) bool {
	dir, base := path.Split(name)
	for segment := range strings.SplitSeq(dir, "/") {
		if slices.Contains(testDirs, segment) {
			return true
		}
	}
	return strings.Contains(base, ".test.") || strings.Contains(base, ".spec.") || strings.Contains(base, ".stories.")
}

// name sets the names that reports show, and removes the files that linkvet writes.
func (l *lister) name() {
	here, err := os.Getwd()
	if err != nil {
		here = l.found.Root
	}
	for i := range l.found.Files {
		f := &l.found.Files[i]
		f.Test = IsTest(slashBelow(l.dir, filepath.Join(l.found.Root, filepath.FromSlash(f.Name))))
		f.Shown = shownFrom(here, filepath.Join(l.found.Root, filepath.FromSlash(f.Name)))
	}
	l.found.Copies = slices.DeleteFunc(l.found.Copies, func(f Listed) bool {
		return IsTest(slashBelow(l.dir, filepath.Join(l.found.Root, filepath.FromSlash(f.Name))))
	})
	for _, list := range [][]Listed{l.found.Rules, l.found.Copies} {
		for i := range list {
			f := &list[i]
			f.Shown = shownFrom(here, filepath.Join(l.found.Root, filepath.FromSlash(f.Name)))
		}
	}
	l.found.Files = slices.DeleteFunc(l.found.Files, func(f Listed) bool {
		return slices.ContainsFunc(l.made, func(made string) bool { return path.Clean(filepath.ToSlash(made)) == f.Shown })
	})
}
