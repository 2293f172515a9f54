package site

import (
	"hash/maphash"
	"math/bits"
)

// numbering maps paths to their numbers. It holds no path: of a large site these
// would be looked at far from each other in memory, for each link. What it holds
// of one takes 8 bytes, so that most look-ups touch one line of the cache, where a
// map of the runtime takes two or three.
type numbering struct {
	// seed is what strangers do not know, who could make paths that meet.
	seed maphash.Seed
	// slots are a power of two, at least a third of them empty. A path is in the first
	// one that was free from the one on that its hash tells.
	slots []slot
}

// slot is one path: 32 bits of its hash, those that do not tell its place, and its
// number and 1, so that 0 is an empty slot.
type slot struct {
	print  uint32
	number int32
}

// newNumbering numbers paths, no two of which are the same, by their order. Those
// are told apart for certain. A path that is not among them is taken for one by a
// chance of one in billions.
func newNumbering(paths *pathList) numbering {
	n := emptyNumbering(paths.len())
	for !n.fill(paths) {
		clear(n.slots)
		n.seed = maphash.MakeSeed()
	}
	return n
}

// emptyNumbering has room for so many paths.
func emptyNumbering(paths int) numbering {
	return numbering{seed: maphash.MakeSeed(), slots: make([]slot, 1<<bits.Len(uint(paths+paths/2)))}
}

// fill adds the paths. It fails when the seed does not tell two of them apart.
func (n *numbering) fill(paths *pathList) bool {
	for i, path := range paths.all {
		if !n.add(path, i) {
			return false
		}
	}
	return true
}

// add gives a path its number, unless it has one.
func (n *numbering) add(path string, number int32) bool {
	at, print := n.find(path)
	if n.slots[at].number != 0 {
		return false
	}
	n.slots[at] = slot{print: print, number: number + 1}
	return true
}

// find returns the slot that a path has, or would have.
func (n *numbering) find(path string) (at uint64, print uint32) {
	hash := maphash.String(n.seed, path)
	print, last := uint32(hash>>32), uint64(len(n.slots)-1)
	at = hash & last
	for n.slots[at].number != 0 && n.slots[at].print != print {
		at = (at + 1) & last
	}
	return at, print
}

// number returns the number of a path, and whether it has one.
func (n *numbering) number(path string) (int32, bool) {
	at, _ := n.find(path)
	number := n.slots[at].number
	return number - 1, number != 0
}
