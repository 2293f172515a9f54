package check

import (
	"github.com/linkvet/linkvet/internal/cache"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/weburl"
)

// recall takes the verdicts of external targets from the cache, and leaves there
// what was found out. Nil does neither. The checker's lock guards it.
//
// A target that the cache knows and whose fragments are looked up is not judged
// before the end of the run: should a link come that asks for more than is known,
// the target is asked for after all, and the answer holds for all of its links.
// Any other is settled when it is met.
type recall struct {
	job   *Job
	store Cache
	// known are the targets that have not been asked for and may have to be, with
	// what is kept of them.
	known map[*target]recollection
	// fragments are the hashes of those that links ask for.
	fragments map[*target]map[uint64]struct{}
	// tags are the entity tags of answers.
	tags map[*target]string
}

// recollection is what the cache keeps of one target, and its outcome by the
// settings of this run.
type recollection struct {
	entry   cache.Entry
	outcome outcome
}

// newRecall returns the recall of a job; nil when it has no cache.
func newRecall(job *Job) *recall {
	if job.Cache == nil {
		return nil
	}
	return &recall{
		job: job, store: job.Cache, known: map[*target]recollection{},
		fragments: map[*target]map[uint64]struct{}{}, tags: map[*target]string{},
	}
}

// keeps reports whether anything is kept of t: nothing is of the site under test and
// of the checkout, which change from run to run, nor of a URL that holds a password.
func (r *recall) keeps(t *target) bool {
	return r != nil && !t.internal && !t.here && t.url.User == "" && !r.job.Space.Beside(t.url)
}

// begin looks t up, which is new.
func (r *recall) begin(t *target) {
	if !r.keeps(t) || t.done != unasked {
		return
	}
	entry, ok := r.store.Find(t.url.String())
	if !ok || entry.Private && !r.job.Config.AllowPrivate {
		return
	}
	final := t.url
	if n := len(entry.Redirects); n > 0 {
		u, err := weburl.Parse(entry.Redirects[n-1].URL)
		if err != nil || !r.isElsewhere(u) {
			return
		}
		final = u
	}
	resp := fetch.Response{Status: entry.Status, URL: final, Redirects: entry.Redirects}
	o := r.job.judgeAnswer(t.url, &resp, nil)
	switch {
	case !o.good():
	case r.job.fragments(t.rule) == config.FragmentsAll:
		r.known[t] = recollection{entry: entry, outcome: o}
	default:
		t.recalled, t.fixedFragment = true, true
		t.asked, t.done, t.outcome = links, links, o.kept()
	}
}

// isElsewhere reports whether u is neither of the site nor beside it.
func (r *recall) isElsewhere(u weburl.URL) bool {
	own, internal := r.job.Space.Own(u)
	return !internal && !r.job.Space.Beside(own)
}

// serves reports whether a link to t need not be asked for, as far as it is known
// by now.
func (r *recall) serves(t *target, fragment string) bool {
	if !r.keeps(t) || t.recalled {
		return t.recalled
	}
	if fragment != "" {
		if r.fragments[t] == nil {
			r.fragments[t] = map[uint64]struct{}{}
		}
		r.fragments[t][cache.HashFragment(fragment)] = struct{}{}
	}
	have, ok := r.known[t]
	if ok && fragment != "" && !have.entry.Has(fragment) {
		delete(r.known, t)
		return false
	}
	return ok
}

// note takes in what is kept of the answer for t besides its outcome.
func (r *recall) note(t *target, resp *fetch.Response) {
	if r.keeps(t) && resp.ETag != "" && len(resp.ETag) <= cache.MaxETag {
		r.tags[t] = resp.ETag
	}
}

// settleKnown judges the links to the targets that were not asked for.
func (a *asker) settleKnown() {
	if a.recall == nil {
		return
	}
	for t, have := range a.recall.known {
		// All the fragments that are asked for are known to exist.
		t.fixedFragment = true
		a.settle(t, anchors, have.outcome)
	}
}

// keep leaves in the cache what this run found out. It is called when all is
// judged.
func (r *recall) keep(t *target) {
	if !r.keeps(t) || t.done == unasked || t.recalled {
		return
	}
	if _, ok := r.known[t]; ok || t.rule.Is(config.VerdictOK) {
		return // nobody asked for it
	}
	o, url := *t.outcome, t.url.String()
	if !o.good() || !r.endsElsewhere(o) {
		r.store.Forget(url)
		return
	}
	e := cache.Entry{
		URL: url, Status: o.status, Private: r.job.Config.AllowPrivate,
		ETag: r.tags[t], Redirects: o.redirects, Fragments: r.found(t),
	}
	r.store.Keep(e)
}

// found are the hashes of the fragments of t that were asked for and found; none
// when nobody came to look.
func (r *recall) found(t *target) []uint64 {
	if !t.looked {
		return nil
	}
	missing := map[uint64]struct{}{}
	for fragment := range t.unsettled().missing {
		missing[cache.HashFragment(fragment)] = struct{}{}
	}
	var found []uint64
	for hash := range r.fragments[t] {
		if _, ok := missing[hash]; !ok {
			found = append(found, hash)
		}
	}
	return found
}

// endsElsewhere reports whether the redirects of o lead neither to the site nor
// beside it.
func (r *recall) endsElsewhere(o outcome) bool {
	if len(o.redirects) == 0 {
		return true
	}
	u, err := weburl.Parse(o.redirects[len(o.redirects)-1].URL)
	return err == nil && r.isElsewhere(u)
}
