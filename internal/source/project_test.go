package source_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// attributed returns for each occurrence in a report the place in the sources.
func attributed(t *testing.T, dir string, r *link.Report) []string {
	t.Helper()
	below := func(name string) string {
		absolute, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		relative, err := filepath.Rel(dir, absolute)
		if err != nil {
			t.Fatal(err)
		}
		return filepath.ToSlash(relative)
	}
	var all []string
	for _, f := range r.Findings {
		for _, o := range f.Occurrences {
			place := "none"
			if o.Source != nil {
				place = fmt.Sprintf("%s:%d", below(o.Source.File), o.Source.Line)
			}
			all = append(all, fmt.Sprintf("%s %s: %s", o.Page, strings.TrimSpace(o.Text), place))
		}
	}
	return all
}

// page is a built page with that in its content.
func page(content string) string {
	return "<!doctype html><title>T</title><nav><a href=/>Home</a></nav><main><h1>T</h1>\n" + content + "\n</main>\n"
}

// install is a built page whose content is one link.
var install = page("<p><a href=/install/>Install</a></p>")

// project is a project in which the sources of the links to /install/ are known.
type project struct {
	name  string
	files map[string]string
	want  []string
}

// testProjects attributes the links of projects.
func testProjects(t *testing.T, projects []project) {
	for _, tt := range projects {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := sourcetest.Write(t, tt.files)
			r := mapped(t, dir, "public", "https://example.org/")
			var got []string
			for _, line := range attributed(t, dir, &r) {
				if strings.Contains(line, "Install") {
					got = append(got, line)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
