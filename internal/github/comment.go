package github

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	gh "github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/report"
)

// Comment is what a pull request shows about one site.
type Comment struct {
	// Site identifies the site among those that the pull request has comments about.
	Site string
	// Body is Markdown that begins with the marker of the site.
	Body string
	// UpdateOnly is true for a comment that is worth no notification: an existing one is
	// updated, and no new one is created.
	UpdateOnly bool
}

// maxComments bounds the comments of a pull request that are searched.
const maxComments = 10_000

// errManyComments prevents a new comment from every run.
var errManyComments = fmt.Errorf("the pull request has more than %d comments", maxComments)

// errNoPullRequest prevents a search of all comments of the repository.
var errNoPullRequest = errors.New("the pull request is not known")

// SetComment writes the comment of the pull request about a site, and returns its web
// address, which is empty when there is none. Of several comments about the site, the
// oldest is updated and the others are deleted.
//
// Anyone can write the marker, so only comments of the token's account count, and those of
// github-actions[bot].
func SetComment(ctx context.Context, client *gh.Client, at Place, c Comment) (url string, err error) {
	if at.PullRequest == 0 {
		return "", errNoPullRequest
	}
	s := &commenter{client: client, number: at.PullRequest, comment: c}
	s.owner, s.name, _ = at.Split()
	found, err := s.find(ctx)
	if err != nil {
		return "", explainComment(err)
	}
	if len(found) == 0 && c.UpdateOnly {
		return "", nil
	}
	if len(found) == 0 {
		return s.create(ctx)
	}
	return s.update(ctx, found)
}

// explainComment explains an error. Dependabot and pull requests from forks get a token
// that may only read.
func explainComment(err error) error { return Explain(err, "pull-requests: write") }

// commenter writes one comment.
type commenter struct {
	client      *gh.Client
	owner, name string
	number      int
	comment     Comment
	// login is the account of the token, once it is requested; empty for an app.
	login string
	asked bool
}

// find returns the comments about the site, the oldest first.
func (s *commenter) find(ctx context.Context) ([]*gh.IssueComment, error) {
	var marked []*gh.IssueComment
	seen := 0
	for c, err := range s.client.Issues.ListCommentsIter(ctx, s.owner, s.name, s.number,
		&gh.IssueListCommentsOptions{ListOptions: gh.ListOptions{PerPage: 100}}) {
		if err != nil {
			return nil, err
		}
		if report.HasMarker(c.GetBody(), s.comment.Site) {
			marked = append(marked, c)
		}
		if seen++; seen > maxComments {
			return nil, errManyComments
		}
	}
	var ours []*gh.IssueComment
	for _, c := range marked {
		is, err := s.isOwn(ctx, c.GetUser())
		if err != nil {
			return nil, err
		}
		if is {
			ours = append(ours, c)
		}
	}
	slices.SortFunc(ours, func(a, b *gh.IssueComment) int { return cmp.Compare(a.GetID(), b.GetID()) })
	return ours, nil
}

// actionsBot is the account of GITHUB_TOKEN.
const actionsBot = "github-actions[bot]"

// isOwn reports whether a user who wrote something is the account of the token, or that of
// GITHUB_TOKEN. GitHub does not tell an app its account; only an app that the owner of the
// repository has installed can comment as a bot.
func (s *commenter) isOwn(ctx context.Context, user *gh.User) (bool, error) {
	isBot := user.GetType() == "Bot"
	if isBot && user.GetLogin() == actionsBot {
		return true, nil
	}
	if !s.asked {
		account, _, err := s.client.Users.Get(ctx, "")
		if err := Explain(err, "metadata: read"); err != nil && !errors.As(err, new(*ReadOnlyError)) {
			return false, err
		}
		s.asked, s.login = true, account.GetLogin()
	}
	if s.login == "" {
		return isBot, nil
	}
	return strings.EqualFold(user.GetLogin(), s.login), nil
}

// create creates the comment. When another run has done so at the same time, the older
// comment gets the text of this run.
func (s *commenter) create(ctx context.Context) (string, error) {
	created, _, err := s.client.Issues.CreateComment(Once(ctx), s.owner, s.name, s.number, &gh.IssueComment{Body: &s.comment.Body})
	if err != nil {
		return s.createdAnyway(ctx, explainComment(err))
	}
	found, err := s.find(ctx)
	if err != nil || len(found) == 0 || found[0].GetID() == created.GetID() {
		// The comment is there: the next run deletes the other one, if there is one.
		return created.GetHTMLURL(), nil
	}
	url, err := s.update(ctx, found[:1])
	if err != nil {
		return created.GetHTMLURL(), err
	}
	return url, explainComment(s.remove(ctx, created))
}

// createdAnyway returns the address of a comment that was created before the connection or
// the server failed, and the failure when there is no such comment.
func (s *commenter) createdAnyway(ctx context.Context, failure error) (string, error) {
	if errors.As(failure, new(*ReadOnlyError)) || errors.As(failure, new(*RateLimitError)) {
		return "", failure
	}
	found, err := s.find(ctx)
	if err != nil || len(found) == 0 {
		return "", failure
	}
	return s.update(ctx, found)
}

// update updates the first of the comments about the site, and deletes the others.
func (s *commenter) update(ctx context.Context, found []*gh.IssueComment) (string, error) {
	first := found[0]
	if first.GetBody() != s.comment.Body {
		_, _, err := s.client.Issues.EditComment(ctx, s.owner, s.name, first.GetID(), &gh.IssueComment{Body: &s.comment.Body})
		if err != nil {
			return "", explainComment(err)
		}
	}
	for _, other := range found[1:] {
		if err := s.remove(ctx, other); err != nil {
			return first.GetHTMLURL(), explainComment(err)
		}
	}
	return first.GetHTMLURL(), nil
}

// remove deletes a comment that may be deleted already.
func (s *commenter) remove(ctx context.Context, c *gh.IssueComment) error {
	resp, err := s.client.Issues.DeleteComment(ctx, s.owner, s.name, c.GetID())
	if err != nil && resp != nil && resp.StatusCode == http.StatusNotFound {
		return nil
	}
	return err
}
