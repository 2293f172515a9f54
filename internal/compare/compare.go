// Package compare finds the URLs of an old site that lead nowhere on the site that was checked,
// and where their pages went. The old site is a live one, a build directory, or a file that lists
// URLs. The answers of the new site come from the run that checked it, so that its host's rules,
// redirects and error pages count as they do for links.
package compare

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Options say with what a site is compared, and how.
type Options struct {
	// Source is the old site as the setting names it: a URL, or the path of a directory or of a
	// file.
	Source string
	// Hosting is the setting of that name, for an old site in a directory.
	Hosting string
	// Old is the job that reads an old site at a URL, but for its scope; else nil. Its settings
	// judge nothing, and its client sends no header of the new site.
	Old *check.Job
	// Renames returns the source files that the change under test renames; nil for none.
	Renames func(context.Context) []git.Change
	// Redirects is the path of the report with redirects for lost URLs, whose name chooses the
	// syntax; empty for none.
	Redirects string
	// Workers is how many URLs are requested at once, 1 or more.
	Workers int
}

// shown is how messages name the old site.
func (c *Options) shown() string {
	if config.IsURL(c.Source) {
		return weburl.Redact(c.Source)
	}
	return c.Source
}

// Comparison compares a site with an old one, once.
type Comparison struct {
	Options
	// hasTexts is whether the old site may have the texts of its pages: a list of URLs has none.
	hasTexts bool
	// mu guards newPages, with their paths from the root of the host, and what workers add to.
	mu       sync.Mutex
	newPages []found

	site  check.Visitor
	run   *check.Run
	job   *check.Job
	old   *oldSite
	pages []page
	// judged are the URLs that do not simply lead somewhere. visited counts all that were
	// compared: fewer than all when the run ends early. counts has the number of URLs by answer.
	judged  []judged
	visited int
	counts  [untold + 1]int
	// moves are where lost pages went, by their targets.
	moves map[string]move
}

// page is one URL of the old site on the new one.
type page struct {
	// target is what the report calls it: its path and query below the base path. A site may have
	// very many pages, so that its URL is made of that when it is needed.
	target string
	// old is the number of the first URL of the old site that leads there.
	old int32
}

// urlOf returns the URL of a page on the new site.
func (c *Comparison) urlOf(p *page) weburl.URL {
	path, query := check.CutQuery(p.target)
	u := c.job.Scope.Page(path[1:])
	u.Query = query
	return u
}

// New returns the comparison with an old site.
func New(opt Options) *Comparison {
	info, err := os.Stat(opt.Source)
	return &Comparison{Options: opt, hasTexts: opt.Old != nil || err == nil && info.IsDir()}
}

// Moved returns the target at which the content of a lost one is now, when a renamed source or the
// text says so.
func (c *Comparison) Moved(target string) (to string, ok bool) {
	move := c.moves[target]
	return move.to, move.isSure
}

// Compare is a [check.Comparer]: it adds the lost URLs of the old site to the report of run.
func (c *Comparison) Compare(ctx context.Context, site check.Visitor, run *check.Run) {
	c.site, c.run, c.job = site, run, run.Job
	c.old = c.read(ctx, &c.job.Scope)
	if c.old.dir != nil {
		defer func() { _ = c.old.dir.Close() }() // it was only read from
	}
	c.mapPages()
	if len(c.pages) == 0 && len(c.old.problems) == 0 && ctx.Err() == nil {
		c.old.problem("could not compare with the old site %q: it lists no URL of this site; check compare and site-url", c.shown())
	}
	c.visitAll(ctx)
	c.findMoves(ctx)
	c.conclude()
	c.writeRedirects()
	for _, problem := range c.old.problems {
		c.run.Problem(problem)
	}
	c.pages, c.judged = nil, nil // a site may have very many
}

// note adds a note to the report.
func (c *Comparison) note(format string, args ...any) {
	c.run.Report.Notes = append(c.run.Report.Notes, fmt.Sprintf(format, args...))
}

// divide does a step for the numbers from 0 to n-1, divided among the workers of the settings, and
// returns when all have ended, or ctx has. input returns what a step is done with.
func (c *Comparison) divide(ctx context.Context, n int, step string, input func(i int) string, do func(i int)) {
	var last atomic.Int64
	var group sync.WaitGroup
	for range min(c.Workers, n) {
		group.Go(func() {
			for i := int(last.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(last.Add(1)) - 1 {
				if problem := contain.Panic(step, input(i), func() { do(i) }); problem != "" {
					c.mu.Lock()
					c.old.problem("%s", problem)
					c.mu.Unlock()
				}
			}
		})
	}
	group.Wait()
}

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
	// asBefore is one that the old site redirected to the same place.
	asBefore
	// unanswered is one for which the new site had no answer.
	unanswered
	// untold is one whose answer does not say what a reader gets: see [check.Visit.Untold].
	untold
)

// judged is a URL of the old site that does not simply lead somewhere.
type judged struct {
	// page is its number among the pages.
	page   int
	answer answer
	// outcome is that of a link to it. Its message is about the URL.
	outcome check.Outcome
	// end is where the redirects of the URL end, as text because there may be very many; empty
	// without any.
	end string
}

// visitAll requests all URLs of the old site from the new one.
func (c *Comparison) visitAll(ctx context.Context) {
	c.divide(ctx, len(c.pages), "compare the URL", func(i int) string { return c.pages[i].target }, func(i int) {
		found := c.judge(ctx, i)
		c.mu.Lock()
		defer c.mu.Unlock()
		if ctx.Err() == nil {
			c.visited++
			if found.answer != stays {
				c.judged = append(c.judged, found)
			}
		}
	})
	slices.SortFunc(c.judged, func(a, b judged) int { return a.page - b.page })
}

// judge finds out what became of one URL of the old site.
func (c *Comparison) judge(ctx context.Context, i int) judged {
	u := c.urlOf(&c.pages[i])
	switch rule := c.job.RuleOf(u, true); {
	case rule.Is(config.VerdictOK), rule.Is(config.VerdictIgnore):
		return judged{page: i, answer: removed}
	case c.job.Excluded(check.Destination{URL: u, Internal: true}, ""):
		return judged{page: i, answer: leftOut}
	}
	visit := c.site.Visit(ctx, u)
	found := judged{page: i, outcome: visit.Outcome}
	if visit.IsRedirected() {
		found.end = visit.End.Document().String()
	}
	found.answer, found.outcome.Message = c.decide(u, &visit)
	return found
}

// decide says what became of the URL u of the old site, by what a reader gets there.
func (c *Comparison) decide(u weburl.URL, visit *check.Visit) (answer, string) {
	switch o := &visit.Outcome; {
	case o.Reason == link.Gone:
		return removed, ""
	case visit.IsAway:
		return lost, fmt.Sprintf("redirects off the site, to %s", visit.End.Redacted())
	case visit.AsksForLogin:
		return lost, "asks for a login"
	case visit.Untold != "":
		return untold, visit.Untold
	case o.Reason == link.Blocked && o.Protection == "" && (o.Status == 401 || o.Status == 403 || o.Status == 451):
		message, _, _ := strings.Cut(o.Message, ";") // without the advice for links
		return lost, message
	case o.IsUnread(), !o.Good() && o.Verdict != link.Broken:
		return unanswered, o.Message
	case !o.Good():
		return lost, o.Message
	case visit.IsRedirected():
		// The base path is that of the site, and not of a language.
		from, to := u, visit.End
		from.Path, to.Path = c.job.Scope.TargetPath(u), c.job.Scope.TargetPath(to)
		if kind := pagekind.CatchAll(from, to); kind != "" {
			return lost, fmt.Sprintf("redirects to %s (%s)", kind, c.job.Scope.Target(visit.End))
		}
	}
	return stays, ""
}

// conclude adds the findings to the report, and what there is to say of all URLs.
func (c *Comparison) conclude() {
	known := map[string]bool{}
	for i := range c.run.Report.Findings {
		known[c.run.Report.Findings[i].ID] = true
	}
	var unansweredNames, untoldNames []string
	untoldMessage := ""
	for i := range c.judged {
		found := &c.judged[i]
		p := &c.pages[found.page]
		c.counts[found.answer]++
		switch found.answer {
		case lost:
			c.addLost(p, found)
		case unanswered:
			unansweredNames = append(unansweredNames, p.target)
			if !known[link.FindingID(p.target, found.outcome.Reason)] {
				c.add(p, found.outcome)
			}
		case untold:
			untoldNames, untoldMessage = append(untoldNames, p.target), found.outcome.Message
		}
	}
	if n := len(unansweredNames); c.job.Config.MaxUnread.Exceeds(n, len(c.pages)) {
		c.old.problem("could not compare %s of the old site, such as %s: the new site did not answer; run linkvet again, or raise max-unread",
			link.Count(n, "URL"), check.FirstNames(unansweredNames))
	}
	if n := len(untoldNames); n > 0 {
		c.old.problem("could not compare %s of the old site, such as %s: %s; to leave them out, add them to exclude",
			link.Count(n, "URL"), check.FirstNames(untoldNames), untoldMessage)
	}
	if len(c.pages) > 0 {
		c.note("%s", c.summary())
	}
}

// summary says how many URLs there are of each kind.
func (c *Comparison) summary() string {
	text := fmt.Sprintf("%s of %q", link.Count(len(c.pages), "URL"), c.shown())
	if c.visited < len(c.pages) {
		text = fmt.Sprintf("%s of %s were compared", link.Number(c.visited), text)
	}
	text = fmt.Sprintf("compare: %s: %s lost", text, link.Number(c.counts[lost]))
	for i, what := range []string{
		"removed on purpose (status 410, or a rule with verdict ok)", "left out by include or exclude", "redirected as on the old site",
	} {
		if n := c.counts[int(removed)+i]; n > 0 {
			text += ", " + link.Number(n) + " " + what
		}
	}
	if c.old.isCut {
		text += fmt.Sprintf("; the old site was read up to max-pages: %d", c.job.Config.MaxPages)
	}
	return text
}

// addLost adds the finding of a URL that leads nowhere.
func (c *Comparison) addLost(p *page, found *judged) {
	o := check.Outcome{
		Verdict: link.Broken, Reason: link.URLLost, Status: found.outcome.Status, Redirects: found.outcome.Redirects,
		Message: found.outcome.Message + "; the old site has this URL",
	}
	if found.outcome.Reason == link.CaseMismatch {
		o.Suggestion = found.outcome.Suggestion
	}
	if move, ok := c.moves[p.target]; ok && o.Suggestion == "" {
		o.Suggestion = move.to
		o.Message += "; it probably moved: " + move.why
	}
	c.add(p, check.Temper(o, c.job.RuleNamed(p.target)))
}

// add adds a finding about a URL of the old site. Its place is the page as the new site would serve
// it, so that a baseline is good for any list of the old site, and the line of the list or the old
// file.
func (c *Comparison) add(p *page, outcome check.Outcome) {
	old := &c.old.urls[p.old]
	o := &link.Occurrence{Page: p.target, Element: link.OldURLElement, Link: old.raw}
	switch {
	case old.line > 0:
		o.File, o.Line, o.Column = c.old.list, int(old.line), int(old.column)
	case c.old.dir != nil:
		o.File = c.old.dir.File(old.file)
	}
	c.run.Add(p.target, true, outcome, []check.OccurrenceRef{{At: o}})
}
