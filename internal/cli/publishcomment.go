package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/githubapi"
	"github.com/linkvet/linkvet/internal/publish"
	"github.com/linkvet/linkvet/internal/report"
)

// forksPage says how a workflow comments on pull requests from forks.
const forksPage = "https://github.com/linkvet/linkvet/blob/main/docs/pull-requests.md#forks"

// maxPatch bounds the fixes in a comment, in bytes.
const maxPatch = 20_000

// showComment writes the comment of the pull request about the site. When all is well, it
// only updates an existing one, and then a failure leaves nothing out.
func (b *publisher) showComment(ctx context.Context, d *delivery, out outputs) error {
	isWell := report.IsAllWell(d.report)
	err := b.comment(ctx, d, out, isWell)
	switch {
	case err == nil:
		return nil
	case errors.As(err, new(*githubapi.ReadOnlyError)):
		return fmt.Errorf("%w; for pull requests from forks, see %s", err, forksPage)
	case isWell && !errors.As(err, new(*noteError)):
		return &noteError{"could not look for an earlier comment on the pull request: " + problemOf(err)}
	}
	return err
}

// noteError is why something was not published, where that is worth only a note.
type noteError struct{ text string }

func (e *noteError) Error() string { return e.text }

// comment finds the pull request, and writes its comment.
func (b *publisher) comment(ctx context.Context, d *delivery, out outputs, isWell bool) error {
	number, err := publish.FindPullRequest(ctx, b.client, b.at)
	if err != nil {
		return err
	}
	if number == 0 {
		return &noteError{fmt.Sprintf("publish: %s has no effect: the commit %.*s has no open pull request", config.PublishComment, shortCommit, b.at.Commit)}
	}
	at := b.at
	at.PullRequest = number
	site := publish.Site(at.Environment, d.report.Target)
	if at.Share != "" {
		site += " " + at.Share
	}
	patch := ""
	if !report.IsAllWell(d.report) {
		patch = report.FoldedPatch(b.patch, maxPatch)
	}
	body := report.Comment(d.report, report.CommentOptions{
		Limit: report.MaxComment - len(patch), Site: site, Commit: at.Commit, CommitURL: at.Server + "/" + at.Repository + "/commit/" + at.Commit, RunURL: at.RunURL,
		Link: b.workflow.Lines(d.report, out.files),
	}) + patch
	url, err := publish.SetComment(ctx, b.client, at, publish.Comment{Site: site, Body: body, UpdateOnly: isWell})
	if err == nil && url != "" {
		b.link = url
	}
	return err
}
