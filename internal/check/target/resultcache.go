package target

import (
	"maps"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/cache"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// resultCache takes the verdicts of external targets from the cache, and adds the new ones to
// it. Nil does neither. The checker's lock guards it.
//
// A target from the cache whose fragments are looked up is judged at the end of the run. If a
// link needs more than the cache knows, the target is requested after all, and the answer
// decides for all its links. Any other target is judged at the first link.
type resultCache struct {
	job   *check.Job
	store check.Cache
	of    map[*Target]*cached
}

// cached is what the cache has, and what it is to keep, of one target.
type cached struct {
	// entry is what the cache has of a target that may still have to be requested, and outcome
	// its outcome by the settings of this run; nil when it is of no use, or is not enough.
	entry   *cache.Entry
	outcome check.Outcome
	// fragments are those that links ask for, and looked is whether they were looked up: its
	// page was read, or it is no page and has none.
	fragments map[string]bool
	looked    bool
}

// newResultCache returns the result cache of a job; nil when it has no cache.
func newResultCache(job *check.Job) *resultCache {
	if job.Cache == nil {
		return nil
	}
	return &resultCache{job: job, store: job.Cache, of: map[*Target]*cached{}}
}

// keeps reports whether anything is kept of t: nothing is of the site under test and of the
// checkout, which change from run to run, nor of a URL that holds a password.
func (r *resultCache) keeps(t *Target) bool {
	return r != nil && !t.Internal && !t.isClosed && t.URL.User == "" && !r.job.Scope.IsOutsideBase(t.URL)
}

// at returns what is noted of t, to add to it.
func (r *resultCache) at(t *Target) *cached {
	c := r.of[t]
	if c == nil {
		c = &cached{fragments: map[string]bool{}}
		r.of[t] = c
	}
	return c
}

// begin looks t up, which is new.
func (r *resultCache) begin(t *Target) {
	if !r.keeps(t) {
		return
	}
	entry, ok := r.store.Find(t.URL.String())
	if !ok || entry.Private && !r.job.Config.AllowPrivate || !r.endsAtOtherOrigin(entry.Redirects) {
		return
	}
	resp := fetch.Response{Status: entry.Status, URL: check.EndOf(t.URL, entry.Redirects), Redirects: entry.Redirects}
	o := r.job.JudgeAnswer(t.URL, &resp, nil)
	switch {
	case !o.Good():
	case r.job.FragmentSetting(t.Rule) == config.FragmentsAll:
		c := r.at(t)
		c.entry, c.outcome = &entry, o
	default:
		t.close()
		t.FixedFragment, t.Outcome = true, o.Kept()
	}
}

// serves reports whether the entry is enough for a link to t, as far as is known by now.
func (r *resultCache) serves(t *Target, fragment string) bool {
	if !r.keeps(t) {
		return t.isClosed
	}
	c := r.of[t]
	if fragment != "" {
		c = r.at(t)
		if !c.fragments[fragment] {
			c.fragments[strings.Clone(fragment)] = true // it may be cut out of a document
		}
		if c.entry != nil && !c.entry.Has(fragment) {
			c.entry = nil
		}
	}
	return c != nil && c.entry != nil
}

// note keeps whether the answer to a task shows which fragments its target has.
func (r *resultCache) note(work Task, resp *fetch.Response, result check.Outcome) {
	if !r.keeps(work.Target) {
		return
	}
	isWhole := resp.Body != nil || !resp.HTML && resp.ContentType != ""
	if work.Level >= LevelAnchors && result.Good() && isWhole {
		r.at(work.Target).looked = true
	}
}

// settleCached judges the links to the targets that needed no request.
func (a *Checker) settleCached() {
	if a.results == nil {
		return
	}
	for t, c := range a.results.of {
		if c.entry != nil {
			// The cache knows all the fragments of these links.
			t.FixedFragment = true
			a.settle(t, LevelAnchors, c.outcome)
			t.isClosed = true
		}
	}
}

// keep leaves in the cache what this run found out of t, whose fragments are missing. It is called
// when all is judged.
func (r *resultCache) keep(t *Target, missing map[string][]check.OccurrenceRef) {
	if !r.keeps(t) || !t.IsAnswered() {
		return
	}
	c := r.of[t]
	if c == nil {
		c = &cached{}
	}
	o, url := *t.Outcome, t.URL.String()
	if !o.Good() || !r.endsAtOtherOrigin(o.Redirects) {
		r.store.Forget(url)
		return
	}
	e := cache.Entry{URL: url, Status: o.Status, Private: r.job.Config.AllowPrivate, Redirects: o.Redirects}
	for fragment := range missing {
		delete(c.fragments, fragment)
	}
	if c.looked {
		e.Fragments = slices.Collect(maps.Keys(c.fragments))
	}
	r.store.Keep(e)
}

// endsAtOtherOrigin reports whether redirects, if any, lead neither to the site nor to its origin.
func (r *resultCache) endsAtOtherOrigin(hops []link.Redirect) bool {
	if len(hops) == 0 {
		return true
	}
	at, internal := r.job.Scope.Internal(check.EndOf(weburl.URL{}, hops))
	return !internal && !r.job.Scope.IsOutsideBase(at)
}
