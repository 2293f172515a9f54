package check

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// comparison compares what a run found with the places that a baseline lists.
type comparison struct {
	job *Job
	// found is true for each place of the baseline that was found again, by number.
	found []bool
	line  []byte
}

func newComparison(j *Job) *comparison {
	return &comparison{job: j, found: make([]bool, j.Known.Len())}
}

// mark says which occurrences of a finding are known, and whether all are. Those of one page
// stand together.
func (c *comparison) mark(f *link.Finding) {
	if len(c.found) == 0 {
		return
	}
	c.line = baseline.AppendFinding(c.line[:0], f.ID, f.Reason, c.job.shown(f.Target))
	head, last, isKnown := len(c.line), "", false
	f.Known = len(f.Occurrences) > 0
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		if page := baseline.PageOf(o); i == 0 || page != last {
			c.line = baseline.AppendPage(c.line[:head], c.job.shown(page))
			var n int
			if n, isKnown = c.job.Known.Find(c.line); isKnown {
				c.found[n] = true
			}
			last = page
		}
		o.Known = isKnown
		f.Known = f.Known && isKnown
	}
}

// shown returns a text as reports show it.
func (j *Job) shown(text string) string {
	if j.Redact == nil {
		return text
	}
	return weburl.RedactText(j.Redact(text))
}

// conclude says in the report of a complete run which places of the baseline were not found
// again: those that are fixed, and those that the run could not find. isCovered is
// Builder.IsCovered.
func (c *comparison) conclude(r *link.Report, isCovered func(page string) bool) {
	var unverified map[string]bool
	for n, isFound := range c.found {
		if isFound {
			continue
		}
		if unverified == nil {
			unverified = c.unverified(r)
		}
		place := c.job.Known.Place(n)
		target, _, _ := strings.Cut(place.Target, "#")
		isFixed := c.job.looksFor(&place) && !unverified[target] && !unverified[place.Page] &&
			(isCovered == nil || isCovered(place.Page)) && !c.job.PageExcluded(c.job.Scope.Page(strings.TrimPrefix(place.Page, "/")))
		if isFixed {
			r.Fixed++
		} else {
			r.Unsettled = append(r.Unsettled, c.job.Known.Line(n))
		}
	}
}

// unverified returns the targets without a certain result, without their fragments.
func (c *comparison) unverified(r *link.Report) map[string]bool {
	targets := map[string]bool{}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Verdict == link.Unverified {
			target, _, _ := strings.Cut(c.job.shown(f.Target), "#")
			targets[link.Cut(target)] = true
		}
	}
	return targets
}

// looksFor reports whether the settings of the run let it find such a place, and whether that is
// of its share.
func (j *Job) looksFor(place *baseline.Place) bool {
	c, isInternal := &j.Config, strings.HasPrefix(place.Target, "/")
	if isInternal || place.Reason == link.InvalidURL || place.Reason == link.URLLost {
		if j.IsOtherShare() {
			return false
		}
	} else if u, err := weburl.Parse(place.Target); !c.External || c.Shard.Count > 0 && (err != nil || !j.inShare(u.Host)) {
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
		r.AddProblem(tooFewPages(r, j.Config.MinPages))
	}
	r.Failed = false
	known := newComparison(j)
	for i := range r.Findings {
		f := &r.Findings[i]
		slices.SortFunc(f.Occurrences, compareOccurrences)
		if j.Config.Baseline != "" {
			f.Known = false
			for o := range f.Occurrences {
				f.Occurrences[o].Known = false
			}
			known.mark(f)
		}
		f.Fails = j.fails(f)
		r.Failed = r.Failed || f.Fails
	}
	if j.Config.Baseline != "" && r.Complete {
		// The report does not say what its run could find, so nothing is sure to be fixed.
		r.Fixed = 0
		known.conclude(r, func(string) bool { return false })
	}
	r.Findings = sorted(r.Findings)
}
