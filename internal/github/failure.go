package github

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	gh "github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/report"
)

// maxWords is the most code points of GitHub's own words in an error.
const maxWords = 300

// ReadOnlyError says that the token must not do what was requested. It is what pull requests from
// forks and of Dependabot get, so it is no failure of the run.
type ReadOnlyError struct{ text string }

// Error says what to add.
func (e *ReadOnlyError) Error() string { return e.text }

// Explain returns an error of a client's method in plain words; nil for nil. permission is what the
// request needs, such as "statuses: write". All texts about failures of the API are here.
func Explain(err error, permission string) error {
	if err == nil {
		return nil
	}
	if resp, words := answerOf(err); resp != nil {
		_, limited := pauseOf(resp)
		switch {
		case limited:
			return fmt.Errorf("GitHub limits the rate of requests (%s)", words)
		case resp.StatusCode == http.StatusUnauthorized:
			return &ReadOnlyError{"GitHub does not accept the token (401 " + words + ")"}
		case resp.StatusCode == http.StatusForbidden,
			// GitHub hides what the token cannot see.
			resp.StatusCode == http.StatusNotFound && resp.Request != nil && resp.Request.Method != http.MethodGet:
			return &ReadOnlyError{fmt.Sprintf("the token needs `permissions: %s` (GitHub: %d %s)", permission, resp.StatusCode, words)}
		}
		return fmt.Errorf("GitHub answered %d %s", resp.StatusCode, words)
	}
	var found *clientError
	var network *url.Error
	switch {
	case errors.As(err, &found):
		return found
	case errors.Is(err, context.DeadlineExceeded):
		return errors.New("GitHub did not answer in time")
	case errors.As(err, &network) && !errors.Is(err, context.Canceled):
		name := "GitHub"
		if u, invalid := url.Parse(network.URL); invalid == nil {
			name = u.Host
		}
		return fmt.Errorf("could not reach %s: %s", name, fetch.Explain(network.Err, name))
	case errors.As(err, new(*json.SyntaxError)), errors.As(err, new(*json.UnmarshalTypeError)):
		return fmt.Errorf("could not read GitHub's answer: %w", err)
	}
	return err
}

// answerOf returns the answer by which GitHub refused a request, and what it says is wrong; nil where
// there was none.
func answerOf(err error) (resp *http.Response, words string) {
	var (
		refused *gh.ErrorResponse
		primary *gh.RateLimitError
		abuse   *gh.AbuseRateLimitError
	)
	switch {
	case errors.As(err, &primary):
		refused = &gh.ErrorResponse{Response: primary.Response, Message: primary.Message}
	case errors.As(err, &abuse):
		refused = &gh.ErrorResponse{Response: abuse.Response, Message: abuse.Message}
	case !errors.As(err, &refused):
		return nil, ""
	}
	all := []string{cmp.Or(refused.Message, http.StatusText(refused.Response.StatusCode))}
	for _, fault := range refused.Errors {
		all = append(all, cmp.Or(fault.Message, strings.TrimSpace(fault.Field+" "+fault.Code)))
	}
	return refused.Response, report.Clean(strings.TrimSpace(strings.Join(all, "; ")), maxWords)
}

// isStatus reports whether GitHub refused a request with one of these statuses.
func isStatus(err error, statuses ...int) bool {
	resp, _ := answerOf(err)
	return resp != nil && slices.Contains(statuses, resp.StatusCode)
}

// mayBeDone reports whether GitHub may have done what was requested all the same: its answer was
// lost, or its server failed on the way.
func mayBeDone(err error) bool {
	resp, _ := answerOf(err)
	return err != nil && (resp == nil || resp.StatusCode >= http.StatusInternalServerError)
}
