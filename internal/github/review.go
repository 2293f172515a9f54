package github

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	gh "github.com/google/go-github/v89/github"
)

// Suggestion is a line of a file with another text.
type Suggestion struct {
	// File is the path in the repository, and Line the number in the checkout.
	File string
	Line int
	// Old and New are the line without its end.
	Old, New string
}

// The bounds of a review.
const (
	// maxSuggestions is how many suggestions one review has.
	maxSuggestions = 50
	// maxSuggested is how many bytes a line with a suggestion has. GitHub refuses a whole
	// review when the text of one of its comments is too long.
	maxSuggested = 10_000
	// maxPullFiles is how many files of a pull request GitHub lists.
	maxPullFiles = 3000
)

// SetReview suggests the lines that the pull request shows, in one review. Lines that an
// earlier run has suggested are not suggested again. It returns those that the pull request
// shows as suggestions now: new ones, and earlier ones.
func SetReview(ctx context.Context, client *gh.Client, at Place, all []Suggestion) (shown []Suggestion, err error) {
	if at.PullRequest == 0 {
		return nil, errNoPullRequest
	}
	owner, name, _ := at.Split()
	lines, err := diffLines(ctx, client, at, all)
	if err != nil {
		return nil, explainComment(err)
	}
	r := &reviewer{commenter: commenter{client: client, owner: owner, name: name, number: at.PullRequest}}
	earlier, err := r.earlier(ctx)
	if err != nil {
		return nil, explainComment(err)
	}
	review := &gh.PullRequestReviewRequest{CommitID: &at.Commit, Event: gh.Ptr("COMMENT")}
	for i := range all {
		s := &all[i]
		line, isShown := lines[s.File].find(s)
		switch {
		case !isShown, len(s.New) > maxSuggested:
			continue
		case earlier[s.marker()]:
		case len(review.Comments) == maxSuggestions:
			continue
		default:
			review.Comments = append(review.Comments, &gh.DraftReviewComment{
				Path: &s.File, Line: &line, Side: gh.Ptr("RIGHT"), Body: gh.Ptr(s.body()),
			})
		}
		shown = append(shown, *s)
	}
	if len(review.Comments) == 0 {
		return shown, nil
	}
	review.Body = gh.Ptr(reviewText(len(review.Comments)))
	_, _, err = client.PullRequests.CreateReview(Once(ctx), owner, name, at.PullRequest, review)
	return shown, explainComment(err)
}

// reviewText is the text of a review with a number of suggestions.
func reviewText(n int) string {
	if n == 1 {
		return "linkvet knows the right link for 1 line of this pull request."
	}
	return fmt.Sprintf("linkvet knows the right links for %d lines of this pull request.", n)
}

// marker identifies a suggestion: a later run finds it. GitHub does not show it.
func (s *Suggestion) marker() string {
	sum := sha256.Sum256([]byte(s.File + "\x00" + s.Old + "\x00" + s.New))
	return "<!-- linkvet:fix:" + hex.EncodeToString(sum[:8]) + " -->"
}

// body is a suggestion in GitHub's Markdown. The fence is longer than any in the line.
func (s *Suggestion) body() string {
	fence := "```"
	for strings.Contains(s.New, fence) {
		fence += "`"
	}
	return s.marker() + "\nThis link has one right answer:\n\n" + fence + "suggestion\n" + s.New + "\n" + fence + "\n"
}

// reviewer finds earlier suggestions.
type reviewer struct{ commenter }

// earlier returns the markers of the suggestions that the pull request shows. Those whose
// lines have changed since are outdated, and left as they are.
func (r *reviewer) earlier(ctx context.Context) (map[string]bool, error) {
	found := map[string]bool{}
	seen := 0
	options := &gh.PullRequestListCommentsOptions{ListOptions: gh.ListOptions{PerPage: 100}}
	for c, err := range r.client.PullRequests.ListCommentsIter(ctx, r.owner, r.name, r.number, options) {
		if err != nil {
			return nil, err
		}
		if seen++; seen > maxComments {
			return nil, errManyComments
		}
		marker, _, _ := strings.Cut(c.GetBody(), "\n")
		if !strings.HasPrefix(marker, "<!-- linkvet:fix:") || c.Line == nil {
			continue
		}
		is, err := r.isOwn(ctx, c.User)
		if err != nil {
			return nil, err
		}
		if is {
			found[strings.TrimRight(marker, "\r")] = true
		}
	}
	return found, nil
}
