package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

// reviewed is a run for a pull request of a site with sources.
type reviewed struct {
	*published
	site    *fixSite
	reviews *githubtest.Reviews
}

// reviewing prepares a run on a site with sources. files are what the pull request changes.
func reviewing(t *testing.T, sources, public fileTree, files ...githubtest.PullFile) *reviewed {
	t.Helper()
	r := &reviewed{published: publishing(t, 0), site: newFixSite(t, sources, public)}
	r.reviews = githubtest.ServeReviews(r.server)
	r.reviews.SetFiles(7, files)
	r.Dir = r.site.dir
	return r
}

// run runs linkvet again.
func (r *reviewed) run(t *testing.T, args ...string) int {
	t.Helper()
	r.out.Reset()
	next := exec.CommandContext(t.Context(), "linkvet", append(args, "--external=false", "public")...)
	next.Dir, next.Env, next.Stdout, next.Stderr = r.site.dir, r.Env, &r.out, &r.out
	r.Cmd = next
	return r.end(t)
}

// suggestions returns the comments on lines, each as "FILE:LINE BODY".
func (r *reviewed) suggestions() []githubtest.ReviewComment { return r.reviews.Comments(7) }

// guidePatch is the patch of a pull request that adds the source of the page.
const guidePatch = "@@ -0,0 +1,3 @@\n+# Guide\n+\n+See [the link](/instalation/) here."

// TestReviewSuggestsALine suggests a fix on a line of the pull request, once.
func TestReviewSuggestsALine(t *testing.T) {
	t.Parallel()
	r := reviewing(t, fileTree{"content/guide.md": guideWrong}, guidePage, githubtest.PullFile{Name: "content/guide.md", Patch: guidePatch})
	for range 2 {
		if exit := r.run(t, "--publish=review"); exit != 1 {
			t.Fatalf("exit status %d\n%s", exit, r.out.String())
		}
		all := r.suggestions()
		if len(all) != 1 || all[0].Path != "content/guide.md" || all[0].Line == nil || *all[0].Line != 3 {
			t.Fatalf("got %+v\n%s", all, r.out.String())
		}
		want := "-->\nThis link has one right answer:\n\n```suggestion\nSee [the link](/installation/) here.\n```\n"
		if !strings.HasPrefix(all[0].Body, "<!-- linkvet:fix:") || !strings.HasSuffix(all[0].Body, want) {
			t.Errorf("got %q", all[0].Body)
		}
		if all[0].Review != "linkvet knows the right link for 1 line of this pull request." {
			t.Errorf("the review is %q", all[0].Review)
		}
	}
	if got := r.site.read("content/guide.md"); got != guideWrong {
		t.Errorf("the source is %q", got)
	}
	// The line moves: the old suggestion is outdated, and stays; there is a new one.
	r.site.git.commit(fileTree{"content/guide.md": "A line.\n\n" + guideWrong})
	r.reviews.SetFiles(7, nil)
	r.reviews.SetFiles(7, []githubtest.PullFile{{Name: "content/guide.md", Patch: "@@ -0,0 +1,5 @@\n+A line.\n+\n+# Guide\n+\n+See [the link](/instalation/) here."}})
	r.run(t, "--publish=review")
	all := r.suggestions()
	if len(all) != 2 || all[0].Line != nil || *all[1].Line != 5 {
		t.Errorf("got %+v\n%s", all, r.out.String())
	}
}

// TestReviewFindsTheLineByItsText suggests the right line although the checkout, the merge
// with the base, has another number for it.
func TestReviewFindsTheLineByItsText(t *testing.T) {
	t.Parallel()
	sources := fileTree{"content/guide.md": "From the base.\n\n" + guideWrong}
	r := reviewing(t, sources, guidePage, githubtest.PullFile{Name: "content/guide.md", Patch: guidePatch})
	r.run(t, "--publish=review")
	if all := r.suggestions(); len(all) != 1 || *all[0].Line != 3 {
		t.Errorf("got %+v\n%s", all, r.out.String())
	}
}

// TestReviewLeavesOtherLinesToTheComment shows the fixes of lines that the pull request does
// not show as a patch in the comment.
func TestReviewLeavesOtherLinesToTheComment(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file, text string
		files            []githubtest.PullFile
	}{
		{name: "another file", file: "content/guide.md", text: guideWrong, files: []githubtest.PullFile{{Name: "content/other.md", Patch: guidePatch}}},
		{name: "another line", file: "content/guide.md", text: guideWrong, files: []githubtest.PullFile{{Name: "content/guide.md", Patch: "@@ -0,0 +1 @@\n+# Guide"}}},
		{name: "a large file", file: "content/guide.md", text: guideWrong, files: []githubtest.PullFile{{Name: "content/guide.md"}}},
		{name: "CR LF", file: "content/guide.md", text: "# Guide\r\n\r\nSee [the link](/instalation/) here.\r\n", files: []githubtest.PullFile{{Name: "content/guide.md", Patch: guidePatch}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := reviewing(t, fileTree{tt.file: tt.text}, guidePage, tt.files...)
			r.run(t, "--publish=review", "--publish=comment")
			if all := r.suggestions(); len(all) != 0 {
				t.Errorf("got %+v", all)
			}
			comments := r.comments()
			if len(comments) != 1 || !strings.Contains(comments[0], "<details><summary>Fixes for links on other lines</summary>\n\n```diff\n--- a/content/guide.md\n+++ b/content/guide.md\n") {
				t.Fatalf("the comments are %q\n%s", comments, r.out.String())
			}
			_, patch, _ := strings.Cut(comments[0], "```diff\n")
			patch, _, _ = strings.Cut(patch, "```\n")
			r.site.apply(patch)
			if got := r.site.read(tt.file); got != strings.ReplaceAll(tt.text, "instalation", "installation") {
				t.Errorf("got %q", got)
			}
			r.site.apply(patch, "-R")
			r.run(t, "--publish=review")
			if want := "note: publish: review: the pull request does not show 1 line that can be fixed; add comment to publish, or run linkvet --fix diff"; !strings.Contains(r.out.String(), want) {
				t.Errorf("the log lacks %q:\n%s", want, r.out.String())
			}
		})
	}
}

// TestReviewEscapesNothingInALine uses a fence that the line cannot end, and is not misled by
// the marker of another account.
func TestReviewEscapesNothingInALine(t *testing.T) {
	t.Parallel()
	line := "See ```` @octocat [the link](/instalation/) here."
	sources := fileTree{"content/guide.md": line + "\n"}
	files := githubtest.PullFile{Name: "content/guide.md", Patch: "@@ -0,0 +1 @@\n+" + line}
	r := reviewing(t, sources, guidePage, files)
	r.run(t, "--publish=review")
	all := r.suggestions()
	fixed := strings.Replace(line, "instalation", "installation", 1)
	if len(all) != 1 || !strings.HasSuffix(all[0].Body, "\n`````suggestion\n"+fixed+"\n`````\n") {
		t.Fatalf("got %+v\n%s", all, r.out.String())
	}
	other := reviewing(t, sources, guidePage, files)
	other.reviews.AddComment(7, "mallory", "content/guide.md", 1, all[0].Body)
	other.run(t, "--publish=review")
	if got := other.suggestions(); len(got) != 2 {
		t.Errorf("got %+v", got)
	}
}

// TestReviewOfAFork notes what a token that may only read lacks.
func TestReviewOfAFork(t *testing.T) {
	t.Parallel()
	r := reviewing(t, fileTree{"content/guide.md": guideWrong}, guidePage, githubtest.PullFile{Name: "content/guide.md", Patch: guidePatch})
	r.server.Permit("pull_requests", "read")
	if exit := r.run(t, "--publish=review"); exit != 1 {
		t.Errorf("exit status %d\n%s", exit, r.out.String())
	}
	want := "note: could not write the review of the pull request: the token needs `permissions: pull-requests: write` (GitHub: 403 Resource not accessible by integration); for pull requests from forks, see " +
		"https://github.com/linkvet/linkvet/blob/main/docs/comments.md#pull-requests-from-forks"
	if !strings.Contains(r.out.String(), want) || len(r.suggestions()) != 0 {
		t.Errorf("the log lacks %q:\n%s", want, r.out.String())
	}
}

// TestReviewSendsNothingWithoutFixes sends no request when nothing can be fixed.
func TestReviewSendsNothingWithoutFixes(t *testing.T) {
	t.Parallel()
	r := reviewing(t, fileTree{"content/guide.md": guideRight}, fileTree{"index.html": "x", "installation/index.html": "x", "guide/index.html": linking("/installation/")})
	if exit := r.run(t, "--publish=review"); exit != 0 || len(r.server.Requests()) != 0 {
		t.Errorf("exit status %d, requests %q\n%s", exit, r.server.Requests(), r.out.String())
	}
}

// TestFixOfTheSettingsFileIsNotTaken holds that a pull request cannot have files changed.
func TestFixOfTheSettingsFileIsNotTaken(t *testing.T) {
	t.Parallel()
	r := reviewing(t, fileTree{"content/guide.md": guideWrong, ".linkvet.yml": "fix: write\n"}, guidePage)
	r.run(t)
	if got := r.site.read("content/guide.md"); got != guideWrong || !strings.Contains(r.out.String(), "fix in .linkvet.yml is ignored in a workflow run; set it as an input") {
		t.Errorf("the source is %q\n%s", got, r.out.String())
	}
	if err := os.Remove(r.site.dir + "/.linkvet.yml"); err != nil {
		t.Fatal(err)
	}
	r.run(t, "--fix=write")
	if got := r.site.read("content/guide.md"); got != guideRight {
		t.Errorf("the source is %q\n%s", got, r.out.String())
	}
}
