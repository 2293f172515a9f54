package crawl

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
)

// Some sites have no end: a calendar has a next month for ever, a shop combines its filters, a
// program puts a new session into each link, and a relative link without its slash leads
// deeper and deeper. Their pages differ only in the variable parts of their URLs, and are found
// on each other. Of such a series 1,000 pages are read, and further ones only when a sitemap,
// a feed or a page of another shape links to them: so the numbered posts of a blog are all
// read, as its lists link to them. A run that leaves pages out is incomplete.

const (
	// maxSeries is how many pages of one shape are read that were found on each other.
	maxSeries = 1000
	// minChain is how many pages of a numbered shape lead to one that counts, each found on the
	// one before. In the thousands of pages that Doxygen makes of libstdc++, /user/a12345.html,
	// each is a few clicks from any other; the next month is one click further for ever.
	minChain = 32
)

// places bounds how many pages are read. A page takes its place before it is requested, as only
// the answer says whether it is a page; the place of what was none goes to the next that waits.
type places struct {
	limit, taken int
	waiting      []*target.Target
}

// take reports whether t may be read now. Otherwise it waits.
func (p *places) take(t *target.Target) bool {
	if p.taken < p.limit {
		p.taken++
		return true
	}
	if !t.Queued {
		t.Queued = true
		p.waiting = append(p.waiting, t)
	}
	return false
}

// giveBack returns who gets the place of what was no page; nil when none waits. One that waited
// may have been read meanwhile, at the end of a redirect.
func (p *places) giveBack() *target.Target {
	for len(p.waiting) > 0 {
		t := p.waiting[0]
		p.waiting = p.waiting[1:]
		if t.Queued && t.Claimed() < target.LevelLinks {
			t.Queued = false
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
	if c.maxPages.limit > 0 || t.Follow && !t.Queued || !t.Follow && w.shape == "" {
		return
	}
	chain := int32(0)
	if c.shapeOf(t) == w.shape {
		chain = w.page.Chain + 1
	}
	switch {
	case !t.Follow && t.Claimed() < target.LevelLinks: // it was not met before
		t.Chain = chain
	case t.Queued && !w.shape.isSeries(chain):
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
			if !t.Queued || t.Claimed() >= target.LevelLinks {
				continue
			}
			left++
			if t.Claimed() == target.NoLevel {
				t.LeaveLocked()
			}
		}
		if left > 0 {
			c.problems = append(c.problems, fmt.Sprintf("%d pages like %s were read that link to each other, and %d more %s left out: "+
				"if the series has no end, add %s to exclude; otherwise list the pages in a sitemap, or set max-pages",
				maxSeries, string(s), left, check.Plural(left, "was", "were"), s.exclude()))
		}
	}
}

// shape is what the URLs of a series have in common, as problems show it: a "*" stands for what
// varies. It is empty for a URL that has no variable part.
//
//	/post-*.html  the path has numbers or identifiers
//	/shop?*       the URL has a query: a filter more or less makes no other series
//	*sid=*        the URL names a session
//	/a/a/a        the path has one segment three times, as relative links make it that lack a
//	              slash. Apache Nutch leaves these out by default
type shape string

var (
	// variable matches numbers and identifiers in a path.
	variable = regexp.MustCompile(`[0-9A-Fa-f-]{16,}|[0-9A-Za-z]{16,}|[0-9]+`)
	// sessionName matches the names of sessions of Java servers, PHP, phpBB and osCommerce.
	sessionName = regexp.MustCompile(`(?i)[?&;](jsessionid|phpsessid|sid|oscsid)=`)
	// special matches what may mean something in a regular expression.
	special = regexp.MustCompile(`[^-_~%/=0-9A-Za-z*]`)
)

// shapeOf returns the shape of an internal target.
func (c *crawl) shapeOf(t *target.Target) shape {
	return shapeOf(c.job.Scope.TargetPath(t.URL), t.URL.Query)
}

func shapeOf(urlPath, query string) shape {
	if m := sessionName.FindStringSubmatch(urlPath + query); m != nil {
		return shape("*" + m[1] + "=*")
	}
	if name := repeated(urlPath); name != "" {
		return shape(strings.Repeat("/"+name, 3))
	}
	if query == "" && !strings.ContainsAny(urlPath, "0123456789") {
		return ""
	}
	text := variable.ReplaceAllStringFunc(urlPath, func(s string) string {
		if strings.ContainsAny(s, "0123456789") {
			return "*"
		}
		return s
	})
	if query != "" {
		text += "?*"
	}
	return shape(text)
}

// repeated returns the segment that a path has three times; empty for most paths.
func repeated(urlPath string) string {
	if strings.Count(urlPath, "/") < 3 {
		return ""
	}
	times := map[string]int{}
	for segment := range strings.SplitSeq(urlPath, "/") {
		if times[segment]++; times[segment] == 3 && segment != "" && !strings.ContainsAny(segment, "0123456789") {
			return segment
		}
	}
	return ""
}

// isNumbered reports whether nothing but numbers and identifiers varies.
func (s shape) isNumbered() bool {
	return strings.Contains(string(s), "*") && s[0] != '*' && !strings.HasSuffix(string(s), "?*")
}

// isSeries reports whether a page of that shape counts, to which so many of them led.
func (s shape) isSeries(chain int32) bool { return chain >= minChain || chain > 0 && !s.isNumbered() }

// exclude is the pattern that leaves the series out. It has no backslashes, which JSON reports
// would double.
func (s shape) exclude() string {
	urlPath, isQueried := strings.CutSuffix(string(s), "?*")
	expression := special.ReplaceAllString(urlPath, ".")
	switch {
	case s[0] == '*':
		return "/[?&;]" + strings.Trim(expression, "*") + "/"
	case isQueried:
		return "/^" + strings.ReplaceAll(expression, "*", "[^/]*") + "[?]/"
	case s.isNumbered():
		return "/^" + strings.ReplaceAll(expression, "*", "[^/]*") + "$/"
	}
	name := path.Base(expression)
	return "/[/]" + name + "[/](.*[/])?" + name + "[/](.*[/])?" + name + "([/]|$)/"
}
