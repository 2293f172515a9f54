package config

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"
)

// The values of Rule.Verdict and of Rule.Method.
const (
	VerdictIgnore = "ignore"
	VerdictOK     = "ok"
	VerdictWarn   = "warn"

	MethodGet  = "GET"
	MethodHead = "HEAD"
)

var (
	verdictChoices = []string{VerdictIgnore, VerdictOK, VerdictWarn}
	methodChoices  = []string{MethodGet, MethodHead}
)

// Rule is what holds for some targets alone. What it does not set is as the
// settings have it.
type Rule struct {
	// Where is the file and line where the rule begins, such as ".linkvet.yml:12".
	Where string
	// Match chooses the targets; it is never empty. Text is its first pattern as
	// it was written.
	Match Patterns
	Text  string
	// Verdict is one of the Verdict constants, or empty: what is matched is left
	// out (ignore), taken for ok without being asked for (ok), or unverified where
	// it would be broken (warn).
	Verdict string
	// Accept holds statuses that count as ok in addition to those of Config.Accept.
	Accept Accept
	// Fragments is one of the Fragments constants, or empty.
	Fragments string
	// Headers go with each request for what Match names, and then Match is of
	// patterns that name a host alone. Their values are secrets.
	Headers []Header
	// Method is one of the Method constants, or empty: GET is never preceded by
	// HEAD, and HEAD never followed by GET.
	Method string
	// HostRate is in requests a second to one external host; zero is not set.
	HostRate float64
	// Timeout bounds one try of one request; zero is not set.
	Timeout time.Duration
}

// Is reports whether the rule, which may be nil, has that verdict.
func (r *Rule) Is(verdict string) bool { return r != nil && r.Verdict == verdict }

// Rules are rules in the order of their file. The first that matches counts. The zero value
// holds none.
type Rules []Rule

// Find returns the index of the first rule that matches a URL; -1 when none does. The
// candidates are the forms of the URL to match patterns with.
func (r Rules) Find(candidates ...string) int {
	return slices.IndexFunc(r, func(rule Rule) bool { return rule.Match.Match(candidates...) })
}

// rulesKey is the key of the settings file under which the rules are. It is no
// setting of the table: a flag or an input cannot hold a list of
// mappings.
const rulesKey = "rules"

// headersKey is the key of a rule whose value is a mapping.
const headersKey = "headers"

// ruleKeys returns the keys of a rule in the order in which documents show them. They set the
// fields of r.
func ruleKeys(r *Rule) []setting {
	rate := schema{"type": "number", "exclusiveMinimum": 0}
	headers := kind{form: schema{"type": "object", "additionalProperties": anyText()}, set: list(&r.Headers, whole, parseHeader)}
	return []setting{
		{name: "match", kind: patterns(&r.Match)},
		{name: "verdict", kind: word(&r.Verdict, "WORD", verdictChoices)},
		{name: "accept", kind: statuses(&r.Accept)},
		{name: "fragments", kind: word(&r.Fragments, "WHICH", fragmentsChoices)},
		{name: headersKey, kind: headers},
		{name: "method", kind: word(&r.Method, "WORD", methodChoices)},
		{name: "host-rate", kind: one(&r.HostRate, "RATE", rate, parseRuleRate)},
		{name: "timeout", kind: timeout(&r.Timeout)},
	}
}

// rules reads the value of the rules' key.
func (r *fileReader) rules(p place, value *yaml.Node) {
	if value.Kind != yaml.SequenceNode {
		r.out.faults.add(p, `must be a list of rules; start each rule with "- match: PATTERN"`)
		return
	}
	for _, item := range value.Content {
		p := r.place(item.Line, rulesKey)
		switch {
		case len(r.out.rules) == maxItems:
			r.out.faults.add(p, fmt.Sprintf("must have at most %d rules", maxItems))
			return
		case item.Kind != yaml.MappingNode:
			r.out.faults.add(p, `has an item that is not a rule; start each rule with "- match: PATTERN"`)
		default:
			r.out.rules = append(r.out.rules, r.rule(p, item))
		}
	}
}

// rule reads one rule, which begins at p.
func (r *fileReader) rule(p place, node *yaml.Node) Rule {
	rule := Rule{Where: place{file: p.file, at: p.at}.String()}
	keys := ruleKeys(&rule)
	var names []string
	for _, k := range keys {
		names = append(names, k.name)
	}
	isUnknown := func(key string) string {
		if slices.Contains(names, key) {
			return ""
		}
		if near := nearest(key, names); near != "" {
			return fmt.Sprintf("unknown key in a rule; did you mean %q?", near)
		}
		return "unknown key in a rule; the keys are " + strings.Join(names, ", ")
	}
	before := len(r.out.faults)
	seen := r.keys(node, rulesKey, isUnknown, func(key string, at place, value *yaml.Node) {
		k := find(keys, key)
		entries, ok := []entry(nil), false
		if key == headersKey {
			entries, ok = r.headers(at, value)
		} else {
			entries, ok = r.entries(at, value, k.isList, "value")
		}
		if ok {
			k.set(entries, &r.out.faults)
		}
	})
	switch {
	case len(rule.Match) == 0:
		if len(r.out.faults) == before {
			r.out.faults.add(p, `has a rule without a pattern; add "match: PATTERN"`)
		}
		return rule
	case len(seen) == 1 && len(r.out.faults) == before:
		r.out.faults.add(p, "has a rule without an effect; add one of "+strings.Join(names[1:], ", "))
	case len(rule.Headers) > 0 && slices.ContainsFunc(rule.Match, func(m pattern) bool { return !m.namesHost() }):
		r.out.faults.add(p, "has a rule that would send its headers to any host; name the host in match, such as https://api.example.com/**")
	}
	rule.Text = rule.Match.Text(0)
	return rule
}

// headers returns the headers of a rule, which are a mapping, as entries "Name: value". No fault
// repeats a value.
func (r *fileReader) headers(p place, value *yaml.Node) (all []entry, ok bool) {
	if value.Kind != yaml.MappingNode {
		r.out.faults.add(p, `must be a mapping, one "Name: value" per line without dashes`)
		return nil, false
	}
	for i := 0; i+1 < len(value.Content); i += 2 {
		name, text := value.Content[i], value.Content[i+1]
		p.at = name.Line
		if name.Kind != yaml.ScalarNode || text.Kind != yaml.ScalarNode {
			r.out.faults.add(p, "must have one value for each name")
			continue
		}
		all = append(all, entry{name.Value + ": " + text.Value, p})
	}
	return all, true
}

// parseRuleRate reads the host-rate of a rule, which has no way to say none.
func parseRuleRate(s string) (float64, error) {
	rate, err := parseRate(s)
	if err == nil && rate <= 0 {
		err = fmt.Errorf("must be greater than 0, not %s; remove it to use the setting host-rate", quote(s))
	}
	return rate, err
}
