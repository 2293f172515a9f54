package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fix"
	"github.com/linkvet/linkvet/internal/githubapi"
	"github.com/linkvet/linkvet/internal/publish"
)

// showReview suggests fixes on lines of the pull request. What it cannot suggest is left for
// the comment. Without anything to fix it sends no request.
func (b *publisher) showReview(ctx context.Context, d *delivery, _ outputs) error {
	if d.cfg.From != "" {
		return &noteError{"publish: review has no effect: an earlier report does not hold the lines of the sources"}
	}
	if d.fixes == nil || d.fixes.Links() == 0 || b.reviewed {
		return nil
	}
	number, err := publish.FindPullRequest(ctx, b.client, b.at)
	switch {
	case err != nil:
		return err
	case number == 0:
		return &noteError{fmt.Sprintf("publish: %s has no effect: the commit %.*s has no open pull request", config.PublishReview, shortCommit, b.at.Commit)}
	}
	at := b.at
	at.PullRequest = number
	lines := d.fixes.Lines()
	tree := d.repository()
	var all []publish.Suggestion
	for i := range lines {
		if l := &lines[i]; l.IsPlain {
			all = append(all, publish.Suggestion{File: tree.Path(l.File), Line: l.Number, Old: l.Old, New: l.New})
		}
	}
	shown, err := publish.SetReview(ctx, b.client, at, all)
	if err != nil {
		b.patch = d.fixes.Patch() // for the comment
	}
	if errors.As(err, new(*githubapi.ReadOnlyError)) {
		err = fmt.Errorf("%w; for pull requests from forks, see %s", err, forksPage)
	}
	if err != nil {
		return err
	}
	b.reviewed = true
	isShown := map[publish.Suggestion]bool{}
	for _, s := range shown {
		isShown[s] = true
	}
	b.patch = d.fixes.PatchWithout(func(l fix.Line) bool {
		return isShown[publish.Suggestion{File: tree.Path(l.File), Line: l.Number, Old: l.Old, New: l.New}]
	})
	if left := len(lines) - len(shown); left > 0 && !b.shows(config.PublishComment) {
		return &noteError{fmt.Sprintf("publish: review: the pull request does not show %s that can be fixed; add comment to publish, or run linkvet --fix diff", check.Count(left, "line"))}
	}
	return nil
}
