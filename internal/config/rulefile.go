package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"
)

// rulesKey is the key of the settings file under which the rules are. It is no
// setting of the table: a flag or an input cannot hold a list of
// mappings.
const rulesKey = "rules"

// ruleKey is one key of a rule, and how its value is read.
type ruleKey struct {
	name string
	read func(r *ruleReader, p place, value *yaml.Node)
}

// ruleKeys returns the keys of a rule in the order in which documents show them.
func ruleKeys() []ruleKey {
	return []ruleKey{
		{"match", (*ruleReader).match},
		{"verdict", oneOf(func(r *Rule) *string { return &r.Verdict }, enum(verdictChoices...))},
		{"accept", (*ruleReader).accept},
		{"fragments", oneOf(func(r *Rule) *string { return &r.Fragments }, enum(fragmentsChoices...))},
		{"headers", (*ruleReader).headers},
		{"method", oneOf(func(r *Rule) *string { return &r.Method }, enum(methodChoices...))},
		{"host-rate", oneOf(func(r *Rule) *float64 { return &r.HostRate }, parseRuleRate)},
		{"timeout", oneOf(func(r *Rule) *time.Duration { return &r.Timeout }, parseTimeout)},
	}
}

// ruleKeyNames are the names of a rule's keys.
func ruleKeyNames() []string {
	var names []string
	for _, k := range ruleKeys() {
		names = append(names, k.name)
	}
	return names
}

// ruleReader reads the rules of a settings file, one after the other.
type ruleReader struct {
	*fileReader
	rule Rule
	// items counts the patterns, statuses and headers of all rules, bytes what
	// they are written in, and keys those of the rules: aliases could otherwise
	// make far more of them than the file's size lets expect.
	items, bytes, keys int
	bad                bool // a pattern of the rule was refused
}

// rules reads the value of the rules' key.
func (r *fileReader) rules(p place, list *yaml.Node) {
	if list.Kind != yaml.SequenceNode {
		r.out.faults.add(p, `must be a list of rules; start each rule with "- match: PATTERN"`)
		return
	}
	reader := &ruleReader{fileReader: r}
	for _, node := range list.Content {
		p.at = node.Line
		if len(r.out.rules) == maxItems {
			r.out.faults.add(p, fmt.Sprintf("must have at most %d rules", maxItems))
			return
		}
		item := resolve(node)
		if item == nil || item.Kind != yaml.MappingNode {
			r.out.faults.add(p, `has an item that is not a rule; start each rule with "- match: PATTERN"`)
			continue
		}
		r.out.rules = append(r.out.rules, reader.read(p, item))
	}
}

// read reads one rule, which begins at p.
func (r *ruleReader) read(p place, node *yaml.Node) Rule {
	r.rule, r.bad = Rule{Where: place{file: p.file, at: p.at}.String()}, false
	keys, names := ruleKeys(), ruleKeyNames()
	seen := map[string]int{}
	if r.keys += len(node.Content) / 2; r.keys > len(keys)*maxItems {
		r.out.faults.add(p, fmt.Sprintf("must have at most %d keys in all rules together", len(keys)*maxItems))
		return r.rule
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := resolve(node.Content[i]), resolve(node.Content[i+1])
		at := place{file: p.file, at: node.Content[i].Line, name: rulesKey}
		if key == nil || key.Kind != yaml.ScalarNode {
			r.out.faults.add(at, "has a key that is not plain text")
			continue
		}
		at.name += ": " + named(key.Value)
		known := slices.Index(names, key.Value)
		if known < 0 {
			r.out.faults.add(at, unknownRuleKey(key.Value))
			continue
		}
		if first, ok := seen[key.Value]; ok {
			r.out.faults.add(at, alreadySet(first))
			continue
		}
		seen[key.Value] = at.at
		if value != nil && !null(value) {
			at.at = node.Content[i+1].Line
			keys[known].read(r, at, value)
		}
	}
	r.complete(p, len(seen))
	return r.rule
}

// complete notes what a rule, which begins at p and has that many keys, lacks or
// holds in vain.
func (r *ruleReader) complete(p place, keys int) {
	switch {
	case len(r.rule.Match) == 0 && !r.bad:
		r.out.faults.add(p, `has a rule without a pattern; add "match: PATTERN"`)
	case keys == 1 && !r.bad:
		r.out.faults.add(p, "has a rule without an effect; add one of "+strings.Join(ruleKeyNames()[1:], ", "))
	case len(r.rule.Headers) > 0:
		for _, m := range r.rule.Match {
			if !m.namesHost() {
				r.out.faults.add(p, "has a rule that would send its headers to any host; name the host in match, such as https://api.example.com/**")
				return
			}
		}
	}
}

// unknownRuleKey says that a rule has no such key, and which one was perhaps
// meant.
func unknownRuleKey(name string) string {
	names := ruleKeyNames()
	if near := nearest(name, names); near != "" {
		return fmt.Sprintf("unknown key in a rule; did you mean %q?", near)
	}
	return "unknown key in a rule; the keys are " + strings.Join(names, ", ")
}

// oneOf returns the reader of a key with one value.
func oneOf[T any](field func(*Rule) *T, parse func(string) (T, error)) func(*ruleReader, place, *yaml.Node) {
	return func(r *ruleReader, p place, value *yaml.Node) {
		if value.Kind != yaml.ScalarNode {
			r.out.faults.add(p, "must be one value, not several")
			return
		}
		v, err := parse(strings.TrimSpace(value.Value))
		if err != nil {
			r.out.faults.add(p, err.Error())
			return
		}
		*field(&r.rule) = v
	}
}

// texts returns the single values that are in a list or in plain text, one a
// line, or several where split parts a line further.
func (r *ruleReader) texts(p place, value *yaml.Node, split func(string) []string) []entry {
	var entries []entry
	switch {
	case r.items > maxItems || r.bytes > maxBytes:
		return nil // which was said
	case value.Kind == yaml.ScalarNode:
		p.block = value.Style&yaml.LiteralStyle != 0
		entries = []entry{{value.Value, p}}
	case value.Kind == yaml.SequenceNode:
		entries, _ = r.fileReader.items(p, value)
	default:
		r.out.faults.add(p, "must be text or a list")
	}
	for _, e := range entries {
		r.bytes += len(e.text)
	}
	if r.bytes > maxBytes {
		r.out.faults.add(p, fmt.Sprintf("must have at most %d bytes in all rules together", maxBytes))
		return nil
	}
	texts := itemize(entries, split, &r.out.faults)
	if r.count(p, len(texts)) {
		return texts
	}
	return nil
}

// count adds n to the items of all rules, and reports whether that is within the limit.
func (r *ruleReader) count(p place, n int) bool {
	before := r.items
	r.items += n
	if r.items > maxItems && before <= maxItems {
		r.out.faults.add(p, fmt.Sprintf("must have at most %d patterns, statuses and headers in all rules together", maxItems))
	}
	return r.items <= maxItems
}

// match reads the patterns of a rule.
func (r *ruleReader) match(p place, value *yaml.Node) {
	for _, e := range r.texts(p, value, whole) {
		pattern, err := parsePattern(e.text)
		if err != nil {
			r.bad = true
			r.out.faults.add(e.place, err.Error())
			continue
		}
		if r.rule.Text == "" {
			r.rule.Text = e.text
		}
		r.rule.Match = append(r.rule.Match, pattern)
	}
}

// errPatternInRule refuses PATTERN=403 in a rule.
var errPatternInRule = errors.New("must be a status such as 403 or 5xx in a rule; name the URLs in match")

// accept reads the statuses of a rule.
func (r *ruleReader) accept(p place, value *yaml.Node) {
	for _, e := range r.texts(p, value, acceptEntries) {
		accepted, err := parseAccept(e.text)
		if err == nil && accepted.where != nil {
			err = errPatternInRule
		}
		if err != nil {
			r.out.faults.add(e.place, err.Error())
			continue
		}
		r.rule.Accept = append(r.rule.Accept, accepted)
	}
}

// headers reads the headers of a rule, which are a mapping. No fault repeats a
// value.
func (r *ruleReader) headers(p place, value *yaml.Node) {
	if value.Kind != yaml.MappingNode {
		r.out.faults.add(p, `must be a mapping, one "Name: value" per line without dashes`)
		return
	}
	for i := 0; i+1 < len(value.Content); i += 2 {
		name, text := resolve(value.Content[i]), resolve(value.Content[i+1])
		p.at = value.Content[i].Line
		if !r.count(p, 1) {
			return
		}
		if name == nil || name.Kind != yaml.ScalarNode || text == nil || text.Kind != yaml.ScalarNode {
			r.out.faults.add(p, "must have one value for each name")
			continue
		}
		h, err := newHeader(name.Value, text.Value)
		if err != nil {
			r.out.faults.add(p, err.Error())
			continue
		}
		r.rule.Headers = append(r.rule.Headers, h)
	}
}

// parseRuleRate reads the host-rate of a rule, which has no way to say none.
func parseRuleRate(s string) (float64, error) {
	rate, err := parseRate(s)
	if err == nil && rate <= 0 {
		err = fmt.Errorf("must be greater than 0, not %s; remove it to use the setting host-rate", quote(s))
	}
	return rate, err
}
