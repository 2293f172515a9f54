package internal_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"
)

// order has every package but those for tests. A package imports only packages before it.
const order = `
	link weburl pagekind typo position openfile
	baseline report contain
	hosting/settings hosting project
	config redact
	scan/ascii scan/markup scan/css scan/xml scan/srcset scan/charset scan/content scan
	frontier
	fetch/protection fetch/host fetch/transport fetch/body fetch/github fetch
	cache git markdown site suggest
	check check/health check/page check/advice check/target check/crawl check/dir
	source/pagekey source
	compare
	github changed baseline/remote fix
	cli
`

// TestImports holds the packages to their order.
func TestImports(t *testing.T) {
	t.Parallel()
	place := map[string]int{}
	for i, name := range strings.Fields(order) {
		place[name] = i + 1
	}
	found := map[string]bool{}
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || name == "testutil"):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		from := path.Dir(name)
		if !found[from] && place[from] == 0 {
			t.Errorf("%s is not in the order", from)
		}
		found[from] = true
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			to, internal := strings.CutPrefix(imported, "github.com/linkvet/linkvet/internal/")
			if internal && (place[to] == 0 || place[to] >= place[from]) {
				t.Errorf("%s: %s imports %s, which is not before it in the order", name, from, to)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range place {
		if !found[name] {
			t.Errorf("there is no package %s", name)
		}
	}
}
