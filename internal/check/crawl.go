package check

import (
	"bytes"
	"context"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/soft404"
	"github.com/linkvet/linkvet/internal/weburl"
)

// crawl reads the pages of a live site. Its checker's lock guards its fields.
type crawl struct {
	job     *Job
	targets *asker
	steps   *mishaps
	bounds  *bounds
	inWork  *pageBudget
	tally   tally
	budget  budget

	pages    int
	links    int
	bytes    int64
	problems []string
	// outside counts the URLs of the sitemaps that are not of the site.
	outside int
	// crossings are *crossing, each with the memory that the last one left.
	crossings sync.Pool
	// routes are those of the links, and patterned tells that include or exclude
	// name targets.
	routes    *routes
	patterned bool
	// inventory is nil when the report lists no pages.
	inventory *liveInventory
	// documents are those that were read, by their numbers, and words the names of
	// elements and attributes.
	documents []*target
	words     interned
	// prober knows what the site answers for paths that do not exist; nil when the start
	// page is no page. matches are the targets that were compared with that.
	prober  *soft404.Prober
	matches matches
	// access is what is known of pages that could not be read.
	access access
	// shells are the pages that scripts fill.
	shells shells[*target]
	// traps are the series of pages without end.
	traps *traps
	// isGated is whether a problem says what stands before most pages.
	isGated bool
	// remarks are notes that are not made by counting.
	remarks []string
}

// readLinks follows the links of a document that was read, unless exclude-pages names
// it, as a redirect may end there. The fault is why it was not read to its end; nil
// when it was.
func (c *crawl) readLinks(ctx context.Context, owner *target, from base, doc *document, fault error) bool {
	if c.job.pageExcluded(owner.url) {
		return false
	}
	w := c.open(owner, doc, fault)
	x := c.crossings.Get().(*crossing)
	defer c.crossings.Put(x)
	defer x.leave()
	c.enter(x, from, doc)
	for links := range slices.Chunk(doc.page.Links, batch) {
		if ctx.Err() != nil {
			return true
		}
		x.begin()
		for i := range links {
			x.leads = append(x.leads, c.lead(x, &links[i]))
		}
		c.targets.locked(func() {
			c.targets.gather(func() {
				for i := range links {
					c.meet(w, &links[i], x.leads[i])
				}
			})
		})
		c.keepRoutes(x)
	}
	var words []uint64
	if w.suspect != nil {
		words = wordHashes(doc.text, owner.url)
	}
	c.targets.locked(func() { c.traps.read(w.page.series, w.found, w.suspect, words) })
	return true
}

// open counts a document that was read, and returns its whereabouts.
func (c *crawl) open(owner *target, doc *document, fault error) *whereabouts {
	w := &whereabouts{page: owner, kind: doc.kind, name: c.job.Space.Target(owner.url), lines: scan.NewLines(doc.text)}
	form, hasForm := loginOf(doc)
	rendering := renderingOf(doc)
	shown := c.access.doorShown(doc)
	c.targets.Lock()
	defer c.targets.Unlock()
	if hasForm {
		c.access.forms[owner] = form
	}
	if doc.kind.IsPage() && len(doc.text) <= maxEmpty && len(bytes.TrimSpace(doc.text)) == 0 && fault == nil {
		c.access.empty = append(c.access.empty, owner)
	}
	if shown != 0 {
		c.access.doors[shown] = append(c.access.doors[shown], owner)
	}
	if fault != nil {
		c.problems = append(c.problems, unread(doc.kind, w.name, true, fault))
	}
	if doc.kind.IsPage() {
		c.pages++
		c.bytes += doc.size
		c.job.Progress.Pages.Add(1)
		c.inventory.note(owner, doc)
		c.shells.note(owner, doc, rendering)
	}
	c.links += len(doc.page.Links)
	c.job.Progress.Links.Add(int64(len(doc.page.Links)))
	c.number(w)
	w.suspect = c.traps.suspects(owner.series)
	return w
}

// meet notes one link, which stands there and leads so.
func (c *crawl) meet(w *whereabouts, l *link.Link, to lead) {
	r := to.route
	switch {
	case isMoot(l, w.name):
	case l.Map:
		c.meetMap(w, l)
	case !concerns(w.kind, l, destination{internal: r.internal, reason: r.reason}):
		if isList(w.kind) {
			c.outside++
		}
	case r.reason == link.InvalidURL:
		at := w.occurrence(l)
		c.tally.fault(at.Link, false, temper(invalidURL(), r.rule), mention{at: at})
	case r.reason != "":
		if d := r.found; d != nil {
			c.tally.pass(c.job, d)
		}
	case !r.internal:
		c.reach(w, l, c.end(r), to.fragment, answer)
	default:
		t := c.end(r)
		if t.holds == link.NoKind {
			t.holds = l.Holds
		}
		if l.Follow {
			c.meetSeries(w, t)
		}
		if c.leaveOut(t) {
			return
		}
		c.approach(t, w.page.depth+1, l.Follow)
		c.inventory.meet(w, t)
		if c.job.Config.MaxDepth > 0 || c.inventory != nil {
			w.page.out = append(w.page.out, t)
		}
		c.reach(w, l, t, to.fragment, c.level(t))
	}
}

// end is the target at the end of a route.
func (c *crawl) end(r *route) *target {
	if r.to == nil {
		r.to = c.targets.target(r.found.url, r.internal)
	}
	return r.to
}

// meetMap notes the usemap of an image.
func (c *crawl) meetMap(w *whereabouts, l *link.Link) {
	name := w.name + l.Raw
	switch {
	case l.Ignored:
		c.tally.skip(name, skip{reason: link.Ignored})
	case !w.page.page.hasMap(l.Raw):
		c.tally.fault(name, true, noMap(), mention{at: w.occurrence(l)})
	}
}

// reach is mention for a link that stands there. Its place is looked for only when
// somebody may come to ask for it.
func (c *crawl) reach(w *whereabouts, l *link.Link, t *target, fragment string, at level) {
	c.targets.expect(t, fragment, at)
	switch {
	case t.isOpen():
		t.hold().waiting.add(entry{page: w.number, fragment: fragment, seen: c.seen(w, l)})
	case !t.satisfies(fragment):
		c.targets.judge(t, mention{at: w.occurrence(l), fragment: strings.Clone(fragment)})
	}
}

// forwards records that t redirects to page, which is found by that.
func (c *crawl) forwards(t, page *target) (isLeftOut bool) {
	if c.leadsIntoTrap(t, page) {
		return true
	}
	c.approach(page, t.depth, t.follow)
	return false
}

// leavesSite records where a meta refresh leads that leaves the site.
func (c *crawl) leavesSite(page *target, u weburl.URL) { c.access.away[page] = u }

// approach notes a way of depth clicks to t. A way that is shorter than those known may
// bring t, and what t links to, within max-depth.
func (c *crawl) approach(t *target, depth int32, follow bool) {
	t.follow = t.follow || follow
	if !follow || depth >= t.depth {
		return
	}
	t.depth = depth
	nearer := []*target{t}
	for len(nearer) > 0 {
		from := nearer[len(nearer)-1]
		nearer = nearer[:len(nearer)-1]
		for _, to := range from.out {
			if to.follow && from.depth+1 < to.depth {
				to.depth = from.depth + 1
				c.targets.claim(to, c.level(to))
				nearer = append(nearer, to)
			}
		}
		// A redirect is no click. The page at its end is claimed by whoever meets
		// the redirect.
		if to := from.forward; to != nil && from.page == nil && from.depth < to.depth {
			to.depth = from.depth
			nearer = append(nearer, to)
		}
	}
}

// level is how much of an own target is to be asked for.
func (c *crawl) level(t *target) level {
	switch {
	case t.asked == links:
		return answer
	case t.internal && t.holds != link.NoKind && !c.job.pageExcluded(t.url):
		return links
	case !c.isWanted(t), c.isTooDeep(t):
		return answer
	}
	switch c.budget.take(t) {
	case granted:
		t.placed = true
		return links
	case later:
		return unasked
	}
	return answer
}

// isWanted reports whether t would be read, were it not for the bounds.
func (c *crawl) isWanted(t *target) bool {
	return t.internal && t.follow && (t.typed || !isNamedAsFile(t.url.Path)) && !c.job.pageExcluded(t.url)
}

func (c *crawl) isTooDeep(t *target) bool {
	deepest := c.job.Config.MaxDepth
	return deepest > 0 && t.depth > int32(deepest)
}

// answered records what became of a task.
func (c *crawl) answered(work task, resp *fetch.Response, o outcome, isRead bool) {
	c.heed(work, o)
	if resp != nil {
		c.noteNoPage(work, resp, o)
	}
	c.proceed(work, resp != nil && resp.HTML, isRead)
}

// proceed requests what may be read now that a task is done: whether the answer was
// HTML, and whether it was read. A target that was only asked whether it exists,
// because its name is that of another kind of file, may be a page after all.
func (c *crawl) proceed(work task, isHTML, wasRead bool) {
	c.targets.Lock()
	defer c.targets.Unlock()
	t := work.target
	if isHTML && !t.typed {
		t.typed = true
		if t.asked < links && t.outcome.good() && c.isWanted(t) {
			c.targets.claim(t, c.level(t))
		}
	}
	if work.level < links || !t.placed {
		return
	}
	t.placed = false
	read, left := c.budget.spend(wasRead)
	for _, t := range read {
		t.placed = true
		c.targets.claim(t, links)
	}
	for _, t := range left {
		c.targets.claim(t, t.least())
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
