package report

import (
	"bytes"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// TestFormats holds each format to a writer of its own.
func TestFormats(t *testing.T) {
	t.Parallel()
	r := reportOf(link.Finding{Target: "/no/", Reason: link.NotFound, Internal: true})
	r.Inventory = []link.Listed{{Page: "/"}}
	r.Redirects = &link.RedirectRules{Files: []link.RuleFile{{Text: "/no/ /yes/ 301\n"}}}
	seen := map[string]string{}
	for _, f := range formats {
		var out bytes.Buffer
		if err := Write(&out, f.name, r, Options{}); f.name == FormatFacts && errors.Is(err, errFacts) {
			continue
		} else if err != nil || out.Len() == 0 || seen[out.String()] != "" {
			t.Errorf("%s writes what %q does, error %v:\n%s", f.name, seen[out.String()], err, out.String())
		}
		seen[out.String()] = f.name
	}
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
