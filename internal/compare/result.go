package compare

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/moved"
)

// result is what came of a comparison.
type result struct {
	judged []judged
	// visited counts the URLs that were compared: fewer than all when the run ends early.
	visited int
	// moves are where lost pages went, by their paths.
	moves map[string]moved.Move
	// counts has the number of URLs by answer.
	counts [untold + 1]int
	// asBefore counts the URLs that the old site redirected to the same place.
	asBefore int
	// pagesBound names the setting that left out a part of the old site; empty for none.
	pagesBound string
	// untold and unanswered are the first targets with these answers, as examples.
	untold, unanswered []string
	untoldMessage      string
}

// conclude adds the findings to the report, and what there is to say of all URLs.
func (c *comparison) conclude() {
	r := &c.result
	known := map[string]bool{}
	for i := range c.builder.Report.Findings {
		known[c.builder.Report.Findings[i].ID] = true
	}
	for i := range r.judged {
		found := &r.judged[i]
		p := &c.pages[found.page]
		r.counts[found.answer]++
		switch found.answer {
		case lost:
			c.addLost(p, found)
		case unanswered:
			r.unanswered = appendFirst(r.unanswered, p.target)
			if !known[link.FindingID(p.target, found.outcome.Reason)] {
				c.add(p, p.target, found.outcome)
			}
		case untold:
			r.untold, r.untoldMessage = appendFirst(r.untold, p.target), found.message
		}
	}
	c.summarize()
}

// addLost adds the finding of a URL that leads nowhere.
func (c *comparison) addLost(p *page, found *judged) {
	o := check.Outcome{
		Verdict: link.Broken, Reason: link.URLLost, Status: found.outcome.Status, Message: found.message + "; the old site has this URL",
		Redirects: found.outcome.Redirects,
	}
	if found.outcome.Reason == link.CaseMismatch {
		o.Suggestion = found.outcome.Suggestion
	}
	if move, ok := c.result.moves[p.target]; ok && o.Suggestion == "" {
		o.Suggestion = move.To
		o.Message += "; it probably moved: " + move.Why
	}
	c.add(p, p.target, check.Temper(o, c.job.RuleNamed(p.target)))
}

// add adds a finding about a URL of the old site.
func (c *comparison) add(p *page, target string, o check.Outcome) {
	c.builder.Count(o)
	c.builder.Add(target, true, o, []check.OccurrenceRef{{At: c.occurrence(p)}})
}

// summarize says how many URLs there are of each kind, and which could not be compared.
func (c *comparison) summarize() {
	r, all := &c.result, len(c.pages)
	if n := r.counts[unanswered]; c.job.Config.MaxUnread.Exceeds(n, all) {
		c.problem("could not compare %s of the old site, such as %s: the new site did not answer; run linkvet again, or raise max-unread",
			check.Count(n, "URL"), check.FirstNames(r.unanswered))
	}
	if n := r.counts[untold]; n > 0 {
		c.problem("could not compare %s of the old site, such as %s: %s; to leave them out, add them to exclude",
			check.Count(n, "URL"), check.FirstNames(r.untold), r.untoldMessage)
	}
	c.builder.Report.Comparison = &link.Comparison{
		Source: c.shown(), URLs: r.visited, Lost: r.counts[lost], Removed: r.counts[removed], LeftOut: r.counts[leftOut],
	}
	text := fmt.Sprintf("compare: %s of %q: %d lost", check.Count(all, "URL"), c.shown(), r.counts[lost])
	if r.visited < all {
		text = fmt.Sprintf("compare: %d of %s of %q were compared: %d lost", r.visited, check.Count(all, "URL"), c.shown(), r.counts[lost])
	}
	if n := r.counts[removed]; n > 0 {
		text += fmt.Sprintf(", %d removed on purpose (status 410, or a rule with verdict ok)", n)
	}
	if n := r.counts[leftOut]; n > 0 {
		text += fmt.Sprintf(", %d left out by include or exclude", n)
	}
	if r.asBefore > 0 {
		text += fmt.Sprintf(", %d redirected as on the old site", r.asBefore)
	}
	if r.pagesBound != "" {
		text += fmt.Sprintf("; the old site was read up to %s: %d", r.pagesBound, c.job.Config.MaxPages)
	}
	if all > 0 {
		c.note("%s", text)
	}
}

// maxNames is how many names a message needs to choose from.
const maxNames = 8

// appendFirst adds a name to the first few.
func appendFirst(names []string, name string) []string {
	if len(names) < maxNames {
		names = append(names, name)
	}
	return names
}
