package dir

import (
	"fmt"
	"net/http"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
)

// meetTarget notes a link to a place that is no file by its own URL. It reports whether a
// page exists there whose anchors the link's fragment can be compared with.
func (r *worker) meetTarget(other *targetByName, place int32, m check.OccurrenceRef) bool {
	if other.outcome != nil {
		r.fault(other.name, true, *other.outcome, m)
	}
	if other.IsAway() && other.isUp() {
		r.addRedirected(other, m)
	}
	if other.Entry.Kind != site.Found || !other.isUp() {
		return false
	}
	r.targets.reach(other.Entry.File, m.Page, false)
	if other.Entry.Bare {
		r.asks.add(ask{page: m.Page, index: m.Index, place: place})
		r.hasBare = true
	}
	return !other.Ambiguous
}

// addRedirected takes a link that the host sends on to another one for a link to there.
func (r *worker) addRedirected(other *targetByName, m check.OccurrenceRef) {
	d := r.job.DestinationOf(other.End)
	if d.Reason != "" {
		r.local.AddSkipped(r.job, &d)
		return
	}
	r.checker.Add(d.URL, d.Internal, m)
}

// judgeTarget finds out what there is to say of a place.
func (r *worker) judgeTarget(other *targetByName) {
	o := r.judgeRedirectResult(other)
	if o.Verdict == link.OK {
		return
	}
	o = check.Temper(o, r.job.RuleNamed(other.name))
	if !r.job.IsOtherShare() {
		r.job.Progress.Record(check.NotJudged, &o)
	}
	other.outcome = &o
}

// judgeRedirectResult is the outcome for where the links to a place end.
func (r *worker) judgeRedirectResult(other *targetByName) check.Outcome {
	o := check.Outcome{Verdict: link.OK, Redirects: other.Hops}
	switch {
	case other.Failure != "":
		o.Reason = other.Failure
		o.Verdict = link.VerdictOf(o.Reason, true)
		o.Message = failureMessage(r.job, other)
	case other.IsSomewhere():
		u, err := r.job.Scope.Page("").Resolve(r.job.Scope.Base() + other.name[1:])
		if err == nil {
			r.job.JudgeRedirects(u, &o)
		}
	default:
		o = judgeEntry(other.Entry)
		o.Redirects = other.Hops
		if n := len(other.Hops); n > 0 {
			o.Message = fmt.Sprintf("redirects to %s%s: %s", r.job.Written(other.Hops[n-1].URL), r.job.Via(other.Hops), o.Message)
		}
	}
	if rule := other.Rule; rule != nil && o.Verdict != link.OK {
		o.Message += fmt.Sprintf(" (rule at %s:%d)", rule.Source, rule.Line)
	}
	return o
}

// failureMessage says why a chain of redirects was not followed to its end.
func failureMessage(j *check.Job, other *targetByName) string {
	switch other.Failure {
	case link.RedirectLoop:
		return "redirects in a loop" + j.Via(append(other.Hops, link.Redirect{}))
	case link.TooManyRedirects:
		return fmt.Sprintf("more than %d redirects", fetch.MaxRedirects)
	}
	return "redirects to an invalid URL"
}

// judgeEntry is the outcome for a path that does not lead to a file.
func judgeEntry(e site.Entry) check.Outcome {
	o := check.Outcome{Verdict: link.Broken}
	switch e.Kind {
	case site.NoIndex:
		o.Reason = link.DirectoryWithoutIndex
		o.Message = "the directory has no index.html"
	case site.OtherCase:
		o.Reason = link.CaseMismatch
		o.Suggestion = "/" + e.Path
		o.Message = "differs in upper and lower case: the file is " + o.Suggestion
	case site.DeadLink:
		o.Reason = link.NotFound
		o.Message = "no such file: " + e.Detail
	default:
		o.Reason = link.NotFound
		o.Message = "no such file"
		if e.Status != 0 && e.Status != http.StatusNotFound {
			o.Reason = check.StatusReason(int(e.Status))
			o.Status = int(e.Status)
			o.Verdict = link.VerdictOf(o.Reason, true)
			o.Message = fmt.Sprintf("the host answers with status %d", e.Status)
		}
		if e.Detail != "" {
			o.Message += ": " + e.Detail
		}
	}
	return o
}
