package dir

import (
	"strings"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

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
