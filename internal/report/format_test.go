package report

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// TestFormats holds every constant of a format to its row in the table, and every row
// to a writer of its own: no format prints what another one does.
func TestFormats(t *testing.T) {
	t.Parallel()
	r := reportOf(link.Finding{Target: "/no/", Reason: link.NotFound, Internal: true})
	r.Inventory = []link.Listed{{Page: "/"}}
	r.Redirects = &link.RedirectRules{Files: []link.RuleFile{{Text: "/no/ /yes/ 301\n"}}}
	seen := map[string]string{}
	for _, name := range declaredFormats(t) {
		var out bytes.Buffer
		if name == FormatFacts {
			if err := Write(&out, name, r, Options{}); !errors.Is(err, errFacts) || out.Len() > 0 {
				t.Errorf("%s: got %q and %v", name, out.String(), err)
			}
			seen[name] = name
			continue
		}
		if err := Write(&out, name, r, Options{}); err != nil {
			t.Errorf("%s: %v; add a row to the table of formats", name, err)
			continue
		}
		if other := seen[out.String()]; other != "" || out.Len() == 0 {
			t.Errorf("%s writes what %q does:\n%s", name, other, out.String())
		}
		seen[out.String()] = name
	}
	if len(seen) != len(formats) {
		t.Errorf("%d formats have a constant, and the table has %d rows", len(seen), len(formats))
	}
}

// declaredFormats returns the values of the constants Format….
func declaredFormats(t *testing.T) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "format.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if ok && strings.HasPrefix(spec.Names[0].Name, "Format") {
			name, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, name)
		}
		return true
	})
	return names
}

func TestUnknownFormat(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "yaml"} {
		if err := Write(io.Discard, name, &link.Report{}, Options{}); err == nil || !strings.Contains(err.Error(), "unknown format") {
			t.Errorf("%q: the error is %v", name, err)
		}
	}
}

// TestDocumentedFormats compares the table of docs/reports.md with that of the code.
func TestDocumentedFormats(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../docs/reports.md")
	if err != nil {
		t.Fatal(err)
	}
	want, got := map[string]bool{}, map[string]bool{}
	for _, f := range formats {
		want[f.name] = f.stdout
	}
	_, table, _ := strings.Cut(string(data), "| format | to standard output | for |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (yes|no)").FindAllStringSubmatch(table, -1) {
		got[row[1]] = row[2] == "yes"
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/reports.md differs from the table of formats (-code +docs):\n%s", diff)
	}
}
