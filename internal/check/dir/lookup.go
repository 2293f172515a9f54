package dir

import (
	"fmt"
	"net/http"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/markdown"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// A place is the number of an internal target. Most are a file by its own URL, and have that file's
// number, so that nothing is kept of them but a mark. Numbers behind those of the files are of
// others: what does not exist, and files by another URL than their own.

// mark says which links lead to a file.
type mark uint8

const (
	linked   mark = 1 << iota // one by its own URL
	direct                    // such a one of another document
	indirect                  // one of another document by another URL
	orphan                    // none, though a page should have one: see markOrphans
)

// other is a target that is no file by its own URL.
type other struct {
	name string
	redirectResult
	// outcome is nil when the report has nothing about the target.
	outcome *check.Outcome
}

// isUp reports whether links that lead there lead to something.
func (p *other) isUp() bool { return p.outcome == nil || p.outcome.Good() }

// lookUp returns the place of an internal URL.
func (r *worker) lookUp(u weburl.URL) (place int32) {
	scope := &r.job.Scope
	path := scope.TargetPath(u)
	if u.Query == "" {
		if file, ok := r.dir.FindURLPath(path); ok {
			r.marks[file] |= linked
			return file
		}
	}
	name := scope.Target(u)
	if place, ok := r.numbers[name]; ok {
		return place
	}
	entry := r.dir.Find(path, u.Query)
	if entry.Kind == site.Found && entry.Or == nil && name[1:] == r.dir.URLPath(entry.File) {
		r.marks[entry.File] |= linked
		return entry.File
	}
	target := other{name: strings.Clone(name), redirectResult: r.follow(u, entry)}
	r.judgeTarget(&target)
	return r.add(target)
}

// add numbers a target that is not known yet.
func (r *worker) add(target other) (place int32) {
	place = int32(len(r.marks) + len(r.others))
	r.numbers[target.name] = place
	r.others = append(r.others, target)
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

// reach notes that a link of the document from leads to a file, perhaps by its own URL.
func (r *worker) reach(file, from int32, isDirect bool) {
	switch {
	case file == from:
	case isDirect:
		r.marks[file] |= direct
	default:
		r.marks[file] |= indirect
	}
}

// count returns how many files have a mark.
func (r *worker) count(which mark) (n int) {
	for _, m := range r.marks {
		if m&which != 0 {
			n++
		}
	}
	return n
}

// countOK returns how many places the report does not list. The others are in the local findings.
func (r *worker) countOK() int {
	n := r.count(linked)
	for i := range r.others {
		if r.others[i].outcome == nil {
			n++
		}
	}
	return n
}

// judgeTarget finds out what there is to say of a target.
func (r *worker) judgeTarget(target *other) {
	o := r.outcomeOf(target)
	if o.Verdict == link.OK {
		return
	}
	o = check.Temper(o, r.job.RuleNamed(target.name))
	if !r.job.IsOtherShare() {
		r.job.Progress.Record(check.NotJudged, &o)
	}
	target.outcome = &o
}

// outcomeOf is the outcome for where the links to a target end.
func (r *worker) outcomeOf(target *other) check.Outcome {
	o, isSomewhere := check.Outcome{Verdict: link.OK, Redirects: target.Hops}, target.IsAway()
	switch target.Entry.Kind {
	case site.Found, site.Computed, site.Unlisted:
		isSomewhere = true
	}
	switch {
	case target.Failure != "":
		o.Reason, o.Verdict = target.Failure, link.VerdictOf(target.Failure, true)
		o.Message = failureMessage(r.job, target)
	case isSomewhere:
		if u, err := r.job.Scope.Page("").Resolve(r.job.Scope.Base() + target.name[1:]); err == nil {
			r.job.JudgeRedirects(u, &o)
		}
	default:
		o = judgeEntry(target.Entry)
		if d := r.dir; d.IsRepository() && markdown.IsUndefined(path.Base(target.name)) {
			o.Message = "the reference has no definition, so GitHub shows its brackets"
		}
		o.Redirects = target.Hops
		if n := len(target.Hops); n > 0 {
			o.Message = fmt.Sprintf("redirects to %s%s: %s", r.job.Written(target.Hops[n-1].URL), r.job.Via(target.Hops), o.Message)
		}
	}
	if rule := target.Rule; rule != nil && o.Verdict != link.OK {
		o.Message += fmt.Sprintf(" (rule at %s:%d)", rule.Source, rule.Line)
	}
	return o
}

// failureMessage says why a chain of redirects was not followed to its end.
func failureMessage(j *check.Job, target *other) string {
	switch target.Failure {
	case link.RedirectLoop:
		return "redirects in a loop" + j.Via(append(target.Hops, link.Redirect{}))
	case link.TooManyRedirects:
		return fmt.Sprintf("more than %d redirects", fetch.MaxRedirects)
	}
	return "redirects to an invalid URL"
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

// redirectResult is where a link to an internal target ends in a directory, when the host's
// redirects are followed.
type redirectResult struct {
	// Entry is what is there. Its kind is Moved or Proxied when that is
	// on another host, or no redirect is followed any more.
	Entry site.Entry
	// Hops are the redirects on the way, in order.
	Hops []link.Redirect
	// Rule is the first of the deployment's own rules on the way; nil for none.
	Rule *hosting.Rule
	// End is where the way leads when that is not on the site; else the zero URL.
	End weburl.URL
	// Failure is why the way was not followed to its end; empty for most.
	Failure link.Reason
	// Ambiguous is whether no fragment of a link is looked up there: a redirect has one
	// of its own, or the host may lead elsewhere, too.
	Ambiguous bool
}

// IsAway reports whether the way leads off the site.
func (l *redirectResult) IsAway() bool { return l.End.Scheme != "" }

// land is where a link to an internal URL ends.
func (d *directory) land(u weburl.URL) redirectResult {
	return d.follow(u, d.dir.Find(d.job.Scope.TargetPath(u), u.Query))
}

// follow follows the redirects from what is at the internal URL u. Where the host may answer in
// several ways, the way goes on with the best: it is right for some of the readers at least.
func (d *directory) follow(u weburl.URL, entry site.Entry) (l redirectResult) {
	scope, seen := &d.job.Scope, map[weburl.URL]bool{}
	for {
		l.Entry = entry
		for other := entry.Or; other != nil; other = other.Or {
			if usefulness(other.Kind) > usefulness(l.Entry.Kind) {
				l.Entry = *other
			}
		}
		l.Ambiguous = l.Ambiguous || entry.Or != nil
		if l.Rule == nil {
			l.Rule = l.Entry.Rule
		}
		if l.Entry.Kind != site.Moved && l.Entry.Kind != site.Proxied {
			return l
		}
		seen[u] = true
		next, err := scope.Page("").Resolve(fromRoot(scope, l.Entry.Path))
		if err != nil {
			l.Failure = link.InvalidURL
			return l
		}
		l.Ambiguous = l.Ambiguous || next.Fragment != ""
		next, isInternal := scope.Internal(next.Document())
		if l.Entry.Kind == site.Moved {
			written := next.Redacted()
			if isInternal && !scope.Known() {
				written = scope.Target(next) // The URL of the site is not known.
			}
			l.Hops = append(l.Hops, link.Redirect{Status: int(l.Entry.Status), URL: written})
		}
		switch {
		case !isInternal:
			l.End = next
			return l
		case seen[next]:
			l.Failure = link.RedirectLoop
			return l
		case len(l.Hops) > fetch.MaxRedirects:
			l.Failure = link.TooManyRedirects
			return l
		}
		u, entry = next, d.dir.Find(scope.TargetPath(next), next.Query)
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
func fromRoot(scope *site.Scope, location string) string {
	if strings.HasPrefix(location, "/") && !strings.HasPrefix(location, "//") {
		return scope.Base() + location[1:]
	}
	return location
}
