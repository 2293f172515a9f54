package scan

import (
	"hash/maphash"
	"unsafe"

	"github.com/linkvet/linkvet/internal/link"
)

// Page holds the links and anchors of one document. Only HTML has more than links.
// A Page can be used again for the next document, which then needs little new
// memory.
type Page struct {
	// Links are in the order of the document. The Raw and the Text of those of HTML
	// may be parts of the document's bytes: they are valid until something writes to
	// these, as the next document does where a buffer is used again. Clone what you
	// keep.
	Links []link.Link
	// Anchors holds the HashAnchor of every id of any element and of every name
	// of an <a>, in the order of the document, duplicates kept.
	Anchors []uint64
	// IDs are the texts of Anchors, when Options.IDs was set. As with Raw, clone
	// what you keep.
	IDs []string
	// Maps holds the HashAnchor of every name and id of a <map>. A link that has
	// Map set refers to one of them, by its MapName.
	Maps []uint64
	// Nested reports whether an <iframe> of the document has a srcdoc, whose links
	// are in an attribute.
	Nested bool
	// Base is the value of the first <base href>, entities decoded; empty when
	// HasBase is false.
	Base string
	// HasBase reports whether the document has a <base href>, be it empty.
	HasBase bool
	// Refresh is the URL of the document's <meta http-equiv=refresh>; empty when it has
	// none.
	Refresh string
	// Password reports whether the document has a field for a password.
	Password bool
	// Scripts reports whether the document has a script, and Uses whether a <use> refers to
	// an element of the document.
	Scripts, Uses bool
	// Full reports whether the document has more than MaxLinks links. Links does not
	// hold them all then.
	Full bool
}

// MaxLinks is how many links of one document are read. No author writes as many, and
// those of a page of 64 MiB would fill the memory.
const MaxLinks = 1_000_000

// add records a link, unless p is full.
func (p *Page) add(l link.Link) {
	if p.hasRoom() {
		p.Links = append(p.Links, l)
	}
}

// hasRoom reports whether p holds fewer than MaxLinks links; otherwise p is full.
func (p *Page) hasRoom() bool {
	p.Full = p.Full || len(p.Links) >= MaxLinks
	return !p.Full
}

// reset empties p but keeps its memory.
func (p *Page) reset() {
	clear(p.Links) // so that their strings can be freed
	*p = Page{Links: p.Links[:0], Anchors: p.Anchors[:0], Maps: p.Maps[:0]}
}

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

// view returns b as a string without a copy. Most values of a document are
// looked at once and forgotten, so that copying them would be a good part of the
// work. The string changes when b does, which is what Go promises not to happen:
// it is valid as long as the document does not change, and must be cloned to be kept
// for longer. Of what a Page holds only the Raw and the Text of links are such
// strings.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
