package check

import (
	"fmt"
	"net/http"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
)

// arrive notes a link to a place that is no file by its own URL, and reports whether
// there is a page of which it may ask for a fragment.
func (r *reader) arrive(other *otherPlace, m mention) bool {
	if other.outcome != nil {
		r.fault(other.name, true, *other.outcome, m)
	}
	if other.isAway() && other.isUp() {
		r.leave(other, m)
	}
	if other.entry.Kind != site.Found || !other.isUp() {
		return false
	}
	r.places.reach(other.entry.File, m.page)
	return !other.vague
}

// leave takes a link that the host sends on to another one for a link to there.
func (r *reader) leave(other *otherPlace, m mention) {
	d := r.job.bound(other.end)
	if d.reason != "" {
		r.tally.pass(r.job, &d)
		return
	}
	r.targets.add(d.url, d.internal, m)
}

// judgePlace finds out what there is to say of a place.
func (r *reader) judgePlace(other *otherPlace) {
	o := r.judgeLanding(other)
	if o.verdict == link.OK {
		return
	}
	o = temper(o, r.job.ruleNamed(other.name))
	if o.verdict == link.Broken {
		r.job.Progress.Broken.Add(1)
	}
	other.outcome = &o
}

// judgeLanding is the outcome for where the links to a place end.
func (r *reader) judgeLanding(other *otherPlace) outcome {
	o := outcome{verdict: link.OK, redirects: other.hops}
	switch {
	case other.trouble != "":
		o.reason = other.trouble
		o.verdict = link.VerdictOf(o.reason, true)
		o.message = trouble(r.job, other)
	case other.isSomewhere():
		u, err := r.job.Space.Page("").Resolve(r.job.Space.Base() + other.name[1:])
		if err == nil {
			r.job.judgeRedirects(u, &o)
		}
	default:
		o = judgeEntry(other.entry)
		o.redirects = other.hops
		if n := len(other.hops); n > 0 {
			o.message = fmt.Sprintf("redirects to %s%s: %s", r.job.written(other.hops[n-1].URL), r.job.byWay(other.hops), o.message)
		}
	}
	if rule := other.rule; rule != nil && o.verdict != link.OK {
		o.message += fmt.Sprintf(" (by the rule at %s:%d)", rule.Source, rule.Line)
	}
	return o
}

// trouble says what is wrong with a way that was not followed to its end.
func trouble(j *Job, other *otherPlace) string {
	switch other.trouble {
	case link.RedirectLoop:
		return "the redirects lead back to where they have been" + j.byWay(append(other.hops, link.Redirect{}))
	case link.TooManyRedirects:
		return fmt.Sprintf("more than %d redirects", mostHops)
	}
	return "redirects to what a browser cannot read as a URL"
}

// judgeEntry is the outcome for a path that does not lead to a file.
func judgeEntry(e site.Entry) outcome {
	o := outcome{verdict: link.Broken}
	switch e.Kind {
	case site.NoIndex:
		o.reason = link.DirectoryWithoutIndex
		o.message = "the directory has no index.html"
	case site.OtherCase:
		o.reason = link.CaseMismatch
		o.suggestion = "/" + e.Path
		o.message = "exists in another case only: " + o.suggestion
	case site.DeadLink:
		o.reason = link.NotFound
		o.message = "no such file: " + e.Detail
	default:
		o.reason = link.NotFound
		o.message = "no such file"
		if e.Status != 0 && e.Status != http.StatusNotFound {
			o.reason = statusReason(int(e.Status))
			o.status = int(e.Status)
			o.verdict = link.VerdictOf(o.reason, true)
			o.message = fmt.Sprintf("the host answers with status %d", e.Status)
		}
		if e.Detail != "" {
			o.message += ": " + e.Detail
		}
	}
	return o
}
