package crawl

import (
	"context"
	"slices"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/facts"
)

// The keys of what is known of a site as a whole.
const (
	// siteStart has the name of the start page.
	siteStart = "start"
	// siteProblem, siteRemark and siteSeries each have a text for people.
	siteProblem = "problem"
	siteRemark  = "remark"
	siteSeries  = "series"
	// siteUse has a pattern or rule of the settings that matched something.
	siteUse = "use"
	// siteOutside has the number of sitemaps that are not of the site.
	siteOutside = "outside"
	// siteMissing has how the site answers for paths that do not exist.
	siteMissing = "missing"
)

// recordEnd writes what is known once all is read: the site, and what became of its URLs. It
// adds what went wrong by then to the problems of the crawl. Call it after JudgePending, and
// before outcomes are changed by what the whole run found.
func (c *crawl) recordEnd(ctx context.Context) {
	if c.recorder == nil {
		return
	}
	c.problems = append(c.problems, c.steps.TakeProblems()...)
	problems := c.problems
	if cause := context.Cause(ctx); cause != nil {
		problems = append(slices.Clip(problems), check.EarlyEnd(cause))
	}
	c.checker.KeepAnswers(c.recorder.to)
	c.checker.Lock()
	defer c.checker.Unlock()
	c.recordSite(problems)
	noPages := map[*target.Target]string{}
	for _, p := range c.access.noPages {
		noPages[p.target] = p.what
	}
	for name, t := range c.checker.Internal {
		if !t.IsAnswered() || t.IsJudgedByRule() || c.restored[t] >= t.Answered() || len(name) > maxRecordedName {
			continue
		}
		name = c.job.Masked(name)
		key, _ := check.FactKey(name)
		var e facts.Encoder
		e.String(name)
		c.appendTarget(&e, t, noPages[t])
		c.recorder.to.Add(facts.LiveTargets, key, e.Bytes())
	}
}

// maxRecordedName is the length in bytes from which what became of a URL is not recorded. A
// merge says then that it was not requested.
const maxRecordedName = 1 << 20

// recordSite writes what is known of the site as a whole, and these problems.
func (c *crawl) recordSite(problems []string) {
	add := func(key string, write func(e *facts.Encoder)) {
		var e facts.Encoder
		write(&e)
		c.recorder.to.Add(facts.LiveSite, []byte(key), e.Bytes())
	}
	texts := func(key string, all []string) {
		for _, text := range all {
			add(key, func(e *facts.Encoder) { check.AppendText(e, c.job.Masked(text)) })
		}
	}
	add(siteStart, func(e *facts.Encoder) { e.String(c.job.Masked(nameOf(c.access.start))) })
	texts(siteProblem, problems)
	texts(siteRemark, c.remarks)
	texts(siteSeries, append(slices.Clip(c.seriesNotes), c.traps.Notes()...))
	for _, name := range c.job.Used() {
		add(siteUse, func(e *facts.Encoder) { e.String(name) })
	}
	add(siteOutside, func(e *facts.Encoder) { e.Uint(uint64(c.outsideSitemaps)) })
	if c.prober == nil {
		return
	}
	known := c.prober.Known()
	add(siteMissing, func(e *facts.Encoder) {
		e.Bool(known.Honest)
		e.Bool(known.Admits)
		e.Bool(known.Matches)
		e.String(c.job.Masked(known.Way.String()))
		check.AppendText(e, c.job.Masked(known.Start))
		e.Uint(uint64(len(known.Text)))
		for _, note := range known.Text {
			check.AppendText(e, c.job.Masked(note))
		}
	})
}

// appendOutcome appends an outcome without the secrets of the run.
func (c *crawl) appendOutcome(e *facts.Encoder, o check.Outcome) {
	o = c.job.MaskedOutcome(o)
	check.AppendOutcome(e, &o)
}

// The flags of a target in facts, in the order in which appendTarget writes them.
const (
	targetHTML = 1 << iota
	targetFixed
	targetLeftOut
	targetLeads
	targetFailed
	targetAway
	targetNoPage
	targetCompared
	targetShowsMissing

	targetFlags = 1<<iota - 1
)

// appendTarget appends what became of t: the level that was answered, flags, the outcome,
// the name of the page that it leads to, the outcome of an attempt to read its links, where
// its meta refresh leaves the site, what it is instead of a page, and the outcome that it
// had before it was compared with the site's answers for paths that do not exist.
func (c *crawl) appendTarget(e *facts.Encoder, t *target.Target, what string) {
	failed, isFailed := c.access.failed[t]
	away, isAway := c.access.away[t]
	compared, isCompared := c.matches.of[t]
	e.Uint(uint64(t.Answered()))
	e.Flags(t.IsHTML, t.FixedFragment, t.IsLeftOut(), t.FragmentPage != nil, isFailed, isAway, what != "", isCompared, compared.shows)
	c.appendOutcome(e, *t.Outcome)
	if t.FragmentPage != nil {
		e.String(c.job.Masked(nameOf(t.FragmentPage)))
	}
	if isFailed {
		c.appendOutcome(e, failed)
	}
	if isAway {
		e.String(c.job.Masked(away.String()))
	}
	if what != "" {
		e.String(what)
	}
	if compared.shows {
		c.appendOutcome(e, compared.before)
	}
}
