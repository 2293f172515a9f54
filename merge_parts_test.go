package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
)

// TestPartsOfSeveralHosts merges parts that are served by two hosts: links to another part are
// judged by its files whichever host and scheme they name.
func TestPartsOfSeveralHosts(t *testing.T) {
	t.Parallel()
	r := newMergeRun(t, fileTree{
		"site/a/index.html": `<a href="http://example.com/docs/b/gone1.html">1</a><a href="https://www.example.com/docs/b/gone2.html">2</a>` +
			`<a href="http://www.example.com/docs/b/">b</a><a href="http://example.com/docs/b/#lost">l</a><a href="http://example.com/other/">o</a>`,
		"site/b/index.html": `<title>B</title><a data-linkvet-ignore href="/docs/a/own.html">o</a><a data-linkvet-ignore href="../b/mine.html">m</a>`,
		"site/a/own.html":   `<a data-linkvet-ignore href="own.html">o</a><a data-linkvet-ignore href="/docs/b/mine.html">m</a>`,
	})
	at := func(path string) []string {
		return []string{"--site-url=https://example.com/docs/" + path, "--site-url=https://www.example.com/docs/" + path}
	}
	want := r.report(append(at(""), "site")...)
	if n := len(want["findings"].([]any)); n != 3 {
		t.Fatalf("one run has %d findings, want 3: %v", n, want["findings"])
	}
	for _, part := range []string{"a", "b"} {
		r.run(append(at(part+"/"), "--report=facts=parts/"+part+".facts", "site/"+part)...)
	}
	r.same("merged", want, r.report("--merge=parts"))
	r.same("merged with site-url", want, r.report(append(at(""), "--merge=parts")...))
	status, output := r.run("--merge=parts", "--site-url=https://example.com/docs/")
	for _, text := range []string{"https://www.example.com/docs/a/", "parts/a.facts", "set site-url to the same hosts in all runs"} {
		if status != 2 || !strings.Contains(output, text) {
			t.Errorf("with one host less: exit status %d, want 2 and %q:\n%s", status, text, output)
		}
	}
}

// TestPartsOfOneBuild merges a build that is served at two places, as the documentation of a
// version and of the latest one.
func TestPartsOfOneBuild(t *testing.T) {
	t.Parallel()
	page := `<title>V</title><a href="gone.html">g</a>`
	r := newMergeRun(t, fileTree{"site/v2/index.html": page, "site/latest/index.html": page})
	want := r.report("--site-url=https://example.com/", "site")
	for _, part := range []string{"v2", "latest"} {
		r.run("--site-url=https://example.com/"+part+"/", "--report=facts=parts/"+part+".facts", "site/"+part)
	}
	r.same("merged", want, r.report("--site-url=https://example.com/", "--merge=parts"))
}

// TestMergeRefusesForgedHeaders merges facts of another version, and of places that are none.
func TestMergeRefusesForgedHeaders(t *testing.T) {
	t.Parallel()
	for want, header := range map[string]facts.Header{
		`was made by linkvet "v9\n::error::x"`:               {Version: "v9\n::error::x"},
		`could not read the site "javascript:x"`:             {Sites: []string{"javascript:x"}},
		`could not read the site "http://["`:                 {Sites: []string{"http://["}},
		`could not read the base path "docs" of the facts "`: {Base: "docs"},
	} {
		dir := t.TempDir()
		file, err := os.Create(filepath.Join(dir, "1.facts"))
		if err != nil {
			t.Fatal(err)
		}
		header.Mode, header.Target, header.Build, header.Shard, header.Shards = link.Directory, "site", "b", 1, 1
		if header.Version == "" {
			header.Version = "dev"
		}
		w, err := facts.NewWriter(file, header, "")
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		r := &mergeRun{t: t, dir: dir}
		status, output := r.run("--merge=1.facts")
		if status != 2 || !strings.Contains(output, want) || !strings.Contains(output, "1.facts") || strings.Contains(output, "\n::") {
			t.Errorf("exit status %d, want 2 and %q:\n%s", status, want, output)
		}
	}
}

// TestMergeHasTheOrderOfNotes merges a site whose place is inferred, with a setting that has no
// effect.
func TestMergeHasTheOrderOfNotes(t *testing.T) {
	t.Parallel()
	r := newMergeRun(t, fileTree{"site/index.html": `<title>Home</title>`, "site/CNAME": "docs.example.org\n"})
	args := []string{"--fail-on=none", "--max-broken=1"}
	want := r.report(append(args, "site")...)
	if notes, _ := want["notes"].([]any); len(notes) < 2 {
		t.Fatalf("one run has the notes %q, want two", notes)
	}
	if diff := cmp.Diff(want, r.report(append(args, "--merge="+r.shards(2, "site"))...)); diff != "" {
		t.Errorf("(-one run +merge):\n%s", diff)
	}
}
