package dir

import (
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// redirectResult is where a link to an own target ends in a directory, when the host's
// redirects are followed.
type redirectResult struct {
	// entry is what stands there. Its kind is site.Moved or site.Proxied when that is
	// on another host, or no redirect is followed any more.
	entry site.Entry
	// hops are the redirects on the way, in order.
	hops []link.Redirect
	// rule is the first of the deployment's own rules on the way; nil for none.
	rule *hosting.Rule
	// end is where the way leads when that is not on the site; else the zero URL.
	end weburl.URL
	// failure is why the way was not followed to its end; empty for most.
	failure link.Reason
	// ambiguous is whether no fragment of a link is looked up there: a redirect has one
	// of its own, or the host may lead elsewhere, too.
	ambiguous bool
}

// isAway reports whether the way leads off the site.
func (l *redirectResult) isAway() bool { return l.end.Scheme != "" }

// isSomewhere reports whether a reader gets to something, as far as a directory can
// tell.
func (l *redirectResult) isSomewhere() bool {
	return l.failure == "" && (l.entry.Kind == site.Found || l.entry.Kind == site.Computed ||
		l.entry.Kind == site.Unlisted || l.isAway())
}

// The bounds of a way. Live mode follows as many redirects.
const (
	maxRedirects = 10
	maxAnswers   = 64
)

// redirectWalk follows redirects through a directory.
type redirectWalk struct {
	dir   *site.Dir
	space *site.Space
	// turns counts the answers that were looked at: with conditions a way branches.
	turns int
}

// walkRedirects follows the redirects from what stands at the own URL u.
func walkRedirects(dir *site.Dir, space *site.Space, u weburl.URL, entry site.Entry) redirectResult {
	if entry.Kind != site.Moved && entry.Kind != site.Proxied && entry.Or == nil {
		return redirectResult{entry: entry, rule: entry.Rule}
	}
	t := redirectWalk{dir: dir, space: space}
	return t.follow(u, entry, nil, map[weburl.URL]bool{u: true})
}

// follow returns the best of what the host may answer: it is right for some of the
// readers at least.
func (t *redirectWalk) follow(u weburl.URL, entry site.Entry, hops []link.Redirect, seen map[weburl.URL]bool) redirectResult {
	best := t.step(u, entry, hops, seen)
	for other := entry.Or; other != nil && t.turns < maxAnswers; other = other.Or {
		if l := t.step(u, *other, hops, seen); l.score() > best.score() {
			best = l
		}
	}
	best.ambiguous = best.ambiguous || entry.Or != nil
	return best
}

// score orders landings by how well they serve a reader.
func (l *redirectResult) score() int {
	switch {
	case l.failure != "":
		return 0
	case !l.isSomewhere():
		return 1
	case len(l.hops) > 0:
		return 2
	}
	return 3
}

// step follows one answer at u.
func (t *redirectWalk) step(u weburl.URL, entry site.Entry, hops []link.Redirect, seen map[weburl.URL]bool) redirectResult {
	t.turns++
	l := redirectResult{entry: entry, hops: hops, rule: entry.Rule}
	if entry.Kind != site.Moved && entry.Kind != site.Proxied {
		return l
	}
	next, err := t.space.Page("").Resolve(below(t.space, entry.Path))
	if err != nil {
		l.failure = link.InvalidURL
		return l
	}
	fragment := next.Fragment != ""
	next, own := t.space.Own(next.Document())
	if entry.Kind == site.Moved {
		// The elements of hops are those of other ways, too.
		l.hops = append(hops[:len(hops):len(hops)], link.Redirect{Status: int(entry.Status), URL: t.written(next, own)})
	}
	switch {
	case !own:
		l.end = next
		return l
	case seen[next]:
		l.failure = link.RedirectLoop
		return l
	case len(l.hops) > maxRedirects || t.turns >= maxAnswers:
		l.failure = link.TooManyRedirects
		return l
	}
	seen[next] = true
	defer delete(seen, next)
	l = t.follow(next, t.dir.Find(t.space.TargetPath(next), next.Query), l.hops, seen)
	if entry.Rule != nil {
		l.rule = entry.Rule
	}
	l.ambiguous = l.ambiguous || fragment
	return l
}

// below is where a path from the root of the deployment is served.
func below(space *site.Space, location string) string {
	if strings.HasPrefix(location, "/") && !strings.HasPrefix(location, "//") {
		return space.Base() + location[1:]
	}
	return location
}

// written is how the report names where a hop leads: the whole URL, but for a site
// of which nobody knows where it will be.
func (t *redirectWalk) written(u weburl.URL, own bool) string {
	if own && !t.space.Known() {
		return t.space.Target(u)
	}
	return u.Redacted()
}
