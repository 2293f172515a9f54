package hosting

import (
	"net/url"
	"regexp"
	"strings"
)

// vercelRoute is a redirect, a rewrite or a legacy route.
type vercelRoute struct {
	routePattern
	conditions []vercelCondition
	// location is what the header Location is made from, and dest the path or URL
	// that answers instead; empty for none.
	location, dest string
	status         int
	// goOn is whether routing goes on behind it, and check whether it does where
	// dest is not there.
	goOn, check bool
	// own are names that only the request can fill in.
	own  map[string]bool
	rule *Rule
}

// vercelWalk is one request on its way.
type vercelWalk struct {
	*Vercel
	req Request
	// path is what the request was rewritten to.
	path string
	// status is what a route has set without deciding.
	status int
	or     choices
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

// phase tries routes in order.
func (w *vercelWalk) phase(routes []vercelRoute) (Answer, bool) {
	for i := range routes {
		route := &routes[i]
		captured, sure := route.match(w.path, w.req.Effort)
		sure = sure.both(route.applies(w.req))
		if sure == never {
			continue
		}
		before := *w
		a, then := w.take(route, captured)
		if sure == perhaps {
			w.path, w.status = before.path, before.status
			if then != decides && (route.dest != "" || !route.goOn) {
				a = Answer{Kind: Unknown}
			}
			if then == decides || a.Kind == Unknown {
				w.or.add(a)
			}
			continue
		}
		switch then {
		case decides:
			return a, true
		case stops:
			return Answer{}, false
		case leaves:
		}
	}
	return Answer{}, false
}

// take applies a route.
func (w *vercelWalk) take(route *vercelRoute, captured map[string]string) (Answer, step) {
	if captured == nil && (strings.ContainsAny(route.location+route.dest, "$:") && !route.literal()) || route.unfilled(captured) {
		return Answer{Kind: Unknown, Rule: route.rule}, decides
	}
	if route.location != "" && route.status >= 300 && route.status < 400 {
		to := withQuery(location(fillIn(route.location, captured), w.req), w.req.Query)
		return Answer{Kind: Redirect, Status: route.status, Location: to, Rule: route.rule}, decides
	}
	dest := fillIn(route.dest, captured)
	switch {
	case dest == "" && route.goOn:
		return Answer{}, leaves
	case dest == "" && route.status >= 400:
		return Answer{Status: route.status, Rule: route.rule}, decides
	case dest == "":
		return Answer{}, stops
	case namesHost(dest):
		return Answer{Kind: Proxy, Location: dest, Rule: route.rule}, decides
	}
	return w.rewrite(route, sitePath(dest))
}

// rewrite looks for what answers at another path.
func (w *vercelWalk) rewrite(route *vercelRoute, to string) (Answer, step) {
	if route.goOn {
		w.path = to
		if route.status >= 400 {
			w.status = route.status
		}
		return Answer{}, leaves
	}
	if a, ok := w.serve(to); ok {
		a.Rule = route.rule
		if route.status >= 400 {
			a = Answer{Status: statusUnless404(route.status), Rule: route.rule}
		}
		return a, decides
	}
	if route.check {
		w.path = to
		return Answer{}, leaves
	}
	return Answer{}, stops
}

// literal tells whether a route leads to one place.
func (r *vercelRoute) literal() bool { return r.rule == nil || r.rule.Literal }

// unfilled tells whether the destination needs what only the request knows.
func (r *vercelRoute) unfilled(captured map[string]string) bool {
	for name := range r.own {
		if _, ok := captured[name]; !ok {
			return true
		}
	}
	return false
}

// vercelCondition is one of "has" or "missing".
type vercelCondition struct {
	kind, key string
	// value is what the whole value must match; nil for any.
	value *regexp.Regexp
	// unread is whether the value cannot be evaluated.
	unread  bool
	missing bool
}

// applies tells whether all conditions are met. Only the query is known.
func (r *vercelRoute) applies(req Request) certainty {
	sure := always
	for _, condition := range r.conditions {
		met := condition.met(req)
		if condition.missing {
			met = met.not()
		}
		sure = sure.both(met)
	}
	return sure
}

// met tells whether the request has what the condition names.
func (c *vercelCondition) met(req Request) certainty {
	if c.kind != "query" {
		return perhaps
	}
	query, err := url.ParseQuery(req.Query)
	if err != nil {
		return perhaps
	}
	values, ok := query[c.key]
	switch {
	case !ok:
		return never
	case c.unread:
		return perhaps
	case c.value == nil:
		return always
	}
	for _, value := range values {
		if c.value.MatchString(value) {
			return always
		}
	}
	return never
}
