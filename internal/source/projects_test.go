package source_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/linkvet/linkvet/internal/cli"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// mapped runs the program on a built site and returns its report.
func mapped(t *testing.T, dir, built, siteURL string) link.Report {
	t.Helper()
	var out, log bytes.Buffer
	cli.Run(context.Background(), cli.Process{
		Version: "test", Stdout: &out, Stderr: &log,
		Args: []string{"--external=false", "--format=json", "--site-url", siteURL, "--sources", dir, filepath.Join(dir, built)},
	})
	var r link.Report
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatalf("%v\n%s", err, log.String())
	}
	return r
}

// named returns a line for each occurrence in a report: where its link is in the site, and
// which source is named for it.
func named(t *testing.T, dir string, r *link.Report) []string {
	t.Helper()
	var all []string
	for _, f := range r.Findings {
		for _, o := range f.Occurrences {
			place := "none"
			if s := o.Source; s != nil {
				place = fmt.Sprintf("%s:%d:%d", relative(t, dir, s.File), s.Line, s.Column)
			}
			all = append(all, fmt.Sprintf("%s %s %s: %s", o.Page, o.Element, o.Link, place))
		}
	}
	return all
}

// relative returns the name of a file below dir, with slashes.
func relative(t *testing.T, dir, name string) string {
	t.Helper()
	absolute, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	name, err = filepath.Rel(dir, absolute)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(name)
}

// TestProjects names the sources of all broken links of the projects in testdata/projects.
// The site of a project is in its folder public, and the other files are its sources. The
// entry "want: NAME" of an archive begins a project, and has a line for each occurrence:
// its page, element and link, and the place in the sources or "none".
func TestProjects(t *testing.T) {
	t.Parallel()
	archives, err := filepath.Glob("testdata/projects/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("%d archives, %v", len(archives), err)
	}
	for _, archive := range archives {
		a, err := txtar.ParseFile(archive)
		if err != nil {
			t.Fatal(err)
		}
		_, siteURL, _ := strings.Cut(string(a.Comment), "site-url: ")
		for i := 0; i < len(a.Files); {
			name, want, files := a.Files[i].Name, string(a.Files[i].Data), map[string]string{}
			for i++; i < len(a.Files) && !strings.HasPrefix(a.Files[i].Name, "want: "); i++ {
				files[a.Files[i].Name] = string(a.Files[i].Data)
			}
			t.Run(filepath.Base(archive)+"/"+strings.TrimPrefix(name, "want: "), func(t *testing.T) {
				t.Parallel()
				dir := sourcetest.Write(t, files)
				r := mapped(t, dir, "public", strings.TrimSpace(siteURL))
				if diff := cmp.Diff(strings.Split(strings.TrimSpace(want), "\n"), named(t, dir, &r)); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}
