package check

import (
	"strings"

	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

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
