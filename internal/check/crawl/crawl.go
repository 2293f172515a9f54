package crawl

import (
	"context"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/series"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// crawl reads the pages of a live site. Its checker's lock guards its fields.
type crawl struct {
	job *check.Job
	// comparer compares the site with an old one; nil for none.
	comparer check.Comparer
	checker  *target.Checker
	steps    *check.Steps
	bounds   *check.Bounds
	inWork   *check.PageBudget
	local    check.LocalFindings
	budget   budget

	pages    int
	links    int
	bytes    int64
	problems []string
	// lastPage is when the last page was read.
	lastPage time.Time
	// outside counts the URLs of the sitemaps that are not of the site.
	outside int
	// crossings are *crossing, each with the memory that the last one left.
	crossings sync.Pool
	// resolved keeps where links lead, and patterned tells that include or exclude
	// name targets.
	resolved  *resolveCache
	patterned bool
	// inventory is nil when the report lists no pages.
	inventory *liveInventory
	// documents are those that were read, by their numbers, and words the names of
	// elements and attributes.
	documents []*target.Target
	words     check.Interned
	// missing knows what the site answers for paths that do not exist; nil when the start
	// page is no page.
	missing *health.Missing
	// access is what is known of pages that could not be read.
	access *access
	// shells are the pages that scripts fill.
	shells health.Shells[*target.Target]
	// traps are the series of pages without end.
	traps *series.Detector
	// isSecond is whether it follows a crawl during which the site was replaced.
	isSecond bool
	// isPartial is whether pages of the site were left out. It is set at the end.
	isPartial bool
	// list gets each URL of the sitemaps when only these are read; else nil.
	list func(u weburl.URL, isInternal bool) bool
	// remarks are notes that are not made by counting.
	remarks []string
}

// ReadLinks follows the links of a document that was read, unless exclude-pages names
// it, as a redirect may end there. The fault is why it was not read to its end; nil
// when it was.
func (c *crawl) ReadLinks(ctx context.Context, owner *target.Target, from check.Base, doc *check.Document, fault error) bool {
	if c.job.PageExcluded(owner.URL) {
		return false
	}
	w := c.open(owner, doc, c.look(owner, doc), fault)
	w.lines = position.NewLines(doc.Text)
	if c.job.OnPage != nil && doc.Kind.IsPage() {
		c.job.OnPage(owner.URL, from, doc)
	}
	if w.suspect != nil {
		w.words = series.WordHashes(doc.Text, owner.URL)
	}
	c.follow(ctx, w, from, doc)
	return true
}

// follow notes the links of a document. Those of a page whose series may have no end are asked
// for only when the page counts as read, so that a series that ends here leads no further.
func (c *crawl) follow(ctx context.Context, w *pageContext, from check.Base, doc *check.Document) {
	x := c.crossings.Get().(*crossing)
	defer c.crossings.Put(x)
	defer x.leave()
	c.enter(x, from, doc)
	left, batch := len(doc.Page.Links), check.Batch
	if w.suspect != nil {
		batch = max(batch, left) // none of the links is asked for before the last is noted
	}
	if left == 0 {
		c.checker.WithLock(func() { c.readLocked(w) })
	}
	for links := range slices.Chunk(doc.Page.Links, batch) {
		if ctx.Err() != nil {
			return
		}
		left -= len(links)
		x.begin()
		for i := range links {
			x.leads = append(x.leads, c.lead(x, &links[i]))
		}
		c.checker.WithLock(func() {
			c.checker.GatherLocked(func() {
				for i := range links {
					c.meetLocked(w, &links[i], x.leads[i])
				}
				if left == 0 {
					c.readLocked(w)
				}
			})
		})
		c.keepResolved(x)
	}
}

// readLocked records that a page of a series was read, after its links were noted.
func (c *crawl) readLocked(w *pageContext) {
	c.traps.Read(w.page.Series, w.found, w.suspect, w.words)
}

// open counts a document that was read, and returns its context without its lines.
func (c *crawl) open(owner *target.Target, doc *check.Document, look health.Look, fault error) *pageContext {
	w := &pageContext{page: owner, kind: doc.Kind, name: c.job.Scope.Target(owner.URL)}
	w.hasMap = func(l *link.Link) bool { return owner.Page.HasMap(l.Raw) }
	c.checker.Lock()
	defer c.checker.Unlock()
	c.access.note(owner, look, len(doc.Page.Links))
	if fault != nil {
		c.problems = append(c.problems, check.Unread(doc.Kind, w.name, true, fault))
	}
	if doc.Kind.IsPage() {
		c.pages++
		c.lastPage = time.Now()
		c.bytes += doc.Size
		c.job.Progress.Pages.Add(1)
		c.inventory.note(owner, doc)
		c.shells.Note(owner, &doc.Page, look.Rendering)
	}
	c.links += len(doc.Page.Links)
	c.job.Progress.Links.Add(int64(len(doc.Page.Links)))
	c.numberLocked(w)
	w.suspect = c.traps.Suspects(owner.Series)
	return w
}

// meetLocked notes one link, which is there and leads so.
func (c *crawl) meetLocked(w *pageContext, l *link.Link, to lead) {
	r := to.resolution
	switch {
	case check.IsMoot(l, w.name), check.IsOwnFragment(l, w.name, w.page.Page):
	case l.Map:
		c.meetMapLocked(w, l)
	case !check.ShouldJudge(w.kind, l, check.Destination{Internal: r.internal, Reason: r.reason}):
		if check.IsList(w.kind) {
			c.outside++
		}
	case r.reason == link.InvalidURL:
		at := w.occurrence(l)
		c.local.AddFault(at.Link, false, check.Temper(check.InvalidURL(), r.rule), check.OccurrenceRef{At: at})
	case r.reason != "":
		if d := r.found; d != nil {
			c.local.AddSkipped(c.job, d)
		}
	case !r.internal:
		c.reachLocked(w, l, c.endLocked(r), to.fragment, target.LevelAnswer)
	default:
		t := c.endLocked(r)
		if t.Holds == link.NoKind {
			t.Holds = l.Holds
		}
		if l.Follow {
			c.meetSeries(w, t)
		}
		if c.leaveOutLocked(t) {
			return
		}
		c.approachLocked(t, w.page.Depth+1, l.Follow)
		c.inventory.meet(w, t)
		if c.job.Config.MaxDepth > 0 || c.inventory != nil {
			w.page.Out = append(w.page.Out, t)
		}
		if to.fragment != "" && !check.JudgesPlace(l, to.fragment) && scan.NamesSVG(l.Raw) {
			to.fragment = ""
		}
		c.reachLocked(w, l, t, to.fragment, c.levelLocked(t))
	}
}

// endLocked is the target at the end of a resolution.
func (c *crawl) endLocked(r *resolution) *target.Target {
	if r.to == nil {
		r.to = c.checker.TargetLocked(r.found.URL, r.internal)
	}
	return r.to
}

// meetMapLocked notes the usemap of an image.
func (c *crawl) meetMapLocked(w *pageContext, l *link.Link) {
	name := w.name + l.Raw
	switch {
	case l.Ignored:
		c.local.AddSkip(name, check.Skip{Reason: link.Ignored})
	case !w.hasMap(l):
		c.local.AddFault(name, true, check.NoMap(), check.OccurrenceRef{At: w.occurrence(l)})
	}
}

// reachLocked records a link of a page. Its line and column are computed only when a
// finding may need them.
func (c *crawl) reachLocked(w *pageContext, l *link.Link, t *target.Target, fragment string, at target.Level) {
	c.checker.ExpectLocked(t, fragment, at)
	switch {
	case t.IsOpen():
		t.Hold().Waiting.Add(target.WaitingLink{Page: w.number, Fragment: fragment, Seen: c.seenLocked(w, l)})
	case !t.Satisfies(fragment):
		c.checker.JudgeLocked(t, check.OccurrenceRef{At: w.occurrence(l), Fragment: strings.Clone(fragment)})
	}
}

// RedirectsLocked records that t redirects to page, which is found by that.
func (c *crawl) RedirectsLocked(t, page *target.Target) (isLeftOut bool) {
	if c.leadsIntoTrap(t, page) {
		return true
	}
	c.approachLocked(page, t.Depth, t.Follow)
	return false
}

// LeavesSiteLocked records where a meta refresh leads that leaves the site.
func (c *crawl) LeavesSiteLocked(page *target.Target, u weburl.URL) { c.access.away[page] = u }

// approachLocked notes a way of depth clicks to t. A way that is shorter than those known may
// bring t, and what t links to, within max-depth.
func (c *crawl) approachLocked(t *target.Target, depth int32, follow bool) {
	t.Follow = t.Follow || follow
	if !follow || depth >= t.Depth {
		return
	}
	t.Depth = depth
	nearer := []*target.Target{t}
	for len(nearer) > 0 {
		from := nearer[len(nearer)-1]
		nearer = nearer[:len(nearer)-1]
		for _, to := range from.Out {
			if to.Follow && from.Depth+1 < to.Depth {
				to.Depth = from.Depth + 1
				c.checker.ClaimLocked(to, c.levelLocked(to))
				nearer = append(nearer, to)
			}
		}
		// A redirect is no click. The page at its end is claimed for the first
		// target that meets the redirect.
		if to := from.FragmentPage; to != nil && from.Page == nil && from.Depth < to.Depth {
			to.Depth = from.Depth
			nearer = append(nearer, to)
		}
	}
}

// levelLocked is how much of an internal target is requested.
func (c *crawl) levelLocked(t *target.Target) target.Level {
	switch {
	case t.Claimed() == target.LevelLinks:
		return target.LevelAnswer
	case t.Internal && t.Holds != link.NoKind && !c.job.PageExcluded(t.URL):
		return target.LevelLinks
	case !c.isWanted(t), c.isTooDeep(t):
		return target.LevelAnswer
	}
	switch c.budget.take(t) {
	case granted:
		t.Placed = true
		return target.LevelLinks
	case later:
		return target.NoLevel
	}
	return target.LevelAnswer
}

// isWanted reports whether t would be read, were it not for the bounds.
func (c *crawl) isWanted(t *target.Target) bool {
	return t.Internal && t.Follow && (t.IsHTML || !isNamedAsFile(t.URL.Path)) && !c.job.PageExcluded(t.URL)
}

func (c *crawl) isTooDeep(t *target.Target) bool {
	deepest := c.job.Config.MaxDepth
	return deepest > 0 && t.Depth > int32(deepest)
}

// Answered records what became of a task.
func (c *crawl) Answered(work target.Task, resp *fetch.Response, o check.Outcome, isRead bool) {
	c.heed(work, resp, o)
	c.proceed(work, resp != nil && resp.HTML, isRead)
}

// proceed requests what may be read now that a task is done: whether the answer was
// HTML, and whether it was read. A target that was only asked whether it exists,
// because its name is that of another kind of file, may be a page after all.
func (c *crawl) proceed(work target.Task, isHTML, wasRead bool) {
	c.checker.Lock()
	defer c.checker.Unlock()
	t := work.Target
	if isHTML && !t.IsHTML {
		t.IsHTML = true
		if t.Claimed() < target.LevelLinks && t.Outcome.Good() && c.isWanted(t) {
			c.checker.ClaimLocked(t, c.levelLocked(t))
		}
	}
	if work.Level < target.LevelLinks || !t.Placed {
		return
	}
	t.Placed = false
	read, left := c.budget.spend(wasRead)
	for _, t := range read {
		t.Placed = true
		c.checker.ClaimLocked(t, target.LevelLinks)
	}
	for _, t := range left {
		c.checker.ClaimLocked(t, t.Least())
	}
}

// isNamedAsFile reports whether a path has the name of a file that is no page, so
// that asking whether it exists costs less than getting it.
func isNamedAsFile(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case ".pdf", ".zip", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".7z", ".tar", ".rar",
		".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico", ".bmp",
		".mp3", ".mp4", ".webm", ".ogg", ".wav", ".mov", ".css", ".js", ".mjs", ".map", ".json", ".xml",
		".txt", ".csv", ".woff", ".woff2", ".ttf", ".otf", ".eot", ".wasm",
		".exe", ".msi", ".dmg", ".deb", ".rpm", ".apk", ".jar", ".iso", ".bin",
		".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".epub":
		return true
	}
	return false
}
