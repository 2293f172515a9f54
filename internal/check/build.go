package check

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// OccurrenceRef is one link to a target that was answered, and with which something is
// wrong, or may be.
type OccurrenceRef struct {
	// Page and index number the file and the link in it, directory mode: what
	// the report shows of it is read again when it is needed.
	Page, Index int32
	// At is what the report shows, live mode.
	At *link.Occurrence
	// Fragment is what the link asks of its target; empty when that is nothing,
	// or is not to be judged.
	Fragment string
}

// Builder makes the report of what was found out.
type Builder struct {
	Job    *Job
	Report *link.Report
	// Fill completes what the report shows of a link, directory mode; nil when
	// occurrences are complete.
	Fill func(*link.Occurrence, OccurrenceRef)
	// AddsElements reports whether scripts may add elements to the page that the report
	// calls so.
	AddsElements func(page string) bool
	// IsCovered reports whether the links of a page of the site were checked, or the page is
	// no more; nil when no page is left out of a complete run.
	IsCovered func(page string) bool

	// unlisted is how many findings are counted and not listed.
	unlisted int
}

// AddLocal adds what was judged without asking anybody.
func (b *Builder) AddLocal(t LocalFindings) {
	for _, why := range t.Skips {
		b.skip(why, 1)
	}
	for key, f := range t.faults {
		b.Count(f.outcome)
		b.Add(key.name, key.internal, f.outcome, f.occurrences)
	}
}

// Missing adds a fragment that does not exist on a page that does.
func (b *Builder) Missing(name string, internal bool, o Outcome, fragment string, occurrences []OccurrenceRef) {
	b.Report.Stats.Count(o.Verdict)
	b.Add(name+"#"+fragment, internal, o, occurrences)
}

// LostFragment is the outcome for a fragment that is not on the page, which
// answered with status.
func LostFragment(fragment string, status int) Outcome {
	return Outcome{
		Verdict: link.Broken,
		Reason:  link.FragmentNotFound,
		Status:  status,
		Message: fmt.Sprintf("page has no element with id %q", weburl.Unescape(fragment)),
	}
}

// CountInternal adds n targets of the site that are there, and that another share of the
// directory skips.
func (b *Builder) CountInternal(n int) {
	if b.Job.IsOtherShare() {
		b.skip(link.Excluded, n)
		return
	}
	b.Report.Stats.Targets += n
	b.Report.Stats.OK += n
}

// Count adds the verdict on one target to the statistics.
func (b *Builder) Count(o Outcome) {
	if o.Verdict == link.Skipped {
		b.skip(o.Reason, 1)
		return
	}
	b.Report.Stats.Count(o.Verdict)
}

// skip adds n targets that were skipped to the statistics.
func (b *Builder) skip(why link.Reason, n int) {
	b.Report.Stats.Targets += n
	b.Report.Stats.Skipped += n
	b.Report.Skips[why] += n
}

// Add makes a finding of a target that is not ok.
func (b *Builder) Add(name string, internal bool, o Outcome, occurrences []OccurrenceRef) {
	if len(b.Report.Findings) >= b.Job.maxPlaces() {
		b.unlisted++
		// It may be what makes the run fail: whether a baseline lists its places is not looked up.
		if b.Job.fails(&link.Finding{Verdict: o.Verdict, Internal: internal}) {
			b.Report.Failed = true
			b.Report.FailsUnlisted++
		}
		return
	}
	// The report sorts occurrences by what it shows, which is quick when they are
	// nearly in order.
	slices.SortFunc(occurrences, func(a, b OccurrenceRef) int {
		return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Index, b.Index))
	})
	// An ID is a hash, by which a secret in the name could be guessed.
	shown := name
	if b.Job.Redact != nil {
		shown = b.Job.Redact(name)
	}
	f := link.Finding{
		ID:          link.FindingID(shown, o.Reason),
		Verdict:     o.Verdict,
		Reason:      o.Reason,
		Target:      name,
		Internal:    internal,
		Status:      o.Status,
		Message:     o.Message,
		Suggestion:  o.Suggestion,
		Redirects:   o.Redirects,
		Occurrences: make([]link.Occurrence, len(occurrences)),
	}
	for i, m := range occurrences {
		if m.At != nil {
			f.Occurrences[i] = *m.At
		} else if b.Fill != nil {
			b.Fill(&f.Occurrences[i], m)
		}
	}
	b.Report.Findings = append(b.Report.Findings, f)
}

// Finish puts the report in order, and says whether the run was complete and
// whether it failed.
func (b *Builder) Finish(ctx context.Context) {
	r := b.Report
	b.judgeSprites()
	r.Stats.Requests = b.Job.Client.Requests()
	if cause := context.Cause(ctx); cause != nil {
		r.Problem(EarlyEnd(cause))
	} else {
		r.Problem(tooFewPages(r, b.Job.Config.MinPages))
		b.Job.sayNothingLeft(r)
	}
	r.Problem(unlistedFindings.Of(b.unlisted, nil, strconv.Itoa(b.Job.maxPlaces())))
	r.Notes = append(r.Notes, b.Job.patternNotes(len(r.Problems) == 0)...)
	if len(r.Problems) == 0 && b.Job.Config.Shard.Count < 2 {
		// What was not reached, or only by redirects in another share, may be what a rule is about.
		r.Notes = append(r.Notes, b.Job.Rules.Unused()...)
	}
	slices.Sort(r.Problems)
	r.Problems = slices.Compact(r.Problems)
	r.Complete = len(r.Problems) == 0
	r.Notes = append(r.Notes, slashNote(r)...)
	known := newComparison(b.Job)
	for i := range r.Findings {
		f := &r.Findings[i]
		slices.SortFunc(f.Occurrences, compareOccurrences)
		known.mark(f)
		f.Fails = b.Job.fails(f)
		r.Failed = r.Failed || f.Fails
	}
	if r.Complete {
		known.conclude(r, b.IsCovered)
	}
	r.Findings = sorted(r.Findings)
}

// EarlyEnd says that a run was ended from outside.
func EarlyEnd(cause error) string { return earlyEnd.Of(1, nil, cause.Error()) }

// tooFewPages says that a run read fewer pages than it should, if that is so.
func tooFewPages(r *link.Report, least int) string {
	switch n := r.Stats.Pages; {
	case n >= least:
		return ""
	case n == 0:
		return noPages.Of(1, []string{r.Target})
	default:
		return fewPages.Of(n, nil, strconv.Itoa(least))
	}
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

// JudgesPlace reports whether a link into an SVG file asks for an element of it. The
// fragments of other images are often hooks for style sheets (logo.svg#only-dark), and
// those of style sheets name fonts.
func JudgesPlace(l *link.Link, fragment string) bool {
	if strings.ContainsAny(fragment, "(=") {
		return false // svgView(…), and media fragments such as xywh=
	}
	switch l.Element {
	case "a", "area", "use", "image", "feimage", "pattern", "lineargradient", "radialgradient", "filter", "textpath", "mpath", "object", "embed", "iframe":
		return l.Attribute != "style"
	}
	return false
}

// judgeSprites makes elements unverified that only <use> on their own page refer to, where
// scripts may add them. It goes by the occurrences, which are complete by now.
func (b *Builder) judgeSprites() {
	for i := range b.Report.Findings {
		f := &b.Report.Findings[i]
		if f.Verdict != link.Broken || f.Reason != link.FragmentNotFound || !f.Internal || len(f.Occurrences) == 0 ||
			slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool {
				return o.Element != "use" || !strings.HasPrefix(strings.TrimSpace(o.Link), "#") || !b.AddsElements(o.Page)
			}) {
			continue
		}
		f.Verdict, f.Suggestion = link.Unverified, ""
		f.Message += ", but scripts of the page may add it"
		b.Report.Stats.Broken--
		b.Report.Stats.Unverified++
	}
}

// sorted returns findings in the order of the report: by verdict, then by target. Findings
// are large, so their pointers are sorted.
func sorted(all []link.Finding) []link.Finding {
	order := make([]*link.Finding, len(all))
	for i := range all {
		order[i] = &all[i]
	}
	ranks := []link.Verdict{link.Broken, link.Unverified, link.Redirected}
	slices.SortFunc(order, func(a, b *link.Finding) int {
		if a.Verdict != b.Verdict {
			return cmp.Compare(slices.Index(ranks, a.Verdict), slices.Index(ranks, b.Verdict))
		}
		return cmp.Or(cmp.Compare(a.Target, b.Target), cmp.Compare(a.Reason, b.Reason))
	})
	result := make([]link.Finding, len(all))
	for i, f := range order {
		result[i] = *f
	}
	return result
}

// compareOccurrences orders the places of a finding. Most differ in the first things
// that are compared.
func compareOccurrences(a, b link.Occurrence) int {
	if c := cmp.Compare(cmp.Or(a.File, a.Page), cmp.Or(b.File, b.Page)); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Element, b.Element), cmp.Compare(a.Attribute, b.Attribute), cmp.Compare(a.Link, b.Link))
}

// ByPage sorts the pages of an inventory by their paths.
func ByPage(all []link.Listed) []link.Listed {
	slices.SortFunc(all, func(a, b link.Listed) int { return cmp.Compare(a.Page, b.Page) })
	return all
}
