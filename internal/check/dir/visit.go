package dir

import (
	"context"
	"fmt"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// visitor answers for URLs of the directory, once its pages are read.
type visitor struct{ *worker }

// compare compares the directory with an old site, if the job asks for that. r has all that
// the workers found.
func (d *directory) compare(ctx context.Context, r *worker, b *check.Builder) {
	if d.comparer == nil || d.job.IsOtherShare() {
		return
	}
	d.steps.Do("compare the site with the old one", "", func() { d.comparer(ctx, visitor{r}, b) })
}

// Visit is that of check.Visitor.
func (v visitor) Visit(_ context.Context, u weburl.URL) check.Visit {
	return v.job.FollowRefreshes(u, v.step)
}

// step is what a reader gets at u before a meta refresh leads to next; next is the zero URL
// when none does.
func (v visitor) step(u weburl.URL) (visit check.Visit, next weburl.URL) {
	path := v.job.Scope.TargetPath(u)
	found := v.dir.Find(path, u.Query)
	at := other{name: v.job.Scope.Target(u), redirectResult: v.follow(u, found)}
	visit.Outcome = v.outcomeOf(&at)
	if len(at.Hops) > 0 && at.IsAway() {
		visit.End, visit.IsAway = at.End, true
	}
	if at.Failure != "" || at.Entry.Kind != site.Found {
		return visit, next
	}
	file := at.Entry.File
	isOtherError := site.IsErrorPage("/"+v.dir.Path(file)) && !site.IsErrorPage(path)
	switch {
	case len(at.Hops) > 0:
		visit.End = v.job.Scope.Page(v.dir.URLPath(file))
	case isOtherError || v.dir.IsCatchAll(path, u.Query, &found):
		visit.Outcome, visit.Untold = v.catchAll(file, found)
		return visit, next
	}
	return visit, v.refreshURLs[file]
}

// catchAll is the outcome for a path that does not exist, for which the host serves a file
// all the same. What scripts show on it cannot be known.
func (v visitor) catchAll(file int32, found site.Entry) (o check.Outcome, untold string) {
	where := ""
	if rule := found.Rule; rule != nil {
		where = fmt.Sprintf(" (rule at %s:%d)", rule.Source, rule.Line)
	}
	message := fmt.Sprintf("no such file: the host serves /%s for every path that does not exist%s", v.dir.Path(file), where)
	if v.shells[file].Class == health.Shell {
		return check.Outcome{Verdict: link.OK}, message + ", and scripts fill that page"
	}
	return check.Outcome{Verdict: link.Broken, Reason: link.NotFound, Message: message, Soft404: true}, ""
}
