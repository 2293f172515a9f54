package check

import (
	"cmp"
	"context"
	"hash/maphash"
	"maps"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/baseline"
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

// AddLocal adds what was judged without asking anybody, and ok targets of the site that are there,
// which another share of the directory skips.
func (run *Run) AddLocal(t LocalFindings, ok int) {
	if run.Job.IsOtherShare() {
		run.skip(link.Excluded, ok)
	} else {
		run.Report.Stats.Targets += ok
		run.Report.Stats.OK += ok
	}
	for _, why := range t.Skips {
		run.skip(why, 1)
	}
	for key, f := range t.faults {
		run.Add(key.name, key.internal, f.outcome, f.occurrences)
	}
}

// skip adds n targets that were skipped to the statistics.
func (run *Run) skip(why link.Reason, n int) {
	run.Report.Stats.Targets += n
	run.Report.Stats.Skipped += n
	run.Report.Skips[why] += n
}

// Add counts a target, and makes a finding of it if it is neither ok nor skipped.
func (run *Run) Add(name string, internal bool, o Outcome, occurrences []OccurrenceRef) {
	switch o.Verdict {
	case link.Skipped:
		run.skip(o.Reason, 1)
		return
	case link.OK:
		run.Report.Stats.Count(o.Verdict)
		return
	}
	run.Report.Stats.Count(o.Verdict)
	if len(run.Report.Findings) >= run.Job.maxFindings() {
		run.omit(&link.Finding{Verdict: o.Verdict, Internal: internal})
		return
	}
	// The report sorts occurrences by what it shows, which is quick when they are
	// nearly in order.
	slices.SortFunc(occurrences, func(a, b OccurrenceRef) int {
		return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Index, b.Index))
	})
	// An ID is a hash, by which a secret in the name could be guessed.
	shown := name
	if run.Job.Redact != nil {
		shown = run.Job.Redact(name)
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
		} else if run.Fill != nil {
			run.Fill(&f.Occurrences[i], m)
		}
	}
	run.Report.Findings = append(run.Report.Findings, f)
}

// finish puts the report in order, and says whether the run was complete and
// whether it failed.
func (run *Run) finish(ctx context.Context) {
	r := run.Report
	run.judgeSprites()
	r.Stats.Requests = run.Job.Client.Requests()
	if cause := context.Cause(ctx); cause != nil {
		r.Problem(EarlyEnd.About(cause.Error()))
	} else {
		r.Problem(tooFewPages(r, run.Job.Config.MinPages))
		run.Job.sayNothingLeft(r)
	}
	r.Notes = append(r.Notes, run.Job.patternNotes(len(r.Problems) == 0)...)
	r.Complete = len(r.Problems) == 0
	r.Note(slashNote(r))
	if known := run.Job.settle(r); r.Complete {
		known.Conclude(r, func(p *baseline.Place) bool {
			return run.Job.looksFor(p) && (run.IsCovered == nil || run.IsCovered(p.Page))
		})
	}
	slices.SortFunc(r.Inventory, func(a, b link.Listed) int { return cmp.Compare(a.Page, b.Page) })
}

// tooFewPages says that a run read fewer pages than it should, if that is so.
func tooFewPages(r *link.Report, least int) string {
	switch n := r.Stats.Pages; {
	case n >= least:
		return ""
	case n == 0:
		return noPages.Of(1, []string{r.Target})
	default:
		return fewPages.Of(n, nil, link.Number(least))
	}
}

// judgeSprites makes elements unverified that only <use> on their own page refer to, where
// scripts may add them. It goes by the occurrences, which are complete by now.
func (run *Run) judgeSprites() {
	for i := range run.Report.Findings {
		f := &run.Report.Findings[i]
		if f.Verdict != link.Broken || f.Reason != link.FragmentNotFound || !f.Internal || len(f.Occurrences) == 0 ||
			slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool {
				return o.Element != "use" || !strings.HasPrefix(strings.TrimSpace(o.Link), "#") || !run.AddsElements(o.Page)
			}) {
			continue
		}
		f.Verdict, f.Suggestion = link.Unverified, ""
		f.Message += ", but scripts of the page may add it"
		run.Report.Stats.Broken--
		run.Report.Stats.Unverified++
	}
}

// settle puts the findings of a report in order, by verdict and then by target, and says which of
// them are known and which fail the run.
func (j *Job) settle(r *link.Report) *baseline.Match {
	known := j.Known.Match(j.shown)
	for i := range r.Findings {
		f := &r.Findings[i]
		slices.SortFunc(f.Occurrences, compareOccurrences)
		known.Mark(f)
		f.Fails = j.Config.Fails(f)
		r.Failed = r.Failed || f.Fails
	}
	ranks := []link.Verdict{link.Broken, link.Unverified, link.Redirected}
	slices.SortFunc(r.Findings, func(a, b link.Finding) int {
		return cmp.Or(cmp.Compare(slices.Index(ranks, a.Verdict), slices.Index(ranks, b.Verdict)), cmp.Compare(a.Target, b.Target), cmp.Compare(a.Reason, b.Reason))
	})
	return known
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

// LocalFindings keeps the targets that need no request: skipped ones, and links with a
// fault that the link itself shows.
type LocalFindings struct {
	// Skips maps the hash of each skipped target to why; some targets, such as
	// data: URLs, are too long to be kept.
	Skips map[uint64]link.Reason
	// OutsideBase are the skipped targets outside the base path of the site, as absolute
	// URLs: they may be typos.
	OutsideBase map[string]bool
	// faults are the links with a fault, each once.
	faults map[faultKey]*fault
}

// faultKey identifies a fault. The target's name in the report is not enough: an invalid
// URL is shown as it was written, and that may be the path of a page that does not exist.
type faultKey struct {
	name     string
	internal bool
	reason   link.Reason
}

// fault is one target that is not ok, and the links to it.
type fault struct {
	outcome     Outcome
	occurrences []OccurrenceRef
}

// NewLocalFindings returns findings without any.
func NewLocalFindings() LocalFindings {
	return LocalFindings{Skips: map[uint64]link.Reason{}, OutsideBase: map[string]bool{}, faults: map[faultKey]*fault{}}
}

// HashSeed makes the hashes of one process agree with each other.
var HashSeed = maphash.MakeSeed()

// AddSkip notes a target of that name that is skipped.
func (t *LocalFindings) AddSkip(name string, why link.Reason) {
	t.addSkip(maphash.String(HashSeed, name), why)
}

// addSkip keeps one of the reasons for which a target is skipped. All runs have to agree, and they
// meet links in other orders.
func (t *LocalFindings) addSkip(hash uint64, why link.Reason) {
	known, ok := t.Skips[hash]
	if !ok || why == link.ExternalOff || known != link.ExternalOff && why < known {
		t.Skips[hash] = why
	}
}

// AddSkipped notes a target that the settings leave out.
func (t *LocalFindings) AddSkipped(j *Job, d *Destination) {
	name := j.DisplayName(d.URL, d.Internal)
	t.AddSkip(name, d.Reason)
	if _, ok := j.Scope.MissedBase(d.URL); ok && d.Reason == link.ExternalOff {
		t.OutsideBase[strings.Clone(name)] = true
	}
}

// AddPastBase notes an internal target without the base path of the site.
func (t *LocalFindings) AddPastBase(j *Job, d *Destination) {
	u := d.URL
	u.Path = j.Scope.TargetPath(u)
	t.OutsideBase[u.String()] = true
}

// Knows reports whether a link to that target was noted for that reason.
func (t *LocalFindings) Knows(name string, internal bool, reason link.Reason) bool {
	return t.faults[faultKey{name: name, internal: internal, reason: reason}] != nil
}

// AddFault notes a link to a target with the given outcome.
func (t *LocalFindings) AddFault(name string, internal bool, o Outcome, m OccurrenceRef) {
	key := faultKey{name: name, internal: internal, reason: o.Reason}
	f := t.faults[key]
	if f == nil {
		f = &fault{outcome: o}
		// It may be cut out of something that does not last.
		key.name = strings.Clone(name)
		t.faults[key] = f
	}
	f.occurrences = append(f.occurrences, m)
}

// Add adds the findings of another worker to the larger of the two, as a single page may
// hold millions of faults.
func (t *LocalFindings) Add(other LocalFindings) {
	if len(t.faults) < len(other.faults) {
		t.faults, other.faults = other.faults, t.faults
	}
	for hash, why := range other.Skips {
		t.addSkip(hash, why)
	}
	maps.Copy(t.OutsideBase, other.OutsideBase)
	for key, f := range other.faults {
		if have := t.faults[key]; have != nil {
			have.occurrences = append(have.occurrences, f.occurrences...)
		} else {
			t.faults[key] = f
		}
	}
}

// shown returns a text as reports show it.
func (j *Job) shown(text string) string {
	if j.Redact == nil {
		return text
	}
	return weburl.RedactText(j.Redact(text))
}

// looksFor reports whether the settings of the run let it find such a place of a baseline, and
// whether that is of its share.
func (j *Job) looksFor(place *baseline.Place) bool {
	c, isInternal := &j.Config, strings.HasPrefix(place.Target, "/")
	if isInternal || place.Reason == link.InvalidURL || place.Reason == link.URLLost {
		if j.IsOtherShare() {
			return false
		}
	} else if u, err := weburl.Parse(place.Target); !c.External || c.Shard.Count > 0 && (err != nil || !j.inShare(u.Host)) {
		return false
	}
	if j.PageExcluded(j.Scope.Page(strings.TrimPrefix(place.Page, "/"))) {
		return false
	}
	switch place.Reason {
	case link.URLLost:
		return c.Compare != "" && (c.External || isInternal)
	case link.FragmentNotFound:
		return c.Fragments == config.FragmentsAll || isInternal && c.Fragments == config.FragmentsInternal
	case link.MovedPermanently:
		return c.Redirects != config.RedirectsNone
	case link.MovedTemporarily:
		return c.Redirects == config.RedirectsAll
	}
	return true
}

// Rejudge puts the report of an earlier run in order, and decides by the settings of the
// job whether it fails. Without a baseline of the job, the report says what is known. With
// one that lists nothing, or that does not exist yet, nothing is known.
func (j *Job) Rejudge(r *link.Report) {
	r.FailOn = j.Config.FailOn
	if r.Complete {
		r.Problem(tooFewPages(r, j.Config.MinPages))
	}
	r.Failed = false
	for i := range r.Findings {
		if f := &r.Findings[i]; j.Config.Baseline != "" {
			f.Known = false
			for o := range f.Occurrences {
				f.Occurrences[o].Known = false
			}
		}
	}
	if known := j.settle(r); j.Config.Baseline != "" && r.Complete {
		// The report does not say what its run could find, so nothing is sure to be fixed.
		r.Fixed = 0
		known.Conclude(r, func(*baseline.Place) bool { return false })
	}
}
