package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/openfile"
)

// The bounds on what is read: past them something is listed that no author
// wrote.
const (
	mostFiles = 100_000
	// mostUntracked and mostEntered are for directories that git does not know: such
	// a place may be anything, such as a home directory.
	mostUntracked = 10_000
	mostEntered   = 100_000
	// mostBeside is how many entries are looked at for files that git does not know
	// beside others that it does.
	mostBeside  = 20_000
	maxFileSize = 4 << 20
)

// listing is the source files of a project.
type listing struct {
	// root is the directory that the names are relative to.
	root string
	// files have slash names below root.
	files []listed
	// rules are those that may hold rules of the host.
	rules []listed
}

// listed is one file, before it is read.
type listed struct {
	// name is the slash path below the root, shown the one that reports name: relative
	// to the working directory.
	name, shown string
	syntax      syntax
	// test is true for what tests a site, untracked for what git does not know beside
	// files that it does.
	test, untracked bool
}

// listFiles lists the files that git tracks under opt.Dir, and the new ones beside
// them; where git does not know the directory, those that stand there and are not
// built by a program.
func listFiles(ctx context.Context, opt Options, rules map[string]bool) (listing, error) {
	dir, err := realPath(opt.Dir)
	if err == nil {
		_, err = openfile.List(dir)
	}
	if err != nil {
		return listing{}, fmt.Errorf("could not look for the sources in %q: %w", opt.Dir, plain(err))
	}
	built := ""
	if opt.Built != "" {
		if built, err = realPath(opt.Built); err != nil {
			return listing{}, fmt.Errorf("could not look for the sources in %q: %w", opt.Dir, err)
		}
	}
	if built != "" && !strings.HasPrefix(slashBelow(built, dir), "..") {
		// The sources are what was checked: the pages themselves are what to edit.
		return listing{}, nil
	}
	l := lister{ctx: ctx, dir: dir, built: built, made: opt.Made, rules: rules}
	if tree, err := git.Open(dir); err == nil {
		l.addTracked(tree.Top(), tree.Files())
		if len(l.found.files) > 0 {
			l.addUntracked(tree)
		}
	}
	if len(l.found.files) == 0 {
		l.found.root = dir
		if !l.walk() {
			return listing{}, fmt.Errorf("could not look for the sources in %q: it holds very many files, and git tracks none of them; name their own directory with sources", opt.Dir)
		}
	}
	l.name()
	return l.found, nil
}

// realPath is the absolute name of a directory without symbolic links.
func realPath(dir string) (string, error) {
	name, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", err
	}
	return filepath.Abs(name)
}

// plain takes the name of the file out of an error whose reader knows it.
func plain(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}

type lister struct {
	// ctx ends the listing early.
	ctx        context.Context
	dir, built string
	made       []string
	// rules are the base names of files that hold rules of the host.
	rules map[string]bool
	found listing
}

func (l *lister) addTracked(top string, files []string) {
	l.found.root = top
	below := slashBelow(top, l.dir)
	built := ""
	if l.built != "" {
		built = slashBelow(top, l.built)
	}
	for _, name := range files {
		if !hidden(name) && within(below, name) && (built == "" || !within(built, name)) {
			l.add(name)
		}
	}
}

// addUntracked adds the pages and layouts that their author has not yet told git of.
// Data is often what programs have written, and is left out. Where there is very
// much beside what git tracks, none of it is looked at.
func (l *lister) addUntracked(tree *git.Tree) {
	files, ok := tree.Untracked(l.dir, mostBeside, func(name string) bool { return name == l.built || leftOut(name) })
	if !ok {
		return
	}
	for _, name := range files {
		if n := len(l.found.files); !hidden(name) && !syntaxOf(name).data() {
			if l.add(name); len(l.found.files) > n {
				l.found.files[n].untracked = true
			}
		}
	}
}

// slashBelow is where dir stands below top: "." for top itself, and what begins
// with ".." outside of it.
func slashBelow(top, dir string) string {
	rel, err := filepath.Rel(top, dir)
	if err != nil {
		return ".."
	}
	return filepath.ToSlash(rel)
}

// within tells whether the slash path name is in the directory dir.
func within(dir, name string) bool {
	return dir == "." || strings.HasPrefix(name, dir) && len(name) > len(dir) && name[len(dir)] == '/'
}

func (l *lister) add(name string) {
	if l.rules[path.Base(name)] && len(l.found.rules) < mostRules && fs.ValidPath(name) {
		l.found.rules = append(l.found.rules, listed{name: name})
	}
	if kind := syntaxOf(name); kind != noSyntax && len(l.found.files) < mostFiles && fs.ValidPath(name) {
		l.found.files = append(l.found.files, listed{name: name, syntax: kind})
	}
}

// outputs are the directories that generators and package managers fill.
var outputs = []string{
	"node_modules", "bower_components", "vendor", "public", "dist", "_site", "build", "out", "target", "_build", "__pycache__",
	"venv", "resources",
}

// walk lists what is there, and tells whether that was not too much. Hidden
// directories are left out, but for those in which generators keep their
// configuration.
func (l *lister) walk() bool {
	entered := 0
	// A directory that cannot be read holds nothing that could be shown.
	_ = filepath.WalkDir(l.dir, func(name string, entry fs.DirEntry, err error) error {
		if entered++; entered > mostEntered || len(l.found.files) > mostUntracked || l.ctx.Err() != nil {
			return fs.SkipAll
		}
		if err != nil {
			return nil
		}
		if entry.IsDir() && name != l.dir && (name == l.built || leftOut(name)) {
			return fs.SkipDir
		}
		if below := slashBelow(l.dir, name); entry.Type().IsRegular() && !hidden(below) {
			l.add(below)
		}
		return nil
	})
	return entered <= mostEntered && len(l.found.files) <= mostUntracked
}

// leftOut tells whether a directory holds no sources, by its name.
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

// hidden tells whether a file is of the tools that work on a repository and not
// of the site, by the dots that names begin with. Some generators keep their
// configuration under such a name.
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

// isTest tells by its path below the sources whether a file is of the tests of a
// site. It holds the links of pages, and is no source of them.
func isTest(name string) bool {
	dir, base := path.Split(name)
	for segment := range strings.SplitSeq(dir, "/") {
		if slices.Contains(testDirs, segment) {
			return true
		}
	}
	return strings.Contains(base, ".test.") || strings.Contains(base, ".spec.") || strings.Contains(base, ".stories.")
}

// name gives the files the names that reports show, and takes out those that the
// run itself makes.
func (l *lister) name() {
	here, err := os.Getwd()
	if err != nil {
		here = l.found.root
	}
	for i := range l.found.files {
		f := &l.found.files[i]
		f.test = isTest(slashBelow(l.dir, filepath.Join(l.found.root, filepath.FromSlash(f.name))))
		f.shown = slashBelow(here, filepath.Join(l.found.root, filepath.FromSlash(f.name)))
	}
	for i := range l.found.rules {
		f := &l.found.rules[i]
		f.shown = slashBelow(here, filepath.Join(l.found.root, filepath.FromSlash(f.name)))
	}
	l.found.files = slices.DeleteFunc(l.found.files, func(f listed) bool {
		return slices.ContainsFunc(l.made, func(made string) bool { return path.Clean(filepath.ToSlash(made)) == f.shown })
	})
}
