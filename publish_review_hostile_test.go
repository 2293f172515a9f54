package main

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

// TestReviewWithoutLongLines suggests the other lines where one is so long that GitHub refuses
// a review with it.
func TestReviewWithoutLongLines(t *testing.T) {
	t.Parallel()
	words := strings.Repeat("words ", 12_000)
	long := words + "[a link](/instalation/)"
	short := "See [the link](/instalation/) here."
	pages := fileTree{"index.html": "x", "installation/index.html": "x", "guide/index.html": linking("/instalation/"), "long/index.html": "<p>" + words + "<a href=\"/instalation/\">a link</a>"}
	r := reviewing(t, fileTree{"content/guide.md": short + "\n", "content/long.md": long + "\n"}, pages,
		githubtest.PullFile{Name: "content/guide.md", Patch: "@@ -0,0 +1 @@\n+" + short},
		githubtest.PullFile{Name: "content/long.md", Patch: "@@ -0,0 +1 @@\n+" + long})
	if exit := r.run(t, "--publish=review", "--publish=comment"); exit != 1 {
		t.Errorf("exit status %d\n%s", exit, r.out.String())
	}
	if all := r.suggestions(); len(all) != 1 || all[0].Path != "content/guide.md" {
		t.Errorf("got %d suggestions", len(all))
	}
	if comments := r.comments(); len(comments) != 1 || !strings.Contains(comments[0], "too long for this comment: run `linkvet --fix diff`") {
		t.Errorf("the comments are %.3000q", comments)
	}
}

// TestReviewThatFails shows all fixes in the comment when GitHub refuses the review.
func TestReviewThatFails(t *testing.T) {
	t.Parallel()
	r := reviewing(t, fileTree{"content/guide.md": guideWrong}, guidePage, githubtest.PullFile{Name: "content/guide.md", Patch: guidePatch})
	r.server.Fail("pulls/create-review", 9, githubtest.Fault{Status: 422, Message: "Validation Failed"})
	if exit := r.run(t, "--publish=review", "--publish=comment"); exit != 3 {
		t.Errorf("exit status %d\n%s", exit, r.out.String())
	}
	comments := r.comments()
	if len(comments) != 1 || !strings.Contains(comments[0], "+See [the link](/installation/) here.") {
		t.Errorf("the comments are %q\n%s", comments, r.out.String())
	}
}
