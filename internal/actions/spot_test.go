package actions

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// holding are the files of a repository that holds those, with the workspace at
// its folder site.
func holding(changed []string, tracked ...string) Files {
	f := Files{Changed: map[string]bool{}}
	f.Path = func(file string) string {
		if rest, ok := strings.CutPrefix(file, "../"); ok {
			return rest
		}
		return "site/" + file
	}
	f.Tracks = func(path string) bool {
		for _, name := range tracked {
			if name == path {
				return true
			}
		}
		return false
	}
	for _, name := range changed {
		f.Changed[name] = true
	}
	return f
}

func annotatedIn(t *testing.T, files Files, findings ...link.Finding) []command {
	t.Helper()
	var b bytes.Buffer
	if err := New(env(), &b).Annotate(&link.Report{Findings: findings}, files, true); err != nil {
		t.Fatal(err)
	}
	return obeyed(b.String())
}

func gone(target string, places ...link.Occurrence) link.Finding {
	return link.Finding{Verdict: link.Broken, Reason: link.Gone, Internal: true, Target: target, Message: "m", Occurrences: places}
}

func TestAnnotationsInARepository(t *testing.T) {
	t.Parallel()
	source := func(file string, line int) link.Occurrence {
		return link.Occurrence{Page: "/p/", File: "public/p/index.html", Line: 9, Source: &link.Source{File: file, Line: line, Column: 3, EndColumn: 12}}
	}
	page := func(file string, line int) link.Occurrence {
		return link.Occurrence{Page: "/p/", File: file, Line: line, Column: 5}
	}
	tests := map[string]struct {
		files    Files
		findings []link.Finding
		want     []command
	}{
		"a source, by its range": {
			files:    holding(nil, "site/content/a.md"),
			findings: []link.Finding{gone("/x", page("public/p/index.html", 2), source("content/a.md", 7))},
			want:     []command{{"error", map[string]string{"title": "Broken link: /x", "file": "site/content/a.md", "line": "7", "col": "3", "endcolumn": "12"}, "/x: m (gone). Linked from 2 places"}},
		},
		"a page that is tracked": {
			files:    holding(nil, "docs/p.html"),
			findings: []link.Finding{gone("/x", page("public/p/index.html", 2), page("../docs/p.html", 4))},
			want:     []command{{"error", map[string]string{"title": "Broken link: /x", "file": "docs/p.html", "line": "4", "col": "5"}, "/x: m (gone). Linked from 2 places"}},
		},
		"pages that are not": {
			files:    holding(nil, "docs/p.html"),
			findings: []link.Finding{gone("/x", page("public/p/index.html", 2)), gone("/y", page("", 4)), gone("/z", page("../docs/p.html", 1))},
			want: []command{
				{"error", map[string]string{"title": "Broken link: /z", "file": "docs/p.html", "line": "1", "col": "5"}, "/z: m (gone)"},
				{"error", map[string]string{"title": "2 broken links on pages that are not in the repository"}, "/x: m (gone)\n/y: m (gone)"},
			},
		},
		"what the pull request changes": {
			files: holding([]string{"site/content/c.md", "site/content/b.md", "docs/p.html"}, "docs/p.html"),
			findings: []link.Finding{
				gone("/x", source("content/a.md", 7)),
				gone("/y", source("content/a.md", 8), source("content/b.md", 2), source("content/c.md", 3), source("content/c.md", 3)),
				gone("/z", page("../docs/p.html", 1)),
			},
			want: []command{
				{"error", map[string]string{"title": "Broken link: /y", "file": "site/content/b.md", "line": "2", "col": "3", "endcolumn": "12"}, "/y: m (gone). Linked from 4 places"},
				{"error", map[string]string{"title": "Broken link: /y", "file": "site/content/c.md", "line": "3", "col": "3", "endcolumn": "12"}, "/y: m (gone). Linked from 4 places"},
				{"error", map[string]string{"title": "Broken link: /z", "file": "docs/p.html", "line": "1", "col": "5"}, "/z: m (gone)"},
				{"error", map[string]string{"title": "Broken link: /x", "file": "site/content/a.md", "line": "7", "col": "3", "endcolumn": "12"}, "/x: m (gone)"},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, annotatedIn(t, tt.files, tt.findings...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheTenthSaysWhereTheRestIs(t *testing.T) {
	t.Parallel()
	var all []link.Finding
	for i := range 18 {
		all = append(all, gone(fmt.Sprintf("/%02d", i), link.Occurrence{Page: "/p/", Source: &link.Source{File: fmt.Sprintf("%02d.md", i/2), Line: i + 1}}))
	}
	const run = " (https://github.test/o/r/actions/runs/77)"
	for name, tt := range map[string]struct {
		file    string // the summary
		size    int    // of the summary before
		summary bool
		json    string
		want    string
	}{
		"the summary and a report":   {file: "summary.md", size: 0, summary: true, json: "out/links.json", want: "The job summary lists all" + run + "; see out/links.json for the full list."},
		"no summary":                 {file: "summary.md", size: 0, summary: false, json: "", want: "See the log of this step" + run + "; set report: json=links.json for the full list."},
		"a summary with little room": {file: "summary.md", size: runnerSummary - spareSummary - 700, summary: true, json: "", want: "The job summary leaves out 10 broken targets" + run + "; set report: json=links.json for the full list."},
	} {
		var b bytes.Buffer
		file := tt.file
		if file != "" {
			file = filepath.Join(t.TempDir(), file)
			if err := os.WriteFile(file, make([]byte, tt.size), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		w := New(env("GITHUB_SERVER_URL", "https://github.test", "GITHUB_REPOSITORY", "o/r", "GITHUB_RUN_ID", "77", "GITHUB_STEP_SUMMARY", file), &b)
		if err := w.Annotate(&link.Report{Findings: all, JSONPath: tt.json, Inputs: true}, Files{}, tt.summary); err != nil {
			t.Fatal(err)
		}
		got := obeyed(b.String())
		want := command{
			"error",
			map[string]string{"title": "9 more broken links"},
			"In 04.md, 05.md, 06.md, 07.md, 08.md.\n" + tt.want,
		}
		if len(got) != 10 {
			t.Fatalf("got %d annotations", len(got))
		}
		if diff := cmp.Diff(want, got[9]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestSummaryLinksWhatTheRepositoryHolds(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "summary")
	get := env("GITHUB_STEP_SUMMARY", file, "GITHUB_SERVER_URL", "https://github.test", "GITHUB_REPOSITORY", "o/r", "GITHUB_SHA", "abc")
	r := &link.Report{Target: "public", Complete: true, Failed: true, Stats: link.Stats{Broken: 1}, Findings: []link.Finding{gone("/x",
		link.Occurrence{Page: "/a/", File: "../docs/a.html", Line: 3},
		link.Occurrence{Page: "/b/", File: "public/b.html", Line: 4, Candidates: []link.Source{{File: "content/b.md", Line: 5}}},
	)}}
	if err := New(get, &bytes.Buffer{}).Summary(r, holding(nil, "docs/a.html")); err != nil {
		t.Fatal(err)
	}
	got := read(t, file)
	for _, want := range []string{
		"[`../docs/a.html:3`](https://github.test/o/r/blob/abc/docs/a.html#L3)",
		"`public/b.html:4`",
		"[`content/b.md:5`](https://github.test/o/r/blob/abc/site/content/b.md#L5)",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("summary lacks %q:\n%s", want, got)
		}
	}
}
