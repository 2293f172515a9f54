package target

import (
	"github.com/linkvet/linkvet/internal/cache"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/weburl"
)

// resultCache takes the verdicts of external targets from the cache, and adds the new ones
// to it. Nil does neither. The checker's lock guards it.
//
// A target from the cache whose fragments are looked up is judged at the end of the run. If
// a link needs more than the cache knows, the target is requested after all, and the answer
// decides for all its links. Any other target is judged at the first link.
type resultCache struct {
	job   *check.Job
	store check.Cache
	// known are the targets that may still have to be requested, with their entries in the
	// cache.
	known map[*Target]cachedResult
	// fragments are the hashes of those that links ask for.
	fragments map[*Target]map[uint64]struct{}
	// tags are the entity tags of answers.
	tags map[*Target]string
}

// cachedResult is what the cache keeps of one target, and its outcome by the
// settings of this run.
type cachedResult struct {
	entry   cache.Entry
	outcome check.Outcome
}

// newResultCache returns the result cache of a job; nil when it has no cache.
func newResultCache(job *check.Job) *resultCache {
	if job.Cache == nil {
		return nil
	}
	return &resultCache{
		job: job, store: job.Cache, known: map[*Target]cachedResult{},
		fragments: map[*Target]map[uint64]struct{}{}, tags: map[*Target]string{},
	}
}

// keeps reports whether anything is kept of t: nothing is of the site under test and
// of the checkout, which change from run to run, nor of a URL that holds a password.
func (r *resultCache) keeps(t *Target) bool {
	return r != nil && !t.Internal && t.closedBy != byCheckout && t.URL.User == "" && !r.job.Scope.IsOutsideBase(t.URL)
}

// begin looks t up, which is new.
func (r *resultCache) begin(t *Target) {
	if !r.keeps(t) || t.IsAnswered() {
		return
	}
	entry, ok := r.store.Find(t.URL.String())
	if !ok || entry.Private && !r.job.Config.AllowPrivate {
		return
	}
	final := t.URL
	if n := len(entry.Redirects); n > 0 {
		u, err := weburl.Parse(entry.Redirects[n-1].URL)
		if err != nil || !r.isOtherOrigin(u) {
			return
		}
		final = u
	}
	resp := fetch.Response{Status: entry.Status, URL: final, Redirects: entry.Redirects}
	o := r.job.JudgeAnswer(t.URL, &resp, nil)
	switch {
	case !o.Good():
	case r.job.FragmentSetting(t.Rule) == config.FragmentsAll:
		r.known[t] = cachedResult{entry: entry, outcome: o}
	default:
		t.close(byCache)
		t.FixedFragment, t.Outcome = true, o.Kept()
	}
}

// isOtherOrigin reports whether u is neither of the site nor on its origin.
func (r *resultCache) isOtherOrigin(u weburl.URL) bool {
	at, internal := r.job.Scope.Internal(u)
	return !internal && !r.job.Scope.IsOutsideBase(at)
}

// serves reports whether the entry is enough for a link to t, as far as is known by now.
func (r *resultCache) serves(t *Target, fragment string) bool {
	if !r.keeps(t) || t.closedBy == byCache {
		return t.closedBy == byCache
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

// note keeps the parts of the answer for t that the cache stores besides its outcome.
func (r *resultCache) note(t *Target, resp *fetch.Response) {
	if r.keeps(t) && resp.ETag != "" && len(resp.ETag) <= cache.MaxETag {
		r.tags[t] = resp.ETag
	}
}

// settleCached judges the links to the targets that needed no request.
func (a *Checker) settleCached() {
	if a.results == nil {
		return
	}
	for t, have := range a.results.known {
		// The cache knows all the fragments of these links.
		t.FixedFragment = true
		a.settle(t, LevelAnchors, have.outcome)
	}
}

// keep leaves in the cache what this run found out. It is called when all is
// judged.
func (r *resultCache) keep(t *Target) {
	if !r.keeps(t) || !t.IsAnswered() || t.closedBy == byCache {
		return
	}
	if _, ok := r.known[t]; ok || t.Rule.Is(config.VerdictOK) {
		return // no request was sent
	}
	o, url := *t.Outcome, t.URL.String()
	if !o.Good() || !r.endsAtOtherOrigin(o) {
		r.store.Forget(url)
		return
	}
	e := cache.Entry{
		URL: url, Status: o.Status, Private: r.job.Config.AllowPrivate,
		ETag: r.tags[t], Redirects: o.Redirects, Fragments: r.found(t),
	}
	r.store.Keep(e)
}

// found are the hashes of the fragments of t that links name and its page has; none when
// the page was not read.
func (r *resultCache) found(t *Target) []uint64 {
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

// endsAtOtherOrigin reports whether the redirects of o lead neither to the site nor
// to its origin.
func (r *resultCache) endsAtOtherOrigin(o check.Outcome) bool {
	if len(o.Redirects) == 0 {
		return true
	}
	u, err := weburl.Parse(o.Redirects[len(o.Redirects)-1].URL)
	return err == nil && r.isOtherOrigin(u)
}
