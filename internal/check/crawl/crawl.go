package crawl

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/page"
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

	pages    int
	links    int
	bytes    int64
	problems []string
	// outside counts the URLs of the sitemaps that are not of the site.
	outside int
	// resolvers has as many as there are processors: to wait for one costs no time.
	resolvers chan *resolver
	// inventory is nil when the report lists no pages.
	inventory *liveInventory
	// documents are those that were read, by their numbers, and origins the elements and
	// attributes of links.
	documents     []*target.Target
	origins       []*link.Origin
	originNumbers map[[2]string]int32
	// missing knows what the site answers for paths that do not exist; nil when the start
	// page is no page.
	missing  *health.Missing
	suspects suspects
	// maxPages are the places of max-pages, and series those of series that may have no end.
	// isFull is whether no further page is read.
	maxPages places
	series   map[shape]*places
	isFull   bool
	// isPartial is whether pages of the site were left out. It is set at the end.
	isPartial bool
	// remarks are notes that are not made by counting.
	remarks []string
}

// ReadLinks follows the links of a document that was read, unless exclude-pages names
// it, as a redirect may end there. The fault is why it was not read to its end; nil
// when it was.
func (c *crawl) ReadLinks(ctx context.Context, owner *target.Target, from page.Base, doc *page.Document, fault error) bool {
	if c.job.PageExcluded(owner.URL) {
		return false
	}
	look := c.suspects.look(owner, doc)
	if look.Class == health.Bot {
		doc.Page.Links = nil // they are the product's, not the site's
	}
	w := c.open(owner, doc, look, fault)
	w.lines = position.NewLines(doc.Text)
	if c.job.OnPage != nil && doc.Kind.IsPage() {
		c.job.OnPage(owner.URL, doc.Text, &doc.Page)
	}
	c.follow(ctx, w, from, doc)
	return true
}

// follow notes the links of a document.
func (c *crawl) follow(ctx context.Context, w *pageContext, from page.Base, doc *page.Document) {
	x := <-c.resolvers
	defer func() {
		x.links.Leave()
		clear(x.refs)
		c.resolvers <- x
	}()
	x.links.Enter(doc, from, w.name, w.page.Page)
	for links := range slices.Chunk(doc.Page.Links, page.Batch) {
		if ctx.Err() != nil {
			return
		}
		x.refs = slices.Grow(x.refs[:0], len(links))[:len(links)]
		for i := range links {
			x.links.Resolve(&links[i], &x.refs[i])
		}
		c.checker.WithLock(func() {
			c.checker.GatherLocked(func() {
				for i := range links {
					c.meetLocked(w, &links[i], x.links, &x.refs[i])
				}
			})
		})
	}
}

// resolver resolves the links of one document at a time.
type resolver struct {
	links *page.Links[*target.Target]
	// refs has room for some of them.
	refs []reference
}

type reference = page.Reference[*target.Target]

// open counts a document that was read, and returns its context without its lines.
func (c *crawl) open(owner *target.Target, doc *page.Document, look health.Look, fault error) *pageContext {
	w := &pageContext{page: owner, kind: doc.Kind, name: c.job.Scope.Target(owner.URL)}
	if doc.Kind.IsPage() {
		w.shape = c.shapeOf(owner)
	}
	w.hasMap = func(l *link.Link) bool { return owner.Page.HasMap(l.Raw) }
	c.checker.Lock()
	defer c.checker.Unlock()
	c.suspects.note(owner, look, len(doc.Page.Links))
	if fault != nil {
		c.problems = append(c.problems, page.Unread(doc.Kind, w.name, true, fault))
	}
	if doc.Kind.IsPage() {
		c.pages++
		c.bytes += doc.Size
		c.job.Progress.Pages.Add(1)
		c.inventory.note(owner, doc)
	}
	c.links += len(doc.Page.Links)
	c.job.Progress.Links.Add(int64(len(doc.Page.Links)))
	c.numberLocked(w)
	return w
}

// meetLocked notes one link, which is there and leads so. links keeps where it leads; nil for none.
func (c *crawl) meetLocked(w *pageContext, l *link.Link, links *page.Links[*target.Target], ref *reference) {
	t := ref.Target
	switch ref.Class {
	case page.Nothing:
		return
	case page.Map:
		c.meetMapLocked(w, l)
		return
	case page.Unlisted:
		c.outside++
		return
	case page.Invalid:
		at := w.occurrence(l)
		c.local.AddFault(at.Link, false, check.Temper(check.InvalidURL(), ref.To.Rule), check.OccurrenceRef{At: at})
		return
	case page.Skipped:
		c.local.AddSkipped(c.job, &ref.To)
		t = nil
	case page.Internal, page.External:
		t = c.checker.TargetLocked(ref.To.URL, ref.To.Internal)
	}
	if ref.Class != page.Known && links != nil {
		links.Keep(ref, t)
	}
	if t == nil {
		return // it was skipped, now or before
	}
	fragment := ref.Fragment
	if fragment != "" && !c.job.JudgesFragment(&check.Destination{Fragment: fragment, Internal: t.Internal, Rule: t.Rule}) {
		fragment = ""
	}
	if !t.Internal {
		c.reachLocked(w, l, t, fragment, target.LevelAnswer)
		return
	}
	if t.Holds == link.NoKind {
		t.Holds = l.Holds
	}
	if l.Follow {
		c.meetSeriesLocked(w, t)
	}
	c.approachLocked(t, w.page.Depth+1, l.Follow)
	c.inventory.meet(w, t)
	if c.job.Config.MaxDepth > 0 || c.inventory != nil {
		w.page.Out = append(w.page.Out, t)
	}
	if fragment != "" && !check.JudgesPlace(l, fragment) && scan.NamesSVG(l.Raw) {
		fragment = ""
	}
	c.reachLocked(w, l, t, fragment, c.levelLocked(t))
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
	c.checker.MeetLocked(t, fragment, at, func() target.WaitingLink {
		return target.WaitingLink{Page: w.number, Fragment: fragment, Seen: c.seenLocked(w, l)}
	})
}

// RedirectsLocked records that t redirects to end, which is found by that.
func (c *crawl) RedirectsLocked(t, end *target.Target) { c.approachLocked(end, t.Depth, t.Follow) }

// LeavesSiteLocked records where a meta refresh leads that leaves the site.
func (c *crawl) LeavesSiteLocked(page *target.Target, u weburl.URL) { c.suspects.of(page).away = u }

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
	switch places := c.placesLocked(t); {
	case places == nil:
		return target.LevelLinks
	case c.isFull:
		return target.LevelAnswer
	case places.take(t):
		t.Placed = true
		return target.LevelLinks
	}
	return target.NoLevel
}

// isWanted reports whether t would be read, were it not for the bounds.
func (c *crawl) isWanted(t *target.Target) bool {
	return t.Internal && t.Follow && (t.IsHTML || !isNamedAsFile(t.URL.Path)) && !c.job.PageExcluded(t.URL)
}

func (c *crawl) isTooDeep(t *target.Target) bool {
	deepest := c.job.Config.MaxDepth
	return deepest > 0 && t.Depth > int32(deepest)
}

// Answered records what became of a task, and requests what may be read now. A target that was
// only asked whether it exists, because its name is that of another kind of file, may be a page
// after all.
func (c *crawl) Answered(work target.Task, resp *fetch.Response, o check.Outcome, isRead bool) {
	t := work.Target
	if !t.Internal {
		return
	}
	c.checker.Lock()
	defer c.checker.Unlock()
	if work.Level >= target.LevelLinks && (o.IsUnread() || o.Reason == link.Blocked) {
		c.suspects.of(t).failed = &o
	}
	if work.Level >= target.LevelLinks && resp != nil && !resp.HTML && o.Good() && t.Holds == link.NoKind {
		if _, isInternal := c.job.Scope.Internal(resp.URL); isInternal {
			c.suspects.note(t, health.AtOther(t.URL, resp.Status, resp.ContentType), 0)
		}
	}
	if resp != nil && resp.HTML && !t.IsHTML {
		t.IsHTML = true
		if t.Claimed() < target.LevelLinks && t.Outcome.Good() && c.isWanted(t) {
			c.checker.ClaimLocked(t, c.levelLocked(t))
		}
	}
	if work.Level < target.LevelLinks || !t.Placed {
		return
	}
	t.Placed = false
	if isRead {
		return
	}
	if next := c.placesLocked(t).giveBack(); next != nil {
		next.Placed = true
		c.checker.ClaimLocked(next, target.LevelLinks)
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
