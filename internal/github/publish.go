package github

import (
	"context"
	"iter"
	"net/http"
	"slices"
	"strings"

	gh "github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/report"
)

// Place is where a run shows how it ended.
type Place struct {
	// Server is where the repository's pages are, such as "https://github.com".
	Server string
	// Repository is "owner/name".
	Repository string
	// Commit is the commit under test.
	Commit string
	// PullRequest is its number; zero when it is not known.
	PullRequest int
	// Environment is that of the deployment; empty for none.
	Environment string
	// Share is the share of the external hosts that the run requests, such as "2/4"; empty for all.
	Share string
	// RunURL is the page of the workflow run; empty outside of one.
	RunURL string
}

// maxName bounds the name of a status, of which GitHub takes 255 characters.
const maxName = 200

// Name is that of the status and of the check run, such as "linkvet", "linkvet (ENVIRONMENT)",
// "linkvet (2/4)" or "linkvet (ENVIRONMENT, 2/4)". Each deployment of a repository with several has
// its own, and each share: a green one must not replace the red status of another.
func (p Place) Name() string {
	parts := slices.DeleteFunc([]string{report.Clean(p.Environment, maxName), p.Share}, func(part string) bool { return part == "" })
	if len(parts) == 0 {
		return "linkvet"
	}
	return "linkvet (" + strings.Join(parts, ", ") + ")"
}

// Split returns the owner and the name of the repository. ok is false when it has not exactly these
// two parts.
func (p Place) Split() (owner, name string, ok bool) {
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
	owner, name, ok = strings.Cut(p.Repository, "/")
	for _, part := range []string{owner, name} {
		ok = ok && part != "" && part != "." && part != ".." && strings.Trim(part, allowed) == ""
	}
	return owner, name, ok
}

// page is the size of the pages of lists.
var page = gh.ListOptions{PerPage: 100}

// maxPulls bounds how many pull requests are looked at in each of the lists.
const maxPulls = 300

// FindPullRequest returns the number of the open pull request whose last commit is the commit under
// test; the oldest of several, and zero for none.
//
// GitHub's list for a commit has no pull requests from forks, because their commits are in another
// repository. They are among the open pull requests, where one with a new commit comes first.
func FindPullRequest(ctx context.Context, client *Client, at Place) (int, error) {
	if at.PullRequest != 0 {
		return at.PullRequest, nil
	}
	owner, name, _ := at.Split()
	list := page
	number, err := at.findIn(client.PullRequests.ListPullRequestsWithCommitIter(ctx, owner, name, at.Commit, &list))
	isUnknown := isStatus(err, http.StatusUnprocessableEntity, http.StatusNotFound)
	if err == nil && number == 0 || isUnknown {
		number, err = at.findIn(client.PullRequests.ListIter(ctx, owner, name,
			&gh.PullRequestListOptions{State: "open", Sort: "updated", Direction: "desc", ListOptions: page}))
	}
	return number, Explain(err, "pull-requests: read")
}

// findIn finds the pull request in a list.
func (p Place) findIn(pulls iter.Seq2[*gh.PullRequest, error]) (number int, err error) {
	seen := 0
	for pull, err := range pulls {
		if err != nil {
			return 0, err
		}
		if pull.GetState() == "open" && strings.EqualFold(pull.GetHead().GetSHA(), p.Commit) && (number == 0 || pull.GetNumber() < number) {
			number = pull.GetNumber()
		}
		if seen++; seen == maxPulls {
			break
		}
	}
	return number, nil
}

// State is that of a commit status.
type State string

// The states. A required status lets a change be merged in the state Success alone.
const (
	Pending State = "pending"
	Success State = "success"
	Failure State = "failure"
	// Error is the state of a run that was not complete, or could not start.
	Error State = "error"
)

// MaxDescription is the most characters of a status's text.
const MaxDescription = 140

// Status is a commit status.
type Status struct {
	State State
	// Text is shown next to it, up to MaxDescription characters.
	Text string
	// URL is where it leads; empty for nowhere.
	URL string
}

// SetStatus sets the status of the commit under test. Of several with one
// name the newest counts, so a request whose answer was lost may be sent again.
func SetStatus(ctx context.Context, client *Client, at Place, s Status) error {
	owner, name, _ := at.Split()
	status := gh.RepoStatus{
		State: gh.Ptr(string(s.State)), Context: gh.Ptr(at.Name()), Description: gh.Ptr(report.Clean(s.Text, MaxDescription)),
	}
	if s.URL != "" {
		status.TargetURL = &s.URL
	}
	_, _, err := client.Repositories.CreateStatus(ctx, owner, name, at.Commit, status)
	return Explain(err, "statuses: write")
}
