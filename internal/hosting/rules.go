package hosting

import (
	"cmp"
	"slices"
	"strings"
)

// RuleBook collects the rules and the faults of a deployment's files, which a profile
// hands out by its methods Rules and Faults.
type RuleBook struct {
	rules  []Rule
	faults []Fault
}

// Rules returns the rules by source, line and column.
func (b *RuleBook) Rules() []Rule { return b.rules }

// Faults returns the faults by source and line.
func (b *RuleBook) Faults() []Fault { return b.faults }

// AddRule records a rule that has a destination.
func (b *RuleBook) AddRule(rule Rule) { b.rules = append(b.rules, rule) }

// AddFaults records faults.
func (b *RuleBook) AddFaults(faults ...Fault) { b.faults = append(b.faults, faults...) }

// Sort puts rules and faults in the order of their places. A profile calls it once,
// when it has read all of its files.
func (b *RuleBook) Sort() {
	slices.SortStableFunc(b.rules, func(x, y Rule) int {
		return cmp.Or(strings.Compare(x.Source, y.Source), x.Line-y.Line, x.Column-y.Column)
	})
	slices.SortStableFunc(b.faults, func(x, y Fault) int {
		return cmp.Or(strings.Compare(x.Source, y.Source), x.Line-y.Line)
	})
}
