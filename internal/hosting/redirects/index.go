package redirects

import (
	"iter"
	"slices"

	"github.com/linkvet/linkvet/internal/hosting"
)

// Index finds the rules for a path among very many. It knows a rule by its number: the
// place of its pattern.
type Index struct {
	patterns []Pattern
	// fixed are the rules for one path each, by that path.
	fixed map[string][]int
	// varying are the other rules, by what their paths begin with, up to maxPrefix
	// bytes; longest is the length of the longest of these prefixes.
	varying map[string][]int
	longest int
}

// maxPrefix bounds the prefixes of the index, as each length costs a look-up for each
// path.
const maxPrefix = 64

// NewIndex indexes the patterns of rules, which are in the order in which the host tries
// them.
func NewIndex(patterns []Pattern) Index {
	x := Index{patterns: patterns, fixed: map[string][]int{}, varying: map[string][]int{}}
	for i := range patterns {
		if path, ok := patterns[i].Fixed(); ok {
			x.fixed[path] = append(x.fixed[path], i)
			continue
		}
		prefix := patterns[i].prefix
		prefix = prefix[:min(len(prefix), maxPrefix)]
		x.longest = max(x.longest, len(prefix))
		x.varying[prefix] = append(x.varying[prefix], i)
	}
	return x
}

// candidates returns the varying rules whose prefix a path has, in order.
func (x *Index) candidates(path string) []int {
	var all []int
	lists := 0
	for n := range min(x.longest, len(path)) + 1 {
		if list := x.varying[path[:n]]; list != nil {
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

// Matching yields the rules for the path of a request in order, with the values of their
// placeholders in the path, as long as there is effort left. It looks up rules for one path
// each by the path as the host spells it.
func (x *Index) Matching(req hosting.Request, spelled string) iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		fixed, varying := x.fixed[spelled], x.candidates(req.Path)
		for len(fixed) > 0 || len(varying) > 0 {
			if len(varying) == 0 || len(fixed) > 0 && fixed[0] < varying[0] {
				if !yield(fixed[0], nil) {
					return
				}
				fixed = fixed[1:]
				continue
			}
			rule := varying[0]
			varying = varying[1:]
			values, ok := x.patterns[rule].Match(req.Path, req.Effort)
			if req.Effort.Spent() || ok && !yield(rule, values) {
				return
			}
		}
	}
}
