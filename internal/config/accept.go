package config

import (
	"fmt"
	"slices"
	"strings"
)

// Accept holds the statuses that count as ok although they are errors. The zero
// value holds none. Statuses of 200 to 299 are not its business.
type Accept []acceptRule

// acceptRule accepts the statuses from low to high, everywhere or, with a
// pattern, on the URLs that it matches.
type acceptRule struct {
	low, high int
	where     *pattern
}

// Allows reports whether an answer of status counts as ok for a URL. The candidates are the
// forms of the URL to match patterns with.
func (a Accept) Allows(status int, candidates ...string) bool {
	for _, r := range a {
		if status < r.low || status > r.high {
			continue
		}
		if r.where == nil || slices.ContainsFunc(candidates, r.where.match) {
			return true
		}
	}
	return false
}

// Where returns the patterns of the entries that have one, in order.
func (a Accept) Where() Patterns {
	var all Patterns
	for _, r := range a {
		if r.where != nil {
			all = append(all, *r.where)
		}
	}
	return all
}

// acceptEntries splits a line into its entries, at white space and commas. A
// comma inside a pattern, as in {a,b} or /x{1,2}/, splits nothing: the entry goes
// on until it ends in "=" and a status.
func acceptEntries(line string) []string {
	var entries []string
	for _, word := range strings.Fields(line) {
		start := 0
		for i := range min(len(word), 2*maxPattern) { // what is longer is no entry
			if word[i] == ',' && (!patternLike(word[start:i]) || complete(word[start:i])) {
				entries = append(entries, word[start:i])
				start = i + 1
			}
		}
		entries = append(entries, word[start:])
	}
	kept := entries[:0]
	for _, e := range entries {
		if e != "" {
			kept = append(kept, e)
		}
	}
	return kept
}

// complete reports whether an entry with a pattern has its status too.
func complete(entry string) bool {
	_, _, ok := statuses(entry[strings.LastIndexByte(entry, '=')+1:])
	return ok
}

// parseAccept reads one entry: a status (403), a class of them (5xx), or a
// pattern, "=" and one of the two.
func parseAccept(s string) (acceptRule, error) {
	cut := strings.LastIndexByte(s, '=')
	low, high, ok := statuses(s[cut+1:])
	if !ok || cut == 0 {
		return acceptRule{}, fmt.Errorf("must be a status such as 403 or 5xx, or PATTERN=STATUS, not %s", quote(s))
	}
	rule := acceptRule{low: low, high: high}
	if cut > 0 {
		p, err := parsePattern(s[:cut])
		if err != nil {
			return acceptRule{}, err
		}
		rule.where = &p
	}
	return rule, nil
}

// statuses returns the range that NNN or Nxx stands for.
func statuses(s string) (low, high int, ok bool) {
	if len(s) != 3 || s[0] < '1' || s[0] > '9' {
		return 0, 0, false
	}
	hundreds := int(s[0]-'0') * 100
	if strings.EqualFold(s[1:], "xx") {
		return hundreds, hundreds + 99, true
	}
	if s[1] < '0' || s[1] > '9' || s[2] < '0' || s[2] > '9' {
		return 0, 0, false
	}
	status := hundreds + int(s[1]-'0')*10 + int(s[2]-'0')
	return status, status, true
}
