package github_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	gh "github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

const (
	underTest = "0123456789abcdef0123456789abcdef01234567"
	pull      = 7
)

// pullRequest returns a server with a pull request.
func pullRequest(t *testing.T) *githubtest.Server {
	t.Helper()
	server := githubtest.New(t)
	server.AddPull(githubtest.Pull{Number: pull, Head: underTest})
	return server
}

// clientOf returns a client of a transport.
func clientOf(t *testing.T, transport http.RoundTripper) *gh.Client {
	t.Helper()
	client, err := github.NewClient(github.Options{Token: githubtest.Token, UserAgent: "linkvet/test", Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func at() github.Place {
	return github.Place{Server: "https://github.com", Repository: githubtest.Repository, Commit: underTest, PullRequest: pull}
}

// comment is one about a site.
func comment(site, text string) github.Comment {
	return github.Comment{Site: site, Body: report.Marker(site) + "\n" + text}
}

// setComment writes a comment, which must succeed.
func setComment(t *testing.T, server *githubtest.Server, c github.Comment) string {
	t.Helper()
	url, err := github.SetComment(t.Context(), clientOf(t, server.Transport()), at(), c)
	if err != nil {
		t.Fatal(err)
	}
	return url
}

// bodies are the comments of the pull request, without their markers.
func bodies(server *githubtest.Server) string {
	var all []string
	for _, c := range server.Comments(pull) {
		_, text, _ := strings.Cut(c.Body, "\n")
		all = append(all, c.User.Login+": "+text)
	}
	return strings.Join(all, " | ")
}

func wantBodies(t *testing.T, server *githubtest.Server, want string) {
	t.Helper()
	if got := bodies(server); got != want {
		t.Errorf("the comments are %q, want %q", got, want)
	}
}

func TestCommentIsUpdatedInPlace(t *testing.T) {
	t.Parallel()
	server := pullRequest(t)
	first := setComment(t, server, comment("public", "one"))
	if !strings.HasPrefix(first, "https://github.com/octo/site/pull/7#issuecomment-") {
		t.Errorf("got the address %q", first)
	}
	again := setComment(t, server, comment("public", "two"))
	if setComment(t, server, comment("public", "two")); server.Comments(pull)[0].Edits != 1 {
		t.Error("a comment with the same text was edited")
	}
	wantBodies(t, server, "github-actions[bot]: two")
	if again != first {
		t.Errorf("got the address %q, then %q", first, again)
	}
	// Each site has its own comment.
	setComment(t, server, comment("docs", "three"))
	setComment(t, server, comment("public", "four"))
	wantBodies(t, server, "github-actions[bot]: four | github-actions[bot]: three")
}

func TestCommentIsOnlyUpdated(t *testing.T) {
	t.Parallel()
	server := pullRequest(t)
	well := comment("public", "all is well")
	well.UpdateOnly = true
	if url := setComment(t, server, well); url != "" || len(server.Comments(pull)) != 0 {
		t.Errorf("got the address %q and the comments %q", url, bodies(server))
	}
	setComment(t, server, comment("public", "broken"))
	if url := setComment(t, server, well); url == "" {
		t.Error("got no address")
	}
	wantBodies(t, server, "github-actions[bot]: all is well")
}

// Anyone can write the marker.
func TestCommentOfOthersIsLeftAlone(t *testing.T) {
	t.Parallel()
	server := pullRequest(t)
	server.AddComment(pull, "mallory", report.Marker("public")+"\nhers")
	server.AddComment(pull, "alice", "> "+report.Marker("public")+"\nquoted")
	server.AddComment(pull, "github-actions[bot]", "another action")
	setComment(t, server, comment("public", "one"))
	setComment(t, server, comment("public", "two"))
	wantBodies(t, server, "mallory: hers | alice: quoted | github-actions[bot]:  | github-actions[bot]: two")
	if got := server.Comments(pull)[2].Body; got != "another action" {
		t.Errorf("the comment of another action is %q now", got)
	}
}

// The token may be one of a person, or of another app.
func TestCommentOfOtherAccounts(t *testing.T) {
	t.Parallel()
	for _, login := range []string{"octo-bot", "our-links[bot]"} {
		server := pullRequest(t)
		server.UseAccount(login)
		server.AddComment(pull, "mallory", report.Marker("public")+"\nhers")
		setComment(t, server, comment("public", "one"))
		setComment(t, server, comment("public", "two"))
		wantBodies(t, server, "mallory: hers | "+login+": two")
	}
}

func TestCommentAmongMany(t *testing.T) {
	t.Parallel()
	server := pullRequest(t)
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

func TestDuplicatesAreRemoved(t *testing.T) {
	t.Parallel()
	server := pullRequest(t)
	for _, text := range []string{"old", "older", "oldest"} {
		server.AddComment(pull, "github-actions[bot]", report.Marker("public")+"\r\n"+text)
	}
	setComment(t, server, comment("public", "new"))
	wantBodies(t, server, "github-actions[bot]: new")
}

// together holds the answers to the first search of each of several clients until all have
// searched.
type together struct {
	next    http.RoundTripper
	arrived *sync.WaitGroup
	once    *sync.Once
}

// RoundTrip sends a request.
func (b together) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := b.next.RoundTrip(req)
	b.once.Do(func() {
		b.arrived.Done()
		b.arrived.Wait()
	})
	return resp, err
}

// Runs that find no comment at the same time all create one, and one is left.
func TestRunsAtOnceLeaveOneComment(t *testing.T) {
	t.Parallel()
	const runs = 4
	server := pullRequest(t)
	var arrived, ended sync.WaitGroup
	arrived.Add(runs)
	for i := range runs {
		client := clientOf(t, together{server.Transport(), &arrived, new(sync.Once)})
		ended.Go(func() {
			if url, err := github.SetComment(t.Context(), client, at(), comment("public", fmt.Sprint("run ", i))); err != nil || url == "" {
				t.Errorf("run %d: %q, %v", i, url, err)
			}
		})
	}
	ended.Wait()
	created := 0
	for _, request := range server.Requests() {
		if strings.HasPrefix(request, "issues/create-comment ") {
			created++
		}
	}
	if all := server.Comments(pull); created != runs || len(all) != 1 {
		t.Errorf("%d comments were created, and left are %q", created, bodies(server))
	}
}

func TestTokenMustNotComment(t *testing.T) {
	t.Parallel()
	server := pullRequest(t)
	server.Permit("issues", "read")
	server.Permit("pull_requests", "read")
	_, err := github.SetComment(t.Context(), clientOf(t, server.Transport()), at(), comment("public", "one"))
	if !errors.As(err, new(*github.ReadOnlyError)) || !strings.HasPrefix(err.Error(), "the token needs `permissions: pull-requests: write`") {
		t.Errorf("got the error %v", err)
	}
}

// A comment that was created before the server failed is found, and no second one follows.
func TestCommentIsCreatedOnce(t *testing.T) {
	t.Parallel()
	server := pullRequest(t)
	server.Fail("issues/create-comment", 1, githubtest.Fault{Status: http.StatusBadGateway, Done: true})
	if url := setComment(t, server, comment("public", "one")); url == "" {
		t.Error("got no address")
	}
	wantBodies(t, server, "github-actions[bot]: one")
	server.Fail("issues/create-comment", 1, githubtest.Fault{Status: http.StatusBadGateway})
	if _, err := github.SetComment(t.Context(), clientOf(t, server.Transport()), at(), comment("docs", "two")); err == nil {
		t.Error("a comment that was not created is no error")
	}
}

func TestCommentFailures(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, operation := range []string{"issues/list-comments", "issues/update-comment"} {
			server := pullRequest(t)
			server.AddComment(pull, "github-actions[bot]", report.Marker("public")+"\nold")
			server.Fail(operation, 99, githubtest.Unavailable())
			_, err := github.SetComment(t.Context(), clientOf(t, server.Transport()), at(), comment("public", "new"))
			if err == nil || err.Error() != "GitHub answered 502 Server Error" {
				t.Errorf("%s: got the error %v", operation, err)
			}
		}
	})
	server := pullRequest(t)
	if _, err := github.SetComment(t.Context(), clientOf(t, server.Transport()), github.Place{Repository: githubtest.Repository}, comment("public", "x")); err == nil || len(server.Requests()) != 0 {
		t.Errorf("without a pull request: %v, %q", err, server.Requests())
	}
	if _, err := github.SetComment(t.Context(), clientOf(t, server.Transport()), at(), github.Comment{Site: "public", Body: strings.Repeat("x", 65_537)}); err == nil || len(server.Rejected()) != 1 {
		t.Errorf("a body that is too long: %v", err)
	}
}
