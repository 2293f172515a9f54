package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMergeHasNoNotesOnOtherRuns merges shards that were given a setting with no effect on them.
func TestMergeHasNoNotesOnOtherRuns(t *testing.T) {
	t.Parallel()
	r := newMergeRun(t, mergeSite)
	parts := r.shards(2, "--external=true", "--allow-private", "site")
	if notes := r.report("--merge=" + parts)["notes"]; strings.Contains(fmt.Sprint(notes), "allow-private") {
		t.Errorf("the merge has a note on a setting of the shards: %v", notes)
	}
}

// TestMergeOfDefaults merges shards that were given defaults, and false in another form.
func TestMergeOfDefaults(t *testing.T) {
	t.Parallel()
	r := newMergeRun(t, mergeSite)
	parts := r.shards(2, "--fragments=internal", "--hosting=auto", "--external=False", "site")
	if diff := cmp.Diff(r.report("site"), r.report("--merge="+parts)); diff != "" {
		t.Errorf("(-one run +merge):\n%s", diff)
	}
}

// TestMergeComparesRules merges shards with rules of another second pattern.
func TestMergeComparesRules(t *testing.T) {
	t.Parallel()
	r := newMergeRun(t, mergeSite)
	writeTree(t, r.dir, fileTree{
		"a.yml": "rules:\n  - match: [/x, /gone.html]\n    verdict: ok\n",
		"b.yml": "rules:\n  - match: [/x, /y]\n    verdict: ok\n",
	})
	status, output := r.run("--merge="+r.shards(2, "--config=a.yml", "site"), "--config=b.yml")
	if want := "the setting rules of this run is not that of the facts"; status != 3 || !strings.Contains(output, want) {
		t.Errorf("exit status %d, want 3 and %q:\n%s", status, want, output)
	}
}

// TestMergeNamesForeignFacts merges the facts of two directories of which no one knows the URL.
func TestMergeNamesForeignFacts(t *testing.T) {
	t.Parallel()
	r := newMergeRun(t, mergeSite)
	r.shards(2, "site")
	r.run("--shard=2/2", "--report=facts=parts/2.facts", "site/a")
	status, output := r.run("--merge=parts")
	for _, want := range []string{`"parts/1.facts" of "site"`, `"parts/2.facts" of "site/a"`, "remove the facts that are not of this site"} {
		if status != 2 || !strings.Contains(output, want) {
			t.Errorf("exit status %d, want 2 and %q:\n%s", status, want, output)
		}
	}
}

// TestMergeOfAnswersOnly gives a merge nothing but answers.
func TestMergeOfAnswersOnly(t *testing.T) {
	t.Parallel()
	r := newMergeRun(t, mergeSite)
	r.shards(1, "--external=true", "site")
	r.run("--merge=parts", "--shard=1/1", "--report=facts=answers.facts")
	status, output := r.run("--merge=answers.facts")
	if want := "the facts hold only answers"; status != 2 || !strings.Contains(output, want) {
		t.Errorf("exit status %d, want 2 and %q:\n%s", status, want, output)
	}
}

// TestMergeOfTwoDirectories merges two directories that have no folder in common.
func TestMergeOfTwoDirectories(t *testing.T) {
	t.Parallel()
	r := newMergeRun(t, fileTree{"a/index.html": `<title>A</title><a href="/b/">b</a>`, "b/index.html": `<title>B</title><a href="/a/">a</a>`})
	for _, name := range []string{"a", "b"} {
		r.run("--site-url=https://example.com/"+name+"/", "--report=facts=parts/"+name+".facts", name)
	}
	report := r.report("--merge=parts")
	if report["target"] != "." || report["complete"] != true {
		t.Errorf("target %q, complete: %v; want the working directory, complete", report["target"], report["complete"])
	}
}

// TestShardShowsNoTick reads a shard: only a verdict has a tick.
func TestShardShowsNoTick(t *testing.T) {
	t.Parallel()
	r := newMergeRun(t, mergeSite)
	status, output := r.run("--shard=1/2", "--report=facts=1.facts", "site")
	if status != 0 || strings.Contains(output, "✓") || !strings.Contains(output, "Read part 1/2 of site; no verdict yet") {
		t.Errorf("exit status %d, want 0 and no tick:\n%s", status, output)
	}
}
