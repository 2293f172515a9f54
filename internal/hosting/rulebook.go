package hosting

import (
	"cmp"
	"slices"
	"strings"
)

// ruleBook is what a profile says of the files that its rules come from.
type ruleBook struct {
	rules  []Rule
	faults []Fault
}

// Rules are those of the deployment that have a destination, by source and line.
func (b *ruleBook) Rules() []Rule { return b.rules }

// Faults are what is wrong with the files of rules, by source and line.
func (b *ruleBook) Faults() []Fault { return b.faults }

// note keeps a fault.
func (b *ruleBook) note(fault *Fault) { b.faults = append(b.faults, *fault) }

// enter keeps a rule.
func (b *ruleBook) enter(rule *Rule) { b.rules = append(b.rules, *rule) }

// sort brings rules and faults into the order of their places.
func (b *ruleBook) sort() {
	slices.SortStableFunc(b.rules, func(x, y Rule) int {
		return cmp.Or(strings.Compare(x.Source, y.Source), x.Line-y.Line, x.Column-y.Column)
	})
	slices.SortStableFunc(b.faults, func(x, y Fault) int {
		return cmp.Or(strings.Compare(x.Source, y.Source), x.Line-y.Line)
	})
}

// routePattern tells which paths a rule is for.
type routePattern struct {
	pattern *jsPattern
	names   []string
	// unread is whether the expression cannot be evaluated: then the rule may be
	// for every path that begins with prefix.
	unread bool
	prefix string
}

// match returns what was captured, and how certain it is that the path matches.
func (p *routePattern) match(path string) (map[string]string, certainty) {
	if p.unread {
		if strings.HasPrefix(path, p.prefix) {
			return nil, perhaps
		}
		return nil, never
	}
	if captured := namedGroups(p.pattern.match(path), p.names); captured != nil {
		return captured, always
	}
	return nil, never
}

// literalPrefix is the text before the first byte of an expression that is one
// of special; less its last byte where a quantifier follows.
func literalPrefix(expression, special string) string {
	expression = strings.TrimPrefix(expression, "^")
	end := strings.IndexAny(expression, special)
	if end < 0 {
		return expression
	}
	if strings.IndexByte("*?+{", expression[end]) >= 0 && end > 0 && special == patternBytes {
		end--
	}
	return expression[:end]
}

const (
	// patternBytes mean something in a regular expression, and pathBytes in a path
	// with parameters.
	patternBytes = `.+*?^$()[]{}|\`
	pathBytes    = `:(){}*+?\`
)
