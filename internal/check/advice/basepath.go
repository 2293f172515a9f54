package advice

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// adviseBasePath gives a link that leads past the base path of the site the path
// that it lacks, if with that it leads to a page.
func (a *Advisor) adviseBasePath(f *link.Finding) {
	if f.Verdict == link.Redirected {
		return
	}
	u, err := weburl.Parse(f.Target)
	if err != nil {
		return
	}
	right, ok := a.below(u)
	if !ok {
		return
	}
	f.Suggestion = right.String()
	if isFromRoot(f) {
		f.Suggestion = a.fromRoot(right)
	}
	f.Message += "; it is outside the site's base path, " + a.Job.Scope.Served().Path
}

// below returns the URL that u would be with the base path that it lacks, if that
// leads to a page of the site.
func (a *Advisor) below(u weburl.URL) (right weburl.URL, ok bool) {
	place, ok := a.Job.Scope.MissedBase(u)
	if !ok || u.Query != "" && !a.Queries {
		return right, false
	}
	found := a.paths().Same(u.Path)
	if found < 0 {
		return right, false
	}
	place.Path += a.Site.Path(found)[1:]
	place.Query = u.Query
	return place, true
}

// fromRoot is how an author writes an internal URL as a path from the root of the host
// at which the site is served.
func (a *Advisor) fromRoot(u weburl.URL) string {
	internal, _ := a.Job.Scope.Internal(u)
	return a.Job.Scope.Served().Path + a.Job.Scope.Target(internal)[1:]
}

// isFromRoot reports whether the links of a finding are all written as paths from
// the root of the host.
func isFromRoot(f *link.Finding) bool {
	return !slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool {
		return !strings.HasPrefix(o.Link, "/") || strings.HasPrefix(o.Link, "//")
	})
}

// BasePathNotes names the targets outside the base path of the site that were skipped
// although the site has a page of that path. Targets that are requested need no such note:
// another site may be served there, and the answer decides. The root of a host always has
// an answer, so it does not count.
func (a *Advisor) BasePathNotes(ctx context.Context, targets map[string]bool) []string {
	n, first := 0, ""
	for name := range targets {
		if ctx.Err() != nil {
			break
		}
		u, err := weburl.Parse(name)
		if err != nil || u.Path == "/" {
			continue
		}
		if right, ok := a.below(u); ok {
			n++
			if like := fmt.Sprintf("%s instead of %s", a.fromRoot(right), u.Path+u.Query); first == "" || like < first {
				first = like
			}
		}
	}
	base := a.Job.Scope.Served().Path
	switch {
	case n == 0:
		return nil
	case !a.Job.Scope.Known():
		return []string{fmt.Sprintf("targets without the base path, %s, that count as ok because no host is known: %d; write %s", base, n, first)}
	}
	switch n {
	case 1:
		return []string{fmt.Sprintf("1 target was not checked because it is outside the site's base path, %s; the page exists below it: write %s", base, first)}
	}
	return []string{fmt.Sprintf("%d targets were not checked because they are outside the site's base path, %s; the pages exist below it: write %s, and so on", n, base, first)}
}

// remarkInferred adds to findings about missing targets that are only linked by absolute
// URLs why they are looked for on the site, if its place was only inferred: another site
// may be served there.
func (a *Advisor) remarkInferred() {
	if !a.Job.Inferred || !a.Job.Scope.Known() {
		return
	}
	for i := range a.Report.Findings {
		f := &a.Report.Findings[i]
		if f.Internal && f.Reason == link.NotFound && f.Suggestion == "" && isWhole(f) {
			f.Message += "; if another site serves this URL, add it to exclude"
		}
	}
}

// isWhole reports whether all links of a finding are absolute URLs that readers may follow.
// The URLs by which a page or a sitemap names itself do not count: they name the site's
// place.
func isWhole(f *link.Finding) bool {
	return !slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool {
		u, err := weburl.Parse(o.Link)
		return err != nil || !u.IsHTTP() || o.Element != "a"
	})
}
