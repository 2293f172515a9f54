package cause

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/link"
)

// TestNewLinks decides by the file that holds the link.
func TestNewLinks(t *testing.T) {
	t.Parallel()
	const text = "# A\n\n[a](/gone) and [b](b.md)\n\n[again](/gone)\n\n[outside](https://example.com/x)\n"
	for _, tt := range []struct {
		name          string
		before, after map[string]string
		file          string
		line, column  int
		want          answer
	}{
		{name: "an equal file", before: map[string]string{"a.md": text}, file: "a.md", line: 3, column: 5},
		{name: "lines above", before: map[string]string{"a.md": text}, after: map[string]string{"a.md": "Above\n\n" + text}, file: "a.md", line: 5, column: 5},
		{
			name: "moved within its file", before: map[string]string{"a.md": text},
			after: map[string]string{"a.md": "[again](/gone) [x](/gone)\n\n[outside](https://example.com/x)\n"}, file: "a.md", line: 1, column: 9,
		},
		{name: "one more", before: map[string]string{"a.md": text}, after: map[string]string{"a.md": text + "\n[c](/gone)\n"}, file: "a.md", line: 9, column: 5, want: caused},
		{name: "another link", before: map[string]string{"a.md": text}, after: map[string]string{"a.md": strings.Replace(text, "[a](/gone)", "[a](/lost)", 1)}, file: "a.md", line: 3, column: 5, want: caused},
		{name: "external and new", before: map[string]string{"a.md": "# A\n"}, after: map[string]string{"a.md": text}, file: "a.md", line: 7, column: 11, want: caused},
		{name: "a new file", after: map[string]string{"a.md": text}, file: "a.md", line: 3, column: 5, want: caused},
		{name: "a renamed file", before: map[string]string{"old.md": text}, after: map[string]string{"a.md": text}, file: "a.md", line: 3, column: 5},
		{name: "a renamed and changed file", before: map[string]string{"old.md": text}, after: map[string]string{"a.md": text + "\nMore.\n"}, file: "a.md", line: 3, column: 5},
		{name: "a moved file with a link from the root", before: map[string]string{"docs/old/a.md": text}, after: map[string]string{"docs/new/a.md": text}, file: "docs/new/a.md", line: 3, column: 5},
		{name: "a moved file with a relative link", before: map[string]string{"docs/old/a.md": text}, after: map[string]string{"docs/new/a.md": text}, file: "docs/new/a.md", line: 3, column: 20, want: caused},
		{name: "a page that becomes an index", before: map[string]string{"a.md": text}, after: map[string]string{"index.md": text}, file: "index.md", line: 3, column: 20, want: caused},
		{name: "a file with little in common", before: map[string]string{"old.md": "# B\n\n" + strings.Repeat("other\n", 99)}, after: map[string]string{"a.md": text}, file: "a.md", line: 3, column: 5, want: caused},
		{
			name: "one of two equal files", before: map[string]string{"docs/x/one.md": text, "docs/y/two.md": text},
			after: map[string]string{"docs/z/two.md": text}, file: "docs/z/two.md", line: 3, column: 5,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.after == nil {
				tt.after = tt.before
			}
			opt, dir := (&tree{before: tt.before, after: tt.after}).options(t)
			f := finding("https://example.com/y", dir+"/"+tt.file, tt.line, tt.column)
			if is, why := decide(t.Context(), opt, f); is != tt.want {
				t.Errorf("got %v %q, want %v", is, why, tt.want)
			}
		})
	}
}

// TestCandidates decides by all lines that a link may come from.
func TestCandidates(t *testing.T) {
	t.Parallel()
	opt, dir := (&tree{
		before: map[string]string{"a.md": "[a](/x)\n", "b.md": "b\n"},
		after:  map[string]string{"a.md": "[a](/x)\n", "b.md": "[b](/x)\n"},
	}).options(t)
	a, b := link.Source{File: dir + "/a.md", Line: 1, Column: 5}, link.Source{File: dir + "/b.md", Line: 1, Column: 5}
	for _, tt := range []struct {
		candidates []link.Source
		want       answer
	}{
		{candidates: []link.Source{a}, want: notCaused},
		{candidates: []link.Source{a, b}, want: undecided},
	} {
		f := finding("/x", "", 0, 0)
		f.Occurrences[0].Candidates = tt.candidates
		if is, _ := decide(t.Context(), opt, f); is != tt.want {
			t.Errorf("%d candidates: got %v", len(tt.candidates), is)
		}
	}
}

// TestPagesInTheRepository reads a tracked page as browsers do.
func TestPagesInTheRepository(t *testing.T) {
	t.Parallel()
	const page = "<p>\n<a href=\"/a?x&amp;y\">a</a>\n<img srcset=\"/1.png, /2.png 2x\">\n"
	opt, dir := (&tree{
		before: map[string]string{"p.html": page},
		after:  map[string]string{"p.html": "<p>More\n" + page + "<img srcset=\"/2.png\">"},
	}).options(t)
	for _, tt := range []struct {
		line, column int
		want         answer
	}{{line: 3, column: 10, want: notCaused}, {line: 4, column: 14, want: notCaused}, {line: 4, column: 22, want: caused}} {
		f := finding("/z", "", 0, 0)
		f.Occurrences[0].File, f.Occurrences[0].Line, f.Occurrences[0].Column = dir+"/p.html", tt.line, tt.column
		f.Occurrences[0].Link = "/z"
		if is, why := decide(t.Context(), opt, f); is != tt.want {
			t.Errorf("%d:%d: got %v %q", tt.line, tt.column, is, why)
		}
	}
}

// TestSubmoduleThatStays takes the files of a submodule for unchanged.
func TestSubmoduleThatStays(t *testing.T) {
	t.Parallel()
	opt, dir := (&tree{after: map[string]string{"themes/one/a.html": "<a href=/x>"}, submodules: []string{"themes/one"}}).options(t)
	opt.Changes = nil
	if is, why := decide(t.Context(), opt, finding("/x", dir+"/themes/one/a.html", 1, 9)); is != notCaused {
		t.Errorf("got %v %q", is, why)
	}
}

// TestNewPlacesOfKnownTargets leaves out places that the baseline lists, and fails the run
// for what is left.
func TestNewPlacesOfKnownTargets(t *testing.T) {
	t.Parallel()
	opt, dir := (&tree{before: map[string]string{"a.md": "[a](/x)\n"}, after: map[string]string{"a.md": "[a](/x)\n", "b.md": "[b](/x)\n"}}).options(t)
	f := finding("/x", dir+"/a.md", 1, 5)
	f.Occurrences = append(f.Occurrences, f.Occurrences[0], f.Occurrences[0])
	f.Occurrences[1].Source = &link.Source{File: dir + "/b.md", Line: 1, Column: 5}
	f.Occurrences[2].Known = true
	other := finding("/y", dir+"/a.md", 1, 5)
	other.Fails = false
	r := &link.Report{Failed: true, Findings: []link.Finding{f, other}}
	got := Decide(t.Context(), r, opt)
	if diff := cmp.Diff(Result{Failing: 1, Undecided: map[string]int{}}, got); diff != "" || !r.Failed || !r.Findings[0].Fails {
		t.Errorf("failed %v (-want +got):\n%s", r.Failed, diff)
	}
	var marks []bool
	for _, o := range r.Findings[0].Occurrences {
		marks = append(marks, o.NotCaused)
	}
	if diff := cmp.Diff([]bool{true, false, false}, marks); diff != "" {
		t.Errorf("NotCaused (-want +got):\n%s", diff)
	}
}

// TestFailsUnlisted keeps a run failed whose list had no room for a finding that fails it.
func TestFailsUnlisted(t *testing.T) {
	t.Parallel()
	opt, dir := (&tree{before: map[string]string{"a.md": "[a](/x)\n"}, after: map[string]string{"a.md": "[a](/x)\n"}}).options(t)
	r := &link.Report{Failed: true, FailsUnlisted: 1, Findings: []link.Finding{finding("/x", dir+"/a.md", 1, 5)}}
	if got := Decide(t.Context(), r, opt); got.NotCaused != 1 || !r.Failed {
		t.Errorf("got %+v, failed %v", got, r.Failed)
	}
}

// TestDecidesPages tells settings of generators and hosts from content.
func TestDecidesPages(t *testing.T) {
	t.Parallel()
	hugo := func(path string) bool { return path == "hugo.toml" }
	for file, want := range map[string]bool{
		"_redirects": true, "netlify.toml": true, "mkdocs.yml": true,
		"docusaurus.config.ts": true, ".vitepress/config.mts": true, "package-lock.json": true,
		"requirements-docs.txt": true, "go.mod": true, "sub/go.mod": false,
		"config/_default/menus.toml": true, "layouts/_markup/render-link.html": true, "CNAME": true,
		"docs/workflows/a.md": false, "content/a.md": false, "data/a.yml": false,
		"SUMMARY.md": true, "src/pages/[slug].astro": true, "src/middleware.ts": true,
	} {
		if got := decidesPages(file, hugo); got != want {
			t.Errorf("%s: got %v", file, got)
		}
	}
}

// TestWorkflows lets a workflow decide about pages when its steps change.
func TestWorkflows(t *testing.T) {
	t.Parallel()
	const file, text = ".github/workflows/site.yml", "steps:\n- uses: actions/checkout@v4\n- run: make\n"
	for _, tt := range []struct {
		name, before, after string
		want                answer
	}{
		{name: "a new one", after: text},
		{name: "another version of an action", before: text, after: strings.Replace(text, "@v4", "@v5", 1)},
		{name: "a comment", before: text, after: "# Site\n" + text},
		{name: "another step", before: text, after: strings.Replace(text, "make", "make site", 1), want: undecided},
		{name: "a removed one", before: text, want: undecided},
	} {
		repository := &tree{before: map[string]string{"a.md": "[a](/x)\n"}, after: map[string]string{"a.md": "[a](/x)\n"}}
		if tt.before != "" {
			repository.before[file] = tt.before
		}
		if tt.after != "" {
			repository.after[file] = tt.after
		}
		opt, dir := repository.options(t)
		if is, why := decide(t.Context(), opt, finding("/x", dir+"/a.md", 1, 5)); is != tt.want {
			t.Errorf("%s: got %v %q", tt.name, is, why)
		}
	}
}

// TestRenamesOfManyFiles looks at a bounded number of files for each.
func TestRenamesOfManyFiles(t *testing.T) {
	t.Parallel()
	before, after := map[string]string{}, map[string]string{}
	for i := range 2_000 {
		name := strings.Repeat("x", i%7) + strings.Repeat("/d", i%50) + string(rune('a'+i%26)) + ".md"
		before["docs/old/"+name], after["docs/new/"+name] = "# Equal\n", "# Equal\n"
	}
	counted := &countingHistory{tree: tree{before: before, after: after}}
	d := &decider{ctx: t.Context(), left: maxBytes, Options: Options{History: counted, Changes: counted.changes()}}
	renames := findRenames(d)
	if len(renames) != len(before) || counted.reads > 0 {
		t.Errorf("%d renames of %d, %d reads", len(renames), len(before), counted.reads)
	}
}

// countingHistory counts what is read.
type countingHistory struct {
	tree
	reads int
}

// Read counts the call.
func (h *countingHistory) Read(name string) ([]byte, error) {
	h.reads++
	return h.tree.Read(name)
}

var _ History = (*git.Comparison)(nil)

func TestBases(t *testing.T) {
	t.Parallel()
	const src = "<base href=a><BASE\nhref='b' /><baseline x><basefont><p>base <base/><a <base target=_top"
	want := []string{"base href=a", "BASE\nhref='b' /", "base/", "base target=_top"}
	if diff := cmp.Diff(want, bases([]byte(src))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Git for Windows checks out text with other ends of lines than the repository has. A
// pull request that does not touch the file is no cause.
func TestEndsOfLinesAreNoChange(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"layouts/nav.html": "{{ if .Site }}\n<a href=\"/nothing/\">Nothing</a>\n{{ end }}\n",
		"content/post.md":  "---\ntitle: Post\ndraft: false\n---\n[nothing](/nothing/)\n",
	} {
		tree := &tree{before: map[string]string{name: text}, after: map[string]string{name: strings.ReplaceAll(text, "\n", "\r\n")}}
		opt, dir := tree.options(t)
		line := strings.Count(text[:strings.Index(text, "/nothing/")], "\n") + 1
		column := strings.Index(strings.Split(text, "\n")[line-1], "/nothing/") + 1
		if got, why := decide(t.Context(), opt, finding("/nothing/", filepath.ToSlash(dir)+"/"+name, line, column)); got != notCaused {
			t.Errorf("%s with other ends of lines: %v %s", name, got, why)
		}
	}
}
