package dir

import (
	"context"
	"fmt"
	"net/url"
	"sync"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/phase"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// visitor answers for URLs of the directory, once its pages are read.
type visitor struct {
	*worker
	// mu guards filled: the files that the host serves for all paths, and whether scripts fill
	// them.
	mu     sync.Mutex
	filled map[int32]bool
}

// compare compares the directory with an old site, if the job asks for that. r has all that
// the workers found.
func (d *directory) compare(ctx context.Context, r *worker, b *check.Builder) {
	if d.comparer == nil || d.job.IsOtherShare() {
		return
	}
	d.job.Progress.Phases.Begin(phase.Comparing)
	defer d.job.Progress.Phases.Begin(phase.Judging)
	v := &visitor{worker: r, filled: map[int32]bool{}}
	d.steps.Do("compare the site with the old one", "", func() { d.comparer(ctx, v, b) })
}

// Visit is that of check.Visitor.
func (v *visitor) Visit(ctx context.Context, u weburl.URL) check.Visit {
	return v.job.FollowRefreshes(u, func(u weburl.URL) (check.Visit, weburl.URL) { return v.step(ctx, u) })
}

// HasBelow reports whether there may be a file below a folder, whose percent-decoded path ends
// with a slash.
func (v *visitor) HasBelow(folder string) bool {
	return v.dir.HasFolder((&url.URL{Path: folder}).EscapedPath())
}

// step is what a reader gets at u before a meta refresh leads to next; next is the zero URL
// when none does.
func (v *visitor) step(ctx context.Context, u weburl.URL) (visit check.Visit, next weburl.URL) {
	path := v.job.Scope.TargetPath(u)
	found := v.dir.Find(path, u.Query)
	at := targetByName{name: v.job.Scope.Target(u), redirectResult: walkRedirects(v.dir, &v.job.Scope, u, found)}
	visit = check.Visit{Outcome: v.judgeRedirectResult(&at)}
	if len(at.Hops) > 0 && at.IsAway() {
		visit.End, visit.IsAway = at.End, true
	}
	if at.Failure != "" || at.Entry.Kind != site.Found {
		return visit, next
	}
	file := at.Entry.File
	if len(at.Hops) > 0 {
		visit.End = v.job.Scope.Page(v.dir.URLPath(file))
	} else if v.dir.IsCatchAll(path, u.Query, &found) || isOtherError(path, v.dir.Path(file)) {
		visit.Outcome, visit.Untold = v.catchAll(ctx, file, found)
		return visit, next
	}
	return visit, v.refreshURLs[file]
}

// isOtherError reports whether a file is an error page that is served at another path.
func isOtherError(path, file string) bool {
	return site.IsErrorPage("/"+file) && !site.IsErrorPage(path)
}

// catchAll is the outcome for a path that does not exist, for which the host serves a file
// all the same. What scripts show on it cannot be known.
func (v *visitor) catchAll(ctx context.Context, file int32, found site.Entry) (o check.Outcome, untold string) {
	name, isShell := "/"+v.dir.Path(file), v.isShell(ctx, file)
	where := ""
	if rule := found.Rule; rule != nil {
		where = fmt.Sprintf(" (rule at %s:%d)", rule.Source, rule.Line)
	}
	message := fmt.Sprintf("no such file: the host serves %s for every path that does not exist%s", name, where)
	if isShell {
		return check.Outcome{Verdict: link.OK}, message + ", and scripts fill that page"
	}
	return check.Outcome{Verdict: link.Broken, Reason: link.NotFound, Message: message, Soft404: true}, ""
}

// isShell reports whether scripts fill a page. It is called for few pages, very often.
func (v *visitor) isShell(ctx context.Context, file int32) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	is, isKnown := v.filled[file]
	if !isKnown && v.kinds[file].IsPage() {
		v.eachDocument(ctx, "reread", []int32{file}, scan.Options{}, func(_ int, _ int32, doc *page.Document, _, _ error) { is = content.IsShell(doc.Text) })
		v.filled[file] = is
	}
	return is
}
