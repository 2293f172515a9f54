package crawl

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
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
	*check.Run
	checker *target.Checker
	local   check.LocalFindings
	// start is the start page.
	start *target.Target

	// outside counts the URLs of the sitemaps that are not of the site.
	outside int
	// resolvers has as many as there are processors: to wait for one costs no time.
	resolvers chan *resolver
	inventory *page.Inventory[*target.Target]
	// documents are those that were read, by their numbers, and origins the elements and
	// attributes of links.
	documents     []*target.Target
	origins       []*link.Origin
	originNumbers map[[2]string]int32
	// probe knows what the site answers for paths that do not exist; nil when the start
	// page is no page.
	probe    *health.Probe
	suspects suspects
	// maxPages are the places of max-pages, and series those of series that may have no end.
	// isFull is whether no further page is read.
	maxPages places
	series   map[shape]*places
	isFull   bool
	// isPartial is whether pages of the site were left out. It is set at the end.
	isPartial bool
}

// resolver resolves the links of one document at a time.
type resolver struct {
	links *page.Links[*target.Target]
	// refs has room for some of them.
	refs []reference
}

type reference = page.Reference[*target.Target]

// pageContext tells where the links of one document are, which cannot be read
// again.
type pageContext struct {
	// page is the target whose document it is, number its own among those that
	// were read, and name what the report calls it.
	page   *target.Target
	number int32
	name   string
	lines  *position.Lines
	// shape is that of a page; zero for other documents.
	shape shape
}

// occurrence is what the report shows of a link.
func (w *pageContext) occurrence(l *link.Link) *link.Occurrence {
	at := page.Occurrence(w.name, l)
	at.Line, at.Column = w.lines.Position(l.Offset)
	return &at
}

// ReadLinks follows the links of a document that was read, unless exclude-pages names
// it, as a redirect may end there. The fault is why it was not read to its end; nil
// when it was.
func (c *crawl) ReadLinks(ctx context.Context, owner *target.Target, from page.Base, doc *page.Document, fault error) bool {
	if c.Job.PageExcluded(owner.URL) {
		return false
	}
	look := c.suspects.look(owner, doc)
	if look.Class == health.Bot {
		doc.Page.Links = nil // they are the product's, not the site's
	}
	w := &pageContext{page: owner, name: c.Job.Scope.Target(owner.URL), lines: position.NewLines(doc.Text)}
	if doc.Kind.IsPage() {
		w.shape = c.shapeOf(owner)
	}
	c.checker.WithLock(func() {
		c.suspects.note(owner, look, len(doc.Page.Links), owner == c.startPage())
		if fault != nil {
			c.Problem(page.Unread(doc.Kind, w.name, true, fault))
		}
		if doc.Kind.IsPage() {
			c.Report.Stats.Pages++
			c.Report.Stats.Bytes += doc.Size
			c.Job.Progress.Pages.Add(1)
			c.inventory.Add(owner, link.Listed{Page: w.name, Status: owner.Outcome.Status}, doc)
		}
		c.Job.Progress.Links.Add(int64(len(doc.Page.Links)))
		c.numberLocked(w, len(doc.Page.Links))
	})
	if c.Job.OnPage != nil && doc.Kind.IsPage() {
		c.Job.OnPage(owner.URL, doc.Text, &doc.Page)
	}
	c.follow(ctx, w, from, doc)
	return true
}

// numberLocked gives a document its number, and counts its links.
func (c *crawl) numberLocked(w *pageContext, links int) {
	c.Report.Stats.Links += links
	w.number = int32(len(c.documents))
	c.documents = append(c.documents, w.page)
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
			for i := range links {
				c.meetLocked(w, &links[i], x.links, &x.refs[i])
			}
		})
	}
}

// meetLocked notes one link, which is there and leads so. links keeps where it leads; nil for none.
func (c *crawl) meetLocked(w *pageContext, l *link.Link, links *page.Links[*target.Target], ref *reference) {
	t := ref.Target
	switch ref.Class {
	case page.Nothing:
		return
	case page.Map:
		if l.Ignored {
			c.local.AddSkip(w.name+l.Raw, link.Ignored)
		} else if !w.page.Page.HasMap(l.Raw) {
			c.local.AddFault(w.name+l.Raw, true, check.NoMap, check.OccurrenceRef{At: w.occurrence(l)})
		}
		return
	case page.Unlisted:
		c.outside++
		return
	case page.Invalid:
		at := w.occurrence(l)
		c.local.AddFault(at.Link, false, check.Temper(check.InvalidURL, ref.To.Rule), check.OccurrenceRef{At: at})
		return
	case page.Skipped:
		c.local.AddSkipped(c.Job, &ref.To)
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
	fragment, level := ref.Fragment, target.LevelAnswer
	if fragment != "" && !c.Job.JudgesFragment(&check.Destination{Fragment: fragment, Internal: t.Internal, Rule: t.Rule}) {
		fragment = ""
	}
	if t.Internal {
		if t.Holds == link.NoKind {
			t.Holds = l.Holds
		}
		if l.Follow {
			c.meetSeriesLocked(w, t)
		}
		c.approachLocked(t, w.page.Depth+1, l.Follow)
		c.inventory.Link(w.page, t, l)
		if c.Job.Config.MaxDepth > 0 {
			w.page.Out = append(w.page.Out, t)
		}
		if fragment != "" && !page.JudgesPlace(l, fragment) && scan.NamesSVG(l.Raw) {
			fragment = ""
		}
		level = c.levelLocked(t)
	}
	// Its line and column are computed only when a finding may need them.
	c.checker.MeetLocked(t, fragment, level, func() target.WaitingLink {
		return c.waitingLocked(w, l, fragment)
	})
}

// waitingLocked is what is kept of a link that is there and waits. Of elements and attributes, a
// site has few pairs.
func (c *crawl) waitingLocked(w *pageContext, l *link.Link, fragment string) target.WaitingLink {
	key := [2]string{l.Element, l.Attribute}
	number, ok := c.originNumbers[key]
	if !ok {
		key[0], key[1] = strings.Clone(key[0]), strings.Clone(key[1]) // they may be cut out of a document
		number = int32(len(c.origins))
		c.originNumbers[key] = number
		c.origins = append(c.origins, &link.Origin{Element: key[0], Attribute: key[1]})
	}
	line, column := w.lines.Position(l.Offset)
	return target.WaitingLink{Page: w.number, Fragment: fragment, Line: line, Column: column, Origin: number, Raw: l.Raw, Text: l.Text}
}

// OccurrenceLocked is what the report shows of a link that waited.
func (c *crawl) OccurrenceLocked(e target.WaitingLink) *link.Occurrence {
	from := c.documents[e.Page]
	at := page.Occurrence(c.Job.DisplayName(from.URL, from.Internal), &link.Link{Origin: c.origins[e.Origin], Raw: e.Raw, Text: e.Text})
	at.Line, at.Column = e.Line, e.Column
	return &at
}

// LeavesSiteLocked records where a meta refresh leads that leaves the site.
func (c *crawl) LeavesSiteLocked(from *target.Target, u weburl.URL) {
	p := c.suspects.of(from)
	p.End, p.IsAway = u, true
}

// ListSitemaps calls list for the pages that the sitemaps of a live site list, until that
// returns false. It requests no page, and returns what could not be read.
func ListSitemaps(ctx context.Context, job *check.Job, list func(u weburl.URL) bool) (problems []string) {
	c := newCrawl(job)
	ctx, _, end := check.Begin(ctx)
	defer end()
	c.Step("read the sitemaps", "", func() {
		c.readSitemaps(ctx, func(u weburl.URL, _ []byte, pages []scan.Loc) {
			for _, loc := range pages {
				if to, err := u.Resolve(loc.URL); err != nil {
					c.Problem(check.InvalidLocs.Of(1, c.nameOf(u), strconv.Quote(loc.URL)))
				} else if u, _ := c.Job.Scope.Internal(to.Document()); !list(u) {
					return
				}
			}
		})
	})
	return c.Report.Problems
}

// nameOf is how texts name the sitemap at u.
func (c *crawl) nameOf(u weburl.URL) []string {
	return []string{c.Job.DisplayName(c.Job.Scope.Internal(u))}
}

// taker is called with the pages that the sitemap at u lists, under the checker's lock.
type taker func(u weburl.URL, body []byte, pages []scan.Loc)

// followSitemapLocked follows the pages that the sitemap at u lists.
func (c *crawl) followSitemapLocked(u weburl.URL, body []byte, pages []scan.Loc) {
	at, internal := c.Job.Scope.Internal(u)
	list := &target.Target{URL: at, Internal: internal, Crawled: &target.Crawled{Depth: target.Unreached}, Outcome: check.NotJudged}
	w := &pageContext{page: list, name: c.Job.DisplayName(at, internal), lines: position.NewLines(body)}
	c.numberLocked(w, len(pages))
	from := page.Base{URL: u}
	for _, loc := range pages {
		l := link.Link{Origin: loc.Origin, Raw: loc.URL, Offset: loc.Offset, Follow: true}
		ref := page.ReferenceTo[*target.Target](link.XMLKind, &l, page.Resolve(c.Job, from, &l))
		c.meetLocked(w, &l, nil, &ref)
	}
}

// sitemaps are the sitemaps of a site in the order in which they are read, each once.
type sitemaps struct {
	list  []weburl.URL
	known map[weburl.URL]bool
}

// readSitemaps reads the sitemap at its usual place and those that robots.txt and other
// sitemaps name. A sitemap at the usual place that does not exist is no fault; one that is named
// and cannot be read is a problem.
func (c *crawl) readSitemaps(ctx context.Context, take taker) {
	home := c.Job.Scope.Page("")
	usual := fetch.UsualSitemap(home)
	all := sitemaps{known: map[weburl.URL]bool{}}
	// The rules of robots.txt do not bind the check of its owner.
	if robots, err := home.Resolve("/robots.txt"); err == nil {
		if resp, err := c.Job.Client.Do(ctx, fetch.Request{URL: robots, Want: fetch.Body}); err == nil {
			if resp.Status == http.StatusOK && !resp.HTML {
				for raw := range scan.RobotsSitemaps(resp.Body) {
					c.addSitemap(&all, robots, raw)
				}
			}
			resp.Release()
		}
	}
	// The usual one comes last, so that it is known by then whether it is named.
	named := len(all.list)
	c.addSitemap(&all, home, usual.String())
	for i := 0; i < len(all.list) && ctx.Err() == nil; i++ {
		u := all.list[i]
		err := c.readSitemap(ctx, u, &all, take)
		if err == nil || ctx.Err() != nil {
			continue
		}
		missing, isMissing := errors.AsType[*fetch.SitemapError](err)
		c.checker.WithLock(func() {
			switch {
			case i != named || u != usual || !isMissing:
				c.Problem(check.UnreadSitemap.Of(1, c.nameOf(u), err.Error()))
			case !missing.Absent:
				c.Note(check.UnknownSitemap.Of(1, c.nameOf(u), err.Error()))
			}
		})
	}
}

// addSitemap adds the sitemap that from names, when it is on the site's origin, or is
// of the site by another name, and exclude does not name it.
func (c *crawl) addSitemap(all *sitemaps, from weburl.URL, raw string) {
	to, err := from.Resolve(raw)
	if err != nil {
		return
	}
	u, isInternal := c.Job.Scope.Internal(to.Document().Clone())
	switch {
	case !isInternal && !c.Job.Scope.IsOutsideBase(u):
		c.checker.WithLock(func() { c.outside++ })
	case !all.known[u] && !c.Job.ExcludesSitemap(u, isInternal):
		all.list, all.known[u] = append(all.list, u), true
	}
}

// readSitemap reads the sitemap at u for take, and adds the sitemaps that it names. The error
// says why there is nothing to read.
func (c *crawl) readSitemap(ctx context.Context, u weburl.URL, all *sitemaps, take taker) error {
	sitemap := c.Job.Sitemap
	if sitemap == nil || sitemap.URL != u {
		sitemap = fetch.AskSitemap(ctx, c.Job.Client.Do, u)
	}
	defer sitemap.Release()
	packed, err := sitemap.Packed(ctx)
	if err != nil {
		return err
	}
	held, err := c.InWork.Admit(ctx, fetch.UnpackedSize(packed))
	if err != nil {
		return fmt.Errorf("could not wait for memory: %w", err)
	}
	defer c.InWork.Release(held)
	body, err := fetch.Unpack(packed)
	if err != nil {
		return err
	}
	pages, others, err := scan.Sitemap(body)
	c.checker.WithLock(func() {
		if err != nil {
			c.Problem(check.CutSitemap.Of(1, c.nameOf(u), errors.Unwrap(err).Error()))
		}
		take(u, body, pages)
	})
	for _, loc := range others {
		c.addSitemap(all, u, loc.URL)
	}
	return nil
}
