package target

import (
	"context"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// pageReader is what reads the pages of a site for their links. Where the site is a
// directory, none of its pages is a target: see noPages.
type pageReader interface {
	// IsTrapped reports whether a target is beyond the bound of a series without an end, so
	// that it is not requested.
	IsTrapped(t *Target) bool
	// Compare returns the outcome of an answer for a target of the site, after a comparison
	// with the site's answers for paths that do not exist. again is true if the task has to
	// be done once more, because work now requests more.
	Compare(ctx context.Context, work *Task, resp *fetch.Response, o check.Outcome) (judged check.Outcome, again bool)
	// RedirectsLocked records that t redirects to page, and reports whether that is left out.
	RedirectsLocked(t, page *Target) (isLeftOut bool)
	// LeavesSiteLocked records that a meta refresh of a page leads to u, on another site.
	LeavesSiteLocked(page *Target, u weburl.URL)
	// ReadLinks follows the links of a document of the site, which is page's, and
	// reports whether they are to be followed.
	ReadLinks(ctx context.Context, page *Target, from page.Base, doc *page.Document, fault error) bool
	// Answered records that a task is done, with its answer, which is nil when there was
	// none; isRead is whether the links of its page were followed.
	Answered(work Task, resp *fetch.Response, o check.Outcome, isRead bool)
	// OccurrenceLocked is what the report shows of a link that waited for its target.
	OccurrenceLocked(e WaitingLink) *link.Occurrence
}

// noPages is the pageReader of a directory, whose pages are read as files.
type noPages struct{}

func (noPages) IsTrapped(*Target) bool { return false }

func (noPages) Compare(_ context.Context, _ *Task, _ *fetch.Response, o check.Outcome) (check.Outcome, bool) {
	return o, false
}

func (noPages) RedirectsLocked(_, _ *Target) bool { return false }

func (noPages) LeavesSiteLocked(*Target, weburl.URL) {}

func (noPages) ReadLinks(context.Context, *Target, page.Base, *page.Document, error) bool {
	return false
}

func (noPages) Answered(Task, *fetch.Response, check.Outcome, bool) {}

func (noPages) OccurrenceLocked(WaitingLink) *link.Occurrence { return nil }
