package compare

import (
	"context"
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/weburl"
)

// answer is what became of a URL of the old site.
type answer uint8

const (
	// stays is one that leads somewhere.
	stays answer = iota
	// lost is one that leads nowhere.
	lost
	// removed is one that was removed on purpose.
	removed
	// leftOut is one that the settings leave out.
	leftOut
	// unanswered is one for which the new site had no answer.
	unanswered
	// untold is one whose answer does not say what a reader gets: see [check.Visit.Untold].
	untold
)

// judged is a URL of the old site that does not simply lead somewhere.
type judged struct {
	// page is its number among the pages.
	page    int
	answer  answer
	outcome check.Outcome
	// message says more of an outcome that is lost or untold.
	message string
	// end is where the redirects of the URL end, as text because there may be very many;
	// empty without any.
	end string
}

// visitAll requests all URLs of the old site from the new one.
func (c *comparison) visitAll(ctx context.Context) {
	var mu sync.Mutex
	c.divide(ctx, len(c.pages), func(numbers iter.Seq[int]) {
		for i := range numbers {
			var found judged
			problem := contain.Panic("compare the URL", c.pages[i].target, func() { found = c.judge(ctx, i) })
			mu.Lock()
			if problem != "" {
				c.problem("%s", problem)
			} else if ctx.Err() == nil {
				c.result.visited++
				if found.answer != stays {
					c.result.judged = append(c.result.judged, found)
				}
			}
			mu.Unlock()
		}
	})
	slices.SortFunc(c.result.judged, func(a, b judged) int { return a.page - b.page })
}

// judge finds out what became of one URL of the old site.
func (c *comparison) judge(ctx context.Context, i int) judged {
	p := &c.pages[i]
	u := urlOf(&c.job.Scope, p)
	to := check.Destination{URL: u, Internal: true}
	switch rule := c.job.RuleOf(u, true); {
	case rule.Is(config.VerdictOK), rule.Is(config.VerdictIgnore):
		return judged{page: i, answer: removed}
	case c.job.Excluded(to, ""):
		return judged{page: i, answer: leftOut}
	}
	visit := c.site.Visit(ctx, u)
	found := judged{page: i, outcome: visit.Outcome}
	if visit.IsRedirected() {
		found.end = visit.End.Document().String()
	}
	found.answer, found.message = c.decide(u, &visit)
	return found
}

// decide says what became of the URL u of the old site, by what a reader gets there.
func (c *comparison) decide(u weburl.URL, visit *check.Visit) (answer, string) {
	switch o := &visit.Outcome; {
	case o.Reason == link.Gone:
		return removed, ""
	case visit.IsAway:
		return lost, fmt.Sprintf("redirects off the site, to %s", visit.End.Redacted())
	case visit.AsksForLogin, visit.IsRedirected() && pagekind.IsLogin(visit.End) && !pagekind.IsLogin(u):
		return lost, "asks for a login"
	case visit.Untold != "":
		return untold, visit.Untold
	case o.Reason == link.Blocked && o.Status > 0 && o.Protection == "" && isRefusal(o):
		message, _, _ := strings.Cut(o.Message, ";") // without the advice for links
		return lost, message
	case o.IsUnread(), !o.Good() && o.Verdict != link.Broken:
		return unanswered, ""
	case !o.Good():
		return lost, o.Message
	case visit.IsRedirected():
		return c.decideEnd(u, visit.End)
	case c.builder.Report.Mode == link.Directory && isPost(c.fromRoot(u)):
		return lost, "shows a home page: the host has nothing for the query"
	}
	return stays, ""
}

// isPost reports whether u is what WordPress and others call a page by its number, such as
// "/?p=12". A host of files shows the home page there.
func isPost(u weburl.URL) bool {
	query, err := url.ParseQuery(strings.TrimPrefix(u.Query, "?"))
	if u.Query = ""; err != nil || !pagekind.IsHome(u) {
		return false
	}
	return slices.ContainsFunc([]string{"p", "page_id", "attachment_id", "cat"}, func(name string) bool {
		number := query.Get(name)
		return number != "" && strings.Trim(number, "0123456789") == ""
	})
}

// isRefusal reports whether the site itself refuses a page, and no bot protection.
func isRefusal(o *check.Outcome) bool {
	return (o.Status == 401 || o.Status == 403 || o.Status == 451) && !strings.Contains(o.Message, "bot protection")
}

// decideEnd decides by the page of the site at which the redirects of u end.
func (c *comparison) decideEnd(u, end weburl.URL) (answer, string) {
	// The base path is that of the site, and not of a language.
	from, to := c.fromRoot(u), c.fromRoot(end)
	if kind := pagekind.CatchAll(from, to); kind != "" {
		return lost, fmt.Sprintf("redirects to %s (%s)", kind, c.job.Scope.Target(end))
	}
	return stays, ""
}

// fromRoot is an internal URL as if the site had no base path.
func (c *comparison) fromRoot(u weburl.URL) weburl.URL {
	u.Path = c.job.Scope.TargetPath(u)
	return u
}
