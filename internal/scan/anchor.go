package scan

import "hash/maphash"

// seed is what makes hashes of one process comparable with each other, and
// those of the next one unpredictable to whoever writes pages.
var seed = maphash.MakeSeed()

// HashAnchor returns the 64 bits by which Page.Anchors holds id. They mean
// something in this process alone.
func HashAnchor(id string) uint64 { return maphash.String(seed, id) }

// anchor takes in an id or a name. An empty one is no anchor.
func (s *scanner) anchor(a *attr) {
	switch {
	case a.start == a.end:
	case a.plain:
		s.page.Anchors = append(s.page.Anchors, maphash.Bytes(seed, s.src[a.start:a.end]))
	default:
		s.page.Anchors = append(s.page.Anchors, HashAnchor(s.tag.value(a)))
	}
}
