package check

import (
	"context"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Comparer adds to a report what comes of a comparison with the URLs of an old site, when all
// else is judged. site answers for the site that was checked. Nil compares nothing.
type Comparer func(ctx context.Context, site Visitor, b *Run)

// Visitor answers for URLs of the site that was checked, as its host does.
type Visitor interface {
	// Visit requests the internal URL u, which has no fragment, and follows its redirects to
	// the end. It is safe for concurrent use.
	Visit(ctx context.Context, u weburl.URL) Visit
}

// Visit is what a reader gets at a URL of the site.
type Visit struct {
	// Outcome is that of a link to the URL. A page that shows that there is nothing is not
	// found, with any status.
	Outcome
	// End is the page of the site at which a redirect or a meta refresh ends, or the URL of
	// another site; it is the zero URL where nothing redirects.
	End weburl.URL
	// IsAway is whether End is on another site.
	IsAway bool
	// AsksForLogin is whether a login page is shown in the place of the page.
	AsksForLogin bool
	// Untold says why it cannot be known what a reader gets; empty for most.
	Untold string
}

// IsRedirected reports whether a reader ends at another URL.
func (v *Visit) IsRedirected() bool { return v.End.Scheme != "" }

// MaxFragmentHops bounds how many redirects and meta refreshes are followed for one
// fragment.
const MaxFragmentHops = 10

// FollowRefreshes returns what a reader gets at the internal URL u. step visits one URL, and
// also returns where the meta refresh of its page leads; the zero URL when it has none.
func (j *Job) FollowRefreshes(u weburl.URL, step func(u weburl.URL) (visit Visit, next weburl.URL)) Visit {
	var end weburl.URL
	for range MaxFragmentHops {
		visit, next := step(u)
		if visit.End.Scheme == "" {
			visit.End = end
		}
		if next.Scheme == "" {
			return visit
		}
		internal, ok := j.Scope.Internal(next)
		if !ok {
			visit.End, visit.IsAway = next, true
			return visit
		}
		u, end = internal, internal
	}
	return Visit{Outcome: Outcome{Verdict: link.Broken, Reason: link.RedirectLoop, Message: "its meta refreshes lead on without an end"}, End: end}
}

// Served answers, after a run, which paths the site has. A run with findings fills it
// in. It is not part of the report because it keeps in memory what the run found out:
// drop it when it is no longer used. Both functions are nil when nothing is known.
type Served struct {
	// Has reports whether the site has a page or file at a path, base path stripped, that
	// redirects to no other, as far as the run found out.
	Has func(path string) bool
	// Lacks reports whether the page at a path, base path stripped, was read and has no anchor
	// for a fragment.
	Lacks func(path, fragment string) bool
}
