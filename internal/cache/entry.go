package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

// Entry is what one run found out about one target that was ok.
type Entry struct {
	// URL is that of the target, absolute, without user info and fragment.
	URL string
	// Checked is when it was asked for, in UTC, to the second.
	Checked time.Time
	// Status is the final HTTP status.
	Status int
	// Private is whether the run was one that may ask private addresses, so that
	// what is known may come from one.
	Private bool
	// ETag is the entity tag of the final answer; empty when it had none that can
	// be kept.
	ETag string
	// Redirects are the hops that led there, in order.
	Redirects []link.Redirect
	// Fragments are the hashes of those that were asked for and found, sorted, each
	// once. Others were not looked for, or were not there.
	Fragments []uint64
}

// HashFragment returns the 64 bits by which entries hold a fragment, which is
// written without its "#" as the URL standard has it: the first of its SHA-256.
// They are the same in every process, and two fragments with the same ones are hard to
// find.
func HashFragment(fragment string) uint64 {
	sum := sha256.Sum256([]byte(fragment))
	return binary.BigEndian.Uint64(sum[:8])
}

// Has reports whether a fragment was asked for and found.
func (e *Entry) Has(fragment string) bool {
	_, ok := slices.BinarySearch(e.Fragments, HashFragment(fragment))
	return ok
}
