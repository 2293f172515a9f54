package hosting

import (
	"iter"
	"slices"
	"strings"
)

// pathRule is a rule for the paths of a pattern.
type pathRule struct {
	Rule
	from   pattern
	status int
	// force is whether the rule goes before a file that the path has.
	force bool
	// conditional is whether it is only for some readers.
	conditional bool
	// query are the parameters that must stand in the query.
	query []parameter
	// above is the path that the rule would lead back to; empty for none.
	above string
}

// pathRules are the rules of one deployment, in the order in which the host tries
// them.
type pathRules struct {
	rules []pathRule
	// fixed are the places in rules of those for one path each, by that path.
	fixed map[string][]int
	// open are the places of the others, by what their paths begin with, of which no
	// more than maxPrefix bytes are told apart; longest is the longest of these.
	open    map[string][]int
	longest int
}

// maxPrefix is how many bytes of what paths begin with are told apart: each costs a
// look for each path.
const maxPrefix = 64

// newPathRules makes rules quick to look up.
func newPathRules(rules []pathRule) pathRules {
	s := pathRules{rules: rules, fixed: map[string][]int{}, open: map[string][]int{}}
	for i := range rules {
		if from := &rules[i].from; from.expression == nil {
			s.fixed[from.prefix] = append(s.fixed[from.prefix], i)
		} else {
			prefix := from.prefix[:min(len(from.prefix), maxPrefix)]
			s.longest = max(s.longest, len(prefix))
			s.open[prefix] = append(s.open[prefix], i)
		}
	}
	return s
}

// opening are the places of rules whose paths begin as a path does, in order.
func (s *pathRules) opening(path string) []int {
	var all []int
	lists := 0
	for n := range min(s.longest, len(path)) + 1 {
		if list := s.open[path[:n]]; list != nil {
			if lists++; lists == 1 {
				all = list
				continue
			}
			all = append(slices.Clip(all), list...)
		}
	}
	if lists > 1 {
		slices.Sort(all)
	}
	return all
}

// matching yields the rules for the path of a request in order, with what stands in
// it for the names of the rule's pattern, as long as there is effort left. Rules for
// one path each are looked up by the path as the host spells it.
func (s *pathRules) matching(req Request, spelled string) iter.Seq2[*pathRule, []string] {
	return func(yield func(*pathRule, []string) bool) {
		fixed, open := s.fixed[spelled], s.opening(req.Path)
		for len(fixed) > 0 || len(open) > 0 {
			if len(open) == 0 || len(fixed) > 0 && fixed[0] < open[0] {
				if !yield(&s.rules[fixed[0]], nil) {
					return
				}
				fixed = fixed[1:]
				continue
			}
			rule := &s.rules[open[0]]
			open = open[1:]
			if values, ok := rule.from.match(req.Path, req.Effort); req.Effort.Spent() || ok && !yield(rule, values) {
				return
			}
		}
	}
}

// destinations are the rules that name a destination, by source and line.
func (s *pathRules) destinations() []Rule {
	var rules []Rule
	for i := range s.rules {
		if rule := s.rules[i].Rule; rule.To != "" {
			rules = append(rules, rule)
		}
	}
	slices.SortStableFunc(rules, func(a, b Rule) int {
		if a.Source != b.Source {
			return strings.Compare(a.Source, b.Source)
		}
		return a.Line - b.Line
	})
	return rules
}

// sortFaults puts faults in order of source and line.
func sortFaults(faults []Fault) []Fault {
	slices.SortStableFunc(faults, func(a, b Fault) int {
		if a.Source != b.Source {
			return strings.Compare(a.Source, b.Source)
		}
		return a.Line - b.Line
	})
	return faults
}
