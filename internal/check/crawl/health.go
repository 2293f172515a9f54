package crawl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// suspects are the pages that could not be read, or that may not be the site's. The checker's lock
// guards them.
type suspects struct {
	// start is the start page.
	start *target.Target
	pages map[*target.Target]*suspect
	// seen are the prints of pages that show little, and texts what several of them show.
	seen  map[uint64]bool
	texts map[uint64]string
}

// suspect is what is known of one of them.
type suspect struct {
	look health.Look
	// failed is its last answer, if it was to be read for links and gave none, or not all of them.
	failed *check.Outcome
	// away is where a meta refresh leads that leaves the site.
	away weburl.URL
	// otherwise is the outcome that it had if it did not answer as a made-up path does.
	otherwise *check.Outcome
}

// of returns what is known of a page, to add to it.
func (s *suspects) of(t *target.Target) *suspect {
	if s.pages[t] == nil {
		s.pages[t] = &suspect{}
	}
	return s.pages[t]
}

// known returns what is known of a page, which is nothing for most.
func (s *suspects) known(t *target.Target) suspect {
	if p := s.pages[t]; p != nil {
		return *p
	}
	return suspect{}
}

// note records what a page shows that was read.
func (s *suspects) note(t *target.Target, look health.Look) {
	if look.Print == 0 && look.Class == health.Content {
		return
	}
	if s.seen[look.Print] && look.Print != 0 {
		s.texts[look.Print] = look.Text
	}
	s.seen[look.Print] = true
	if t != s.startPage() && look.Class != health.NotHTML {
		look.Text = ""
	}
	s.of(t).look = look
}

// startPage is the page that was read as the start page.
func (s *suspects) startPage() *target.Target {
	if s.start.FragmentPage != nil && len(s.start.Outcome.Redirects) > 0 {
		return s.start.FragmentPage
	}
	return s.start
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
	c.checker.WithLock(func() { c.suspects.of(t).otherwise = &o })
	if !found.IsMissing {
		return o, false
	}
	return check.Outcome{Verdict: link.Broken, Reason: link.NotFound, Status: resp.Status, Message: found.Message, Redirects: o.Redirects, Soft404: true}, false
}

// judgeHealth adds to a report what there is to say of pages that are not the site's.
func (c *crawl) judgeHealth(r *link.Report) {
	start := c.suspects.start
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
		Start: c.pageOf(start, &health.Page{}), First: c.pageOf(c.suspects.startPage(), &health.Page{}), Asked: start.URL,
		SkipStart: isJudgedByRule(start) || c.job.PageExcluded(start.URL),
		Texts:     c.suspects.texts, Missing: c.missing, Headers: c.job.Config.Headers, MaxUnread: c.job.Config.MaxUnread, Written: c.written,
	}
	if given, err := weburl.Parse(c.job.Config.Target); err == nil {
		// The page that was asked for may redirect out of its own directory.
		s.Asked = given.Document()
	}
	v := s.Judge()
	r.Unread = v.Unread
	r.Problems, r.Notes = append(r.Problems, v.Problems...), append(r.Notes, v.Notes...)
	var closed []string
	for t, p := range c.suspects.pages {
		if v.AreMissing && t.Outcome.Soft404 {
			// Something else is in front of these pages, which are there for all that is known.
			before := check.Temper(*p.otherwise, t.Rule).Kept()
			c.job.Progress.Record(t.Outcome, before)
			t.Outcome = before
		}
		if p.failed != nil && p.failed.Protection == protection.Vercel {
			closed = append(closed, check.Shorten(c.job.Scope.Target(t.URL), check.MaxName))
		}
	}
	r.Problem(health.ExpiredToken(c.job.Config.Headers, closed))
}

// pageOf fills p with what health has to know of a page.
func (c *crawl) pageOf(t *target.Target, p *health.Page) *health.Page {
	known := c.suspects.known(t)
	*p = health.Page{
		URL: t.URL, Name: c.job.Scope.Target(t.URL), Look: known.look, Outcome: t.Outcome, IsRead: t.Page != nil, IsMissing: known.otherwise != nil,
	}
	if known.failed != nil && c.endsOnSite(known.failed) {
		p.Failed, p.Outcome = true, known.failed
	}
	switch n := len(t.Outcome.Redirects); {
	case known.away.Host != "":
		p.End, p.IsAway = known.away, true
	case t.FragmentPage != nil:
		end := t.FragmentPage
		for i := 0; i < check.MaxFragmentHops && end.FragmentPage != nil; i++ {
			end = end.FragmentPage
		}
		p.End, p.EndLook = end.URL, c.suspects.known(end).look
	case n > 0 && t.Page == nil && t.IsHTML:
		if last, err := weburl.Parse(t.Outcome.Redirects[n-1].URL); err == nil {
			p.End, p.IsAway = last, !c.endsOnSite(t.Outcome)
		}
	}
	return p
}

// isJudgedByRule reports whether a rule says what a target counts as.
func isJudgedByRule(t *target.Target) bool { return t.Rule != nil && t.Rule.Verdict != "" }

// endsOnSite reports whether an answer came from the site, after its redirects.
func (c *crawl) endsOnSite(o *check.Outcome) bool {
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
