package dir

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// targets number the internal targets that one worker met. Most are a file by its own
// URL, and have that file's number, so that nothing is kept of them but a bit.
// Numbers from files on are those of others: what does not exist, and files
// by another URL than their own.
type targets struct {
	dir *site.Dir
	// files is how many there are.
	files int32
	// linked are the files to which a link leads by their own URL.
	linked fileSet
	// direct are those to which a link of another document does, and indirect those to which
	// one leads by another URL.
	direct, indirect fileSet
	// numbers are those of the others, by what the report calls them.
	numbers map[string]int32
	others  []targetByName
}

// targetByName is a target that is no file by its own URL.
type targetByName struct {
	name string
	redirectResult
	// outcome is nil when the report has nothing about the target.
	outcome *check.Outcome
}

// isUp reports whether links that lead there lead to something.
func (p *targetByName) isUp() bool { return p.outcome == nil || p.outcome.Good() }

func newTargets(dir *site.Dir) targets {
	return targets{
		dir: dir, files: int32(dir.Len()), numbers: map[string]int32{},
		linked: newFileSet(dir.Len()), direct: newFileSet(dir.Len()), indirect: newFileSet(dir.Len()),
	}
}

// number returns the place of an internal target. A new target that is no file by its own
// URL gets its outcome from judge.
func (p *targets) number(scope *site.Scope, d check.Destination, judge func(*targetByName)) (place int32) {
	path := scope.TargetPath(d.URL)
	if d.URL.Query == "" {
		if file, ok := p.dir.FindURLPath(path); ok {
			p.linked.add(file)
			return file
		}
	}
	name := scope.Target(d.URL)
	if place, ok := p.numbers[name]; ok {
		return place
	}
	entry := p.dir.Find(path, d.URL.Query)
	if entry.Kind == site.Found && entry.Or == nil && name[1:] == p.dir.URLPath(entry.File) {
		p.linked.add(entry.File)
		return entry.File
	}
	other := targetByName{name: strings.Clone(name), redirectResult: walkRedirects(p.dir, scope, d.URL, entry)}
	judge(&other)
	return p.add(other)
}

// reach notes that a link of the document from leads to a file, by its own URL if direct.
func (p *targets) reach(file, from int32, direct bool) {
	switch {
	case file == from:
	case direct:
		p.direct.add(file)
	default:
		p.indirect.add(file)
	}
}

// add numbers a target that is not known yet.
func (p *targets) add(other targetByName) int32 {
	place := p.files + int32(len(p.others))
	p.numbers[other.name] = place
	p.others = append(p.others, other)
	return place
}

// file is the number of the file at a place.
func (p *targets) file(place int32) int32 {
	if place < p.files {
		return place
	}
	return p.others[place-p.files].Entry.File
}

// other is a place that is no file by its own URL; nil for those that are.
func (p *targets) other(place int32) *targetByName {
	if place < p.files {
		return nil
	}
	return &p.others[place-p.files]
}

// isUp reports whether links that lead to a place lead to something.
func (p *targets) isUp(place int32) bool { return place < p.files || p.others[place-p.files].isUp() }

// name is what the report calls a place.
func (p *targets) name(place int32) string {
	if place < p.files {
		return "/" + p.dir.URLPath(place)
	}
	return p.others[place-p.files].name
}

// merge takes over the targets of another worker. Places lose their numbers, which are not
// needed any more. It adds to the longer list, as a single page may lead to millions of
// places.
func (p *targets) merge(other *targets) {
	p.linked.addAll(other.linked)
	p.direct.addAll(other.direct)
	p.indirect.addAll(other.indirect)
	if len(p.others) < len(other.others) {
		p.numbers, other.numbers = other.numbers, p.numbers
		p.others, other.others = other.others, p.others
	}
	for _, theirs := range other.others {
		if _, ok := p.numbers[theirs.name]; !ok {
			p.add(theirs)
		}
	}
}

// count returns how many places the report does not list. The others are in the local
// findings.
func (p *targets) count() (n int) {
	for file := range p.files {
		if p.linked.has(file) {
			n++
		}
	}
	for _, other := range p.others {
		if other.outcome == nil {
			n++
		}
	}
	return n
}

// fileSet is a set of files by their numbers, one bit each, so that that of a large
// site fits where the processor has it at hand.
type fileSet []uint64

func newFileSet(files int) fileSet { return make(fileSet, (files+63)/64) }

func (s fileSet) add(file int32) { s[file/64] |= 1 << (file % 64) }

func (s fileSet) has(file int32) bool { return s[file/64]>>(file%64)&1 != 0 }

// addAll adds what another set for as many files holds.
func (s fileSet) addAll(other fileSet) {
	for i := range other {
		s[i] |= other[i]
	}
}

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
		r.asks = append(r.asks, ask{page: m.Page, index: m.Index, place: place})
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

// IsSomewhere reports whether a reader gets to something, as far as a directory can
// tell.
func (l *redirectResult) IsSomewhere() bool {
	return l.Failure == "" && (l.Entry.Kind == site.Found || l.Entry.Kind == site.Computed ||
		l.Entry.Kind == site.Unlisted || l.IsAway())
}

// maxAnswers is how many answers of the host are looked at for one URL: with conditions
// a way branches. A way has fetch.MaxRedirects hops at most, as on a live site.
const maxAnswers = 64

// redirectWalk follows redirects through a directory.
type redirectWalk struct {
	dir   *site.Dir
	scope *site.Scope
	// answers counts the answers that were looked at: with conditions a way branches.
	answers int
}

// walkRedirects follows the redirects from what is at the internal URL u.
func walkRedirects(dir *site.Dir, scope *site.Scope, u weburl.URL, entry site.Entry) redirectResult {
	if entry.Kind != site.Moved && entry.Kind != site.Proxied && entry.Or == nil {
		return redirectResult{Entry: entry, Rule: entry.Rule}
	}
	t := redirectWalk{dir: dir, scope: scope}
	return t.follow(u, entry, nil, map[weburl.URL]bool{u: true})
}

// follow returns the best of what the host may answer: it is right for some of the
// readers at least.
func (t *redirectWalk) follow(u weburl.URL, entry site.Entry, hops []link.Redirect, seen map[weburl.URL]bool) redirectResult {
	best := t.step(u, entry, hops, seen)
	for other := entry.Or; other != nil && t.answers < maxAnswers; other = other.Or {
		if l := t.step(u, *other, hops, seen); l.score() > best.score() {
			best = l
		}
	}
	best.Ambiguous = best.Ambiguous || entry.Or != nil
	return best
}

// score orders results by how well they serve a reader.
func (l *redirectResult) score() int {
	switch {
	case l.Failure != "":
		return 0
	case !l.IsSomewhere():
		return 1
	case len(l.Hops) > 0:
		return 2
	}
	return 3
}

// step follows one answer at u.
func (t *redirectWalk) step(u weburl.URL, entry site.Entry, hops []link.Redirect, seen map[weburl.URL]bool) redirectResult {
	t.answers++
	l := redirectResult{Entry: entry, Hops: hops, Rule: entry.Rule}
	if entry.Kind != site.Moved && entry.Kind != site.Proxied {
		return l
	}
	next, err := t.scope.Page("").Resolve(fromRoot(t.scope, entry.Path))
	if err != nil {
		l.Failure = link.InvalidURL
		return l
	}
	fragment := next.Fragment != ""
	next, isInternal := t.scope.Internal(next.Document())
	if entry.Kind == site.Moved {
		// The elements of hops are those of other ways, too.
		l.Hops = append(hops[:len(hops):len(hops)], link.Redirect{Status: int(entry.Status), URL: t.written(next, isInternal)})
	}
	switch {
	case !isInternal:
		l.End = next
		return l
	case seen[next]:
		l.Failure = link.RedirectLoop
		return l
	case len(l.Hops) > fetch.MaxRedirects || t.answers >= maxAnswers:
		l.Failure = link.TooManyRedirects
		return l
	}
	seen[next] = true
	defer delete(seen, next)
	l = t.follow(next, t.dir.Find(t.scope.TargetPath(next), next.Query), l.Hops, seen)
	if entry.Rule != nil {
		l.Rule = entry.Rule
	}
	l.Ambiguous = l.Ambiguous || fragment
	return l
}

// fromRoot is where a path from the root of the deployment is served.
func fromRoot(scope *site.Scope, location string) string {
	if strings.HasPrefix(location, "/") && !strings.HasPrefix(location, "//") {
		return scope.Base() + location[1:]
	}
	return location
}

// written is how the report names where a hop leads: the whole URL, or a path
// when the URL of the site is not known.
func (t *redirectWalk) written(u weburl.URL, isInternal bool) string {
	if isInternal && !t.scope.Known() {
		return t.scope.Target(u)
	}
	return u.Redacted()
}
