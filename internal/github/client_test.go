package github_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	gh "github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

// set sets a status.
func set(ctx context.Context, client *github.Client) error {
	_, _, err := client.Repositories.CreateStatus(ctx, githubtest.Owner, githubtest.Name, commit,
		gh.RepoStatus{State: gh.Ptr("success"), Context: gh.Ptr("linkvet")})
	return github.Explain(err, "statuses: write")
}

// TestWaits covers what the client waits for, and how long.
func TestWaits(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		times  int
		fault  func() githubtest.Fault
		waited time.Duration
		err    string
		tries  int
	}{
		"one 502":      {times: 1, fault: githubtest.Unavailable, waited: 500 * time.Millisecond, tries: 2},
		"502 for ever": {times: 99, fault: githubtest.Unavailable, waited: 7500 * time.Millisecond, tries: 5, err: "GitHub answered 502 Server Error"},
		"503 with Retry-After": {times: 1, fault: func() githubtest.Fault {
			return githubtest.Fault{Status: 503, Header: map[string]string{"Retry-After": "7"}}
		}, waited: 7 * time.Second, tries: 2},
		"secondary limit over the bound": {times: 9, fault: func() githubtest.Fault { return githubtest.SecondaryLimit(40 * time.Second) }, waited: 40 * time.Second, tries: 2, err: "GitHub limits the rate of requests (You have exceeded a secondary rate limit. Please wait a few minutes before you try again.)"},
		"limit of the hour ends soon":    {times: 1, fault: func() githubtest.Fault { return githubtest.PrimaryLimit(time.Now().Add(9 * time.Second)) }, waited: 9 * time.Second, tries: 2},
		"secondary limit without a time": {times: 1, fault: func() githubtest.Fault { return githubtest.SecondaryLimit(-1) }, tries: 1, err: "GitHub limits the rate of requests (You have exceeded a secondary rate limit. Please wait a few minutes before you try again.)"},
		"limit of the hour":              {times: 9, fault: func() githubtest.Fault { return githubtest.PrimaryLimit(time.Now().Add(30 * time.Minute)) }, waited: 0, tries: 1, err: "GitHub limits the rate of requests (API rate limit exceeded for installation ID 1.)"},
		"Retry-After is a date in the past": {times: 1, fault: func() githubtest.Fault {
			return githubtest.Fault{Status: 429, Header: map[string]string{"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}}
		}, tries: 2},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := githubtest.New(t)
			server.AddCommit(commit)
			synctest.Test(t, func(t *testing.T) {
				if test.times > 0 {
					server.Fail("repos/create-commit-status", test.times, test.fault())
				}
				start := time.Now()
				err := set(t.Context(), clientOf(t, server.Transport()))
				if got := time.Since(start); got != test.waited {
					t.Errorf("waited %v, want %v", got, test.waited)
				}
				if got := message(err); got != test.err {
					t.Errorf("got error %q\nwant      %q", got, test.err)
				}
				if got := len(server.Requests()); got != test.tries {
					t.Errorf("%d requests, want %d", got, test.tries)
				}
			})
		})
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestWaitsOfAllRequestsAreBounded sends requests that are each told to wait.
func TestWaitsOfAllRequestsAreBounded(t *testing.T) {
	t.Parallel()
	server := githubtest.New(t)
	server.AddCommit(commit)
	server.Fail("", 99, githubtest.SecondaryLimit(25*time.Second))
	synctest.Test(t, func(t *testing.T) {
		client, start := clientOf(t, server.Transport()), time.Now()
		for range 5 {
			if err := set(t.Context(), client); err == nil || !strings.HasPrefix(err.Error(), "GitHub limits the rate") {
				t.Errorf("got error %v", err)
			}
		}
		if got := time.Since(start); got != 50*time.Second {
			t.Errorf("waited %v in total", got)
		}
	})
}

// TestHangCostsAMinute has a run in which all endpoints but that of the status hang.
func TestHangCostsAMinute(t *testing.T) {
	t.Parallel()
	server := start(t)
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		ctx, client := t.Context(), clientOf(t, &faulty{next: server.Transport(), request: regexp.MustCompile("/(issues|pulls|check-runs|user)"), fault: "hang"})
		_, comment := github.SetComment(ctx, client, at(), github.Comment{})
		_, issue := github.SetIssue(ctx, client, at(), github.Issue{})
		_, review := github.SetReview(ctx, client, at(), nil)
		_, check := github.CreateCheck(ctx, client, at(), github.CheckRun{})
		status := github.SetStatus(ctx, client, at(), github.Status{State: github.Error})
		took := time.Since(began)
		if comment == nil || issue == nil || review == nil || check == nil || status != nil || took > time.Minute {
			t.Errorf("got %v, %v, %v, %v, %v after %v", comment, issue, review, check, status, took)
		}
	})
}

// TestNoWaitBeyondTheDeadline has a run that ends before the wait does.
func TestNoWaitBeyondTheDeadline(t *testing.T) {
	t.Parallel()
	server := githubtest.New(t)
	server.AddCommit(commit)
	server.Fail("", 99, githubtest.SecondaryLimit(10*time.Second))
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
		defer stop()
		start := time.Now()
		if err := set(ctx, clientOf(t, server.Transport())); err == nil || !strings.HasPrefix(err.Error(), "GitHub limits the rate") {
			t.Errorf("got error %v", err)
		}
		if got := time.Since(start); got != 0 {
			t.Errorf("waited %v", got)
		}
	})
}

// TestOtherErrors covers answers that are no answers of GitHub.
func TestOtherErrors(t *testing.T) {
	t.Parallel()
	dialed := &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	tests := map[string]struct {
		answer func() (*http.Response, error)
		want   string
	}{
		"HTML":            {answer: func() (*http.Response, error) { return reply(200, "<html>"), nil }, want: "could not read GitHub's answer: invalid character '<' looking for beginning of value"},
		"refused":         {answer: func() (*http.Response, error) { return nil, dialed }, want: "could not reach api.github.com: connection refused"},
		"HTML refusal":    {answer: func() (*http.Response, error) { return reply(400, "<html>whoa there</html>"), nil }, want: "GitHub answered 400 Bad Request"},
		"hostile words":   {answer: func() (*http.Response, error) { return reply(400, `{"message":"a\n::error::b\u001b[2J"}`), nil }, want: `GitHub answered 400 a\n::error::b\u001b[2J`},
		"other host":      {answer: redirect(307, "https://evil.example/x"), want: "GitHub redirects to https://evil.example, which does not get the token"},
		"in a circle":     {answer: redirect(307, "https://api.github.com/x"), want: "GitHub redirects to https://api.github.com, after too many redirects"},
		"without TLS":     {answer: redirect(307, "http://api.github.com/x"), want: "GitHub redirects to http://api.github.com, which does not get the token"},
		"another request": {answer: redirect(301, "https://api.github.com/x"), want: "GitHub redirects to https://api.github.com, where the request would be another one"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, err := github.NewClient(github.Options{Token: "hush", Transport: answers(func(req *http.Request) (*http.Response, error) {
					if req.URL.Host != "api.github.com" || req.URL.Scheme != "https" {
						t.Errorf("a request for %s, with the token %q", req.URL, req.Header.Get("Authorization"))
					}
					return test.answer()
				})})
				if err != nil {
					t.Fatal(err)
				}
				if got := message(set(t.Context(), client)); got != test.want {
					t.Errorf("got  %s\nwant %s", got, test.want)
				}
			})
		})
	}
}

// answers is a transport.
type answers func(*http.Request) (*http.Response, error)

// RoundTrip answers.
func (a answers) RoundTrip(req *http.Request) (*http.Response, error) { return a(req) }

func reply(status int, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}
}

func redirect(status int, to string) func() (*http.Response, error) {
	return func() (*http.Response, error) {
		resp := reply(status, "")
		resp.Header.Set("Location", to)
		return resp, nil
	}
}

// TestRenamedRepository follows the redirect of a repository that has another name now, of an API
// below a path.
func TestRenamedRepository(t *testing.T) {
	t.Parallel()
	server := githubtest.Start(t)
	server.AddCommit(commit)
	server.Below("/api/v3")
	renamed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path, old := strings.CutPrefix(r.URL.Path, "/api/v3/repos/octo/old/"); old {
			http.Redirect(w, r, "/api/v3/repos/octo/site/"+path, http.StatusTemporaryRedirect)
			return
		}
		server.ServeHTTP(w, r)
	}))
	defer renamed.Close()
	client, err := github.NewClient(github.Options{URL: renamed.URL + "/api/v3", Token: githubtest.Token})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := client.Repositories.CreateStatus(t.Context(), githubtest.Owner, "old", commit, gh.RepoStatus{State: gh.Ptr("success")}); err != nil {
		t.Error(err)
	}
	if got := len(server.Statuses(commit)); got != 1 {
		t.Errorf("%d statuses", got)
	}
}

// TestOptions covers the URLs of APIs.
func TestOptions(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ url, base, err string }{
		"github.com":        {base: "https://api.github.com/"},
		"Enterprise Server": {url: "https://github.example.com/api/v3", base: "https://github.example.com/api/v3/"},
		"Enterprise Cloud":  {url: "https://api.octo.ghe.com", base: "https://api.octo.ghe.com/"},
		"http":              {url: "http://github.example.com", err: `could not use GITHUB_API_URL "http://github.example.com": it must start with https://`},
		"user info":         {url: "https://me:hush@github.example.com", err: `could not use GITHUB_API_URL "https://me:xxxxx@github.example.com": it must look like https://api.github.com`},
		"no URL":            {url: "https://[", err: "could not read GITHUB_API_URL: it is not a URL"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, err := github.NewClient(github.Options{URL: test.url, Token: "hush"})
			if got := message(err); got != test.err {
				t.Errorf("got error %q, want %q", got, test.err)
			}
			if err == nil && client.BaseURL() != test.base {
				t.Errorf("got %s, want %s", client.BaseURL(), test.base)
			}
		})
	}
	if _, err := github.NewClient(github.Options{}); err == nil {
		t.Error("a client without a token")
	}
}
