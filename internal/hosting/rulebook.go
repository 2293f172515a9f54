package hosting

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
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

// noteAll keeps several.
func (b *ruleBook) noteAll(faults []*Fault) {
	for _, fault := range faults {
		b.note(fault)
	}
}

// mostRules is how many rules of one list are read: twice as many as Vercel takes,
// and few enough for each link to be held against all of them.
const mostRules = 2 * 2048

// list are the rules of a list of settings, and whether these are all.
func (b *ruleBook) list(f *jsonFile, list *jsonValue) (rules []*jsonValue, all bool) {
	rules = list.list()
	if len(rules) <= mostRules {
		return rules, true
	}
	b.note(f.fault(rules[mostRules].offset, "the list has %d rules, of which linkvet reads %d: this one and all further ones are left out",
		len(rules), mostRules))
	return rules[:mostRules], false
}

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
	// prefix is what all paths begin with that the rule is for. Most rules are told
	// apart by it alone.
	prefix string
}

// match returns what was captured, and how certain it is that the path matches.
func (p *routePattern) match(path string, effort *Effort) (map[string]string, certainty) {
	if !strings.HasPrefix(path, p.prefix) {
		return nil, never
	}
	if p.unread {
		return nil, perhaps
	}
	if captured := namedGroups(p.pattern.match(path, effort), p.names); captured != nil {
		return captured, always
	}
	return nil, never
}

// expressionPrefix is the text before the first byte of a regular expression that
// means something else, less the last character where that makes it optional.
func expressionPrefix(expression string) string {
	if strings.Contains(expression, "|") {
		return ""
	}
	end := strings.IndexAny(expression, `.+*?^$()[]{}|\`)
	if end < 0 {
		return expression
	}
	if strings.IndexByte("*?+{", expression[end]) < 0 {
		return expression[:end]
	}
	_, last := utf8.DecodeLastRuneInString(expression[:end])
	return expression[:end-last]
}

// pathPrefix is the text before the first parameter of a path, less the slash or
// dot that belongs to it.
func pathPrefix(source string) string {
	end := strings.IndexAny(source, `:(){}*+?\`)
	if end < 0 {
		return source
	}
	prefix := source[:end]
	if source[end] == ':' || source[end] == '(' {
		prefix = strings.TrimSuffix(strings.TrimSuffix(prefix, "/"), ".")
	}
	return prefix
}
