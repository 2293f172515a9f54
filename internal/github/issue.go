package github

import (
	"context"
	"errors"

	gh "github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/report"
)

// Issue is what a repository shows about one site between scheduled runs.
type Issue struct {
	// Site identifies the site among those that the repository has issues about.
	Site string
	// Title is that of a new issue, and Body Markdown that begins with the marker of the site.
	Title, Body string
	// IsWell closes the issue; without one, nothing happens then.
	IsWell bool
}

// issueLabel is that of all issues of linkvet. Only people who may write to the repository can give
// it, and it keeps the list short that is searched.
const issueLabel = "broken-links"

// SetIssue updates the issue about a site, which it opens, closes or opens again, and returns its
// web address; empty for none. Anyone can write the marker, so only issues of the token's account
// count, and those of github-actions[bot].
func SetIssue(ctx context.Context, client *gh.Client, at Place, i Issue) (url string, err error) {
	c := &commenter{client: client}
	c.owner, c.name, _ = at.Split()
	found, err := c.findIssue(ctx, i.Site)
	if err == nil && found == nil && !i.IsWell {
		var created *gh.Issue
		created, _, err = client.Issues.Create(Once(ctx), c.owner, c.name,
			&gh.IssueRequest{Title: &i.Title, Body: &i.Body, Labels: &[]string{issueLabel}})
		if err == nil {
			return created.GetHTMLURL(), nil
		}
		failure := explainIssue(err)
		if errors.As(failure, new(*ReadOnlyError)) || errors.As(failure, new(*RateLimitError)) {
			return "", failure
		}
		// It may have been opened before the connection or the server failed.
		if found, err = c.findIssue(ctx, i.Site); err != nil || found == nil {
			return "", failure
		}
	}
	state := "open"
	if i.IsWell {
		state = "closed"
	}
	switch {
	case err != nil:
		return "", explainIssue(err)
	case found == nil || found.GetState() == state && found.GetBody() == i.Body:
		return found.GetHTMLURL(), nil
	}
	_, _, err = client.Issues.Edit(ctx, c.owner, c.name, found.GetNumber(), &gh.IssueRequest{Body: &i.Body, State: &state})
	return found.GetHTMLURL(), explainIssue(err)
}

func explainIssue(err error) error { return Explain(err, "issues: write") }

// findIssue returns the oldest issue about a site; nil for none.
func (s *commenter) findIssue(ctx context.Context, site string) (*gh.Issue, error) {
	for issue, err := range s.client.Issues.ListByRepoIter(ctx, s.owner, s.name, &gh.IssueListByRepoOptions{
		State: "all", Labels: []string{issueLabel}, Direction: "asc", ListOptions: gh.ListOptions{PerPage: 100},
	}) {
		if err != nil {
			return nil, err
		}
		if issue.IsPullRequest() || !report.HasMarker(issue.GetBody(), site) {
			continue
		}
		if is, err := s.isOwn(ctx, issue.GetUser()); err != nil || is {
			return issue, err
		}
	}
	return nil, nil
}
