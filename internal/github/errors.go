package github

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	gh "github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/report"
)

// maxWords is the most code points of GitHub's own words in an error.
const maxWords = 300

// ReadOnlyError says that the token must not do what was requested. It is what pull
// requests from forks and of Dependabot get, so it is no failure of the run.
type ReadOnlyError struct {
	// Permission is what the workflow has to give, such as "statuses: write".
	Permission string
	// Status is that of the answer: 401, 403 or 404.
	Status int
	// Words are GitHub's.
	Words string
}

// Error says what to add.
func (e *ReadOnlyError) Error() string {
	if e.Status == http.StatusUnauthorized {
		return fmt.Sprintf("GitHub does not accept the token (%d %s)", e.Status, e.Words)
	}
	return fmt.Sprintf("the token needs `permissions: %s` (GitHub: %d %s)", e.Permission, e.Status, e.Words)
}

// RateLimitError says that GitHub refuses requests for longer than the client waits.
type RateLimitError struct {
	// Until is when GitHub takes requests again.
	Until time.Time
	// Words are GitHub's.
	Words string
}

// Error says when to try again.
func (e *RateLimitError) Error() string {
	return fmt.Sprintf("GitHub limits the rate of requests until %s (%s)", e.Until.UTC().Format("15:04:05 UTC"), e.Words)
}

// Explain returns an error of a client's method in plain words. permission is what the
// request needs, such as "statuses: write". It returns a *ReadOnlyError, a
// *RateLimitError, or another error; nil for nil.
func Explain(err error, permission string) error {
	var (
		refused  *gh.ErrorResponse
		primary  *gh.RateLimitError
		abuse    *gh.AbuseRateLimitError
		redirect *redirectError
		network  *url.Error
		syntax   *json.SyntaxError
		kind     *json.UnmarshalTypeError
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &primary):
		return explainRefusal(&gh.ErrorResponse{Response: primary.Response, Message: primary.Message}, permission)
	case errors.As(err, &abuse):
		return explainRefusal(&gh.ErrorResponse{Response: abuse.Response, Message: abuse.Message}, permission)
	case errors.As(err, &refused):
		return explainRefusal(refused, permission)
	case errors.As(err, &redirect):
		return redirect
	case errors.As(err, &network) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded):
		host := hostOf(network.URL)
		return fmt.Errorf("could not reach %s: %s", host, fetch.Explain(network.Err, host))
	case errors.As(err, &syntax), errors.As(err, &kind):
		return fmt.Errorf("could not read GitHub's answer: %w", err)
	}
	return err
}

// explainRefusal explains an answer with a status of 400 or more.
func explainRefusal(e *gh.ErrorResponse, permission string) error {
	status, words := e.Response.StatusCode, wordsOf(e)
	writes := e.Response.Request != nil && e.Response.Request.Method != http.MethodGet
	wait, limited := limitOf(e.Response)
	switch {
	case limited:
		return &RateLimitError{Until: time.Now().Add(wait), Words: words}
	case status == http.StatusUnauthorized, status == http.StatusForbidden,
		// GitHub hides what the token cannot see.
		status == http.StatusNotFound && writes:
		return &ReadOnlyError{Permission: permission, Status: status, Words: words}
	}
	return fmt.Errorf("GitHub answered %d %s", status, words)
}

// wordsOf returns what an answer says is wrong.
func wordsOf(e *gh.ErrorResponse) string {
	words := []string{cmp.Or(e.Message, http.StatusText(e.Response.StatusCode))}
	for _, fault := range e.Errors {
		words = append(words, cmp.Or(fault.Message, strings.TrimSpace(fault.Field+" "+fault.Code)))
	}
	return clean(strings.Join(words, "; "))
}

func clean(text string) string { return report.Clean(strings.TrimSpace(text), maxWords) }

// hostOf returns the host of a URL, for a message.
func hostOf(raw string) string {
	if u, err := url.Parse(raw); err == nil && u.Host != "" {
		return u.Host
	}
	return "GitHub"
}
