package crawl

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
)

// What is requested of a target, and whether its links are followed, is decided here: levelLocked
// says it, whenever something is learned of a target. What is beyond max-depth or max-pages is only
// requested.
//
// Some sites have no end: a calendar has a next month for ever, a shop combines its filters, a
// program puts a new session into each link, and a relative link without its slash leads deeper and
// deeper. Their pages differ only in the variable parts of their URLs, and are found on each other.
// Of such a series 1,000 pages are read, and further ones only when a sitemap, a feed or a page of
// another shape links to them: so the numbered posts of a blog are all read, as its lists link to
// them. A run that leaves pages out is incomplete.

const (
	// maxSeries is how many pages of one shape are read that were found on each other.
	maxSeries = 1000
	// minChain is how many pages of a numbered shape lead to one that counts, each found on the
	// one before. In the thousands of pages that Doxygen makes of libstdc++, /user/a12345.html,
	// each is a few clicks from any other; the next month is one click further for ever.
	minChain = 32
)

// levelLocked is how much of an internal target is requested.
func (c *crawl) levelLocked(t *target.Target) target.Level {
	switch {
	case t.Claimed == target.LevelLinks:
		return target.LevelAnswer
	case t.Internal && t.Holds != link.NoKind && !c.Job.PageExcluded(t.URL):
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
		return target.LevelLinks
	}
	return target.NoLevel
}

// isWanted reports whether t would be read, were it not for the bounds.
func (c *crawl) isWanted(t *target.Target) bool {
	return t.Internal && t.Follow && (t.IsHTML || !isNamedAsFile(t.URL.Path)) && !c.Job.PageExcluded(t.URL)
}

func (c *crawl) isTooDeep(t *target.Target) bool {
	deepest := c.Job.Config.MaxDepth
	return deepest > 0 && t.Depth > int32(deepest)
}

// RedirectsLocked records that t redirects to end, which is found by that.
func (c *crawl) RedirectsLocked(t, end *target.Target) { c.approachLocked(end, t.Depth, t.Follow) }

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
	wasToRead := work.Level >= target.LevelLinks
	if wasToRead && (o.IsUnread() || o.Reason == link.Blocked) && c.endsOnSite(t, &o) {
		p := c.suspects.of(t)
		p.Failed, p.Outcome = true, &o
	}
	if wasToRead && resp != nil && !resp.HTML && o.Good() && t.Holds == link.NoKind && c.endsOnSite(t, &o) {
		c.suspects.note(t, health.AtOther(t.URL, resp.Status, resp.ContentType), 0, true)
	}
	if resp != nil && resp.HTML && !t.IsHTML {
		t.IsHTML = true
		if t.Claimed < target.LevelLinks && t.Outcome.Good() && c.isWanted(t) {
			c.checker.ClaimLocked(t, c.levelLocked(t))
		}
	}
	if wasToRead && t.Placed {
		if t.Placed = false; !isRead {
			if next := c.placesLocked(t).giveBack(); next != nil {
				c.checker.ClaimLocked(next, target.LevelLinks)
			}
		}
	}
}

// places bounds how many pages are read. A page takes its place before it is requested, as only
// the answer says whether it is a page; the place of what was none goes to the next that waits.
type places struct {
	limit, taken int
	waiting      []*target.Target
}

// take reports whether t may be read now. Otherwise it waits.
func (p *places) take(t *target.Target) bool {
	switch {
	case p.taken < p.limit:
		p.taken++
		t.Placed = true
	case !t.Queued:
		t.Queued = true
		p.waiting = append(p.waiting, t)
	}
	return t.Placed
}

// giveBack returns who gets the place of what was no page; nil when none waits. One that waited
// may have been read meanwhile, at the end of a redirect.
func (p *places) giveBack() *target.Target {
	for len(p.waiting) > 0 {
		t := p.waiting[0]
		p.waiting = p.waiting[1:]
		if t.Queued && t.Claimed < target.LevelLinks {
			t.Queued, t.Placed = false, true
			return t
		}
	}
	p.taken--
	return nil
}

// placesLocked are those for which t counts: the places of max-pages, which says itself how
// large the site may be, or those of its series; nil when nothing bounds it.
func (c *crawl) placesLocked(t *target.Target) *places {
	if c.maxPages.limit > 0 {
		return &c.maxPages
	}
	if t.Chain == 0 {
		return nil
	}
	s := c.shapeOf(t)
	if !s.isSeries(t.Chain) {
		return nil
	}
	if c.series[s] == nil {
		c.series[s] = &places{limit: maxSeries}
	}
	return c.series[s]
}

// meetSeriesLocked notes that the document w links to t as to a page, before anything else is
// noted of that link.
func (c *crawl) meetSeriesLocked(w *pageContext, t *target.Target) {
	isNew := !t.Follow && t.Claimed < target.LevelLinks
	if c.maxPages.limit > 0 || !t.Queued && (!isNew || w.shape.pattern == "") {
		return
	}
	chain := int32(0)
	if c.shapeOf(t) == w.shape {
		chain = w.page.Chain + 1
	}
	if isNew {
		t.Chain = chain
	} else if !w.shape.isSeries(chain) {
		t.Queued, t.Chain = false, 0
	}
}

// leaveOutLocked settles what still waits for a place when all else is done: pages beyond
// max-pages are only requested, and those beyond the bound of a series are left out.
func (c *crawl) leaveOutLocked() {
	c.isFull = true
	for _, t := range c.maxPages.waiting {
		t.Queued = false
		c.checker.ClaimLocked(t, t.Least())
	}
	for s, p := range c.series {
		left := 0
		for _, t := range p.waiting {
			if !t.Queued || t.Claimed >= target.LevelLinks {
				continue
			}
			left++
			if t.Claimed == target.NoLevel {
				t.LeaveLocked()
			}
		}
		c.Problem(check.EndlessSeries.Of(left, nil, s.pattern, link.Number(maxSeries)))
	}
}

// shape is what the URLs of a series have in common. The zero value is that of a URL without a
// variable part.
type shape struct {
	// pattern is a glob that matches them:
	//
	//	/post-*.html               the path has numbers or identifiers
	//	/shop[?]*/**               the URL has a query: a filter more or less makes no other series
	//	/**/a/**/a/**/a/**         the path has one segment three times, as relative links make it
	//	                           that lack a slash. Apache Nutch leaves these out by default
	pattern string
	// isNumbered is whether nothing but numbers and identifiers varies.
	isNumbered bool
}

// isSeries reports whether a page of that shape counts, to which so many of them led.
func (s shape) isSeries(chain int32) bool { return chain >= minChain || chain > 0 && !s.isNumbered }

var (
	// variable matches numbers and identifiers in a path.
	variable = regexp.MustCompile(`[0-9A-Fa-f-]{16,}|[0-9A-Za-z]{16,}|[0-9]+`)
	// special matches what has a meaning in a glob.
	special = regexp.MustCompile(`[][*?{}\\]`)
)

// shapeOf returns the shape of an internal target.
func (c *crawl) shapeOf(t *target.Target) shape {
	return shapeOf(c.Job.Scope.TargetPath(t.URL), t.URL.Query)
}

func shapeOf(urlPath, query string) shape {
	times := map[string]int{}
	for segment := range strings.SplitSeq(urlPath, "/") {
		if times[segment]++; times[segment] == 3 && segment != "" && !strings.ContainsAny(segment, "0123456789") {
			return shape{pattern: strings.Repeat("/**/"+special.ReplaceAllString(segment, "?"), 3) + "/**"}
		}
	}
	if query == "" && !strings.ContainsAny(urlPath, "0123456789") {
		return shape{}
	}
	pattern := variable.ReplaceAllStringFunc(special.ReplaceAllString(urlPath, "?"), func(s string) string {
		if strings.ContainsAny(s, "0123456789") {
			return "*"
		}
		return s
	})
	if query != "" {
		return shape{pattern: pattern + "[?]*/**"}
	}
	if strings.HasSuffix(pattern, "/") {
		pattern += "**" // between two slashes would be a regular expression
	}
	return shape{pattern, true}
}

// noteBounds says how far the crawl went.
func (c *crawl) noteBounds() {
	var outside, deep, over int
	for t := range c.checker.All() {
		switch {
		case c.Job.Scope.IsOutsideBase(t.URL):
			outside++
		case t.Claimed >= target.LevelLinks || t.FragmentPage != nil || !c.isWanted(t) || !t.Outcome.Good():
		case c.isTooDeep(t):
			deep++
		case c.maxPages.limit > 0 && (t.IsHTML || t.Answered == target.LevelAnswer):
			over++
		}
	}
	c.isPartial = deep+over > 0 || c.Report.Unread > 0
	c.Note(check.OutsideBase.Of(outside, nil, c.Job.Scope.Base()))
	c.Note(check.BeyondBound.Of(deep, nil, "max-depth "+strconv.Itoa(c.Job.Config.MaxDepth)))
	c.Note(check.BeyondBound.Of(over, nil, "max-pages "+strconv.Itoa(c.Job.Config.MaxPages)))
	c.Note(check.OutsideURLs.Of(c.outside, nil))
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
