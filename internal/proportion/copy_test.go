package proportion

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// anyOf uses an import of which no call is left.
var anyOf = map[string]string{
	"strings": "var _ %s.Builder", "bytes": "var _ %s.Buffer", "slices": "var _ = %s.Sort[[]int]", "unicode/utf8": "const _ = %s.RuneError",
}

// overlay holds what a copy of the module has besides: the program readers, the package
// searched, and functions that show the readers what their packages keep to themselves.
const overlay = "testdata/counted"

// counting writes a copy of the module at root in which steps are counted, and returns
// the name of its folder.
func counting(t *testing.T, root string) string {
	t.Helper()
	functions := functionsOf(t, filepath.Join(overlay, "internal", "proportion", "searched", "searched.go"))
	dir := t.TempDir()
	put := func(name string, src []byte) error {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		return os.WriteFile(name, src, 0o600)
	}
	err := errors.Join(
		eachFile(root, func(name string, src []byte) error {
			if strings.HasSuffix(name, ".go") {
				counted, err := countedSource(src, functions)
				if err != nil {
					return fmt.Errorf("could not read %s: %w", name, err)
				}
				src = counted
			}
			return put(name, src)
		}),
		eachFile(overlay, put),
	)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// eachFile gives what makes a program out of the folders "internal" and the module's
// own files.
func eachFile(root string, take func(name string, src []byte) error) error {
	return filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		top, _, below := strings.Cut(filepath.ToSlash(rel), "/")
		switch {
		case entry.IsDir():
			if entry.Name() == "testdata" && rel != "." || top != "." && top != "internal" {
				return fs.SkipDir
			}
			return nil
		case strings.HasSuffix(name, "_test.go") || !entry.Type().IsRegular() || !below && !strings.HasPrefix(top, "go."):
			return nil
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return take(rel, src)
	})
}

// functionsOf returns the names of a file's functions.
func functionsOf(t *testing.T, name string) map[string]bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, declaration := range file.Decls {
		if f, ok := declaration.(*ast.FuncDecl); ok && f.Name.IsExported() {
			names[f.Name.Name] = true
		}
	}
	return names
}

// countedSource is a file in which steps are counted, on the same lines.
func countedSource(src []byte, functions map[string]bool) ([]byte, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", src, 0)
	if err != nil {
		return nil, err
	}
	imports := map[string]string{} // paths by names
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		name := path[strings.LastIndexByte(path, '/')+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if anyOf[path] != "" {
			imports[name] = path
		}
	}
	type edit struct {
		from, to int
		text     string
	}
	at := func(p token.Pos) int { return set.Position(p).Offset }
	starts, ends := map[int]edit{}, map[int]string{}
	change := func(e edit) { starts[e.from] = e }
	step := func(body *ast.BlockStmt) {
		if body != nil { // assembly has none
			ends[at(body.Lbrace)+1] += " searched.Step(); "
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.SelectorExpr:
			name, ok := node.X.(*ast.Ident)
			if !ok || imports[name.Name] == "" {
				return true
			}
			if counted := countedName(imports[name.Name], node.Sel.Name, functions); counted != "" {
				change(edit{at(node.Pos()), at(node.End()), "searched." + counted})
			}
		case *ast.FuncDecl:
			step(node.Body)
		case *ast.FuncLit:
			step(node.Body)
		case *ast.ForStmt:
			step(node.Body)
		case *ast.RangeStmt:
			step(node.Body)
		case *ast.CallExpr:
			if called, ok := node.Fun.(*ast.Ident); ok && called.Name == "copy" && len(node.Args) == 2 {
				change(edit{at(node.Pos()), at(node.Pos()), "searched.Count("})
				ends[at(node.End())] += ")"
			}
		}
		return true
	})
	var out []byte
	afterPackage := at(file.Name.End())
	for i := 0; i < len(src); {
		if i == afterPackage {
			out = append(out, `; import "github.com/linkvet/linkvet/internal/proportion/searched"`...)
		}
		out = append(out, ends[i]...)
		if e, ok := starts[i]; ok {
			out = append(out, e.text...)
			if e.to > i {
				i = e.to
				continue
			}
		}
		out = append(out, src[i])
		i++
	}
	out = append(out, "\nvar _ = searched.Step"...)
	for _, name := range slices.Sorted(maps.Keys(imports)) { // the same each time, for what was built is kept
		out = fmt.Appendf(out, "\n"+anyOf[imports[name]], name)
	}
	return append(out, '\n'), nil
}

// countedName is the function of the package searched that does what another does;
// empty when it is none.
func countedName(path, name string, functions map[string]bool) string {
	prefix := strings.ToUpper(path[:1]) + path[1:]
	switch {
	case functions[prefix+name]:
		return prefix + name
	case path == "slices":
		return ""
	case name == "Count":
		return "TextCount"
	case functions[name]:
		return name
	}
	return ""
}
