package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMergeLeavesOutExternalLinks merges facts with external links without and with a look at
// these links: the same facts serve each change, and a check at night.
func TestMergeLeavesOutExternalLinks(t *testing.T) {
	t.Parallel()
	r := newMergeRun(t, mergeSite)
	want := r.report("site")
	if diff := cmp.Diff(want, r.report("--merge="+r.shards(2, "--external=true", "site"))); diff != "" {
		t.Errorf("merged without external links (-one run +merge):\n%s", diff)
	}
	status, output := r.run("--external=true", "--shard=1/1", "--merge=parts", "--report=facts=answers.facts", "--exclude=**")
	if want := "the setting exclude of this run is not that of the facts"; status != 3 || !strings.Contains(output, want) || strings.Contains(output, "the setting external") {
		t.Errorf("exit status %d, want 3 and %q only:\n%s", status, want, output)
	}
}

// TestMergeHasNoExternalLinks merges facts without external links, and is asked for them.
func TestMergeHasNoExternalLinks(t *testing.T) {
	t.Parallel()
	r := newMergeRun(t, fileTree{"site/index.html": `<title>Home</title><a href="gone.html">gone</a>`})
	status, output := r.run("--external=true", "--merge="+r.shards(2, "site"))
	if want := "the setting external of this run is not that of the facts"; status != 3 || !strings.Contains(output, want) || !strings.Contains(output, "not-found") {
		t.Errorf("exit status %d, want 3 and %q:\n%s", status, want, output)
	}
}
