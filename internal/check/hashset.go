package check

import (
	"math/bits"
	"slices"
)

// hashSet is a set of hashes in order, each once: eight bytes for each.
type hashSet []uint64

// newHashSet is the set of some hashes, which it copies; nil when there are none.
func newHashSet(hashes []uint64) hashSet {
	if len(hashes) == 0 {
		return nil
	}
	sorted := slices.Clone(hashes)
	slices.Sort(sorted)
	return slices.Clip(slices.Compact(sorted))
}

// nearby is how far has goes by single steps.
const nearby = 32

// has tells whether the set has a hash. It begins where the hash would stand if all
// were spread evenly, as hashes are, from where it is mostly a few steps: an
// interpolation search. Where it is far, the halves of the rest are searched.
func (s hashSet) has(hash uint64) bool {
	if len(s) == 0 {
		return false
	}
	expected, _ := bits.Mul64(hash, uint64(len(s)))
	i := int(expected)
	if s[i] < hash {
		rest := s[i+1:]
		for _, h := range rest[:min(nearby, len(rest))] {
			if h >= hash {
				return h == hash
			}
		}
		_, ok := slices.BinarySearch(rest, hash)
		return ok
	}
	for ; i >= 0 && i >= int(expected)-nearby; i-- {
		if s[i] <= hash {
			return s[i] == hash
		}
	}
	_, ok := slices.BinarySearch(s[:i+1], hash)
	return ok
}
