package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

// comments returns the comments of the pull request, each as its account and its text.
func (p *published) comments() []string { return p.commentsOf(7) }

func (p *published) commentsOf(number int) []string {
	var all []string
	for _, c := range p.server.Comments(number) {
		all = append(all, c.User.Login+": "+c.Body)
	}
	return all
}

// again is another run at the same server, with other arguments.
func (p *published) again(t *testing.T, args ...string) int {
	t.Helper()
	next := exec.CommandContext(t.Context(), "linkvet", args...)
	next.Dir, next.Env, next.Stdout, next.Stderr = p.Dir, p.Env, &p.out, &p.out
	p.Cmd = next
	return p.end(t)
}

// wantComment fails the test unless the pull request has one comment, which has all of
// the texts.
func (p *published) wantComment(t *testing.T, texts ...string) {
	t.Helper()
	all := p.comments()
	if len(all) != 1 {
		t.Fatalf("the comments are %q\n%s", all, p.out.String())
	}
	for _, text := range append(texts, "github-actions[bot]: <!-- linkvet:site -->\n") {
		if !strings.Contains(all[0], text) {
			t.Errorf("the comment lacks %q:\n%s\n%s", text, all[0], p.out.String())
		}
	}
}

// TestCommentOfAPullRequest follows a pull request: broken, incomplete, fixed.
func TestCommentOfAPullRequest(t *testing.T) {
	t.Parallel()
	p := publishing(t, 3, "--publish=comment", "--publish=status")
	if exit := p.end(t); exit != 1 {
		t.Errorf("exit status %d\n%s", exit, p.out.String())
	}
	const run = "https://github.com/octo/site/actions/runs/42"
	p.wantComment(t, "## ❌ Failed: 3 broken in `site`\n", "Commit [`0123456`](https://github.com/octo/site/commit/"+head+") · [this run]("+run+")", "| `/missing-002.html` | **not-found**: no such file | ")
	statuses := p.server.Statuses(head)
	if got := statuses[len(statuses)-1].TargetURL; !strings.HasPrefix(got, "https://github.com/octo/site/pull/7#issuecomment-") {
		t.Errorf("the status leads to %q", got)
	}
	if exit := p.again(t, "--publish=comment", "--min-pages=9", "site"); exit != 3 {
		t.Errorf("exit status %d", exit)
	}
	p.wantComment(t, "## ⚠️ Incomplete: `site` was not checked completely; so far 3 broken\n", "- only 2 pages were read, fewer than min-pages: 9; check that the site is complete\n")
	p.fill(t, "site/page.html", "<!doctype html>\n")
	if exit := p.again(t, "--publish=comment", "--min-pages=9", "site"); exit != 3 {
		t.Errorf("exit status %d", exit)
	}
	p.wantComment(t, "## ⚠️ Incomplete: `site` was not checked completely\n")
	if exit := p.again(t, "--publish=comment", "site"); exit != 0 {
		t.Errorf("exit status %d", exit)
	}
	p.wantComment(t, "-->\n✅ No broken links in `site` · Commit [`0123456`]")
}

// TestNoCommentIsNoVerdict covers why there may be no comment.
func TestNoCommentIsNoVerdict(t *testing.T) {
	t.Parallel()
	readOnly := func(p *published) {
		p.server.Permit("issues", "read")
		p.server.Permit("pull_requests", "read")
	}
	fails := func(p *published) {
		p.server.Fail("issues/", 99, githubtest.Fault{Status: 501, Message: "Not Implemented"})
	}
	tests := map[string]struct {
		broken  int
		prepare func(*published)
		exit    int
		log     string
	}{
		"all is well": {},
		"read-only token": {
			broken: 1, prepare: readOnly, exit: 1,
			log: "linkvet: note: could not write the comment on the pull request: the token needs `permissions: pull-requests: write` (GitHub: 403 Resource not accessible by integration); for pull requests from forks, see https://github.com/linkvet/linkvet/blob/main/docs/comments.md#pull-requests-from-forks\n",
		},
		"read-only token, and all is well": {prepare: readOnly},
		"no pull request": {
			broken: 1, prepare: func(p *published) { p.Env = append(p.Env, "GITHUB_SHA=ffffffffffffffffffffffffffffffffffffffff") }, exit: 1,
			log: "linkvet: note: publish: comment has no effect: the commit fffffff has no open pull request\n",
		},
		"GitHub fails": {
			broken: 1, prepare: fails, exit: 3,
			log: "linkvet: could not write the comment on the pull request: GitHub answered 501 Not Implemented\n",
		},
		"GitHub fails, and all is well": {
			prepare: fails,
			log:     "linkvet: note: could not look for an earlier comment on the pull request: GitHub answered 501 Not Implemented\n",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := publishing(t, test.broken, "--publish=comment", "--report=json=links.json")
			if test.prepare != nil {
				test.prepare(p)
			}
			if name == "no pull request" {
				p.server.AddCommit("ffffffffffffffffffffffffffffffffffffffff")
			}
			if exit := p.end(t); exit != test.exit || len(p.comments()) != 0 {
				t.Errorf("exit status %d, comments %q\n%s", exit, p.comments(), p.out.String())
			}
			log := p.out.String()
			if !strings.Contains(log, test.log) || test.log == "" && strings.Contains(log, "linkvet: note: ") {
				t.Errorf("the log lacks %q:\n%s", test.log, log)
			}
			if text, isNote := strings.CutPrefix(test.log, "linkvet: note: "); isNote && !strings.Contains(p.read("links.json"), strings.TrimSpace(text)) {
				t.Errorf("the report lacks the note:\n%s", p.read("links.json"))
			}
		})
	}
}

// TestEachSiteHasItsComment checks two sites of one pull request.
func TestEachSiteHasItsComment(t *testing.T) {
	t.Parallel()
	p := publishing(t, 1, "--publish=comment")
	p.end(t)
	p.fill(t, "docs/index.html", "<!doctype html>\n<a href=none.html>a</a>\n")
	p.again(t, "--publish=comment", "docs")
	if all := p.comments(); len(all) != 2 || !strings.Contains(all[1], "<!-- linkvet:docs -->\n## ❌ Failed: 1 broken in `docs`\n") {
		t.Errorf("the comments are %q", all)
	}
}

// TestNotesAreTakenOnce covers a comment that is tried again, as the status after it fails.
func TestNotesAreTakenOnce(t *testing.T) {
	t.Parallel()
	p := publishing(t, 1, "--publish=comment", "--publish=status")
	p.Env = append(p.Env, "GITHUB_SHA="+strings.Repeat("f", 40))
	if got := p.end(t); got != 3 || len(p.server.Rejected()) == 0 {
		t.Errorf("exit status %d, and GitHub refused nothing", got)
	}
	if told := strings.Count(p.out.String(), "linkvet: note: publish: comment has no effect"); told != 1 {
		t.Errorf("the log has the note %d times:\n%s", told, p.out.String())
	}
}
