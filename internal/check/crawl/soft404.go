package crawl

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
)

// matches are the targets that were compared with an answer for a made-up path.
type matches struct {
	mu sync.Mutex
	of map[*target.Target]match
}

// match is what came of comparing one target.
type match struct {
	// before is the outcome that it had otherwise.
	before check.Outcome
	// shows is whether it answers in the same way.
	shows bool
}

// record keeps a match until all pages are known.
func (m *matches) record(t *target.Target, found match) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of == nil {
		m.of = map[*target.Target]match{}
	}
	m.of[t] = found
}

// Compare returns what an answer comes to in the light of those for paths that do not
// exist. again is whether the page itself is needed for that.
func (c *crawl) Compare(ctx context.Context, work *target.Task, resp *fetch.Response, o check.Outcome) (judged check.Outcome, again bool) {
	t := work.Target
	if !o.Good() {
		return o, false
	}
	if work.Level == target.LevelAnswer && c.prober.NeedsPage(ctx, t.URL, resp) {
		work.Level = target.LevelAnchors
		c.checker.WithLock(func() { t.Claim(target.LevelAnchors) })
		return o, true
	}
	found := c.prober.Compare(ctx, t.URL, resp)
	switch {
	case !found.Known, c.job.Accepts(http.StatusNotFound, t.URL):
		return o, false
	case found.Message == "":
		c.matches.record(t, match{})
		return o, false
	}
	c.matches.record(t, match{before: o, shows: true})
	if found.IsCounted {
		return o, false
	}
	return check.Outcome{Verdict: link.Broken, Reason: link.NotFound, Status: resp.Status, Message: found.Message, Redirects: o.Redirects, Soft404: true}, false
}

// fewPages is the number of pages below which an answer that says itself that there
// is nothing is believed, however many pages show it: a small site may well have more
// dead links than pages. A larger one of which most is gone has another trouble.
const fewPages = 20

// settleMatches decides whether pages that answer as made-up paths do are missing, once
// all pages are known. When they are more than half of the site, something else is
// before these pages, and they are there for all that is known: that is a problem of
// the run, and no finding of theirs. It returns the problem; empty for most sites.
func (c *crawl) settleMatches() string {
	if c.prober == nil {
		return ""
	}
	same, all := c.countMatches()
	_, isGate := c.prober.StartMatches()
	switch {
	case isGate && all == 1:
		// The only page of the site is a gate in front of it.
	case len(same) == 0, 2*c.sameWithStart(same) <= all:
		return ""
	case c.prober.SaysSo() && all < fewPages:
		return ""
	}
	c.revert()
	c.prober.DropNotes()
	return c.majorityProblem(same, all)
}

// reportSoft404 puts into r what there is to say of made-up paths. Of a site that is
// known to be filled by scripts there is no second problem to be made.
func (c *crawl) reportSoft404(r *link.Report, areShells bool) {
	problem := c.settleMatches()
	c.isGated = problem != "" || areShells
	if problem != "" && !areShells {
		r.Problems = append(r.Problems, problem)
	}
	r.Notes = append(r.Notes, c.prober.Notes()...)
}

// countMatches returns the names of the pages that answer as a made-up path does, in
// order, and the number of all pages.
func (c *crawl) countMatches() (same []string, all int) {
	for t, found := range c.matches.of {
		switch {
		case !t.Follow, isNamedAsFile(t.URL.Path):
			continue
		case found.shows:
			same = append(same, c.job.Scope.Target(t.URL))
		}
		all++
	}
	slices.Sort(same)
	if c.prober.IsHonest() {
		// Nothing was compared but what lies in some folders.
		return same, c.pages + len(same)
	}
	return same, all + 1
}

// sameWithStart is the number of pages that answer alike, with the start page.
func (c *crawl) sameWithStart(same []string) int {
	if matches, _ := c.prober.StartMatches(); matches {
		return len(same) + 1
	}
	return len(same)
}

// revert gives each target the outcome that it had before it was compared.
func (c *crawl) revert() {
	for t, found := range c.matches.of {
		if !t.Outcome.Soft404 {
			continue
		}
		before := check.Temper(found.before, t.Rule).Kept()
		c.job.Progress.Record(t.Outcome, before)
		t.Outcome = before
	}
}

// majorityProblem says that most pages answer as a made-up path does.
func (c *crawl) majorityProblem(same []string, all int) string {
	pages, look, redirect := "the start page", "looks", "redirects"
	if len(same) > 0 {
		pages, look, redirect = fmt.Sprintf("%d of %d pages", c.sameWithStart(same), all), "look", "redirect"
	}
	text := pages + " " + look + " the same as the site's answer for a path that does not exist"
	if to := c.prober.WayName(); to != "" {
		text = fmt.Sprintf("%s %s to %s, and so does a path that does not exist", pages, redirect, to)
	}
	if len(same) > 0 {
		text += ", such as " + check.FirstNames(same)
	}
	return text + "; if this is a login, consent gate, age gate or maintenance page, turn it off, or set header to let linkvet in; if scripts show the pages, check a pre-rendered build of the site"
}
