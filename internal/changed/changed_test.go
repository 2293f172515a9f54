package changed

import (
	"testing"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/link"
)

// TestDecide decides one finding by the diff of one file.
func TestDecide(t *testing.T) {
	t.Parallel()
	const here = "changed_test.go" // no line of it has the text of a patch
	for name, tt := range map[string]struct {
		file    git.Change
		patch   string
		finding link.Finding
		at      link.Occurrence
		want    bool
	}{
		"a removed page":             {file: git.Change{From: "docs/guide/install.md"}, finding: missing("/guide/install/"), want: true},
		"a removed post":             {file: git.Change{From: "_posts/2024-01-02-My_post.md"}, finding: missing("/2024/01/02/my-post.html"), want: true},
		"a removed picture":          {file: git.Change{From: "static/img/logo.png"}, finding: missing("/img/logo.png"), want: true},
		"a renamed folder":           {file: git.Change{From: "docs/guide/a.md", To: "docs/manual/a.md"}, finding: missing("/guide/"), want: true},
		"another page":               {file: git.Change{From: "docs/guide/install.md"}, finding: missing("/setup/"), want: false},
		"a page that is a draft now": {file: both("docs/guide.md"), patch: "+draft: true\n", finding: missing("/guide/"), want: true},
		"a page with another path":   {file: both("docs/guide.md"), patch: "-slug: /start\n+slug: /begin\n", finding: missing("/start/"), want: true},
		"text of a page":             {file: both("docs/guide.md"), patch: "+more\n", finding: missing("/guide/"), want: false},
		"a removed heading":          {file: both("docs/guide.md"), patch: "-## By *hand*\n", finding: anchor("/guide/#by-hand-1"), want: true},
		"a removed id":               {file: both("docs/guide.md"), patch: "-## Manually {#by-hand}\n", finding: anchor("/guide/#by-hand"), want: true},
		"its words in a sentence":    {file: both("docs/guide.md"), patch: "-All is made by hand here.\n", finding: anchor("/guide/#by-hand"), want: false},
		"a key of data":              {file: both("docs/schema.json"), patch: "-\"by-hand\": {\n", finding: anchor("/guide/#by-hand"), want: false},
		"another heading":            {file: both("docs/guide.md"), patch: "-## By machine\n", finding: anchor("/guide/#by-hand"), want: false},
		"a large file":               {file: both("docs/guide.md"), patch: "?", finding: anchor("/guide/#by-hand"), want: true},
		"large settings":             {file: both("netlify.toml"), patch: "?", finding: missing("/old/"), want: true},
		"rules of the host":          {file: both("public/_redirects"), patch: "-/a /b 301\n", finding: missing("/a"), want: true},
		"a menu":                     {file: both("mkdocs.yml"), patch: "-  - Guide: guide.md\n+  - More:\n+    - Guide: start.md\n", finding: missing("/old/"), want: false},
		"an entry of a menu":         {file: both("src/SUMMARY.md"), patch: "-- [Guide](guide.md)\n", finding: missing("/guide.html"), want: true},
		"a setting":                  {file: both("mkdocs.yml"), patch: "+use_directory_urls: false\n", finding: missing("/old/"), want: true},
		"no settings":                {file: both("src/_config.py"), patch: "+a = 1\n", finding: missing("/old/"), want: false},
		"a submodule":                {file: both("theme"), patch: "-Subproject commit 1\n+Subproject commit 2\n", finding: missing("/old/"), want: true},
		"another site":               {file: both("mkdocs.yml"), patch: "+use_directory_urls: false\n", finding: link.Finding{Target: "https://example.com/", Reason: link.NotFound, Status: 404}, want: false},
		"a file of this repository":  {file: git.Change{From: "docs/a.md"}, finding: link.Finding{Target: "https://github.com/o/r/blob/main/docs/a.md", Reason: link.NotFound}, want: true},
		"a moved file with a link that it does not have as it is": {file: git.Change{From: "old.go", To: here}, patch: "+more\n", finding: missing("/x/"), at: link.Occurrence{Link: "/x/"}, want: true},
		"a URL of the old site":                                   {file: both("a.md"), finding: missing("/old/"), at: link.Occurrence{Element: link.OldURLElement}, want: true},
		"a place without a source":                                {file: both("a.md"), finding: missing("/old/"), at: link.Occurrence{Page: "/"}, want: true},
		"one of two unchanged sources":                            {file: both("a.md"), finding: missing("/old/"), at: link.Occurrence{Candidates: []link.Source{{File: "b.md", Line: 1}, {File: "c.md", Line: 1}}}, want: false},
		"one of two sources":                                      {file: git.Change{To: "c.md"}, finding: missing("/old/"), at: link.Occurrence{Candidates: []link.Source{{File: "b.md", Line: 1}, {File: "c.md", Line: 1}}}, want: true},
	} {
		if tt.patch != "?" {
			tt.file.Lines = ofPatch("@@ -1 +1 @@\n" + tt.patch)
		}
		if tt.at.Element == "" && tt.at.Page == "" && tt.at.Candidates == nil {
			tt.at.Source = &link.Source{File: here, Line: 1}
		}
		tt.finding.Fails, tt.finding.Occurrences = true, []link.Occurrence{tt.at}
		r := &link.Report{Failed: true, Findings: []link.Finding{tt.finding}}
		Decide(r, []git.Change{tt.file}, Files{Path: func(file string) string { return file }, Tracks: func(string) bool { return true }})
		if f := r.Findings[0]; f.NotCaused == tt.want || f.Fails != tt.want || r.Failed != tt.want || (f.Caused == nil) != tt.want {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func both(name string) git.Change { return git.Change{From: name, To: name} }

func missing(target string) link.Finding {
	return link.Finding{Target: target, Internal: true, Reason: link.NotFound}
}

func anchor(target string) link.Finding {
	return link.Finding{Target: target, Internal: true, Reason: link.FragmentNotFound}
}

// TestCount counts links, and no longer ones.
func TestCount(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]int{
		"": 0, "[a](/guide/)": 1, "[a](/guide/) [b](/guide/x/)": 1, `<a href="/guide/">`: 1, "/en/guide/": 0, "/guide/#top": 0, "(/guide/)(/guide/)": 2, "/guide/": 1,
	} {
		if got := count(line, "/guide/"); got != want {
			t.Errorf("%q: got %d, want %d", line, got, want)
		}
	}
}
