package check

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// builder makes the report of what was found out.
type builder struct {
	job    *Job
	report *link.Report
	// fill completes what the report shows of a link, directory mode; nil when
	// mentions are complete.
	fill func(*link.Occurrence, mention)
	// room is how much is listed of what was found.
	room room
}

// addTally adds what was judged without asking anybody.
func (b *builder) addTally(t tally) {
	for _, why := range t.skips {
		b.skip(why.reason)
		if why.reason == link.UnsupportedScheme {
			b.report.Schemes[why.scheme]++
		}
	}
	for key, f := range t.faults {
		b.count(f.outcome)
		b.add(key.name, key.internal, f.outcome, f.mentions)
	}
}

// missing adds a fragment that does not exist on a page that does.
func (b *builder) missing(name string, internal bool, o outcome, fragment string, mentions []mention) {
	b.report.Stats.Count(o.verdict)
	b.add(name+"#"+fragment, internal, o, mentions)
}

// lostFragment is the outcome for a fragment that is not on the page, which
// answered with status.
func lostFragment(fragment string, status int) outcome {
	return outcome{
		verdict: link.Broken,
		reason:  link.FragmentNotFound,
		status:  status,
		message: fmt.Sprintf("page has no element with id %q", weburl.Unescape(fragment)),
	}
}

func (b *builder) count(o outcome) {
	if o.verdict == link.Skipped {
		b.skip(o.reason)
		return
	}
	b.report.Stats.Count(o.verdict)
}

func (b *builder) skip(reason link.Reason) {
	b.report.Stats.Count(link.Skipped)
	b.report.Skips[reason]++
}

// add makes a finding of a target that is not ok.
func (b *builder) add(name string, internal bool, o outcome, mentions []mention) {
	if mentions = b.room.take(mentions); len(mentions) == 0 && b.room.full() {
		b.omit(name, internal, o)
		return
	}
	// The report sorts occurrences by what it shows, which is quick when they are
	// nearly in order.
	slices.SortFunc(mentions, func(a, b mention) int {
		return cmp.Or(cmp.Compare(a.page, b.page), cmp.Compare(a.index, b.index))
	})
	// An ID is a hash, by which a secret in the name could be guessed.
	shown := name
	if b.job.Redact != nil {
		shown = b.job.Redact(name)
	}
	id := link.FindingID(shown, o.reason)
	f := link.Finding{
		ID:          id,
		Verdict:     o.verdict,
		Reason:      o.reason,
		Target:      name,
		Internal:    internal,
		Status:      o.status,
		Message:     o.message,
		Suggestion:  o.suggestion,
		Redirects:   o.redirects,
		Known:       b.job.Known[id],
		Occurrences: make([]link.Occurrence, len(mentions)),
	}
	for i, m := range mentions {
		if m.at != nil {
			f.Occurrences[i] = *m.at
		} else if b.fill != nil {
			b.fill(&f.Occurrences[i], m)
		}
	}
	b.report.Findings = append(b.report.Findings, f)
}

// finish puts the report in order, and says whether the run was complete and
// whether it failed.
func (b *builder) finish(ctx context.Context) {
	r := b.report
	r.Stats.Requests = b.job.Client.Requests()
	if cause := context.Cause(ctx); cause != nil {
		r.Problems = append(r.Problems, earlyEnd(cause))
	} else if r.Stats.Pages < b.job.Config.MinPages {
		r.Problems = append(r.Problems, tooFewPages(r, b.job.Config.MinPages))
	}
	if problem, note := b.job.uses.nothingLeft(r); context.Cause(ctx) == nil && problem != "" {
		r.Problems = append(r.Problems, problem)
	} else if note != "" {
		r.Notes = append(r.Notes, note)
	}
	if problem := b.room.problem(); problem != "" {
		r.Problems = append(r.Problems, problem)
	}
	r.Notes = append(r.Notes, b.job.uses.notes(b.job, len(r.Problems) == 0)...)
	if len(r.Problems) == 0 {
		// What was not reached may be what a rule is about.
		r.Notes = append(r.Notes, b.job.Rules.unused()...)
	}
	slices.Sort(r.Problems)
	r.Problems = slices.Compact(r.Problems)
	r.Complete = len(r.Problems) == 0
	if r.Complete {
		r.Fixed = b.job.fixed(r.Findings)
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Fails = b.job.fails(f)
		r.Failed = r.Failed || f.Fails
		slices.SortFunc(f.Occurrences, compareOccurrences)
		for k := range f.Occurrences {
			f.Occurrences[k].Known = f.Known
		}
	}
	sortFindings(r.Findings)
}

// fixed counts the findings that the baseline knows and the run did not find.
func (j *Job) fixed(found []link.Finding) int {
	again := 0
	for i := range found {
		if found[i].Known {
			again++
		}
	}
	return len(j.Known) - again
}

// earlyEnd says that a run was ended from outside.
func earlyEnd(cause error) string {
	return fmt.Sprintf("the run ended early (%v): this is what was known by then", cause)
}

func tooFewPages(r *link.Report, least int) string {
	if r.Stats.Pages == 0 {
		return fmt.Sprintf("no page was read in %q: check that it is the site's own directory or URL", r.Target)
	}
	pages := "pages were"
	if r.Stats.Pages == 1 {
		pages = "page was"
	}
	return fmt.Sprintf("only %d %s read, fewer than min-pages %d", r.Stats.Pages, pages, least)
}

// fails reports whether fail-on names a finding.
func (j *Job) fails(f *link.Finding) bool {
	if f.Known {
		return false
	}
	switch j.Config.FailOn {
	case config.FailOnInternal:
		return f.Verdict == link.Broken && f.Internal
	case config.FailOnBroken:
		return f.Verdict == link.Broken
	case config.FailOnUnverified:
		return f.Verdict == link.Broken || f.Verdict == link.Unverified
	}
	return false
}
