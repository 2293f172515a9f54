package dir

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// A place is the number of an internal target. Most are a file by its own URL, and have that file's
// number, so that nothing is kept of them but a mark. Numbers behind those of the files are of
// others: what does not exist, and files by another URL than their own.

// mark says which links lead to a file.
type mark uint8

const (
	linked mark = 1 << iota // one by its own URL
	direct                  // such a one of another document
)

// other is a target that is no file by its own URL, and where a link to it ends when the host's
// redirects are followed.
type other struct {
	name string
	// entry is what is there. Its kind is Moved or Proxied when that is on another host, or no
	// redirect is followed any more.
	entry site.Entry
	// hops are the redirects on the way, in order, and rule is the first of the deployment's own
	// rules on it; nil for none.
	hops []link.Redirect
	rule *hosting.Rule
	// end is where the way leads when that is not on the site; else the zero URL.
	end weburl.URL
	// failure is why the way was not followed to its end, in the words of message; empty for most.
	failure link.Reason
	message string
	// isAmbiguous is whether no fragment of a link is looked up there: a redirect has one of its
	// own, or the host may lead elsewhere, too.
	isAmbiguous bool
	// outcome is nil when the report has nothing about the target.
	outcome *check.Outcome
}

// isAway reports whether the way leads off the site.
func (t *other) isAway() bool { return t.end.Scheme != "" }

// isUp reports whether links that lead there lead to something.
func (t *other) isUp() bool { return t.outcome == nil || t.outcome.Good() }

// lookUp returns the place of an internal URL.
func (r *worker) lookUp(u weburl.URL) (place int32) {
	scope := &r.Job.Scope
	if u.Query == "" {
		if file, ok := r.dir.FindURLPath(scope.TargetPath(u)); ok {
			r.marks[file] |= linked
			return file
		}
	}
	name := scope.Target(u)
	if place, ok := r.numbers[name]; ok {
		return place
	}
	t := r.walk(u)
	if t.entry.Kind == site.Found && t.failure == "" && !t.isAmbiguous && name[1:] == r.dir.URLPath(t.entry.File) {
		r.marks[t.entry.File] |= linked
		return t.entry.File
	}
	t.name = strings.Clone(name)
	r.judgeTarget(&t)
	return r.add(t)
}

// add numbers a target that is not known yet.
func (r *worker) add(t other) (place int32) {
	place = int32(len(r.marks) + len(r.others))
	r.numbers[t.name] = place
	r.others = append(r.others, t)
	return place
}

// other is a place that is no file by its own URL; nil for those that are.
func (r *worker) other(place int32) *other {
	if place < int32(len(r.marks)) {
		return nil
	}
	return &r.others[place-int32(len(r.marks))]
}

// name is what the report calls a place.
func (r *worker) name(place int32) string {
	if other := r.other(place); other != nil {
		return other.name
	}
	return "/" + r.dir.URLPath(place)
}

// countOK returns how many places the report does not list. The others are in the local findings.
func (r *worker) countOK() (n int) {
	for _, m := range r.marks {
		if m&linked != 0 {
			n++
		}
	}
	for i := range r.others {
		if r.others[i].outcome == nil {
			n++
		}
	}
	return n
}

// walk follows the redirects from an internal URL. Where the host may answer in several ways, the
// way goes on with the best: it is right for some of the readers at least.
func (d *directory) walk(u weburl.URL) (t other) {
	scope := &d.Job.Scope
	for seen := []weburl.URL{u}; ; seen = append(seen, u) {
		t.entry = d.dir.Find(scope.TargetPath(u), u.Query)
		t.isAmbiguous = t.isAmbiguous || t.entry.Or != nil
		for or := t.entry.Or; or != nil; or = or.Or {
			if usefulness(or.Kind) > usefulness(t.entry.Kind) {
				t.entry = *or
			}
		}
		if t.rule == nil {
			t.rule = t.entry.Rule
		}
		if t.entry.Kind != site.Moved && t.entry.Kind != site.Proxied {
			return t
		}
		next, err := scope.Page("").Resolve(d.fromRoot(t.entry.Path))
		if err != nil {
			t.failure, t.message = link.InvalidURL, "redirects to an invalid URL"
			return t
		}
		t.isAmbiguous = t.isAmbiguous || next.Fragment != ""
		next, isInternal := scope.Internal(next.Document())
		if t.entry.Kind == site.Moved {
			written := next.Redacted()
			if isInternal && !scope.Known() {
				written = scope.Target(next) // The URL of the site is not known.
			}
			t.hops = append(t.hops, link.Redirect{Status: int(t.entry.Status), URL: written})
		}
		switch {
		case !isInternal:
			t.end = next
			return t
		case slices.Contains(seen, next):
			t.failure, t.message = link.RedirectLoop, "redirects in a loop"+d.Job.Via(append(t.hops, link.Redirect{}))
			return t
		case len(t.hops) > fetch.MaxRedirects:
			t.failure, t.message = link.TooManyRedirects, fmt.Sprintf("more than %d redirects", fetch.MaxRedirects)
			return t
		}
		u = next
	}
}

// usefulness orders what may be at a path by how well it serves a reader.
func usefulness(kind site.Kind) int {
	switch kind {
	case site.Found, site.Computed, site.Unlisted:
		return 2
	case site.Moved, site.Proxied:
		return 1
	}
	return 0
}

// fromRoot is where a path from the root of the deployment is served.
func (d *directory) fromRoot(location string) string {
	if strings.HasPrefix(location, "/") && !strings.HasPrefix(location, "//") {
		return d.Job.Scope.Base() + location[1:]
	}
	return location
}

// judgeTarget finds out what there is to say of a target.
func (d *directory) judgeTarget(t *other) {
	if o := check.Temper(d.outcomeOf(t), d.Job.RuleNamed(t.name)); o.Verdict != link.OK {
		t.outcome = &o
	}
}

// outcomeOf is the outcome for where the links to a target end.
func (d *directory) outcomeOf(t *other) check.Outcome {
	o := check.Outcome{Verdict: link.OK}
	switch {
	case t.failure != "":
		o.Reason, o.Message = t.failure, t.message
		o.Verdict = link.VerdictOf(o.Reason, true)
	case t.isAway() || usefulness(t.entry.Kind) == usefulness(site.Found):
		o.Redirects = t.hops
		d.Job.JudgeRedirects(d.Job.URLOf(t.name), &o)
	default:
		o = judgeEntry(t.entry)
		if n := len(t.hops); n > 0 {
			o.Message = fmt.Sprintf("redirects to %s%s: %s", d.Job.Written(t.hops[n-1].URL), d.Job.Via(t.hops), o.Message)
		}
	}
	o.Redirects = t.hops
	if o.Verdict != link.OK {
		o.Message += t.byRule()
	}
	return o
}

// byRule says which rule of the deployment decided; empty for none.
func (t *other) byRule() string {
	if t.rule == nil {
		return ""
	}
	return fmt.Sprintf(" (rule at %s:%d)", t.rule.Source, t.rule.Line)
}

// judgeEntry is the outcome for a path that does not lead to a file.
func judgeEntry(e site.Entry) check.Outcome {
	o := check.Outcome{Verdict: link.Broken, Reason: link.NotFound, Message: "no such file"}
	switch e.Kind {
	case site.NoIndex:
		o.Reason, o.Message = link.DirectoryWithoutIndex, "the directory has no index.html"
	case site.OtherCase:
		o.Reason, o.Suggestion = link.CaseMismatch, "/"+e.Path
		o.Message = "differs in upper and lower case: the file is " + o.Suggestion
	default:
		if e.Status != 0 && e.Status != http.StatusNotFound {
			o.Reason, o.Status = check.StatusReason(int(e.Status)), int(e.Status)
			o.Verdict = link.VerdictOf(o.Reason, true)
			o.Message = fmt.Sprintf("the host answers with status %d", e.Status)
		}
		if e.Detail != "" {
			o.Message += ": " + e.Detail
		}
	}
	return o
}

// Visit is that of check.Visitor: it answers when all pages are read.
func (d *directory) Visit(_ context.Context, u weburl.URL) check.Visit {
	return d.Job.FollowRefreshes(u, d.step)
}

// step is what a reader gets at u before a meta refresh leads to next; next is the zero URL
// when none does.
func (d *directory) step(u weburl.URL) (visit check.Visit, next weburl.URL) {
	t, path := d.walk(u), d.Job.Scope.TargetPath(u)
	t.name = d.Job.Scope.Target(u)
	visit.Outcome = d.outcomeOf(&t)
	file := t.entry.File
	switch {
	case t.isAway():
		if len(t.hops) > 0 {
			visit.End, visit.IsAway = t.end, true
		}
	case t.failure != "" || t.entry.Kind != site.Found:
	case len(t.hops) > 0:
		visit.End, next = d.Job.Scope.Page(d.dir.URLPath(file)), d.refreshURLs[file]
	case pagekind.IsErrorPage("/"+d.dir.Path(file)) && !pagekind.IsErrorPage(path) || d.dir.IsCatchAll(path, u.Query, &t.entry):
		message := fmt.Sprintf("no such file: the host serves /%s for every path that does not exist%s", d.dir.Path(file), t.byRule())
		if d.shells[file].Class == health.Shell { // what scripts show there cannot be known
			visit.Outcome, visit.Untold = check.Outcome{Verdict: link.OK}, message+", and scripts fill that page"
		} else {
			visit.Outcome = check.Outcome{Verdict: link.Broken, Reason: link.NotFound, Message: message, Soft404: true}
		}
	default:
		next = d.refreshURLs[file]
	}
	return visit, next
}
