package crawl

import (
	"cmp"
	"context"
	"net/http"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// suspects are the pages that could not be read, or that may not be the site's. The checker's lock
// guards them.
type suspects struct {
	pages map[*target.Target]*suspect
	// seen are the prints of pages that show little, and texts what several of them show.
	seen  map[uint64]bool
	texts map[uint64]string
	// passed counts the pages with many links, and same is whether two of them show the same.
	passed atomic.Int64
	same   atomic.Bool
}

// suspect is what is known of one of them before the end. It has an outcome here only if it failed.
type suspect struct {
	health.Page
	// before is the outcome that it had if it did not answer as a made-up path does.
	before *check.Outcome
}

const (
	// manyLinks is how many links nearly every page has at most that is in front of a site: its
	// languages, and what the law asks for. To look at all pages with more would cost a twentieth
	// of a crawl: the first few are looked at, then one in so many, and each one once two of them
	// show the same.
	manyLinks   = 15
	alwaysFirst = 32
	oneIn       = 32
)

// look looks at a page that was read.
func (s *suspects) look(t *target.Target, doc *page.Document) health.Look {
	if len(doc.Page.Links) > manyLinks && !doc.Page.Password {
		if n := s.passed.Add(1); n > alwaysFirst && n%oneIn != 0 && !s.same.Load() {
			return health.Glance(doc.Kind, &doc.Page, doc.Text)
		}
	}
	return health.LookAt(t.URL, doc.Kind, &doc.Page, doc.Text)
}

// of returns what is known of a page, to add to it.
func (s *suspects) of(t *target.Target) *suspect {
	if s.pages[t] == nil {
		s.pages[t] = &suspect{}
	}
	return s.pages[t]
}

// known returns what is known of a page, which is nothing for most.
func (s *suspects) known(t *target.Target) suspect { return *cmp.Or(s.pages[t], &suspect{}) }

// note records what a page shows that was read, and has so many links. Of most texts the print is
// enough.
func (s *suspects) note(t *target.Target, look health.Look, links int, keepsText bool) {
	if look.Print == 0 && look.Class == health.Content {
		return
	}
	if s.seen[look.Print] && look.Print != 0 {
		s.texts[look.Print] = look.Text
		s.same.Store(s.same.Load() || links > manyLinks)
	}
	s.seen[look.Print] = true
	if !keepsText {
		look.Text = ""
	}
	s.of(t).Look = look
}

// startPage is the page that was read as the start page.
func (c *crawl) startPage() *target.Target {
	if c.start.FragmentPage != nil && len(c.start.Outcome.Redirects) > 0 {
		return c.start.FragmentPage
	}
	return c.start
}

// Compare returns what an answer comes to in the light of those for paths that do not
// exist. again is whether the page itself is needed for that.
func (c *crawl) Compare(ctx context.Context, work *target.Task, resp *fetch.Response, o check.Outcome) (judged check.Outcome, again bool) {
	t := work.Target
	if !o.Good() || c.Job.Accepts(http.StatusNotFound, t.URL) {
		return o, false
	}
	message, isMissing, needsPage := c.probe.Compare(ctx, t.URL, resp)
	if work.Level == target.LevelAnswer && needsPage {
		work.Level = target.LevelAnchors
		c.checker.WithLock(func() { t.Claim(target.LevelAnchors) })
		return o, true
	}
	if message == "" {
		return o, false
	}
	c.checker.WithLock(func() { c.suspects.of(t).before = &o })
	if !isMissing {
		return o, false
	}
	return soft404(resp, message, o.Redirects), false
}

// soft404 is the outcome for an answer of success that shows that there is nothing.
func soft404(resp *fetch.Response, message string, hops []link.Redirect) check.Outcome {
	return check.Outcome{Verdict: link.Broken, Reason: link.NotFound, Status: resp.Status, Message: message, Redirects: hops, Soft404: true}
}

// judgeHealth adds to the report what there is to say of pages that are not the site's.
func (c *crawl) judgeHealth() {
	s := health.Site{
		Start: c.pageOf(c.start), First: c.pageOf(c.startPage()), Asked: c.start.URL,
		SkipStart: isJudgedByRule(c.start) || c.Job.PageExcluded(c.start.URL),
		Texts:     c.suspects.texts, Probe: c.probe, Headers: c.Job.Config.Headers, MaxUnread: c.Job.Config.MaxUnread,
		// A query may hold what a login is to be proved with.
		Written: func(u weburl.URL) string {
			return check.Shorten(c.Job.DisplayName(c.Job.Scope.Internal(u.WithoutQuery())), health.MaxLogin)
		},
	}
	if given, err := weburl.Parse(c.Job.Config.Target); err == nil {
		// The page that was asked for may redirect out of its own directory.
		s.Asked = given.Document()
	}
	for _, t := range c.checker.Internal {
		if t.Claimed >= target.LevelLinks && c.isWanted(t) && t.IsAnswered() && !isJudgedByRule(t) {
			s.Add(c.pageOf(t))
		}
	}
	areMissing := s.Judge(c.Report)
	for t, p := range c.suspects.pages {
		if areMissing && t.Outcome.Soft404 {
			// Something else is in front of these pages, which are there for all that is known.
			t.Outcome = check.Temper(*p.before, t.Rule).Kept()
		}
	}
}

// pageOf returns what health has to know of a page.
func (c *crawl) pageOf(t *target.Target) *health.Page {
	known := c.suspects.known(t)
	p := &known.Page
	p.URL, p.Name, p.IsRead, p.IsMissing = t.URL, c.Job.Scope.Target(t.URL), t.Page != nil, known.before != nil
	if !p.Failed {
		p.Outcome = t.Outcome
	}
	switch {
	case p.IsAway:
	case t.FragmentPage != nil:
		end := endOf(t, false)
		p.End, p.EndLook = end.URL, c.suspects.known(end).Look
	case t.Page == nil && t.IsHTML:
		p.End = check.EndOf(weburl.URL{}, t.Outcome.Redirects)
		p.IsAway = !c.endsOnSite(t, t.Outcome)
	}
	return p
}

// isJudgedByRule reports whether a rule says what a target counts as.
func isJudgedByRule(t *target.Target) bool { return t.Rule != nil && t.Rule.Verdict != "" }

// endsOnSite reports whether an answer for t came from the site, after its redirects.
func (c *crawl) endsOnSite(t *target.Target, o *check.Outcome) bool {
	_, isInternal := c.Job.Scope.Internal(check.EndOf(t.URL, o.Redirects))
	return isInternal
}
