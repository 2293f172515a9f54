package github

import (
	"context"
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
	// maxSuggested is how many bytes a line with a suggestion has. GitHub refuses a whole review when
	// the text of one of its comments is too long.
	maxSuggested = 10_000
)

// SetReview suggests the lines that the pull request of at shows, in one review. Lines that an earlier run
// has suggested are not suggested again. It returns those that the pull request shows as suggestions
// now: new ones, and earlier ones.
func SetReview(ctx context.Context, client *Client, at Place, all []Suggestion) (shown []Suggestion, err error) {
	owner, name, _ := at.Split()
	lines, err := diffLines(ctx, client, at, all)
	if err != nil {
		return nil, explainComment(err)
	}
	us := &authors{client: client}
	earlier, err := earlierSuggestions(ctx, us, at)
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
			comment := &gh.DraftReviewComment{Path: &s.File, Line: &line, Side: gh.Ptr("RIGHT"), Body: gh.Ptr(s.body())}
			review.Comments = append(review.Comments, comment)
		}
		shown = append(shown, *s)
	}
	if len(review.Comments) == 0 {
		return shown, nil
	}
	review.Body = gh.Ptr("linkvet knows the right link for each of these lines.")
	_, _, err = client.PullRequests.CreateReview(once(ctx), owner, name, at.PullRequest, review)
	if mayBeDone(err) {
		// It may be there although its answer was lost.
		if now, failure := earlierSuggestions(ctx, us, at); failure == nil && now[firstLine(review.Comments[0].GetBody())] {
			err = nil
		}
	}
	return shown, explainComment(err)
}

// body is a suggestion in GitHub's Markdown. The fence is longer than any in the line.
func (s *Suggestion) body() string {
	fence := "```"
	for strings.Contains(s.New, fence) {
		fence += "`"
	}
	return s.marker() + "\nThis link has one right answer:\n\n" + fence + "suggestion\n" + s.New + "\n" + fence + "\n"
}

// earlierSuggestions returns the markers of the suggestions that the pull request shows. Those whose
// lines have changed since are outdated, and left as they are.
func earlierSuggestions(ctx context.Context, us *authors, at Place) (map[string]bool, error) {
	owner, name, _ := at.Split()
	found := map[string]bool{}
	options := &gh.PullRequestListCommentsOptions{ListOptions: page}
	for c, err := range us.client.PullRequests.ListCommentsIter(ctx, owner, name, at.PullRequest, options) {
		if err != nil {
			return nil, err
		}
		marker := firstLine(c.GetBody())
		if !strings.HasPrefix(marker, fixMarker) || c.Line == nil {
			continue
		}
		is, err := us.isOwn(ctx, c.User)
		if err != nil {
			return nil, err
		}
		found[marker] = found[marker] || is
	}
	return found, nil
}

// fileLines are the lines of a file that a pull request shows, by number, as they are after it.
type fileLines map[int]string

// find returns the number of the line of a suggestion in the pull request. The checkout may be the
// merge with its base, where lines have other numbers: then the text tells.
func (l fileLines) find(s *Suggestion) (number int, ok bool) {
	if l[s.Line] == s.Old && s.Old != "" {
		return s.Line, true
	}
	for n, text := range l {
		if text == s.Old && ok {
			return 0, false
		} else if text == s.Old {
			number, ok = n, true
		}
	}
	return number, ok
}

// diffLines returns the lines that a pull request shows of the files with suggestions. GitHub leaves
// out the lines of large files.
func diffLines(ctx context.Context, client *Client, at Place, all []Suggestion) (map[string]fileLines, error) {
	owner, name, _ := at.Split()
	found := map[string]fileLines{}
	for i := range all {
		found[all[i].File] = nil
	}
	list := page
	for file, err := range client.PullRequests.ListFilesIter(ctx, owner, name, at.PullRequest, &list) {
		if err != nil {
			return nil, err
		}
		if _, wanted := found[file.GetFilename()]; wanted {
			found[file.GetFilename()] = readPatch(file.GetPatch())
		}
	}
	return found, nil
}

// readPatch returns the lines of a patch that are in the new file.
func readPatch(patch string) fileLines {
	lines := fileLines{}
	next := 0
	for text := range strings.SplitSeq(patch, "\n") {
		if strings.HasPrefix(text, "@@ ") {
			next = 0
			_, _ = fmt.Sscanf(text, "@@ -%s +%d", new(string), &next) // zero for what is no hunk
		} else if next > 0 && (strings.HasPrefix(text, " ") || strings.HasPrefix(text, "+")) {
			lines[next] = text[1:]
			next++
		}
	}
	return lines
}
