package crawl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	"strings"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// access is what a crawl knows of the pages that it could not read, or that may not be the site's.
// The checker's lock guards it.
type access struct {
	// start is the start page.
	start *target.Target
	// failed are the pages that were to be read for links and gave none, or not all
	// of them, each with its last answer.
	failed map[*target.Target]check.Outcome
	// looks are those of pages that show little, and texts what several of them show, by
	// the prints that were seen.
	looks map[*target.Target]health.Look
	seen  map[uint64]bool
	texts map[uint64]string
	// away holds where a meta refresh leads that leaves the site, and noPages what answers are
	// that are no pages.
	away    map[*target.Target]weburl.URL
	noPages map[*target.Target]string
	// missing are the pages that answer as a made-up path does, each with the outcome that it
	// had otherwise.
	missing map[*target.Target]check.Outcome
	// passed counts the pages with many links, and same is whether two of them show the same.
	passed atomic.Int64
	same   atomic.Bool
}

func newAccess(start *target.Target) *access {
	return &access{
		start: start, failed: map[*target.Target]check.Outcome{}, looks: map[*target.Target]health.Look{}, seen: map[uint64]bool{}, texts: map[uint64]string{},
		away: map[*target.Target]weburl.URL{}, noPages: map[*target.Target]string{}, missing: map[*target.Target]check.Outcome{},
	}
}

const (
	// manyLinks is how many links nearly every page has at most that is in front of
	// a site: its languages, and what the law asks for. To look at all pages with more would
	// cost a twentieth of a crawl: the first few are looked at, then one in so many, and each one
	// once two of them show the same.
	manyLinks   = 15
	alwaysFirst = 32
	oneIn       = 32
)

// look looks at a page that was read.
func (c *crawl) look(t *target.Target, doc *page.Document) health.Look {
	if len(doc.Page.Links) > manyLinks && !doc.Page.Password {
		if n := c.access.passed.Add(1); n > alwaysFirst && n%oneIn != 0 && !c.access.same.Load() {
			return health.Glance(doc.Kind, &doc.Page, doc.Text)
		}
	}
	return health.LookAt(t.URL, doc.Kind, &doc.Page, doc.Text)
}

// note records what a page shows.
func (a *access) note(t *target.Target, look health.Look, links int) {
	if look.Print != 0 {
		if a.seen[look.Print] {
			a.texts[look.Print] = look.Text
			if links > manyLinks {
				a.same.Store(true)
			}
		}
		a.seen[look.Print] = true
	}
	if t != a.startPage() {
		look.Text = ""
	}
	if look.Print != 0 || look.Class != health.Content {
		a.looks[t] = look
	}
}

// startPage is the page that was read as the start page.
func (a *access) startPage() *target.Target {
	if a.start.FragmentPage != nil && len(a.start.Outcome.Redirects) > 0 {
		return a.start.FragmentPage
	}
	return a.start
}

// heed records a target that was asked for its links and gave none, or not all.
func (c *crawl) heed(work target.Task, resp *fetch.Response, result check.Outcome) {
	t := work.Target
	if work.Level < target.LevelLinks || !t.Internal {
		return
	}
	c.checker.WithLock(func() {
		if result.IsUnread() || result.Reason == link.Blocked {
			c.access.failed[t] = result
		}
		if resp == nil || resp.HTML || !result.Good() || !isNamedAsPage(t.URL.Path) || t.Holds != link.NoKind {
			return
		}
		if _, isInternal := c.job.Scope.Internal(resp.URL); isInternal && noPage(resp) != "" {
			c.access.noPages[t] = noPage(resp)
		}
	})
}

// noPage says what an answer is instead of a page; empty for what may be meant to be
// no page, such as a picture. An application that fails, or a wrong setting of its host, may
// answer so for each page, with success.
func noPage(resp *fetch.Response) string {
	switch kind := resp.ContentType; {
	case resp.Status == http.StatusNoContent, resp.Status == http.StatusResetContent:
		return fmt.Sprintf("empty (status %d)", resp.Status)
	case kind == "text/plain":
		return "plain text"
	case kind == "application/json", kind == "text/json", strings.HasSuffix(kind, "+json"):
		return "JSON"
	}
	return ""
}

// isNamedAsPage reports whether a path has no extension, or that of a page.
func isNamedAsPage(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case "", ".html", ".htm", ".xhtml":
		return true
	}
	return false
}

// Compare returns what an answer comes to in the light of those for paths that do not
// exist. again is whether the page itself is needed for that.
func (c *crawl) Compare(ctx context.Context, work *target.Task, resp *fetch.Response, o check.Outcome) (judged check.Outcome, again bool) {
	t := work.Target
	if !o.Good() || c.job.Accepts(http.StatusNotFound, t.URL) {
		return o, false
	}
	found := c.missing.Compare(ctx, t.URL, resp)
	if work.Level == target.LevelAnswer && found.NeedsPage {
		work.Level = target.LevelAnchors
		c.checker.WithLock(func() { t.Claim(target.LevelAnchors) })
		return o, true
	}
	if found.Message == "" {
		return o, false
	}
	c.checker.WithLock(func() { c.access.missing[t] = o })
	if !found.IsMissing {
		return o, false
	}
	return check.Outcome{Verdict: link.Broken, Reason: link.NotFound, Status: resp.Status, Message: found.Message, Redirects: o.Redirects, Soft404: true}, false
}

// judgeHealth adds to a report what there is to say of pages that are not the site's.
func (c *crawl) judgeHealth(r *link.Report) {
	first := c.access.start
	s := health.Site{
		Pages: func(yield func(*health.Page) bool) {
			var p health.Page
			for _, t := range c.checker.Internal {
				if t.Claimed() >= target.LevelLinks && c.isWanted(t) && t.IsAnswered() && !isJudgedByRule(t) {
					if c.pageOf(t, &p); !yield(&p) {
						return
					}
				}
			}
		},
		Start: c.pageOf(first, &health.Page{}), First: c.pageOf(c.access.startPage(), &health.Page{}), Asked: first.URL,
		SkipStart: isJudgedByRule(first) || c.job.PageExcluded(first.URL),
		Texts:     c.access.texts, Missing: c.missing, Headers: c.job.Config.Headers, MaxUnread: c.job.Config.MaxUnread, Written: c.written,
	}
	if given, err := weburl.Parse(c.job.Config.Target); err == nil {
		// The page that was asked for may redirect out of its own directory.
		s.Asked = given.Document()
	}
	v := s.Judge()
	r.Unread = v.Unread
	r.Problems, r.Notes = append(r.Problems, v.Problems...), append(r.Notes, v.Notes...)
	for t, before := range c.access.missing {
		if v.AreMissing && t.Outcome.Soft404 {
			// Something else is in front of these pages, which are there for all that is known.
			before := check.Temper(before, t.Rule).Kept()
			c.job.Progress.Record(t.Outcome, before)
			t.Outcome = before
		}
	}
	var closed []string
	for _, t := range c.checker.Internal {
		failed, isFailed := c.access.failed[t]
		if t.Outcome.Protection == protection.Vercel || isFailed && failed.Protection == protection.Vercel {
			closed = append(closed, check.Shorten(c.job.Scope.Target(t.URL), check.MaxName))
		}
	}
	if problem := health.ExpiredToken(c.job.Config.Headers, closed); problem != "" {
		r.Problems = append(r.Problems, problem)
	}
}

// pageOf fills p with what health has to know of a page.
func (c *crawl) pageOf(t *target.Target, p *health.Page) *health.Page {
	_, isMissing := c.access.missing[t]
	*p = health.Page{
		URL: t.URL, Name: c.job.Scope.Target(t.URL), Look: c.access.looks[t], Outcome: t.Outcome, IsRead: t.Page != nil, IsMissing: isMissing,
		NotHTML: c.access.noPages[t],
	}
	if failed, ok := c.access.failed[t]; ok && c.endsOnSite(t, failed) {
		p.Failed, p.Outcome = true, &failed
	}
	away, isAway := c.access.away[t]
	switch n := len(t.Outcome.Redirects); {
	case isAway:
		p.End, p.IsAway = away, true
	case t.FragmentPage != nil:
		end := t.FragmentPage
		for i := 0; i < check.MaxFragmentHops && end.FragmentPage != nil; i++ {
			end = end.FragmentPage
		}
		p.End, p.EndLook = end.URL, c.access.looks[end]
	case n > 0 && t.Page == nil && t.IsHTML:
		if last, err := weburl.Parse(t.Outcome.Redirects[n-1].URL); err == nil {
			_, isInternal := c.job.Scope.Internal(last)
			p.End, p.IsAway = last, !isInternal
		}
	}
	return p
}

// isJudgedByRule reports whether a rule says what a target counts as.
func isJudgedByRule(t *target.Target) bool { return t.Rule != nil && t.Rule.Verdict != "" }

// endsOnSite reports whether the last answer for t came from the site.
func (c *crawl) endsOnSite(t *target.Target, o check.Outcome) bool {
	n := len(o.Redirects)
	if n == 0 {
		return true
	}
	last, err := weburl.Parse(o.Redirects[n-1].URL)
	if err != nil {
		return true
	}
	_, isInternal := c.job.Scope.Internal(last)
	return isInternal
}

// maxLogin is how much of a login's address a problem shows, in bytes.
const maxLogin = 100

// written is how a problem names where a page leads: without its query, which may hold
// what a login is to be proved with.
func (c *crawl) written(u weburl.URL) string {
	return check.Shorten(c.job.DisplayName(c.job.Scope.Internal(u.WithoutQuery())), maxLogin)
}

// whyUnreachable says why the start page could not be read, and how to open it when
// it asks for a login.
func whyUnreachable(j *check.Job, err error) string {
	var e *site.UnreachableError
	if !errors.As(err, &e) || e.BotProtection != "" {
		return err.Error()
	}
	told := *e
	start, parseErr := weburl.Parse(e.URL)
	switch {
	case e.Final.Scheme != "" && parseErr == nil && (e.Protection != "" || health.RedirectsToLogin(start, []link.Redirect{{URL: e.Final.String()}})):
		told.Cause = fmt.Sprintf("it redirects to a login page, %s (%s)", check.Shorten(e.Final.WithoutQuery().Redacted(), maxLogin), health.KindName(e.Protection))
	case e.Final.Scheme != "":
		return err.Error()
	case e.Login:
		told.Cause = fmt.Sprintf("it asks for a login (%s, status %d)", health.KindName(e.Protection), e.Status)
	case e.Status == http.StatusForbidden, e.Status == http.StatusProxyAuthRequired:
		told.Cause = fmt.Sprintf("it denies access (status %d)", e.Status)
	default:
		return err.Error()
	}
	if e.NoToken != "" {
		told.Cause += ", and GitHub gave no OIDC token: " + e.NoToken
	}
	told.Advice = health.Opening(j.Config.Headers, e.Protection)
	return told.Error()
}

// startText is a copy of the start page in UTF-8.
func startText(first *fetch.Response) []byte {
	text, _ := charset.Decode(bytes.Clone(first.Body), first.Charset)
	return text
}
