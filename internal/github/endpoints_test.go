package github_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/baseline/remote"
	"github.com/linkvet/linkvet/internal/changed"
	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

const (
	commit = "0123456789abcdef0123456789abcdef01234567"
	pull   = 7
	// leaked is what no error may have.
	leaked = "ghs_"
)

// at is where the tests publish.
func at() github.Place {
	return github.Place{
		Server: "https://github.com", Repository: githubtest.Repository, Commit: commit, PullRequest: pull,
		RunURL: "https://github.com/octo/site/actions/runs/42",
	}
}

// clientOf returns a client of a transport.
func clientOf(t *testing.T, transport http.RoundTripper) *github.Client {
	t.Helper()
	client, err := github.NewClient(github.Options{Token: githubtest.Token, UserAgent: "linkvet/test", Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// standIn is GitHub's API with all parts.
type standIn struct {
	*githubtest.Server
	reviews *githubtest.Reviews
	issues  *githubtest.Issues
}

// start returns the stand-in with a pull request that changes a line.
func start(t *testing.T) standIn {
	t.Helper()
	server := githubtest.New(t)
	server.AddPull(githubtest.Pull{Number: pull, Head: commit})
	s := standIn{server, githubtest.ServeReviews(server), githubtest.ServeIssues(server)}
	s.reviews.SetFiles(pull, []githubtest.PullFile{{Name: "a.md", Status: "modified", Patch: "@@ -1 +1 @@\n-[a](/x)\n+[a](/y)"}})
	return s
}

// endpoint is one that linkvet requests, and what is done with it.
type endpoint struct {
	// request matches the method and the path.
	request string
	do      func(context.Context, *github.Client, standIn) error
	// has is what GitHub has when do succeeded, once or twice.
	has func(standIn) string
	// want is it, and but has the faults, separated by spaces, that make no error.
	want, but string
	prepare   func(standIn)
}

var endpoints = func() []endpoint {
	const site = "public"
	const marker = "<!-- linkvet:public -->\n"
	const mine = marker + "old"
	status := func(ctx context.Context, client *github.Client, _ standIn) error {
		return github.SetStatus(ctx, client, at(), github.Status{State: github.Success, Text: "done"})
	}
	statuses := func(s standIn) string {
		all := s.Statuses(commit)
		return all[len(all)-1].State
	}
	find := func(ctx context.Context, client *github.Client, _ standIn) error {
		place := at()
		place.PullRequest = 0
		number, err := github.FindPullRequest(ctx, client, place)
		if err == nil && number != pull {
			return fmt.Errorf("found %d", number)
		}
		return err
	}
	comment := func(ctx context.Context, client *github.Client, _ standIn) error {
		_, err := github.SetComment(ctx, client, at(), github.Comment{Site: site, Body: "new"})
		return err
	}
	comments := func(s standIn) string {
		var all []string
		for _, c := range s.Comments(pull) {
			all = append(all, c.User.Login+": "+strings.TrimPrefix(c.Body, marker))
		}
		return strings.Join(all, ", ")
	}
	issue := func(ctx context.Context, client *github.Client, _ standIn) error {
		_, err := github.SetIssue(ctx, client, at(), github.Issue{Site: site, Title: "Broken", Body: "new"})
		return err
	}
	issues := func(s standIn) string {
		var all []string
		for _, i := range s.issues.All() {
			all = append(all, i.State+": "+strings.TrimPrefix(i.Body, marker))
		}
		return strings.Join(all, ", ")
	}
	check := func(ctx context.Context, client *github.Client, s standIn) error {
		run := github.CheckRun{State: github.Failure, Title: "1 broken", Summary: "x", Annotations: github.LineAnnotations(manyBroken(60), github.Files{})}
		if all := s.CheckRuns(commit); len(all) > 0 { // the end of the run
			return github.ConcludeCheck(ctx, client, at(), all[0].ID, run)
		}
		id, err := github.CreateCheck(ctx, client, at(), run)
		if err != nil {
			return err
		}
		return github.ConcludeCheck(ctx, client, at(), id, run)
	}
	checks := func(s standIn) string {
		var all []string
		for _, c := range s.CheckRuns(commit) {
			all = append(all, c.Conclusion)
		}
		return strings.Join(all, ", ")
	}
	review := func(ctx context.Context, client *github.Client, _ standIn) error {
		shown, err := github.SetReview(ctx, client, at(), []github.Suggestion{{File: "a.md", Line: 1, Old: "[a](/y)", New: "[a](/z)"}})
		if err == nil && len(shown) != 1 {
			return fmt.Errorf("%d suggestions", len(shown))
		}
		return err
	}
	reviews := func(s standIn) string { return fmt.Sprint(len(s.reviews.Comments(pull))) }
	diff := func(ctx context.Context, client *github.Client, _ standIn) error {
		_, err := changed.FromGitHub(ctx, client, githubtest.Owner, githubtest.Name, pull, "", commit)
		return err
	}
	artifact := func(ctx context.Context, client *github.Client, _ standIn) error {
		_, missing, err := remote.FromArtifact(ctx, client, nil, remote.Artifact{Owner: githubtest.Owner, Repository: githubtest.Name, Workflow: "a.yml", Branch: "main", Name: "x"})
		if err == nil && missing == "" {
			return errors.New("found an artifact")
		}
		return err
	}
	nothing := func(standIn) string { return "" }
	return []endpoint{
		{request: "POST /statuses/", do: status, has: statuses, want: "success"},
		{request: "GET /commits/.*/pulls", do: find, has: nothing, but: "404 422"}, // the commit of a fork
		{request: "GET /pulls$", do: find, has: nothing, prepare: func(s standIn) { s.Fail("repos/list-pull", 99, githubtest.Fault{Status: 404}) }},
		{request: "GET /issues/7/comments", do: comment, has: comments, want: "github-actions[bot]: new"},
		{request: "POST /issues/7/comments", do: comment, has: comments, want: "github-actions[bot]: new"},
		{
			request: "PATCH /issues/comments/", do: comment, has: comments, want: "github-actions[bot]: new",
			prepare: func(s standIn) { s.AddComment(pull, "github-actions[bot]", mine) },
		},
		{
			request: "DELETE /issues/comments/", do: comment, has: comments, want: "github-actions[bot]: new", but: "404", // another run deleted it
			prepare: func(s standIn) {
				s.AddComment(pull, "github-actions[bot]", mine)
				s.AddComment(pull, "github-actions[bot]", mine)
			},
		},
		{
			request: "POST /graphql$", do: comment, has: comments, want: "mallory: old, github-actions[bot]: new",
			prepare: func(s standIn) { s.AddComment(pull, "mallory", mine) },
		},
		{request: "GET /issues$", do: issue, has: issues, want: "open: new"},
		{request: "POST /issues$", do: issue, has: issues, want: "open: new"},
		{
			request: "PATCH /issues/[0-9]", do: issue, has: issues, want: "open: new",
			prepare: func(s standIn) {
				s.issues.Add(githubtest.Issue{Body: mine, Labels: []githubtest.Label{{Name: "broken-links"}}, User: githubtest.User{Login: "github-actions[bot]", Type: "Bot"}})
			},
		},
		{request: "POST /check-runs$", do: check, has: checks, want: "failure"},
		{request: "PATCH /check-runs/", do: check, has: checks, want: "failure"},
		{request: "GET /pulls/7/files", do: review, has: reviews, want: "1"},
		{request: "GET /pulls/7/comments", do: review, has: reviews, want: "1"},
		{request: "POST /pulls/7/reviews", do: review, has: reviews, want: "1"},
		{request: "GET /pulls/7/files", do: diff, has: nothing},
		{request: "GET /workflows/a.yml/runs", do: artifact, has: nothing, prepare: func(s standIn) { githubtest.ServeRuns(s.Server) }},
		{request: "GET /runs/.*/artifacts", do: artifact, has: nothing, prepare: func(s standIn) {
			githubtest.ServeRuns(s.Server).Add(githubtest.Run{Workflow: "a.yml", Artifacts: []githubtest.Artifact{{Name: "other"}}})
		}},
	}
}()

// manyBroken returns a report with broken links on as many lines.
func manyBroken(n int) *link.Report {
	r := &link.Report{}
	for i := range n {
		r.Findings = append(r.Findings, link.Finding{
			Verdict: link.Broken, Reason: link.NotFound, Internal: true, Target: fmt.Sprintf("/%d", i),
			Occurrences: []link.Occurrence{{Page: "/", File: "a.html", Line: i + 1}},
		})
	}
	return r
}

// faulty is a transport on which one endpoint has a fault.
type faulty struct {
	next    http.RoundTripper
	request *regexp.Regexp
	fault   string
	lost    bool
}

var statusesOf = map[string]int{"401": 401, "403": 403, "404": 404, "422": 422, "429": 429, "500": 500}

// RoundTrip fails, or sends a request.
func (f *faulty) RoundTrip(req *http.Request) (*http.Response, error) {
	if !f.request.MatchString(req.Method + " " + strings.TrimPrefix(req.URL.Path, "/repos/octo/site")) {
		return f.next.RoundTrip(req)
	}
	switch status := statusesOf[f.fault]; {
	case f.fault == "hang":
		<-req.Context().Done()
		return nil, req.Context().Err()
	case f.fault == "lost" && !f.lost:
		f.lost = true
		if resp, err := f.next.RoundTrip(req); err == nil {
			_ = resp.Body.Close()
		}
		return nil, io.ErrUnexpectedEOF
	case f.fault == "lost":
		return f.next.RoundTrip(req)
	default:
		if f.fault == "404" && req.Method == http.MethodDelete {
			_, _ = f.next.RoundTrip(req) // another run has deleted it
		}
		return &http.Response{
			StatusCode: status, Header: http.Header{}, Request: req,
			Body: io.NopCloser(strings.NewReader(`{"message": "no"}`)),
		}, nil
	}
}

// TestEveryEndpointFails holds for every endpoint and fault: what fails is an error, what is no error
// is done, nothing is there twice, no check run stays unfinished where GitHub answers again, a hang
// costs a minute at most, and no error has the token.
func TestEveryEndpointFails(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints {
		t.Run(e.request, func(t *testing.T) {
			t.Parallel()
			for _, fault := range []string{"401", "403", "404", "422", "429", "500", "hang", "lost"} {
				s := start(t)
				if e.prepare != nil {
					e.prepare(s)
				}
				synctest.Test(t, func(t *testing.T) {
					request := regexp.MustCompile("^" + strings.Replace(e.request, " ", " (?:/.*)?", 1))
					began := time.Now()
					err := e.do(t.Context(), clientOf(t, &faulty{next: s.Transport(), request: request, fault: fault}), s)
					took := time.Since(began)
					isReadOnly := errors.As(err, new(*github.ReadOnlyError))
					mustNot := fault == "401" || fault == "403" || fault == "404" && !strings.HasPrefix(e.request, "GET")
					isFine := fault == "lost" || slices.Contains(strings.Fields(e.but), fault)
					switch {
					case (err == nil) != isFine:
						t.Errorf("%s: got the error %v", fault, err)
					case err != nil && isReadOnly != mustNot:
						t.Errorf("%s: read only is %v: %v", fault, isReadOnly, err)
					case err == nil && e.has(s) != e.want:
						t.Errorf("%s: no error, and GitHub has %q", fault, e.has(s))
					case err != nil && strings.Contains(err.Error(), leaked):
						t.Errorf("%s: the error has the token: %v", fault, err)
					case took > time.Minute:
						t.Errorf("%s: it took %v", fault, took)
					}
					t.Logf("%s %s: %v after %v", e.request, fault, err, took)
					if err := e.do(t.Context(), clientOf(t, s.Transport()), s); err != nil || e.has(s) != e.want {
						t.Errorf("%s: the next run: %v, and GitHub has %q", fault, err, e.has(s))
					}
				})
			}
		})
	}
}
