package vercel

import (
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/pattern"
)

// route is a redirect, a rewrite, or one of "routes".
type route struct {
	from source
	// location is what the header Location is made from, and dest the path or URL
	// that answers instead; empty for none.
	location, dest string
	status         int
	// goOn is whether the next route is tried as well, and check whether it is tried
	// where dest does not exist.
	goOn, check bool
	// requestNames are names in the destination that only the request can fill in.
	requestNames map[string]bool
	// shown is the rule as reports show it; nil for a route without a destination.
	shown *hosting.Rule
}

// walk is one request on its way.
type walk struct {
	profile *profile
	req     hosting.Request
	// path is what the request was rewritten to.
	path string
	// status is what a route has set without deciding.
	status int
	or     hosting.Choices
}

// step is what a route does with a request.
type step uint8

const (
	// decides: its answer is final.
	decides step = iota
	// leaves: the next route is tried.
	leaves
	// stops: no further route of the phase is tried.
	stops
)

// phase tries routes in order. It is not ok where none of them decides.
func (w *walk) phase(routes []route) (hosting.Answer, bool) {
	for i := range routes {
		route := &routes[i]
		captured, sure := route.from.match(w.path, w.req)
		if sure == pattern.Never {
			continue
		}
		before := *w
		a, then := w.take(route, captured)
		if sure == pattern.Perhaps {
			w.path, w.status = before.path, before.status
			if then != decides && (route.dest != "" || !route.goOn) {
				a = hosting.Answer{Kind: hosting.Unknown}
			}
			if then == decides || a.Kind == hosting.Unknown {
				w.or.Add(a)
			}
			continue
		}
		switch then {
		case decides:
			return a, true
		case stops:
			return hosting.Answer{}, false
		case leaves:
		}
	}
	return hosting.Answer{}, false
}

// take applies a route.
func (w *walk) take(route *route, captured map[string]string) (hosting.Answer, step) {
	if captured == nil && (strings.ContainsAny(route.location+route.dest, "$:") && !route.isLiteral()) || route.lacks(captured) {
		return hosting.Answer{Kind: hosting.Unknown, Rule: route.shown}, decides
	}
	if route.location != "" && route.status >= 300 && route.status < 400 {
		to := hosting.WithQuery(hosting.Location(pattern.Fill(route.location, captured), w.req), w.req.Query)
		return hosting.Answer{Kind: hosting.Redirect, Status: route.status, Location: to, Rule: route.shown}, decides
	}
	dest := pattern.Fill(route.dest, captured)
	switch {
	case dest == "" && route.goOn:
		return hosting.Answer{}, leaves
	case dest == "" && route.status >= 400:
		return hosting.Answer{Status: route.status, Rule: route.shown}, decides
	case dest == "":
		return hosting.Answer{}, stops
	case hosting.NamesHost(dest):
		return hosting.Answer{Kind: hosting.Proxy, Location: dest, Rule: route.shown}, decides
	}
	return w.rewrite(route, hosting.SitePath(dest))
}

// rewrite looks for what answers at another path.
func (w *walk) rewrite(route *route, to string) (hosting.Answer, step) {
	if route.goOn {
		w.path = to
		if route.status >= 400 {
			w.status = route.status
		}
		return hosting.Answer{}, leaves
	}
	if a, ok := w.profile.serve(to); ok {
		a.Rule = route.shown
		if route.status >= 400 {
			a = hosting.Failed(route.status, route.shown)
		}
		return a, decides
	}
	if route.check {
		w.path = to
		return hosting.Answer{}, leaves
	}
	return hosting.Answer{}, stops
}

// isLiteral reports whether a route leads to one place.
func (r *route) isLiteral() bool { return r.shown == nil || r.shown.Literal }

// lacks reports whether the destination needs a name that only the request can fill in.
func (r *route) lacks(captured map[string]string) bool {
	for name := range r.requestNames {
		if _, ok := captured[name]; !ok {
			return true
		}
	}
	return false
}
