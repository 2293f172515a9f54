package main

import (
	"bytes"
	"go/ast"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// internal begins the import paths of all packages but main.
const internal = "github.com/linkvet/linkvet/internal/"

// The limits of what a reader of the code has to hold in mind at a time.
const (
	maxLoop     = 10  // files of a package that all use each other
	maxFile     = 400 // lines of a file
	maxFunction = 60  // lines of a function
)

// loaded are the packages of the binary with their syntax and types, which take seconds.
var loaded = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports,
	}, ".", "./internal/...")
})

// load returns the packages of the binary. Each has to be without an error.
func load(t *testing.T) []*packages.Package {
	t.Helper()
	all, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		for _, err := range p.Errors {
			t.Errorf("could not load %s: %v", p.PkgPath, err)
		}
	}
	return all
}

// TestPackagesStayReadable holds the files of each package to what a reader can find a
// way through: few that use each other in a circle, short functions.
func TestPackagesStayReadable(t *testing.T) {
	t.Parallel()
	for _, p := range load(t) {
		if loop := largestLoop(fileUses(p)); len(loop) > maxLoop {
			t.Errorf("%s: %d files use each other in a circle, want %d at most: %s", p.PkgPath, len(loop), maxLoop, strings.Join(loop, " "))
		}
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				from, to := p.Fset.Position(d.Pos()), p.Fset.Position(d.End())
				if f, ok := d.(*ast.FuncDecl); ok && to.Line-from.Line+1 > maxFunction {
					t.Errorf("%s: %s has %d lines, want %d at most", from, f.Name.Name, to.Line-from.Line+1, maxFunction)
				}
			}
		}
	}
}

// TestFilesAreShort holds all files of Go to the limit: those of tests, benchmarks and
// scripts are read as well.
func TestFilesAreShort(t *testing.T) {
	t.Parallel()
	read := 0
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".go" {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		read++
		if lines := bytes.Count(src, []byte("\n")); lines > maxFile {
			t.Errorf("%s has %d lines, want %d at most", name, lines, maxFile)
		}
		return nil
	})
	if err != nil || read == 0 {
		t.Errorf("%d files were read: %v", read, err)
	}
}

// fileUses returns which files of a package each of its files uses something of.
func fileUses(p *packages.Package) map[string][]string {
	name := func(pos token.Pos) string { return filepath.Base(p.Fset.Position(pos).Filename) }
	uses := map[string][]string{}
	for id, object := range p.TypesInfo.Uses {
		if object.Pkg() != p.Types || !object.Pos().IsValid() {
			continue
		}
		if from, to := name(id.Pos()), name(object.Pos()); from != to && !slices.Contains(uses[from], to) {
			uses[from] = append(uses[from], to)
		}
	}
	return uses
}

// largestLoop returns the largest set of files in which each leads to each (Tarjan's
// strongly connected components); nil when none leads back to itself.
func largestLoop(uses map[string][]string) []string {
	var stack, largest []string
	index, low := map[string]int{}, map[string]int{}
	var visit func(string)
	visit = func(file string) {
		index[file] = len(index) + 1
		low[file] = index[file]
		stack = append(stack, file)
		for _, to := range uses[file] {
			if index[to] == 0 {
				visit(to)
				low[file] = min(low[file], low[to])
			} else if slices.Contains(stack, to) {
				low[file] = min(low[file], index[to])
			}
		}
		if low[file] == index[file] {
			at := slices.Index(stack, file)
			if loop := slices.Sorted(slices.Values(stack[at:])); len(loop) > 1 && len(loop) > len(largest) {
				largest = loop
			}
			stack = stack[:at]
		}
	}
	for file := range uses {
		if index[file] == 0 {
			visit(file)
		}
	}
	return largest
}

// packageRow matches a row of the table of packages in docs/architecture.md. It may be of
// several, and then those behind the first are named by their last element.
var (
	packageRow  = regexp.MustCompile("(?m)^\\| (`[a-z0-9/]+`(?:, `[a-z0-9]+`)*) \\|")
	packageName = regexp.MustCompile("`([a-z0-9/]+)`")
)

// TestArchitectureNamesThePackages holds the table of packages in docs/architecture.md to
// the code: each is in it but those for tests alone, and imports only packages that stand above it.
func TestArchitectureNamesThePackages(t *testing.T) {
	t.Parallel()
	src, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for _, row := range packageRow.FindAllSubmatch(src, -1) {
		names := packageName.FindAllSubmatch(row[1], -1)
		for i, m := range names {
			name := string(m[1])
			if i > 0 {
				name = path.Dir(string(names[0][1])) + "/" + name
			}
			at[name] = len(at) + 1
		}
	}
	named := map[string]bool{}
	for _, p := range load(t) {
		name, ok := strings.CutPrefix(p.PkgPath, internal)
		if !ok || name == "leak" || name == "proportion" || strings.HasSuffix(name, "test") {
			continue
		}
		if at[name] == 0 {
			t.Errorf("docs/architecture.md: add %s to the table of packages", name)
		}
		for imported := range p.Imports {
			below, ok := strings.CutPrefix(imported, internal)
			if ok && at[below] >= at[name] {
				t.Errorf("%s imports %s, which does not stand above it in docs/architecture.md", name, below)
			}
		}
		named[name] = true
	}
	for name := range at {
		if !named[name] {
			t.Errorf("docs/architecture.md: there is no package %s", name)
		}
	}
}
