package check

import (
	"math/bits"
	"slices"
)

// hashSet is a set of hashes in order, each once: eight bytes for each.
type hashSet []uint64

// HashMemory is shared memory for the sets of many pages, so that the garbage collector has
// few objects to visit. The zero value is ready. With nil each set allocates its memory. It
// is not safe for concurrent use.
type HashMemory struct {
	// free is empty, with room behind it.
	free hashSet
}

const (
	// chunkHashes is how many hashes a piece of memory has room for: 32 kB.
	chunkHashes = 4 << 10
	// manyHashes is the size from which a set gets separate memory.
	manyHashes = chunkHashes / 8
)

// keep returns the set of some hashes, which it copies; nil when there are none.
func (r *HashMemory) keep(hashes []uint64) hashSet {
	switch n := len(hashes); {
	case n == 0:
		return nil
	case r == nil, n >= manyHashes:
		return slices.Clip(sortedSet(slices.Clone(hashes)))
	case n > cap(r.free):
		r.free = make(hashSet, 0, chunkHashes)
	}
	set := sortedSet(append(r.free, hashes...))
	r.free = set[len(set):]
	return slices.Clip(set)
}

// sortedSet makes a set of hashes in their own memory.
func sortedSet(hashes hashSet) hashSet {
	slices.Sort(hashes)
	return slices.Compact(hashes)
}

// nearby is how far has goes by single steps.
const nearby = 32

// has reports whether the set has a hash. It begins where the hash would be if all
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
