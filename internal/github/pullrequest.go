package github

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"slices"
	"strings"

	gh "github.com/google/go-github/v89/github"
)

// maxPulls bounds how many pull requests are looked at in each of the lists.
const maxPulls = 300

// FindPullRequest returns the number of the open pull request whose last commit is the
// commit under test; the oldest of several, and zero for none.
//
// GitHub's list for a commit has no pull requests from forks, because their commits are in
// another repository. They are among the open pull requests, where one with a new commit
// comes first.
func FindPullRequest(ctx context.Context, client *gh.Client, at Place) (int, error) {
	if at.PullRequest != 0 {
		return at.PullRequest, nil
	}
	owner, name, _ := at.Split()
	page := gh.ListOptions{PerPage: 100}
	number, err := at.findIn(client.PullRequests.ListPullRequestsWithCommitIter(ctx, owner, name, at.Commit, &page))
	if err == nil && number == 0 || isUnknownCommit(err) {
		number, err = at.findIn(client.PullRequests.ListIter(ctx, owner, name,
			&gh.PullRequestListOptions{State: "open", Sort: "updated", Direction: "desc", ListOptions: page}))
	}
	return number, Explain(err, "pull-requests: read")
}

// isUnknownCommit reports whether GitHub has no commit of that name in the repository.
func isUnknownCommit(err error) bool {
	refused, ok := errors.AsType[*gh.ErrorResponse](err)
	return ok && (refused.Response.StatusCode == http.StatusUnprocessableEntity || refused.Response.StatusCode == http.StatusNotFound)
}

// findIn finds the pull request in a list.
func (p Place) findIn(pulls iter.Seq2[*gh.PullRequest, error]) (int, error) {
	var found []int
	seen := 0
	for pull, err := range pulls {
		if err != nil {
			return 0, err
		}
		if pull.GetState() == "open" && strings.EqualFold(pull.GetHead().GetSHA(), p.Commit) {
			found = append(found, pull.GetNumber())
		}
		if seen++; seen == maxPulls {
			break
		}
	}
	if len(found) == 0 {
		return 0, nil
	}
	return slices.Min(found), nil
}
