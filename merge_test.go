package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// mergeRun runs linkvet in a directory with the files of sites.
type mergeRun struct {
	t   *testing.T
	dir string
	// args are those of each run; nil leaves external links out.
	args []string
}

func newMergeRun(t *testing.T, files fileTree) *mergeRun {
	t.Helper()
	r := &mergeRun{t: t, dir: t.TempDir()}
	writeTree(t, r.dir, files)
	return r
}

// run runs linkvet without the network, and returns its exit status and output.
func (r *mergeRun) run(args ...string) (status int, output string) {
	r.t.Helper()
	all := r.args
	if all == nil {
		all = []string{"--external=false"}
	}
	cmd := exec.CommandContext(r.t.Context(), "linkvet", slices.Concat(all, args)...)
	cmd.Dir, cmd.Env = r.dir, terminalEnvironment()
	text, _ := cmd.CombinedOutput()
	return cmd.ProcessState.ExitCode(), string(text)
}

// report runs linkvet, and returns its JSON report without what differs from run to run.
func (r *mergeRun) report(args ...string) map[string]any {
	r.t.Helper()
	const name = "report.json"
	_, output := r.run(append(args, "--report=json="+name)...)
	data, err := os.ReadFile(filepath.Join(r.dir, name))
	if err != nil {
		r.t.Fatalf("no report (%v); the output is:\n%s", err, output)
	}
	if err := os.Remove(filepath.Join(r.dir, name)); err != nil {
		r.t.Fatal(err)
	}
	var report map[string]any
	if err := json.Unmarshal(data, &report); err != nil {
		r.t.Fatal(err)
	}
	delete(report, "started")
	delete(report, "duration_ms")
	return report
}

// shards reads a directory in n shards, and returns the directory of the facts.
func (r *mergeRun) shards(n int, args ...string) string {
	r.t.Helper()
	for i := 1; i <= n; i++ {
		status, output := r.run(append(args, fmt.Sprintf("--shard=%d/%d", i, n), fmt.Sprintf("--report=facts=parts/%d.facts", i))...)
		if status != 0 || !strings.Contains(output, "no verdict") {
			r.t.Fatalf("shard %d/%d: exit status %d:\n%s", i, n, status, output)
		}
	}
	return "parts"
}

// mergeSite has what one page asks of another in many ways.
var mergeSite = fileTree{
	"site/index.html":         `<title>Home</title><a href="a/">A</a><a href="b.html#here">B</a><a href="b.html#nowhere">?</a><a href="gone.html">gone</a><a href="stub.html#deep">stub</a><a href="stub.html#deeep">stub</a><a href="mailto:me@example.com">me</a><a href="https://example.com/x">x</a><img src="i.png" usemap="#none"><a href="http://[">bad</a>`,
	"site/a/index.html":       `<title>A</title><h1 id="top-of-a">A</h1><a href="../b.html#unqiue-anchor">typo</a><a href="../B.html">case</a><a href="../c">no extension</a><link rel="stylesheet" href="../style"><a href="/gone.html">gone</a><a href="../gone/1.html">1</a><a href="../gone/2.html">2</a><a href="../gone/3.html">3</a>`,
	"site/b.html":             `<title>B</title><h1 id="here">B</h1><p id="unique-anchor"><a href="#missing">m</a><a href="a/#top-of-a">a</a><a href="a/#top%20of">t</a><link rel="stylesheet" href="style">`,
	"site/c.html":             `<title>C</title><a href="deep/page.html#moved-anchor-of-b">x</a><a href="deep/page.html?x=1#in-deep">y</a><a href="index.htm">z</a>`,
	"site/deep/page.html":     `<title>Deep</title><h2 id="in-deep"></h2><svg><use href="#icon"></use></svg><script src="x.js"></script>`,
	"site/deep/other.html":    `<title>Other</title><h2 id="moved-anchor-of-b"></h2><a href="page.html#in-deep">ok</a>`,
	"site/stub.html":          `<meta http-equiv="refresh" content="0; url=stub2.html">`,
	"site/stub2.html":         `<meta http-equiv="refresh" content="0; url=target.html">`,
	"site/target.html":        `<title>Target</title><h1 id="deep">T</h1><a href="stub2.html#deep">back</a><a href="loop.html#x">l</a>`,
	"site/loop.html":          `<meta http-equiv="refresh" content="0; url=loop.html">`,
	"site/style":              `a { background: url(nothing.png) } @import "sheet.css";`,
	"site/sheet.css":          `a { background: url(i.png) }`,
	"site/i.png":              "",
	"site/empty.html":         `<div id="app"></div><script src="app.js"></script>`,
	"site/orphan.html":        `<title>Orphan</title>nobody links here`,
	"site/app.js":             "",
	"site/sitemap.xml":        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://elsewhere.example/a</loc></url></urlset>`,
	"site/pages/pricing.html": `<title>Pricing</title>`,
	"site/pages/more.html":    `<title>More</title><a href="pricing">p</a><a href="pricng">typo</a><a href="Pricing">case</a><a href="/pages/">no index</a>`,
}

// TestShardsMergeToOneReport compares the report of merged shards with that of one run.
func TestShardsMergeToOneReport(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		files fileTree
		args  []string
	}{
		"many kinds of links": {},
		"all links":           {args: []string{"--fragments=all", "--site-url=https://example.com/"}},
		"a base path":         {args: []string{"--site-url=https://example.com/docs/"}},
		"patterns and a rule": {
			args:  []string{"--exclude=/gone/**", "--exclude-pages=/deep/**", "--exclude=/never/**", "--config=rules.yml"},
			files: fileTree{"rules.yml": "rules:\n  - match: /gone.html\n    verdict: ok\n  - match: /b.html\n    verdict: warn\n  - match: /unused\n    verdict: ok\n"},
		},
		"rules of a host": {
			files: fileTree{"site/_redirects": "/old /b.html#here 301\n/wild/* /c.html 302\n/away https://example.com/ 301\n/lost /nothing-here 301\n", "site/links.html": `<a href="/old">o</a><a href="/wild/x#y">w</a><a href="/away">a</a><a href="/lost">l</a>`},
			args:  []string{"--hosting=netlify", "--redirects=all"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := maps.Clone(mergeSite)
			maps.Copy(files, test.files)
			r := newMergeRun(t, files)
			want := r.report(append(test.args, "site")...)
			if len(want["findings"].([]any)) < 3 {
				t.Fatalf("one run found too little: %v", want["findings"])
			}
			for _, n := range []int{1, 3, 8} {
				parts := r.shards(n, append(test.args, "site")...)
				if diff := cmp.Diff(want, r.report(append(test.args, "--merge="+parts)...)); diff != "" {
					t.Errorf("merged from %d shards (-one run +merge):\n%s", n, diff)
				}
				if err := os.RemoveAll(filepath.Join(r.dir, parts)); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestPartsMergeToOneReport compares the report of parts that were built apart with that of
// one run over the whole site.
func TestPartsMergeToOneReport(t *testing.T) {
	t.Parallel()
	r := newMergeRun(t, fileTree{
		"site/a/index.html":       `<title>A</title><a href="/docs/b/">b</a><a href="/docs/b/x.html#one">x</a><a href="../b/x.html#tow">x2</a><a href="../b/gone.html">g</a><a href="https://example.com/docs/b/old.html#two">old</a><a href="https://example.com/other/">other</a><a href="guide/">guide</a><a href="../b">bb</a><a href="../b/indx.html">i</a><a href="../c/none">c</a>`,
		"site/a/guide/index.html": `<title>G</title><h1 id=top1>x</h1><a href="../../b/x.html">x</a><a href="../nope.html">n</a><a href="../../b/X.html">case</a>`,
		"site/b/index.html":       `<title>B</title><a href="x.html">x</a><a href="../a/guide/#top1">t</a><a href="/docs/a/guide/#top2">t</a><a href="/a/guide/">lacks base</a>`,
		"site/b/x.html":           `<title>X</title><h1 id=one>1</h1><h2 id=two>2</h2>`,
		"site/b/old.html":         `<meta http-equiv=refresh content="0; url=x.html">`,
		"site/b/moved.html":       `<meta http-equiv=refresh content="0; url=../a/guide/">`,
		"site/a/more/index.html":  `<title>M</title><a href="../../b/moved.html#top1">t</a><a href="../../b/moved.html#gone">g</a>`,
		"site/b/more/index.html":  `<title>N</title><a href="../moved.html#lost">t</a><a href="../../a/more">m</a><a href="../../a/none/">n</a>`,
	})
	want := r.report("--site-url=https://example.com/docs/", "site")
	for _, part := range []string{"a", "b"} {
		r.run("--site-url=https://example.com/docs/"+part+"/", "--report=facts=parts/"+part+".facts", "site/"+part)
	}
	got := r.report("--merge=parts")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-one run +merge):\n%s", diff)
	}
}

// TestMergeHasAllLinksThatARuleSendsAway compares the places of links that a rule of the host
// sends to another site, on pages that also link beside the base path.
func TestMergeHasAllLinksThatARuleSendsAway(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	page := `<a href="https://example.invalid/other/">o</a><a href="/docs/away">a</a>`
	r := newMergeRun(t, fileTree{"site/index.html": page, "site/two.html": page, "site/_redirects": "/away " + server.URL + "/gone 301\n"})
	r.args = []string{"--allow-private", "--hosting=netlify", "--site-url=https://example.invalid/docs/", "--retries=0"}
	want := r.report("site")
	for _, n := range []int{1, 2} {
		parts := r.shards(n, "site")
		got := r.report("--merge=" + parts)
		for _, report := range []map[string]any{want, got} {
			delete(report["stats"].(map[string]any), "requests")
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("merged from %d shards (-one run +merge):\n%s", n, diff)
		}
		if err := os.RemoveAll(filepath.Join(r.dir, parts)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPartsFollowTheRulesOfTheirHost judges links to another part by its redirects.
func TestPartsFollowTheRulesOfTheirHost(t *testing.T) {
	t.Parallel()
	r := newMergeRun(t, fileTree{
		"a/index.html": `<a href="/docs/b/old">moved</a><a href="/docs/b/old#here">moved</a><a href="/docs/b/old#gone">moved</a><a href="/docs/b/lost">lost</a>`,
		"b/index.html": `<title>B</title>`, "b/new.html": `<h1 id="here">`, "b/_redirects": "/old /new.html 301\n/lost /nothing.html 301\n",
	})
	for _, part := range []string{"a", "b"} {
		r.run("--hosting=netlify", "--site-url=https://example.com/docs/"+part+"/", "--report=facts=parts/"+part+".facts", part)
	}
	status, output := r.run("--hosting=netlify", "--merge=parts")
	if status != 1 || !strings.Contains(output, `/b/old#gone — page has no element with id "gone"`) || !strings.Contains(output, "/b/lost") || strings.Contains(output, "#here ") {
		t.Errorf("exit status %d:\n%s", status, output)
	}
}

// TestMergeNamesWhatIsMissing says which facts are missing, twice there, or of another build.
func TestMergeNamesWhatIsMissing(t *testing.T) {
	t.Parallel()
	r := newMergeRun(t, mergeSite)
	r.shards(3, "site")
	write := func(name string, from string) {
		data, err := os.ReadFile(filepath.Join(r.dir, from))
		if err == nil {
			err = os.WriteFile(filepath.Join(r.dir, name), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	expect := func(want string, args ...string) {
		t.Helper()
		status, output := r.run(args...)
		if status != 3 || !strings.Contains(output, want) || !strings.Contains(output, "not-found") {
			t.Errorf("%q: exit status %d, want 3 and %q with the findings:\n%s", args, status, want, output)
		}
	}
	expect("shard 2/3 of site is missing", "--merge=parts/1.facts", "--merge=parts/3.facts")
	write("twice.facts", "parts/1.facts")
	expect("are both shard 1/3 of site", "--merge=parts", "--merge=twice.facts")
	if err := os.WriteFile(filepath.Join(r.dir, "site/new.html"), []byte("new"), 0o644); err != nil {
		t.Fatal(err)
	}
	r.run("--shard=2/3", "--report=facts=other.facts", "site")
	expect("two builds of site", "--merge=parts/1.facts", "--merge=parts/3.facts", "--merge=other.facts")
	expect("the setting fragments of this run", "--merge=parts", "--fragments=none")
	data, err := os.ReadFile(filepath.Join(r.dir, "parts/2.facts"))
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{"cut": data[:len(data)/2], "empty": nil, "text": []byte("not facts")} {
		file := name + ".facts"
		if err := os.WriteFile(filepath.Join(r.dir, file), bad, 0o644); err != nil {
			t.Fatal(err)
		}
		expect(file, "--merge=parts/1.facts", "--merge=parts/3.facts", "--merge="+file)
	}
}
