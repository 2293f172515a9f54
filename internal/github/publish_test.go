package github_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gh "github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

var head = strings.Repeat("a1", 20)

// place is where the tests publish.
func place() github.Place {
	return github.Place{Server: "https://github.com", Repository: githubtest.Repository, Commit: head, RunURL: "https://github.com/octo/site/actions/runs/42"}
}

// open returns a server with a pull request, and its client.
func open(t *testing.T) (*githubtest.Server, *gh.Client) {
	t.Helper()
	s := githubtest.New(t)
	s.AddPull(githubtest.Pull{Number: 7, Head: head})
	client, err := github.NewClient(github.Options{Token: githubtest.Token, Transport: s.Transport()})
	if err != nil {
		t.Fatal(err)
	}
	return s, client
}

func TestNames(t *testing.T) {
	t.Parallel()
	for environment, want := range map[string]string{
		"":                       "linkvet",
		"Preview – docs":         "linkvet (Preview – docs)",
		"a\nb":                   `linkvet (a\nb)`,
		strings.Repeat("ü", 300): "linkvet (" + strings.Repeat("ü", 199) + "…)",
	} {
		if got := (github.Place{Environment: environment}).Name(); got != want {
			t.Errorf("%q: got %q", environment, got)
		}
	}
}

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

// TestFindPullRequest covers the pull requests that a commit may be in.
func TestFindPullRequest(t *testing.T) {
	t.Parallel()
	other := strings.Repeat("b2", 20)
	tests := map[string]struct {
		pulls []githubtest.Pull
		known int
		want  int
	}{
		"a closed one":               {pulls: []githubtest.Pull{{Number: 8, Head: head, Closed: true}, {Number: 9, Head: head}}, want: 9},
		"one that has grown since":   {pulls: []githubtest.Pull{{Number: 8, Head: other, Commits: []string{head}}}},
		"one that the event names":   {known: 5, want: 5},
		"one behind a page of 100":   {pulls: append(many(other, 150), githubtest.Pull{Number: 999, Head: head}), want: 999},
		"more than are looked at":    {pulls: append([]githubtest.Pull{{Number: 999, Head: head, Fork: true}}, many(other, 400)...)},
		"one from a fork":            {pulls: []githubtest.Pull{{Number: 8, Head: head, Fork: true}, {Number: 9, Head: other, Fork: true}}, want: 8},
		"a closed one from a fork":   {pulls: []githubtest.Pull{{Number: 8, Head: head, Fork: true, Closed: true}}},
		"a branch of another of two": {pulls: []githubtest.Pull{{Number: 3, Head: other, Commits: []string{head}}, {Number: 4, Head: head}}, want: 4},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := githubtest.New(t)
			s.AddCommit(head)
			for _, p := range test.pulls {
				s.AddPull(p)
			}
			client, err := github.NewClient(github.Options{Token: githubtest.Token, Transport: s.Transport()})
			if err != nil {
				t.Fatal(err)
			}
			at := place()
			at.PullRequest = test.known
			got, err := github.FindPullRequest(t.Context(), client, at)
			if err != nil || got != test.want {
				t.Errorf("got %d and error %v, want %d", got, err, test.want)
			}
		})
	}
	s, client := open(t)
	// The commit may be only in the fork.
	s.AddPull(githubtest.Pull{Number: 3, Head: head, Fork: true})
	s.Fail("repos/list-pull-requests", 1, githubtest.Fault{Status: 422, Message: "No commit found for SHA: " + head})
	if got, err := github.FindPullRequest(t.Context(), client, place()); err != nil || got != 3 {
		t.Errorf("got %d and error %v, want 3", got, err)
	}
	s.Permit("pull_requests", "none")
	if _, err := github.FindPullRequest(t.Context(), client, place()); err == nil || !strings.Contains(err.Error(), "`permissions: pull-requests: read`") {
		t.Errorf("got error %v", err)
	}
}

// many returns pull requests that have the commit, but do not end with it.
func many(last string, n int) []githubtest.Pull {
	var all []githubtest.Pull
	for i := range n {
		all = append(all, githubtest.Pull{Number: 10 + i, Head: last, Commits: []string{head}})
	}
	return all
}

// TestStatusFitsIntoItsBounds has texts that GitHub refuses.
func TestStatusFitsIntoItsBounds(t *testing.T) {
	t.Parallel()
	s, client := open(t)
	at := place()
	at.Environment = strings.Repeat("ü", 1000)
	for _, text := range []string{strings.Repeat("ü", 1000), "a\r\n\x1b[2Jb", ""} {
		if _, err := github.SetStatus(t.Context(), client, at, github.Status{State: github.Error, Text: text}); err != nil {
			t.Error(err)
		}
	}
	if all := s.Statuses(head); len(all) != 3 || all[1].Description != `a\r\n\u001b[2Jb` {
		t.Errorf("got %+v", all)
	}
}

// TestEndPending covers what may have happened since a run began.
func TestEndPending(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		since []github.State // of the same name
		other int            // statuses of other names since
		ended bool
	}{
		"nothing":             {ended: true},
		"another run began":   {since: []github.State{github.Pending}},
		"many other statuses": {other: 400},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, client := open(t)
			at := place()
			set := func(at github.Place, state github.State) int64 {
				id, err := github.SetStatus(t.Context(), client, at, github.Status{State: state})
				if err != nil {
					t.Fatal(err)
				}
				return id
			}
			id := set(at, github.Pending)
			for _, state := range test.since {
				set(at, state)
			}
			for i := range test.other {
				another := at
				another.Environment = fmt.Sprint(i)
				set(another, github.Pending)
			}
			before := len(s.Statuses(head))
			ended, err := github.EndPending(t.Context(), client, at, id, "the run was killed")
			if err != nil || ended != test.ended {
				t.Errorf("got %v and error %v, want %v", ended, err, test.ended)
			}
			after := s.Statuses(head)[before:]
			if ended && (len(after) != 1 || after[0].State != "error" || after[0].Context != "linkvet") || !ended && len(after) != 0 {
				t.Errorf("got %+v", after)
			}
		})
	}
}

// annotations returns annotations at lines of their own.
func annotations(n int) []github.LineAnnotation {
	var all []github.LineAnnotation
	for i := range n {
		all = append(all, github.LineAnnotation{Level: "failure", File: "a.md", Line: i + 1, Title: "Broken link", Message: "no such page"})
	}
	return all
}

// TestCreateCheck covers how many requests a check run takes.
func TestCreateCheck(t *testing.T) {
	t.Parallel()
	for n, test := range map[int]struct{ sent, requests int }{
		0: {sent: 0, requests: 2}, 50: {sent: 50, requests: 2}, 51: {sent: 51, requests: 3}, 1001: {sent: 1000, requests: 21},
	} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			s, client := open(t)
			id, err := github.CreateCheck(t.Context(), client, place(), github.CheckRun{State: github.Failure, Title: "t", Summary: "s", Annotations: annotations(n)})
			if err != nil {
				t.Fatal(err)
			}
			all := s.CheckRuns(head)
			if len(all) != 1 || all[0].ID != id || len(all[0].Annotations) != test.sent || all[0].Conclusion != "failure" || all[0].DetailsURL != place().RunURL {
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
	s, client := open(t)
	long := strings.Repeat("ü", 100_000)
	run := github.CheckRun{State: github.Error, Title: long, Summary: long, Annotations: []github.LineAnnotation{
		{Level: "warning", File: "a.md", Line: 3, Column: 5, EndColumn: 9, Title: long, Message: long},
		{Level: "notice", File: "b c/ü.md", Line: 1, Column: 5, EndColumn: 5, Title: "t", Message: "m"},
	}}
	if _, err := github.CreateCheck(t.Context(), client, place(), run); err != nil {
		t.Fatal(err)
	}
	all := s.CheckRuns(head)
	if len(all[0].Output.Summary) > github.MaxSummary || !strings.HasSuffix(all[0].Output.Summary, "ü…") || all[0].Conclusion != "failure" {
		t.Errorf("got a summary of %d bytes, conclusion %s", len(all[0].Output.Summary), all[0].Conclusion)
	}
	if a := all[0].Annotations; a[0].StartColumn != 5 || a[0].EndColumn != 9 || a[1].StartColumn != 0 || a[1].EndColumn != 0 {
		t.Errorf("got columns of %+v", a)
	}
}

// TestCheckUnderLimits has a server that is slow to take requests.
func TestCheckUnderLimits(t *testing.T) {
	t.Parallel()
	s, client := open(t)
	s.Fail("checks/create", 1, githubtest.Unavailable())
	s.Fail("checks/update", 2, githubtest.SecondaryLimit(10*time.Second))
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		run := github.CheckRun{State: github.Success, Title: "t", Summary: "s", Annotations: annotations(120)}
		if _, err := github.CreateCheck(t.Context(), client, place(), run); err != nil {
			t.Error(err)
		}
		if got := time.Since(start); got != 20*time.Second+500*time.Millisecond {
			t.Errorf("waited %v", got)
		}
	})
	if all := s.CheckRuns(head); len(all) != 1 || len(all[0].Annotations) != 120 || all[0].Conclusion != "success" {
		t.Errorf("got %+v", all)
	}
}

// TestCheckThatFails has a server that stops taking annotations.
func TestCheckThatFails(t *testing.T) {
	t.Parallel()
	s, client := open(t)
	s.Fail("checks/update", 1, githubtest.Fault{Status: 501})
	run := github.CheckRun{State: github.Success, Title: "t", Summary: "s", Annotations: annotations(120)}
	id, err := github.CreateCheck(t.Context(), client, place(), run)
	if err == nil || id == 0 {
		t.Errorf("got number %d, error %v", id, err)
	}
	if all := s.CheckRuns(head); len(all) != 1 || all[0].Conclusion != "" {
		t.Errorf("a check run without its annotations has a conclusion: %+v", all)
	}
	run.State = github.Error
	if err := github.ConcludeCheck(t.Context(), client, place(), id, run); err != nil {
		t.Error(err)
	}
	if all := s.CheckRuns(head); all[0].Conclusion != "failure" {
		t.Errorf("got %+v", all)
	}
	s.Permit("checks", "none")
	if err := github.ConcludeCheck(t.Context(), client, place(), id, run); !errors.As(err, new(*github.ReadOnlyError)) {
		t.Errorf("got error %v", err)
	}
}
