package crawl

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/weburl"
)

// access is what a crawl knows of the pages that it could not read, or that show
// a login. The checker's lock guards it.
type access struct {
	// start is the start page.
	start *target.Target
	// failed are the pages that were to be read for links and gave none, or not all
	// of them, each with its last answer.
	failed map[*target.Target]check.Outcome
	// forms are the pages that have a field for a password.
	forms map[*target.Target]content.Login
	// doors are the pages that may be in front of a site, by what they show, and away
	// holds where a meta refresh leads that leaves the site.
	doors map[uint64][]*target.Target
	away  map[*target.Target]weburl.URL
	// passed counts the pages with many links that might be in front of the site, and
	// knocked is whether one of those that were looked at does.
	passed  atomic.Int64
	knocked atomic.Bool
	// empty are the pages without any content.
	empty []*target.Target
	// noPages are the pages whose answers are none.
	noPages []unpaged
}

func newAccess(start *target.Target) access {
	return access{
		start: start, failed: map[*target.Target]check.Outcome{}, forms: map[*target.Target]content.Login{}, doors: map[uint64][]*target.Target{}, away: map[*target.Target]weburl.URL{},
	}
}

// loginOf returns the login that a page shows. Few pages have a field for a password,
// which the reader of links has seen.
func loginOf(doc *page.Document) (form content.Login, ok bool) {
	if !doc.Kind.IsPage() || !doc.Page.Password {
		return form, false
	}
	return content.LoginOf(doc.Text)
}

// startPage is the page that was read as the start page.
func (a *access) startPage() *target.Target {
	if a.start.FragmentPage != nil && len(a.start.Outcome.Redirects) > 0 {
		return a.start.FragmentPage
	}
	return a.start
}

// heed records a target that was asked for its links and gave none, or not all.
func (c *crawl) heed(work target.Task, result check.Outcome) {
	if work.Level < target.LevelLinks || !work.Target.Internal || !result.IsUnread() && result.Reason != link.Blocked {
		return
	}
	c.checker.WithLock(func() { c.access.failed[work.Target] = result })
}

// census counts the pages of a site by whether they were read.
type census struct {
	// unread are the pages without an answer, or without a whole one; closed are
	// those that ask for a login.
	unread, closed []*target.Target
	// public counts the pages that were read and are neither a login nor made for
	// those who want an account.
	public int
	// total counts all pages that were to be read, but for those at which readers
	// log in: there may be one of those for each page that asks for a login.
	total int
}

// census counts the pages that were to be read. Those that a rule judges are as
// they should be.
func (c *crawl) census() census {
	var all census
	logins := c.logins()
	for _, t := range c.checker.Internal {
		if !c.isWanted(t) || t.Claimed() < target.LevelLinks || !t.IsAnswered() || isJudgedByRule(t) {
			continue
		}
		failed, isFailed := c.access.failed[t]
		isFailed = isFailed && c.endsOnSite(t, failed)
		form, hasForm := c.access.forms[t]
		switch {
		case isFailed && failed.IsUnread():
			all.unread = append(all.unread, t)
		case isFailed, c.leadsToLogin(t, logins):
			all.closed = append(all.closed, t)
		case t.Page == nil:
			continue // not a page, or not of this site
		case pagekind.IsLogin(t.URL), logins[t] == redirectedTo:
			continue
		case isAccountPage(t.URL), t == c.access.startPage() && hasForm && form.ShowsLittle():
			// They count for neither side.
		case logins[t] != notLogin:
			all.closed = append(all.closed, t)
		default:
			all.public++
		}
		all.total++
	}
	byName := func(a, b *target.Target) int {
		return strings.Compare(c.job.Scope.Target(a.URL), c.job.Scope.Target(b.URL))
	}
	slices.SortFunc(all.unread, byName)
	slices.SortFunc(all.closed, byName)
	return all
}

// shut counts the closed pages of which nothing was read.
func (all *census) shut() int {
	n := 0
	for _, t := range all.closed {
		if t.Page == nil {
			n++
		}
	}
	return n
}

// isJudgedByRule reports whether a rule says what a target counts as.
func isJudgedByRule(t *target.Target) bool { return t.Rule != nil && t.Rule.Verdict != "" }

// endsOnSite reports whether the last answer for t came from the site.
func (c *crawl) endsOnSite(t *target.Target, o check.Outcome) bool {
	end := t.URL
	if n := len(o.Redirects); n > 0 {
		last, err := weburl.Parse(o.Redirects[n-1].URL)
		if err != nil {
			return true
		}
		end = last
	}
	_, isInternal := c.job.Scope.Internal(end)
	return isInternal
}

// account adds to a report what keeps the site from having been read, and how
// many of its pages were not.
func (c *crawl) account(r *link.Report) {
	all := c.census()
	r.Unread = len(all.unread)
	limit := c.job.Config.MaxUnread
	if limit.Exceeds(len(all.unread), all.total) {
		r.Problems = append(r.Problems, fmt.Sprintf("%s (max-unread allows %s): %s; raise timeout, lower concurrency, or raise max-unread",
			c.unreadOf(all), limit, c.examples(all.unread)))
	} else if n := len(all.unread); n > 0 {
		r.Notes = append(r.Notes, check.Count(n, "page")+" of the site did not answer, so "+check.Plural(n, "its", "their")+" links are not checked")
	}
	switch problem := c.loginProblem(all); {
	case problem != "":
		r.Unread += len(all.closed)
		r.Problems = append(r.Problems, problem)
	default:
		if n := all.shut(); n > 0 {
			r.Notes = append(r.Notes, check.Count(n, "page")+" of the site denied access, so "+check.Plural(n, "its", "their")+" links are not checked")
		}
		if problem := c.gateProblem(&all); problem != "" && !c.isGated {
			r.Problems = append(r.Problems, problem)
		}
	}
}

// unreadOf says how many pages could not be read: "60 of 61 pages did not answer".
func (c *crawl) unreadOf(all census) string {
	verb := "could not be read"
	if slices.ContainsFunc(all.unread, func(t *target.Target) bool {
		failed := c.access.failed[t]
		return failed.Status == 0 && failed.Reason != link.RateLimited
	}) {
		verb = "did not answer"
	}
	return fmt.Sprintf("%d of %s %s", len(all.unread), check.Count(all.total, "page"), verb)
}

// examples names the first of some pages with the reasons why they were not read:
// "/a (connection reset), /b (no answer within 20s) and 57 more". A reason that they
// share is given once.
func (c *crawl) examples(pages []*target.Target) string {
	first := pages[:min(len(pages), check.MaxExamples)]
	names, examples := make([]string, len(first)), make([]string, len(first))
	isShared := len(first) > 1
	for i, t := range first {
		names[i], examples[i] = c.nameOf(t), c.example(t)
		isShared = isShared && c.whyUnread(t) == c.whyUnread(first[0])
	}
	text := strings.Join(examples, ", ")
	if isShared {
		text = strings.Join(names, ", ") + " (each: " + check.Shorten(c.whyUnread(first[0]), check.MaxWhy) + ")"
	}
	if more := len(pages) - len(first); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func (c *crawl) example(t *target.Target) string {
	return c.nameOf(t) + " (" + check.Shorten(c.whyUnread(t), check.MaxWhy) + ")"
}

// nameOf returns the short name of a page for a message.
func (c *crawl) nameOf(t *target.Target) string {
	return check.Shorten(c.job.Scope.Target(t.URL), check.MaxName)
}

// whyUnread says in a few words why a page was not read.
func (c *crawl) whyUnread(t *target.Target) string {
	if failed, ok := c.access.failed[t]; ok {
		// Behind the semicolon is what to try.
		why, _, _ := strings.Cut(failed.Message, ";")
		return strings.TrimPrefix(why, check.CutMessage)
	}
	if n := len(t.Outcome.Redirects); n > 0 {
		return "redirects to " + c.loginName(t.Outcome.Redirects[n-1].URL)
	}
	if to, ok := c.access.away[t]; ok {
		return "forwards to " + c.loginName(to.String())
	}
	return "shows a login page"
}
