package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// clone returns a clone of the branch that a pull request has checked out, as
// actions/checkout makes one.
func (p *pullRequest) clone(flags ...string) *pullRequest {
	p.t.Helper()
	branch := p.git("rev-parse", "--abbrev-ref", "HEAD")
	dir := filepath.Join(p.t.TempDir(), "clone")
	p.git(append([]string{"clone", "--quiet", "--branch=" + branch, "file://" + filepath.ToSlash(p.dir), dir}, flags...)...)
	return &pullRequest{t: p.t, dir: dir, base: p.base, head: p.head}
}

// merge checks out the merge that a workflow of a pull request gets, of a main branch with
// one more broken link.
func (p *pullRequest) merge() {
	p.t.Helper()
	p.git("checkout", "--quiet", "main")
	p.commit(fileTree{"content/later.md": "# Later\n\n[later](/later-nothing/)\n"})
	p.git("checkout", "--quiet", "-b", "merged")
	p.git("merge", "--quiet", "--no-ff", "--message=m", "topic")
}

// TestChangedCheckouts runs linkvet in checkouts of every kind. The pull request has two
// commits, and one new broken link.
func TestChangedCheckouts(t *testing.T) {
	t.Parallel()
	later := []string{"/gone-footer/", "/later-nothing/", "/never/"}
	const noHistory = "changed has no effect, all findings count: the checkout lacks the history since the merge base; set fetch-depth: 0 for actions/checkout"
	const noPullRequest = "changed has no effect: this run is not for a pull request"
	for _, tt := range []struct {
		name     string
		checkout func(*pullRequest) *pullRequest
		env      []string
		// all is true when all findings fail the run; others are those that do not.
		all    bool
		others []string
		note   string
	}{
		{name: "the branch", checkout: func(p *pullRequest) *pullRequest { return p }},
		{
			name:     "a merge with all history",
			checkout: func(p *pullRequest) *pullRequest { p.merge(); return p.clone() }, others: later,
		},
		{
			name:     "a merge with the depth 2",
			checkout: func(p *pullRequest) *pullRequest { p.merge(); return p.clone("--depth=2") }, others: later,
		},
		{
			name:     "a merge with the depth 1",
			checkout: func(p *pullRequest) *pullRequest { p.merge(); return p.clone("--depth=1") },
			others:   later, all: true, note: noHistory,
		},
		{
			name:     "the branch with the depth 2",
			checkout: func(p *pullRequest) *pullRequest { return p.clone("--depth=2") }, all: true, note: noHistory,
		},
		{
			name: "the base branch, as for pull_request_target",
			checkout: func(p *pullRequest) *pullRequest {
				build(p.t, p.dir)
				public := readTree(p.t, filepath.Join(p.dir, "public"))
				p.git("checkout", "--quiet", "main")
				writeTree(p.t, filepath.Join(p.dir, "public"), public)
				return p
			},
			env: []string{"GITHUB_EVENT_NAME=pull_request_target"},
			all: true, note: "changed has no effect, all findings count: the checkout has another commit than the pull request; check out the commit ",
		},
		{
			name: "no repository",
			checkout: func(p *pullRequest) *pullRequest {
				if err := os.Rename(filepath.Join(p.dir, ".git"), filepath.Join(p.t.TempDir(), "git")); err != nil {
					p.t.Fatal(err)
				}
				return p
			},
			all: true, note: "changed has no effect, all findings count: the working directory has no git repository; ",
		},
		{
			name:     "objects that are damaged",
			checkout: func(p *pullRequest) *pullRequest { p.breakObject(p.base + "^{tree}"); return p },
			all:      true, note: "changed has no effect, all findings count: could not compare the pull request with its base: ",
		},
		{
			name:     "a push",
			checkout: func(p *pullRequest) *pullRequest { return p },
			env:      []string{"GITHUB_EVENT_NAME=push"}, all: true, note: noPullRequest,
		},
		{
			name:     "no workflow",
			checkout: func(p *pullRequest) *pullRequest { return p },
			env:      []string{"GITHUB_ACTIONS="}, all: true, note: noPullRequest,
		},
		{
			name:     "a deployment of the branch",
			checkout: func(p *pullRequest) *pullRequest { return p.clone() },
			env:      []string{"GITHUB_EVENT_NAME=deployment_status"},
		},
		{
			name: "a deployment of the main branch",
			checkout: func(p *pullRequest) *pullRequest {
				p.git("checkout", "--quiet", "main")
				p.git("merge", "--quiet", "--ff-only", "topic")
				return p.clone()
			},
			env: []string{"GITHUB_EVENT_NAME=deployment_status"}, all: true, note: noPullRequest,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newPullRequest(t, changedBase, fileTree{"content/new.md": "# New\n\n[nothing](/nothing/)\n"}, fileTree{"content/guide.md": "# Guide\n\n## By hand\n\nText\n"})
			p = tt.checkout(p)
			if !exists(filepath.Join(p.dir, "public")) {
				build(t, p.dir)
			}
			got := p.check(tt.env, "public")
			failing, others := []string{"/nothing/"}, changedOthers
			if tt.others != nil {
				others = tt.others
			}
			if tt.all {
				failing, others = append(failing, others...), nil
				slices.Sort(failing)
			}
			if got.status != 1 || !got.failed || !got.complete {
				t.Errorf("exit status %d, failed %v, complete %v", got.status, got.failed, got.complete)
			}
			if diff := cmp.Diff([][]string{failing, others}, [][]string{got.failing, got.others}, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("failing and others (-want +got):\n%s", diff)
			}
			if !slices.ContainsFunc(got.notes, func(note string) bool { return strings.HasPrefix(note, tt.note) }) {
				t.Errorf("no note begins with %q: %q", tt.note, got.notes)
			}
			if t.Failed() {
				t.Log(got.out)
			}
		})
	}
}

// breakObject overwrites a loose object of the repository.
func (p *pullRequest) breakObject(object string) {
	p.t.Helper()
	name := p.git("rev-parse", object)
	path := filepath.Join(p.dir, ".git", "objects", name[:2], name[2:])
	if err := os.Remove(path); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("damaged"), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// TestChangedPagesInTheRepository checks pages that git tracks, which no generator made.
func TestChangedPagesInTheRepository(t *testing.T) {
	t.Parallel()
	base := fileTree{
		"index.html": "<!doctype html><title>Home</title>\n<a href=\"about.html\">about</a> <a href=\"never.html\">never</a>\n",
		"about.html": "<!doctype html><title>About</title>\n<h2 id=\"team\">Team</h2>\n<a href=\"style.css\">style</a> <a href=\"index.html\">home</a>\n",
		"team.html":  "<!doctype html><title>Team</title>\n<a href=\"about.html#team\">team</a> <a href=\"index.html\">home</a>\n",
		"style.css":  "body { background: url(paper.png) }\n",
	}
	for _, tt := range []struct {
		name            string
		change          fileTree
		failing, others []string
	}{
		{name: "lines above", change: fileTree{"index.html": strings.Replace(base["index.html"], "<a", "<p>One more\n<p>line<br>\n<a", 1)}, others: []string{"/never.html", "/paper.png"}},
		{name: "a broken link", change: fileTree{"team.html": base["team.html"] + "<a href=\"nothing.html\">nothing</a>\n"}, failing: []string{"/nothing.html"}, others: []string{"/never.html", "/paper.png"}},
		{name: "the same link twice", change: fileTree{"index.html": base["index.html"] + "<a href=\"never.html\">never</a>\n"}, failing: []string{"/never.html"}, others: []string{"/paper.png"}},
		{name: "a lost id", change: fileTree{"about.html": strings.Replace(base["about.html"], " id=\"team\"", "", 1)}, failing: []string{"/about.html#team"}, others: []string{"/never.html", "/paper.png"}},
		{name: "a removed page", change: fileTree{"about.html": ""}, failing: []string{"/about.html"}, others: []string{"/never.html", "/paper.png"}},
		{name: "a style sheet", change: fileTree{"style.css": "body { background: url(paper.png); color: red }\n"}, others: []string{"/never.html", "/paper.png"}},
		{name: "a style sheet with a broken link", change: fileTree{"style.css": "body { background: url(wood.png) }\n"}, failing: []string{"/wood.png"}, others: []string{"/never.html"}},
		{name: "a page moved to a folder", change: fileTree{"team.html": "", "us/team.html": base["team.html"]}, failing: []string{"/us/about.html", "/us/index.html"}, others: []string{"/never.html", "/paper.png"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newPullRequest(t, base, tt.change)
			got := p.check(nil, "--sources=.", ".")
			if diff := cmp.Diff([][]string{tt.failing, tt.others}, [][]string{got.failing, got.others}, cmpopts.EquateEmpty()); diff != "" || (got.status == 1) != (len(tt.failing) > 0) {
				t.Errorf("exit status %d, failing and others (-want +got):\n%s%s", got.status, diff, got.out)
			}
		})
	}
}

// exists reports whether there is something that is not empty.
func exists(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Size() > 0
}
