package scan

import "hash/maphash"

// seed is what makes hashes of one process comparable with each other, and
// those of the next one unpredictable to whoever writes pages.
var seed = maphash.MakeSeed()

// HashAnchor returns the 64 bits by which Page.Anchors and Page.Maps hold id.
// They mean something in this process alone.
func HashAnchor(id string) uint64 { return maphash.String(seed, id) }

// anchor takes in an id or a name. An empty one is no anchor.
func (s *scanner) anchor(a *attr) {
	if a.start == a.end {
		return
	}
	s.page.Anchors = append(s.page.Anchors, s.hash(a))
	if s.opt.IDs {
		s.page.IDs = append(s.page.IDs, s.tag.value(a))
	}
}

// hash returns the HashAnchor of an attribute's value.
func (s *scanner) hash(a *attr) uint64 {
	if a.plain {
		return maphash.Bytes(seed, s.src[a.start:a.end])
	}
	return HashAnchor(s.tag.value(a))
}
