package scan

import "hash/maphash"

// seed makes the hashes of one process comparable with each other. An author of pages
// cannot predict it.
var seed = maphash.MakeSeed()

// HashAnchor returns the 64 bits by which Page.Anchors and Page.Maps hold id.
// They have no meaning in another process.
func HashAnchor(id string) uint64 { return maphash.String(seed, id) }

// hash returns the HashAnchor of an attribute's value.
func (t *tag) hash(a *attr) uint64 {
	if a.plain {
		return maphash.Bytes(seed, t.src[a.start:a.end])
	}
	return HashAnchor(t.value(a))
}
