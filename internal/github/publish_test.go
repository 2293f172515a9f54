package github_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

func TestSplit(t *testing.T) {
	t.Parallel()
	for repository, want := range map[string]bool{
		"octo/site": true, "octo/site.github.io": true, "o-c_t.o/s": true,
		"": false, "octo": false, "octo/": false, "/site": false, "octo/site/x": false, "octo/..": false, "octo/site?x": false, "octo/si te": false,
	} {
		if _, _, ok := (github.Place{Repository: repository}).Split(); ok != want {
			t.Errorf("%q: got %v", repository, ok)
		}
	}
}

func TestSiteName(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ environment, target, want string }{
		{environment: "Preview – docs", target: "https://docs-a1b2c3d4e-team.vercel.app/", want: "Preview – docs"},
		{environment: "", target: "public", want: "public"},
		{environment: "", target: "https://preview.example.com/docs/", want: "preview.example.com/docs"},
		// The hash of a deployment is not part of the name of its site.
		{environment: "", target: "https://a1b2c3d4/", want: "a1b2c3d4"},
		{environment: "", target: "https://373f31e2.project.pages.dev", want: "project.pages.dev"},
		{environment: "", target: "https://docs-5kx2hmq8n-team.vercel.app/", want: "docs-team.vercel.app"},
		{environment: "", target: "https://64f0c1a2b3d4e5f60718293a--docs.netlify.app/", want: "docs.netlify.app"},
		{environment: "", target: "https://deploy-preview-12--docs.netlify.app/", want: "deploy-preview-12-docs.netlify.app"},
		{environment: "", target: "https://kubernetes1.example.com", want: "kubernetes1.example.com"},
	} {
		if got := github.SiteName(tt.environment, tt.target); got != tt.want {
			t.Errorf("SiteName(%q, %q) = %q, want %q", tt.environment, tt.target, got, tt.want)
		}
	}
}

// TestFindPullRequest covers the pull requests that a commit may be in.
func TestFindPullRequest(t *testing.T) {
	t.Parallel()
	other := strings.Repeat("b2", 20)
	tests := map[string]struct {
		pulls []githubtest.Pull
		known int
		want  int
	}{
		"a closed one":               {pulls: []githubtest.Pull{{Number: 8, Head: commit, Closed: true}, {Number: 9, Head: commit}}, want: 9},
		"one that has grown since":   {pulls: []githubtest.Pull{{Number: 8, Head: other, Commits: []string{commit}}}},
		"one that the event names":   {known: 5, want: 5},
		"one behind a page of 100":   {pulls: append(many(other, 150), githubtest.Pull{Number: 999, Head: commit}), want: 999},
		"more than are looked at":    {pulls: append([]githubtest.Pull{{Number: 999, Head: commit, Fork: true}}, many(other, 400)...)},
		"one from a fork":            {pulls: []githubtest.Pull{{Number: 8, Head: commit, Fork: true}, {Number: 9, Head: other, Fork: true}}, want: 8},
		"a closed one from a fork":   {pulls: []githubtest.Pull{{Number: 8, Head: commit, Fork: true, Closed: true}}},
		"a branch of another of two": {pulls: []githubtest.Pull{{Number: 3, Head: other, Commits: []string{commit}}, {Number: 4, Head: commit}}, want: 4},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := githubtest.New(t)
			s.AddCommit(commit)
			for _, p := range test.pulls {
				s.AddPull(p)
			}
			client, err := github.NewClient(github.Options{Token: githubtest.Token, Transport: s.Transport()})
			if err != nil {
				t.Fatal(err)
			}
			at := at()
			at.PullRequest = test.known
			got, err := github.FindPullRequest(t.Context(), client, at)
			if err != nil || got != test.want {
				t.Errorf("got %d and error %v, want %d", got, err, test.want)
			}
		})
	}
	s := start(t)
	client := clientOf(t, s.Transport())
	unknown := at()
	unknown.PullRequest = 0
	// The commit may be only in the fork.
	s.AddPull(githubtest.Pull{Number: 3, Head: commit, Fork: true})
	s.Fail("repos/list-pull-requests", 1, githubtest.Fault{Status: 422, Message: "No commit found for SHA: " + commit})
	if got, err := github.FindPullRequest(t.Context(), client, unknown); err != nil || got != 3 {
		t.Errorf("got %d and error %v, want 3", got, err)
	}
	s.Permit("pull_requests", "none")
	if _, err := github.FindPullRequest(t.Context(), client, unknown); err == nil || !strings.Contains(err.Error(), "`permissions: pull-requests: read`") {
		t.Errorf("got error %v", err)
	}
}

// many returns pull requests that have the commit, but do not end with it.
func many(last string, n int) []githubtest.Pull {
	var all []githubtest.Pull
	for i := range n {
		all = append(all, githubtest.Pull{Number: 10 + i, Head: last, Commits: []string{commit}})
	}
	return all
}

// TestStatusFitsIntoItsBounds has texts that GitHub refuses.
func TestStatusFitsIntoItsBounds(t *testing.T) {
	t.Parallel()
	s := start(t)
	client := clientOf(t, s.Transport())
	at := at()
	at.Environment = strings.Repeat("ü", 1000)
	for _, text := range []string{strings.Repeat("ü", 1000), "a\r\n\x1b[2Jb", ""} {
		if err := github.SetStatus(t.Context(), client, at, github.Status{State: github.Error, Text: text}); err != nil {
			t.Error(err)
		}
	}
	if all := s.Statuses(commit); len(all) != 3 || all[1].Description != `a\r\n\u001b[2Jb` {
		t.Errorf("got %+v", all)
	}
}

// marker is that of the site in most tests.
const marker = "<!-- linkvet:public -->"

// comment is one about a site.
func comment(site, text string) github.Comment {
	return github.Comment{Site: site, Body: text}
}

// setComment writes a comment, which must succeed.
func setComment(t *testing.T, server standIn, c github.Comment) string {
	t.Helper()
	url, err := github.SetComment(t.Context(), clientOf(t, server.Transport()), at(), c)
	if err != nil {
		t.Fatal(err)
	}
	return url
}

// bodies are the comments of the pull request, without their markers.
func bodies(server standIn) string {
	var all []string
	for _, c := range server.Comments(pull) {
		_, text, _ := strings.Cut(c.Body, "\n")
		all = append(all, c.User.Login+": "+text)
	}
	return strings.Join(all, " | ")
}

func wantBodies(t *testing.T, server standIn, want string) {
	t.Helper()
	if got := bodies(server); got != want {
		t.Errorf("the comments are %q, want %q", got, want)
	}
}

// Anyone can write the marker.
func TestCommentOfOthersIsLeftAlone(t *testing.T) {
	t.Parallel()
	server := start(t)
	server.AddComment(pull, "mallory", marker+"\nhers")
	server.AddComment(pull, "alice", "> "+marker+"\nquoted")
	server.AddComment(pull, "github-actions[bot]", "another action")
	setComment(t, server, comment("public", "one"))
	setComment(t, server, comment("public", "two"))
	wantBodies(t, server, "mallory: hers | alice: quoted | github-actions[bot]:  | github-actions[bot]: two")
	if got := server.Comments(pull)[2].Body; got != "another action" {
		t.Errorf("the comment of another action is %q now", got)
	}
}

// The token may be one of a person, or of another app than the one that wrote a comment like ours.
func TestCommentOfOtherAccounts(t *testing.T) {
	t.Parallel()
	for login, below := range map[string]string{"octo-bot": "", "our-links[bot]": "/api/v3"} {
		server := start(t)
		server.UseAccount(login)
		server.Below(below)
		server.AddComment(pull, "mallory", marker+"\nhers")
		server.AddComment(pull, "other[bot]", marker+"\nits")
		client, err := github.NewClient(github.Options{URL: "https://github.example.com" + below, Token: githubtest.Token, Transport: server.Transport()})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"one", "two"} {
			if _, err := github.SetComment(t.Context(), client, at(), comment("public", text)); err != nil {
				t.Fatal(err)
			}
		}
		wantBodies(t, server, "mallory: hers | other[bot]: its | "+login+": two")
	}
}

func TestCommentAmongMany(t *testing.T) {
	t.Parallel()
	server := start(t)
	for i := range 250 {
		server.AddComment(pull, "alice", fmt.Sprint("comment ", i))
	}
	setComment(t, server, comment("public", "one"))
	server.AddComment(pull, "alice", "last")
	setComment(t, server, comment("public", "two"))
	all := server.Comments(pull)
	if len(all) != 252 || !strings.HasSuffix(all[250].Body, "two") {
		t.Errorf("%d comments, the last of which are %q and %q", len(all), all[250].Body, all[len(all)-1].Body)
	}
}

// TestCreateCheck covers how many requests a check run takes.
func TestCreateCheck(t *testing.T) {
	t.Parallel()
	for n, test := range map[int]struct{ sent, requests int }{
		0: {sent: 0, requests: 2}, 50: {sent: 50, requests: 2}, 51: {sent: 51, requests: 3}, 1001: {sent: 1000, requests: 21},
	} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			s := start(t)
			client := clientOf(t, s.Transport())
			id, err := github.CreateCheck(t.Context(), client, at(), github.CheckRun{State: github.Failure, Title: "t", Summary: "s", Annotations: github.LineAnnotations(manyBroken(n), github.Files{})})
			if err != nil {
				t.Fatal(err)
			}
			if err := github.ConcludeCheck(t.Context(), client, at(), id, github.CheckRun{State: github.Failure, Title: "t", Summary: "s"}); err != nil {
				t.Fatal(err)
			}
			all := s.CheckRuns(commit)
			if len(all) != 1 || all[0].ID != id || len(all[0].Annotations) != test.sent || all[0].Conclusion != "failure" || all[0].DetailsURL != at().RunURL {
				t.Errorf("got %d check runs: %+v", len(all), all[0].Output)
			}
			for i, a := range all[0].Annotations {
				if a.StartLine != i+1 {
					t.Fatalf("annotation %d is at line %d", i, a.StartLine)
				}
			}
			if got := len(s.Requests()); got != test.requests {
				t.Errorf("%d requests, want %d", got, test.requests)
			}
		})
	}
}

// TestCheckFitsIntoItsBounds has texts that GitHub refuses.
func TestCheckFitsIntoItsBounds(t *testing.T) {
	t.Parallel()
	s := start(t)
	client := clientOf(t, s.Transport())
	long := strings.Repeat("ü", 100_000)
	blocked := func(file string, line int, source *link.Source) link.Finding {
		return link.Finding{Verdict: link.Unverified, Reason: link.Blocked, Target: "/" + long, Occurrences: []link.Occurrence{{File: file, Line: line, Source: source}}}
	}
	run := github.CheckRun{State: github.Error, Title: long, Summary: long, Annotations: github.LineAnnotations(&link.Report{Findings: []link.Finding{
		blocked("a.html", 1, &link.Source{File: "a.md", Line: 3, Column: 5, EndColumn: 9}), blocked("b c/ü.md", 0, nil),
	}}, github.Files{})}
	id, err := github.CreateCheck(t.Context(), client, at(), run)
	if err != nil || github.ConcludeCheck(t.Context(), client, at(), id, run) != nil {
		t.Fatal(err)
	}
	all := s.CheckRuns(commit)
	if len(all[0].Output.Summary) > github.MaxSummary || !strings.HasSuffix(all[0].Output.Summary, "ü…") || all[0].Conclusion != "failure" {
		t.Errorf("got a summary of %d bytes, conclusion %s", len(all[0].Output.Summary), all[0].Conclusion)
	}
	if a := all[0].Annotations; a[0].StartColumn != 5 || a[0].EndColumn != 9 || a[1].StartColumn != 0 || a[1].EndColumn != 0 {
		t.Errorf("got columns of %+v", a)
	}
}
