package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// kind says what a source file is to a site.
type kind uint8

const (
	noKind kind = iota
	// content is a text that becomes a page: Markdown, reStructuredText, AsciiDoc, Org.
	content
	// markup is HTML, templates and components.
	markup
	// data is YAML, TOML and JSON, and script is JavaScript and TypeScript.
	data
	script
	// program is a language whose comments become documentation, and style is CSS and
	// what becomes CSS.
	program
	python
	style
)

// kinds has the kind of each extension.
var kinds = func() map[string]kind {
	all := map[string]kind{}
	for k, extensions := range map[kind]string{
		content: "md mdx mdoc markdown mdown mkd qmd rmd rst rest adoc asciidoc asc org",
		markup: "html htm xhtml gohtml tmpl njk nunjucks liquid jinja jinja2 j2 hbs handlebars mustache erb astro vue svelte " +
			"tsx jsx php webc ejs templ swig twig pug",
		data:    "yml yaml toml json json5 jsonc",
		script:  "js mjs cjs ts mts cts",
		program: "rs java kt kts go c cc cpp cxx h hh hpp hxx dox scala swift cs",
		python:  "py",
		style:   "css scss sass less styl pcss postcss",
	} {
		for ext := range strings.FieldsSeq(extensions) {
			all["."+ext] = k
		}
	}
	return all
}()

// packageFiles belong to package managers and hosts: their paths are no links.
var packageFiles = strings.Fields(`package.json package-lock.json npm-shrinkwrap.json composer.json composer.lock pnpm-lock.yaml cargo.toml pyproject.toml
	tsconfig.json jsconfig.json docker-compose.yml docker-compose.yaml compose.yml compose.yaml vercel.json netlify.toml`)

// kindOf returns the kind of a file by its name.
func kindOf(name string) kind {
	base := strings.ToLower(path.Base(name))
	if slices.Contains(packageFiles, base) || strings.Contains(base, ".min.") {
		return noKind
	}
	k := kinds[path.Ext(base)]
	if k.isData() && (strings.Contains(base, "redirect") || strings.Contains("/"+name, "/locales/") || strings.HasPrefix(name, ".github/")) {
		return noKind
	}
	return k
}

// isCode reports whether a file is a program or a style sheet, and so never the text of a page.
func (k kind) isCode() bool { return k == program || k == python || k == style }

// isData reports whether a file holds values, and is no page.
func (k kind) isData() bool { return k == data || k == script }

// IsProse reports by its name whether a file is a text that becomes a page.
func IsProse(name string) bool { return kindOf(name) == content }

// file is one source file.
type file struct {
	// name is the slash path below the root of the sources, and shown the one that reports
	// show, relative to the working directory.
	name, shown string
	kind        kind
	// untracked is true for a file that git does not track, beside files that it does.
	untracked bool
	front     frontMatter
	// isPage is true for what becomes a page of its own, and hasElements for code that
	// holds elements.
	isPage, hasElements bool
	// showsCode is true for a text that puts the documentation of programs on its page.
	showsCode bool
	places    []*place
}

// maxFileSize bounds a file in bytes, and maxEntries the entries of a directory that may be
// anything, such as a home directory. No author writes more.
const (
	maxFileSize = 4 << 20
	maxEntries  = 50_000
)

// listing is the source files of a project.
type listing struct {
	// dir is the directory of the sources, built the checked one, and root the one that
	// names are relative to.
	dir, built, root string
	// copied are the base names of the files of the site whose rules have findings: files of these
	// names may be their sources, of any kind.
	copied map[string]bool
	files  []file
}

// list lists the files that git tracks below opt.Dir, and the new ones beside them. Where git
// does not know the directory, it lists the files there that no program builds.
func list(ctx context.Context, opt *Options, copied map[string]bool) (*listing, error) {
	dir, err := openfile.Resolve(opt.Dir)
	if err == nil {
		_, err = openfile.List(dir)
	}
	l := &listing{dir: dir, copied: copied}
	if err == nil && opt.Built != "" {
		l.built, err = openfile.Resolve(opt.Built)
	}
	if err != nil {
		return nil, fmt.Errorf("could not look for the sources in %q: %w", opt.Dir, openfile.Cause(err))
	}
	if l.built != "" && !strings.HasPrefix(slashBelow(l.built, dir), "..") {
		return l, nil // the pages themselves are the sources
	}
	tree, err := git.Open(dir)
	if err != nil && !errors.Is(err, git.ErrNoRepository) {
		return nil, fmt.Errorf("no source line is known: %w", err)
	}
	if tree == nil || !l.addTracked(ctx, tree) {
		l.root = dir
		if !l.addUntracked(ctx, git.Plain(dir)) && ctx.Err() == nil {
			return nil, fmt.Errorf("could not look for the sources in %q: it has too many files, and git tracks none of them; "+
				"set sources to the directory of the sources", opt.Dir)
		}
	}
	here, err := openfile.WorkingDirectory()
	if err != nil {
		here = l.root
	}
	l.finish(here, opt.Made)
	return l, nil
}

// addTracked adds the files that git tracks, and the new pages and layouts beside them. It reports
// whether git tracks any.
func (l *listing) addTracked(ctx context.Context, tree *git.Tree) bool {
	l.root = tree.Top()
	below := slashBelow(l.root, l.dir)
	for _, name := range tree.Files() {
		if !isHidden(name) && within(below, name) && (l.built == "" || !within(slashBelow(l.root, l.built), name)) {
			l.add(name, false)
		}
	}
	if len(l.files) == 0 {
		return false
	}
	l.addUntracked(ctx, tree)
	return true
}

// addUntracked adds the files that git neither tracks nor ignores, and reports whether there were
// not too many. Beside files that git tracks, data that it does not was often written by programs.
func (l *listing) addUntracked(ctx context.Context, tree *git.Tree) bool {
	names, ok := tree.Untracked(ctx, l.dir, maxEntries, func(name string) bool { return name == l.built || isOutput(name) })
	isBeside := len(l.files) > 0
	for _, name := range names {
		if k := kindOf(name); ok && !isHidden(name) && (!isBeside || k == content || k == markup || k == noKind) {
			l.add(name, isBeside)
		}
	}
	return ok
}

// add adds a file.
func (l *listing) add(name string, untracked bool) {
	f := file{name: name, kind: kindOf(name), untracked: untracked}
	if !fs.ValidPath(name) {
		return
	}
	if f.kind != noKind || l.copied[path.Base(name)] {
		l.files = append(l.files, f)
	}
}

// finish removes tests, the files that linkvet writes, and style sheets that are made from others:
// an edit of them would be lost.
func (l *listing) finish(here string, made []string) {
	sheets := map[string]bool{}
	for i := range l.files {
		f := &l.files[i]
		f.shown = slashBelow(here, filepath.Join(l.root, filepath.FromSlash(f.name)))
		if f.kind == style && path.Ext(f.name) != ".css" {
			sheets[pathStem(f.name)] = true
		}
	}
	below := slashBelow(l.root, l.dir)
	l.files = slices.DeleteFunc(l.files, func(f file) bool {
		stem, isCSS := strings.CutSuffix(path.Base(f.name), ".css")
		return isCSS && sheets[stem] || isTest(strings.TrimPrefix(f.name, below+"/")) ||
			slices.ContainsFunc(made, func(name string) bool { return name != "" && path.Clean(filepath.ToSlash(name)) == f.shown })
	})
}

// outputs are the directories that generators and package managers fill, testDirs those that hold
// tests, and what these read, and partDirs hold layouts and parts of pages.
var (
	outputs  = strings.Fields("node_modules bower_components vendor public dist _site build out target _build __pycache__ venv resources")
	testDirs = strings.Fields("test tests __tests__ spec specs e2e cypress fixtures __fixtures__ __mocks__ testdata __snapshots__")
	partDirs = strings.Fields("layouts layout includes include partials templates components shortcodes themes theme macros snippets")
)

// isOutput reports by its name whether a directory holds no sources.
func isOutput(name string) bool {
	base := filepath.Base(name)
	return isHidden(base) || slices.Contains(outputs, base)
}

// isHidden reports whether a file belongs to tools and not to the site: its name begins with
// a dot. Some generators keep their settings under such a name.
func isHidden(name string) bool {
	for segment := range strings.SplitSeq(name, "/") {
		switch {
		case segment == ".vitepress", segment == ".vuepress":
		case strings.HasPrefix(segment, "."):
			return true
		}
	}
	return false
}

// isIn reports whether one of the directories of a path has one of some names.
func isIn(name string, dirs []string, trim string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(name), "/"), func(segment string) bool { return slices.Contains(dirs, strings.TrimLeft(segment, trim)) })
}

// testMarks are in the names of tests.
var testMarks = []string{".test.", "_test.", ".spec.", ".stories."}

// isTest reports, by its path below the sources, whether a file is part of a site's tests.
// Such a file contains the links of pages, and is no source of them.
func isTest(name string) bool {
	return isIn(name, testDirs, "") || hasAny([]byte(path.Base(name)), testMarks)
}

// isPart reports whether a file is in a directory for parts of pages.
func isPart(name string) bool { return isIn(name, partDirs, "_") }

// isNavigation reports whether a text is a menu: the summary of a book, the navigation of
// Antora and of MkDocs, the side bar of a wiki.
func isNavigation(name string) bool {
	switch strings.ToLower(pagekey.TrimExtension(path.Base(name))) {
	case "summary", "nav", "_sidebar", "_navbar", "_footer", "_header", "navigation":
		return true
	}
	return false
}

// slashBelow returns the slash path from top to dir: "." for top itself. It begins with
// ".." outside of top. On another volume of Windows it is dir itself.
func slashBelow(top, dir string) string {
	rel, err := filepath.Rel(top, dir)
	if err != nil {
		rel = "../" + dir
	}
	return filepath.ToSlash(rel)
}

// within reports whether the slash path name is in the directory dir.
func within(dir, name string) bool {
	return dir == "." || strings.HasPrefix(name, dir+"/")
}

// corpus is what was read of the sources. After reading only one goroutine may use it.
type corpus struct {
	files  []file
	byName map[string]int32
	// left is how many comparisons may still be made.
	left int
}

// maxComparisons bounds how often pages and names of files are compared, and places, each of which
// counts as comparisonCost. It takes up to half a minute: a large site with many findings needs a
// part of a second.
const maxComparisons, comparisonCost = 20_000_000, 2

// spend reports whether n more comparisons may be made.
func (x *corpus) spend(n int) bool {
	if x.left < n {
		x.left = -1
		return false
	}
	x.left -= n
	return true
}

// isSettings reports by its name whether a program sets something up.
func isSettings(name string) bool { return strings.Contains(path.Base(name), "conf") }
