package check

import (
	"fmt"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// match is what came of comparing a target with an answer for a made-up path.
type match struct {
	// before is the outcome that it had otherwise.
	before outcome
	// shows is whether it answers in the same way.
	shows bool
}

// record keeps a match until all pages are known.
func (m *madeUp) record(t *target, found match) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.matches[t] = found
}

// fewPages is the number of pages below which an answer that says itself that there
// is nothing is believed, however many pages show it: a small site may well have more
// dead links than pages. A larger one of which most is gone has another trouble.
const fewPages = 20

// settleMatches decides whether pages that answer as made-up paths do are missing, once
// all pages are known. When they are more than half of the site, something else stands
// before these pages, and they are there for all that is known: that is a problem of
// the run, and no finding of theirs. It returns the problem; empty for most sites.
func (c *crawl) settleMatches() string {
	m := c.madeUp
	if m == nil {
		return ""
	}
	same, all := c.countMatches()
	p := &m.probe
	switch {
	case p.startMatches && all == 1 && (p.way != nil || isDoor(m.start.text)):
		// The one page that there is stands before the site.
	case len(same) == 0, 2*c.sameWithStart(same) <= all:
		return ""
	case (p.admits || m.isHonest) && all < fewPages:
		return ""
	}
	c.revert()
	p.note = ""
	for _, f := range m.folders {
		f.probe.note = ""
	}
	return c.majorityProblem(same, all)
}

// reportMadeUp puts into r what there is to say of made-up paths. Of a site that is
// known to be filled by scripts there is no second problem to be made.
func (c *crawl) reportMadeUp(r *link.Report, areShells bool) {
	problem := c.settleMatches()
	c.isGated = problem != "" || areShells
	if problem != "" && !areShells {
		r.Problems = append(r.Problems, problem)
	}
	r.Notes = append(r.Notes, c.madeUp.notes()...)
}

// countMatches returns the names of the pages that answer as a made-up path does, in
// order, and the number of all pages.
func (c *crawl) countMatches() (same []string, all int) {
	for t, found := range c.madeUp.matches {
		switch {
		case !t.follow, isNamedAsFile(t.url.Path):
			continue
		case found.shows:
			same = append(same, c.job.Space.Target(t.url))
		}
		all++
	}
	slices.Sort(same)
	if c.madeUp.isHonest {
		// Nothing was compared but what lies in some folders.
		return same, c.pages + len(same)
	}
	return same, all + 1
}

// sameWithStart is the number of pages that answer alike, with the start page.
func (c *crawl) sameWithStart(same []string) int {
	if c.madeUp.probe.startMatches {
		return len(same) + 1
	}
	return len(same)
}

// revert gives each target the outcome that it had before it was compared.
func (c *crawl) revert() {
	for t, found := range c.madeUp.matches {
		if !t.outcome.soft {
			continue
		}
		if t.outcome.verdict == link.Broken {
			c.job.Progress.Broken.Add(-1)
		}
		t.outcome = temper(found.before, t.rule).kept()
		if t.outcome.verdict == link.OK && t.held != nil {
			t.held.faults = nil
		}
	}
}

// majorityProblem says that most pages answer as a made-up path does.
func (c *crawl) majorityProblem(same []string, all int) string {
	p := &c.madeUp.probe
	pages, show, are := "the start page", "shows", "is"
	if len(same) > 0 {
		pages, show, are = fmt.Sprintf("%d of %d pages", c.sameWithStart(same), all), "show", "are"
	}
	text := pages + " " + show + " the same as what this site answers for a path that does not exist"
	if p.way != nil {
		text = fmt.Sprintf("%s %s sent to %s, as a path that does not exist is", pages, are, c.madeUp.wayName())
	}
	if len(same) > 0 {
		text += ", such as " + firstNames(same)
	}
	return text + ": if this is a login, a consent or age gate, or a page about maintenance, lift it or set header to let this check in; if scripts show the pages, check a pre-rendered build of the site"
}
