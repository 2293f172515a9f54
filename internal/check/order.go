package check

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// sortFindings puts findings in the order of the report. Findings are large, and a million
// of them lie far apart in memory. So it compares and moves a small key of each, which is
// enough to order most of them.
func sortFindings(all []link.Finding) {
	keys := make([]findingKey, len(all))
	common := commonPrefix(all)
	for i := range all {
		keys[i] = findingKey{rank: int8(rank(all[i].Verdict)), at: int32(i)}
		var head [8]byte
		copy(head[:], all[i].Target[common:])
		keys[i].head = binary.BigEndian.Uint64(head[:])
	}
	slices.SortFunc(keys, func(a, b findingKey) int {
		if c := cmp.Compare(a.rank, b.rank); c != 0 {
			return c
		}
		if c := cmp.Compare(a.head, b.head); c != 0 {
			return c
		}
		return compareTargets(&all[a.at], &all[b.at])
	})
	rearrange(all, keys)
}

// findingKey is what orders one finding: its verdict, and the bytes of its target
// behind those with which every target begins. at is the place at which it was.
type findingKey struct {
	head uint64
	at   int32
	rank int8
}

// compareTargets orders findings of one verdict.
func compareTargets(a, b *link.Finding) int {
	if c := cmp.Compare(a.Target, b.Target); c != 0 {
		return c
	}
	return cmp.Compare(a.Reason, b.Reason)
}

// commonPrefix is how many bytes the targets of all findings begin with in common.
func commonPrefix(all []link.Finding) int {
	if len(all) == 0 {
		return 0
	}
	first := all[0].Target
	common := len(first)
	for i := range all {
		target := all[i].Target
		common = min(common, len(target))
		for k := range common {
			if target[k] != first[k] {
				common = k
				break
			}
		}
	}
	return common
}

// rearrange moves each finding to where its key is, without a second list of
// them. The keys are used up.
func rearrange(all []link.Finding, keys []findingKey) {
	const done = -1
	for start := range keys {
		if keys[start].at == done {
			continue
		}
		held := all[start]
		to := start
		for {
			from := int(keys[to].at)
			keys[to].at = done
			if from == start {
				break
			}
			all[to] = all[from]
			to = from
		}
		all[to] = held
	}
}

// rank orders the verdicts as the report lists them.
func rank(v link.Verdict) int {
	switch v {
	case link.Broken:
		return 0
	case link.Unverified:
		return 1
	case link.Redirected:
		return 2
	}
	return -1
}

// compareOccurrences orders the places of a finding. Most differ in the first things
// that are compared.
func compareOccurrences(a, b link.Occurrence) int {
	if c := cmp.Compare(cmp.Or(a.File, a.Page), cmp.Or(b.File, b.Page)); c != 0 {
		return c
	}
	if c := cmp.Compare(a.Line, b.Line); c != 0 {
		return c
	}
	if c := cmp.Compare(a.Column, b.Column); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(a.Element, b.Element), cmp.Compare(a.Attribute, b.Attribute), cmp.Compare(a.Link, b.Link))
}

// ByPage sorts the pages of an inventory by their paths.
func ByPage(all []link.Listed) []link.Listed {
	slices.SortFunc(all, func(a, b link.Listed) int { return cmp.Compare(a.Page, b.Page) })
	return all
}
