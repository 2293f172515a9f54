package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// opening are functions that open a file under a name, by their packages, and
// methods of *os.Root that do.
var opening = map[string][]string{
	"os":        {"Open", "OpenFile", "ReadFile", "ReadDir"},
	"io/ioutil": {"ReadFile", "ReadDir"},
	"syscall":   {"Open", "Openat"},
	"":          {"Open", "OpenFile", "ReadFile"},
}

// openers may open files in other ways than by openfile, each for a reason.
var openers = map[string]string{
	"internal/openfile/openfile.go": "it is the way itself",
	"internal/actions/append.go":    "the file is the runner's, and is written",
	"internal/output/pipe.go":       "the file is written",
	"internal/site/file_linux.go":   "pages are read with four system calls each, which wait for nothing",
	"internal/site/file_other.go":   "pages are read where it is not known how to wait for nothing",
}

// TestOneWayToOpenUntrustedFiles holds all packages to openfile: what a stranger
// proposes may be a pipe that nobody writes to.
func TestOneWayToOpenUntrustedFiles(t *testing.T) {
	t.Parallel()
	var found []string
	err := filepath.WalkDir("internal", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		for _, call := range openings(file) {
			found = append(found, name)
			if openers[name] == "" {
				t.Errorf("%s opens a file: use the package openfile", set.Position(call.Pos()))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, why := range openers {
		if !slices.Contains(found, name) {
			t.Errorf("%s may open files (%s) and opens none: take it off the list", name, why)
		}
	}
}

// openings are the calls in a file that open another. Of methods nobody can tell
// whose they are without types: names of packages of ours are left out, and what has
// no argument.
func openings(file *ast.File) (calls []*ast.CallExpr) {
	imports := map[string]string{}
	for _, spec := range file.Imports {
		// What was parsed is a string.
		imported, _ := strconv.Unquote(spec.Path.Value)
		name := imported[strings.LastIndexByte(imported, '/')+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imports[name] = imported
	}
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		selector, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		from := ""
		if name, ok := selector.X.(*ast.Ident); ok {
			if from = imports[name.Name]; from != "" && opening[from] == nil {
				return true
			}
		}
		if slices.Contains(opening[from], selector.Sel.Name) {
			calls = append(calls, call)
		}
		return true
	})
	return calls
}

func TestOpeningsAreFound(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]int{
		`os.Open(name)`: 1, `os.OpenFile(name, 0, 0)`: 1, `os.ReadFile(name)`: 1, `root.Open(name)`: 1, `r.root.OpenFile(name, 0, 0)`: 1,
		`syscall.Openat(0, name, 0, 0)`: 1, `os.Stat(name)`: 0, `openfile.Open(name)`: 0, `body.Open()`: 0, `os.ReadDir(name)`: 1,
	} {
		source := "package p\nimport (\"os\"; \"syscall\"; \"example.com/openfile\")\nfunc f() { " + code + " }"
		file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(openings(file)); got != want {
			t.Errorf("%s opens %d files, want %d", code, got, want)
		}
	}
}
