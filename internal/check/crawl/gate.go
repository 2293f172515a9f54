package crawl

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"net/http"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/soft404"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Something may be in front of most pages of a site that says of paths which do not
// exist that they do not: a login without a password, an age gate, a page about
// maintenance that began in the middle of the crawl. All of these pages show the
// same then, or are sent to one place.

// fewGated is the number of pages below which none of this is concluded.
const fewGated = 5

// doorShown is the print of what a page shows when it may be one that is in front of
// a site: it shows little, and says so. It is 0 for nearly all pages.
//
// Pages with few links, as most that are in front of a site are, are all looked at: this
// is known after the first few paragraphs. To look at all others would cost a
// twentieth of a crawl. The first 32 are looked at, then one in 32, and each one
// from the first on that is in front of the site: where most do, that one comes early.
func (a *access) doorShown(doc *page.Document) uint64 {
	if doc.Kind != link.HTMLKind || doc.Page.Refresh != "" {
		return 0
	}
	if hasFewLinks(doc, maxDoorLinks) {
		return printOfDoor(doc)
	}
	if n := a.passed.Add(1); n > firstKnocks && n%knocks != 0 && !a.knocked.Load() {
		return 0
	}
	shown := printOfDoor(doc)
	if shown != 0 {
		a.knocked.Store(true)
	}
	return shown
}

// look looks at a document; fault is why it was not read to its end.
func (c *crawl) look(doc *page.Document, fault error) (l looks) {
	l.form, l.hasForm = loginOf(doc)
	l.rendering = check.RenderingOf(doc.Kind, doc.Text, &doc.Page)
	l.door = c.access.doorShown(doc)
	l.isEmpty = doc.Kind.IsPage() && len(doc.Text) <= maxEmpty && len(bytes.TrimSpace(doc.Text)) == 0 && fault == nil
	return l
}

// printOfDoor is doorShown of a page that is looked at.
func printOfDoor(doc *page.Document) uint64 {
	text, isLittle := content.LittleText(doc.Text, soft404.MaxGateText)
	if !isLittle || !soft404.IsGate(soft404.Plain(text)) {
		return 0
	}
	// Such pages show the number of the request, or the time. A title with the number
	// of a page tells pages apart, and has fewer digits.
	words := slices.DeleteFunc(strings.Fields(text), func(word string) bool {
		return len(word) >= leastNumber && strings.ContainsAny(word, "0123456789")
	})
	// Other runs have to come to the same print, so the hash has no seed.
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(strings.Join(words, " ")))
	return max(sum.Sum64(), 1)
}

const (
	// maxDoorLinks is how many links nearly every page has at most that is in front of
	// a site: its languages, and what the law asks for.
	maxDoorLinks = 15
	// firstKnocks is how many pages with more links are looked at in any case, and
	// knocks is of how many others one is.
	firstKnocks = 32
	knocks      = 32
)

// hasFewLinks reports whether a page has no more links than so many.
func hasFewLinks(doc *page.Document, most int) bool {
	n := 0
	for i := range doc.Page.Links {
		if doc.Page.Links[i].Follow {
			if n++; n > most {
				return false
			}
		}
	}
	return true
}

// leastNumber is the length from which on a word with a digit is taken for the
// number of a request.
const leastNumber = 8

// gateProblem says that most pages of the site show the same or are sent to the same
// place; empty for most sites.
func (c *crawl) gateProblem(all *census) string {
	if text := c.emptyPages(); text != "" {
		return text
	}
	if text := c.notPages(); text != "" {
		return text
	}
	if text := c.sameDoor(); text != "" {
		return text
	}
	return c.sameEnd(all)
}

// lift says what to do about a login or bot protection in front of a site.
const lift = "if this is a login, consent gate, age gate or maintenance page, turn it off, or set header to let linkvet in; " +
	"if the host limits requests, lower concurrency; if the pages are correct, add them to exclude-pages"

// fewEmpty is the number of empty pages below which they are no problem, unless the
// start page is one.
const fewEmpty = 10

// maxEmpty is the size in bytes up to which a page of white space is an empty one.
const maxEmpty = 64

// emptyPages says that the start page or most pages have no content at all, as the
// answers of a host have whose application failed.
func (c *crawl) emptyPages() string {
	empty := slices.DeleteFunc(c.access.empty, func(t *target.Target) bool {
		_, isFailed := c.access.failed[t]
		return isFailed // its body is damaged, which is said already
	})
	switch n := len(empty); {
	case slices.Contains(empty, c.access.startPage()):
		return "the start page is empty: open it in a browser, and check the log of the host"
	case n >= fewEmpty && 2*n > c.pages:
		return fmt.Sprintf("%d of %d pages are empty, such as %s: open them in a browser, and check the log of the host", n, c.pages, c.namesOf(empty))
	}
	return ""
}

// sameDoor says that more than half of the pages show the same, which says that
// something is in front of them.
func (c *crawl) sameDoor() string {
	var most []*target.Target
	for _, pages := range c.access.doors {
		pages = slices.DeleteFunc(pages, func(t *target.Target) bool { return isAccountPage(t.URL) || isJudgedByRule(t) || t.Outcome.Soft404 })
		if len(pages) > len(most) {
			most = pages
		}
	}
	paths := map[string]bool{}
	for _, t := range most {
		paths[t.URL.Path] = true
	}
	// What differs in its query alone is one page with different settings.
	again := len(most) - len(paths)
	if len(paths) < fewGated || 2*len(paths) <= c.pages-again {
		return ""
	}
	return fmt.Sprintf("%d of %d pages show the same content, such as %s; %s", len(paths), c.pages-again, c.namesOf(most), lift)
}

// sameEnd says that more than half of the pages lead to the same one, or to
// another site.
func (c *crawl) sameEnd(all *census) string {
	total := all.total
	ends := map[string][]*target.Target{}
	// again counts the pages that differ from another in their query alone, such as
	// the page to return to.
	again := map[string]int{}
	logins := c.logins()
	for _, t := range c.checker.Internal {
		if !c.isWanted(t) || t.Claimed() < target.LevelLinks || !t.IsAnswered() || isJudgedByRule(t) || !t.Outcome.Good() {
			continue
		}
		end, ok := c.endOf(t)
		if !ok {
			if t.Page != nil && t.URL.Query != "" {
				again[t.URL.WithoutQuery().String()]++
			}
			continue
		}
		if c.leadsToLogin(t, logins) {
			continue // the census has it
		}
		if t.Page == nil {
			total++ // the census has no page of that name
		}
		ends[end] = append(ends[end], t)
	}
	for end, pages := range ends {
		different := total - max(0, again[end]-1)
		if len(pages) >= fewGated && 2*len(pages) > different {
			return fmt.Sprintf("%d of %d pages redirect to %s, such as %s; %s",
				len(pages), different, c.loginName(end), c.namesOf(pages), lift)
		}
	}
	return ""
}

// endOf is where a page of the site leads instead of showing what it is named for:
// another page, without its query, or another site on which the page has the same
// path. ok is false when it shows something itself, or something that is no page.
func (c *crawl) endOf(t *target.Target) (end string, ok bool) {
	var to weburl.URL
	away, isAway := c.access.away[t]
	switch n := len(t.Outcome.Redirects); {
	case isAway:
		to = away
	case t.Page != nil && t.FragmentPage != nil:
		to = t.FragmentPage.URL
	case n > 0 && t.Page == nil:
		last, err := weburl.Parse(t.Outcome.Redirects[n-1].URL)
		if err != nil || !t.IsHTML {
			return "", false
		}
		to = last
	default:
		return "", false
	}
	internal, isInternal := c.job.Scope.Internal(to)
	switch {
	case isInternal && strings.TrimSuffix(internal.Path, "/") == strings.TrimSuffix(t.URL.Path, "/"):
		return "", false // a language or another setting, or a slash
	case isInternal && slices.ContainsFunc(t.Outcome.Redirects, isPermanent):
		return "", false // it has moved, which is a finding
	case !isInternal && to.Path == t.URL.Path:
		to.Path = "/"
	}
	return to.WithoutQuery().String(), true
}

func isPermanent(hop link.Redirect) bool {
	return hop.Status == http.StatusMovedPermanently || hop.Status == http.StatusPermanentRedirect
}

// isWithin reports whether a page by the name of a login, to which the start page
// redirects, is where the site begins: it asks for no password, and several pages
// lie below it.
func (c *crawl) isWithin(page *target.Target) bool {
	if _, hasForm := c.access.forms[page]; hasForm || page.Page == nil {
		return false
	}
	n, folder := 0, page.URL.Path[:strings.LastIndexByte(page.URL.Path, '/')+1]
	for _, t := range c.checker.Internal {
		if t != page && t.Page != nil && t.URL.Query == "" && folder != "/" && strings.HasPrefix(t.URL.Path, folder) {
			n++
		}
	}
	return n >= fewGated
}

// namesOf are the first few of the pages by name.
func (c *crawl) namesOf(pages []*target.Target) string {
	names := make([]string, len(pages))
	for i, t := range pages {
		names[i] = c.job.Scope.Target(t.URL)
	}
	slices.Sort(names)
	return check.FirstNames(names)
}

// leadsAway reports whether a meta refresh of a page leaves the site.
func (c *crawl) leadsAway(t *target.Target) bool {
	_, ok := c.access.away[t]
	return ok
}

// refreshName is how a problem names where the meta refresh of a page leads.
func (c *crawl) refreshName(t *target.Target) string {
	if to, ok := c.access.away[t]; ok {
		return c.loginName(to.String())
	}
	return c.loginName(t.FragmentPage.URL.String())
}
