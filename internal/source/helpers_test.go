package source

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Write puts files into a directory of the test, for the tests outside this package, too.
func Write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// readAs reads src as a file of that name, and returns its records as lines:
// position, end, destination, text.
func readAs(name, src string) []string {
	s := sought{all: true}
	f := file{name: name, shown: name, syntax: syntaxOf(name)}
	readFile(context.Background(), &f, 0, []byte(src), s)
	var lines []string
	for _, r := range f.records {
		lines = append(lines, fmt.Sprintf("%d:%d-%d %s %q", r.line, r.column, r.endColumn, strings.ReplaceAll(r.dest.pattern, wild, "*"), r.text))
	}
	return lines
}

// syntaxTest is one case of a parser: what src holds, in order.
type syntaxTest struct {
	name string
	src  string
	want []string
}

func checkSyntax(t *testing.T, name string, tests []syntaxTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, readAs(name, tt.src)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
