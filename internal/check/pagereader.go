package check

import (
	"context"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// pageReader is what reads the pages of a site for their links. Where the site is a
// directory, none of its pages is a target: see noPages.
type pageReader interface {
	// isTrapped reports whether a target is one page too many of a series without end,
	// so that it is not requested.
	isTrapped(t *target) bool
	// compare returns what an answer for a target of the site comes to by what the site
	// answers for paths that do not exist. again is whether the task, of which more is
	// requested then, has to be done once more.
	compare(ctx context.Context, work *task, resp *fetch.Response, o outcome) (judged outcome, again bool)
	// forwards records that t redirects to page, and reports whether that is left out.
	forwards(t, page *target) (isLeftOut bool)
	// leavesSite records that a meta refresh of a page leads to u, on another site.
	leavesSite(page *target, u weburl.URL)
	// readLinks follows the links of a document of the site, which is page's, and
	// reports whether they are to be followed.
	readLinks(ctx context.Context, page *target, from base, doc *document, fault error) bool
	// answered records that a task is done, with its answer, which is nil when there was
	// none; isRead is whether the links of its page were followed.
	answered(work task, resp *fetch.Response, o outcome, isRead bool)
	// occurrence is what the report shows of a link that waited for its target.
	occurrence(e entry) *link.Occurrence
}

// noPages is the pageReader of a directory, whose pages are read as files.
type noPages struct{}

func (noPages) isTrapped(*target) bool { return false }

func (noPages) compare(_ context.Context, _ *task, _ *fetch.Response, o outcome) (outcome, bool) {
	return o, false
}

func (noPages) forwards(_, _ *target) bool { return false }

func (noPages) leavesSite(*target, weburl.URL) {}

func (noPages) readLinks(context.Context, *target, base, *document, error) bool { return false }

func (noPages) answered(task, *fetch.Response, outcome, bool) {}

func (noPages) occurrence(entry) *link.Occurrence { return nil }
