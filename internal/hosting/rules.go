package hosting

import (
	"net/http"
	"slices"
	"strings"
)

// rule says what a host does with the requests that it is for.
type rule struct {
	pattern    pattern
	conditions []condition // what else the request must have
	forced     bool        // whether the rule goes before a file that the path has
	action     action
	to         string // the destination
	status     int
	above      string // the path that the rule would lead back to; empty for none
	shown      *Rule  // the rule as reports show it; nil for a rule without a destination
}

// action is what a rule does.
type action uint8

const (
	rewrite action = iota // rewrite answers with what is at the destination
	redirect
	fail    // fail answers with a status of failure
	program // program hands the request to code, or to what linkvet cannot know
	serve   // serve answers as if there were no rules
)

// condition reports how certain it is that a request meets it.
type condition func(Request) certainty

// ofSome is the condition that some readers meet, whom linkvet does not know.
func ofSome(Request) certainty { return perhaps }

// certainty says whether a rule is for a request. Its values are ordered.
type certainty uint8

const (
	never   certainty = iota
	perhaps           // It depends on the reader, or on what linkvet cannot read.
	always
)

// when returns a certainty that depends on what is known.
func (c certainty) when(known bool) certainty {
	if known {
		return c
	}
	return never
}

// ruleSet is the rules of a deployment in the order in which the host tries them, of which the first that matches counts. An
// index finds those for a path among very many.
type ruleSet struct {
	rules  []rule
	forced bool // whether any of them goes before files
	// fixed are the rules for one path each, by that path, and varying the others by what their paths begin with, up to
	// maxPrefix bytes; longest is the longest of these.
	fixed, varying map[string][]int
	longest        int

	key func(path string) string // how the index spells paths and what they begin with; nil for as they are
	// fill writes what was captured from the path into a destination; nil where nothing is.
	fill func(to string, captured captures) string
	// isSame reports whether a rule leads to the path of the request itself, so that the host skips it; nil where no host does.
	isSame func(r *rule, path, to string) bool
	query  query // what a redirect does with the query of the request
}

// query is what a redirect does with the query of the request.
type query uint8

const (
	addQuery query = iota
	ownQuery       // ownQuery adds it where the destination has none
	dropQuery
)

// maxPrefix bounds the prefixes of the index, as each length costs a look-up for each path.
const maxPrefix = 64

// add adds a rule at the end.
func (s *ruleSet) add(r rule) {
	if s.fixed == nil {
		s.fixed, s.varying = map[string][]int{}, map[string][]int{}
	}
	s.forced = s.forced || r.forced
	prefix := r.pattern.prefix
	if s.key != nil {
		prefix = s.key(prefix)
	}
	if i := len(s.rules); r.pattern.fixed {
		s.fixed[prefix] = append(s.fixed[prefix], i)
	} else {
		prefix = prefix[:min(len(prefix), maxPrefix)]
		s.longest = max(s.longest, len(prefix))
		s.varying[prefix] = append(s.varying[prefix], i)
	}
	s.rules = append(s.rules, r)
}

// candidates returns the rules that may be for a path, in order.
func (s *ruleSet) candidates(path string) []int {
	if s.key != nil {
		path = s.key(path)
	}
	all := s.fixed[path]
	lists := min(1, len(all))
	for n := range min(s.longest, len(path)) + 1 {
		if list := s.varying[path[:n]]; list != nil {
			all = append(slices.Clip(all), list...)
			lists++
		}
	}
	if lists > 1 {
		slices.Sort(all)
	}
	return all
}

// stepCost is the effort of applying a rule.
const stepCost = 500

// ruled tries the rules in order, and what the host answers without them, which may be known.
func (p *profile) ruled(req Request, content Answer, isKnown bool) Answer {
	s := &p.rules
	var some []Answer // what rules answer that are perhaps for the request
	at := req.Path    // or what a rule has made of it
	without := func() Answer {
		if !isKnown {
			content, isKnown = p.content(Request{Path: at, Query: req.Query, Effort: req.Effort}), true
		}
		return content
	}
	candidates := s.candidates(at)
	for len(candidates) > 0 {
		i := candidates[0]
		candidates = candidates[1:]
		r := &s.rules[i]
		captured, sure := r.match(at, req)
		if req.Effort.Spent() {
			return Answer{Kind: Unknown}
		}
		if sure == never || !req.Effort.spend(stepCost) {
			continue
		}
		to := r.to
		if s.fill != nil && r.shown != nil && !r.shown.Literal {
			// Each reference may stand for the whole path.
			if req.Effort.spend((1 + strings.Count(to, ":") + strings.Count(to, "$")) * (len(to) + len(at))) {
				to = s.fill(to, captured)
			}
		}
		var a Answer
		decides := true
		switch {
		case s.isSame != nil && s.isSame(r, at, to) && !r.returns(at):
			continue
		case r.returns(at), r.action == serve, !r.forced && without().Kind != NotFound:
			a = without()
			decides = r.action != serve || a.Kind != NotFound || !p.triesNext
		default:
			a, decides = p.apply(r, to, req)
		}
		switch {
		case sure == always && decides:
			return anyOf(append([]Answer{a}, some...)...)
		case sure == always:
			if r.action != serve {
				at, isKnown = sitePath(to), false
			}
			isBefore := func(other int) bool { return other <= i || s.rules[other].forced }
			if candidates = nil; req.Effort.spend(len(s.rules)) { // What was spent in vain makes the answer unknown.
				candidates = slices.DeleteFunc(slices.Clone(s.candidates(at)), isBefore)
			}
		case len(some) < MaxChoices-1:
			if !decides {
				a = Answer{Kind: Unknown}
			}
			some = append(some, a)
		}
	}
	return anyOf(append([]Answer{without()}, some...)...)
}

// match returns what a rule captures from a path, and how certain it is that it is for the request.
func (r *rule) match(path string, req Request) (captured captures, sure certainty) {
	sure = always // The index found a rule for one path by that path.
	if !r.pattern.fixed {
		captured, sure = r.pattern.match(path, req.Effort)
	}
	for _, isMet := range r.conditions {
		if sure != never {
			sure = min(sure, isMet(req))
		}
	}
	return captured, sure
}

// returns reports whether a rule would match again and again where it leads to. Then the host answers as if there were no
// rules.
func (r *rule) returns(at string) bool {
	if r.above == "" || !strings.HasPrefix(at, r.above) {
		return false
	}
	_, again := r.pattern.match(r.above, nil)
	return again != never
}

// apply returns what a rule answers with its filled destination.
func (p *profile) apply(r *rule, to string, req Request) (a Answer, decides bool) {
	decides = true
	switch {
	case r.action == fail:
		a = p.failed(r.status, req)
	case r.action == program:
		a = Answer{Kind: Unknown}
	case r.action == redirect, NamesHost(r.to):
		a = Answer{Kind: Redirect, Status: r.status, Location: location(to, req)}
		if r.action == rewrite {
			a.Kind, a.Status = Proxy, 0
		}
		if own := p.rules.query == ownQuery; own || r.action == redirect && p.rules.query == addQuery {
			a.Location = withQuery(a.Location, req.Query, own)
		}
	default:
		a, decides = p.rewritten(to, req)
		if decides && r.status >= http.StatusBadRequest {
			a = p.failed(r.status, req)
		}
	}
	if a.Rule == nil {
		a.Rule = r.shown
	}
	return a, decides
}
