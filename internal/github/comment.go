package github

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	gh "github.com/google/go-github/v89/github"
)

// Comment is what a pull request shows about one site.
type Comment struct {
	// Site identifies the site among those that the pull request has comments about.
	Site string
	// Body is Markdown.
	Body string
	// UpdateOnly is true for a comment that is worth no notification: an existing one is updated, and
	// no new one is created.
	UpdateOnly bool
}

// explainComment explains an error. Dependabot and pull requests from forks get a token that may
// only read.
func explainComment(err error) error { return Explain(err, "pull-requests: write") }

// SetComment writes the comment of the pull request of at about a site, and returns its web address, which
// is empty when there is none. Of several comments about the site, the oldest is updated and the
// others are deleted.
func SetComment(ctx context.Context, client *Client, at Place, c Comment) (address string, err error) {
	c.Body = markerOf(c.Site) + "\n" + c.Body
	owner, name, _ := at.Split()
	us := &authors{client: client}
	found, err := commentsOf(ctx, us, at, c.Site)
	if err != nil || len(found) == 0 && c.UpdateOnly {
		return "", explainComment(err)
	}
	if len(found) == 0 {
		created, _, failure := client.Issues.CreateComment(once(ctx), owner, name, at.PullRequest, &gh.IssueComment{Body: &c.Body})
		if failure != nil && !mayBeDone(failure) {
			return "", explainComment(failure)
		}
		// It may be there although its answer was lost, and another run may have created one at the
		// same time.
		found, err = commentsOf(ctx, us, at, c.Site)
		if err != nil || len(found) == 0 {
			return created.GetHTMLURL(), explainComment(failure) // the next run deletes the other one
		}
	}
	first := found[0]
	if first.GetBody() != c.Body {
		if _, _, err := client.Issues.EditComment(ctx, owner, name, first.GetID(), &gh.IssueComment{Body: &c.Body}); err != nil {
			return "", explainComment(err)
		}
	}
	for _, other := range found[1:] {
		if _, err := client.Issues.DeleteComment(ctx, owner, name, other.GetID()); err != nil && !isStatus(err, http.StatusNotFound) {
			return first.GetHTMLURL(), explainComment(err)
		}
	}
	return first.GetHTMLURL(), nil
}

// commentsOf returns our comments about a site, the oldest first.
func commentsOf(ctx context.Context, us *authors, at Place, site string) (ours []*gh.IssueComment, err error) {
	owner, name, _ := at.Split()
	options := &gh.IssueListCommentsOptions{ListOptions: page}
	for c, err := range us.client.Issues.ListCommentsIter(ctx, owner, name, at.PullRequest, options) {
		if err != nil {
			return nil, err
		}
		switch is, err := us.isOurs(ctx, c.GetBody(), site, c.GetUser()); {
		case err != nil:
			return nil, err
		case is:
			ours = append(ours, c)
		}
	}
	slices.SortFunc(ours, func(a, b *gh.IssueComment) int { return cmp.Compare(a.GetID(), b.GetID()) })
	return ours, nil
}

// Issue is what a repository shows about one site between scheduled runs.
type Issue struct {
	// Site identifies the site among those that the repository has issues about.
	Site string
	// Title is that of a new issue, and Body Markdown.
	Title, Body string
	// IsWell closes the issue; without one, nothing happens then.
	IsWell bool
}

// issueLabel is that of all issues of linkvet. Only people who may write to the repository can give
// it, and it keeps the list short that is searched.
const issueLabel = "broken-links"

func explainIssue(err error) error { return Explain(err, "issues: write") }

// SetIssue updates the issue about a site, which it opens, closes or opens again, and returns its web
// address; empty for none.
func SetIssue(ctx context.Context, client *Client, at Place, i Issue) (address string, err error) {
	i.Body = markerOf(i.Site) + "\n" + i.Body
	owner, name, _ := at.Split()
	us := &authors{client: client}
	found, err := issueOf(ctx, us, at, i.Site)
	if err != nil || found == nil && i.IsWell {
		return "", explainIssue(err)
	}
	if found == nil {
		issue := &gh.IssueRequest{Title: &i.Title, Body: &i.Body, Labels: &[]string{issueLabel}}
		created, _, failure := client.Issues.Create(once(ctx), owner, name, issue)
		if !mayBeDone(failure) {
			return created.GetHTMLURL(), explainIssue(failure)
		}
		// It may be there although its answer was lost.
		if found, err = issueOf(ctx, us, at, i.Site); err != nil || found == nil {
			return "", explainIssue(failure)
		}
	}
	state := "open"
	if i.IsWell {
		state = "closed"
	}
	if found.GetState() != state || found.GetBody() != i.Body {
		_, _, err = client.Issues.Edit(ctx, owner, name, found.GetNumber(), &gh.IssueRequest{Body: &i.Body, State: &state})
	}
	return found.GetHTMLURL(), explainIssue(err)
}

// issueOf returns our oldest issue about a site; nil for none.
func issueOf(ctx context.Context, us *authors, at Place, site string) (*gh.Issue, error) {
	owner, name, _ := at.Split()
	for issue, err := range us.client.Issues.ListByRepoIter(ctx, owner, name, &gh.IssueListByRepoOptions{
		State: "all", Labels: []string{issueLabel}, Direction: "asc", ListOptions: page,
	}) {
		if err != nil {
			return nil, err
		}
		if issue.IsPullRequest() {
			continue
		}
		if is, err := us.isOurs(ctx, issue.GetBody(), site, issue.GetUser()); err != nil || is {
			return issue, err
		}
	}
	return nil, nil
}
