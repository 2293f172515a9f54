package source

import "github.com/linkvet/linkvet/internal/source/markup/document"

// relation is how a source file is related to a page. The closest one is the greatest.
type relation uint8

const (
	// otherFile makes another page.
	otherFile relation = iota
	// sharedFile is a layout, a partial, configuration or data.
	sharedFile
	// includedFile is included by a file that the page is made of.
	includedFile
	// pageFile is a file that the page is made of.
	pageFile
)

// textMatch is how well the texts of a link in the sources and of an occurrence match.
type textMatch uint8

const (
	textDiffers textMatch = iota
	textUnknown
	textPartial
	textExact
)

// match is a link in the sources that an occurrence may come from.
type match struct {
	link     *document.Link
	dest     destMatch
	relation relation
	text     textMatch
	// ambiguous is true when only one of several files is right, and taken when another link
	// of the page has exactly its text.
	ambiguous, taken bool
}

// destMatch is how well a destination in the sources matches a link of a page.
type destMatch uint8

const (
	destDiffers destMatch = iota
	// destSimilar means that the paths end alike.
	destSimilar
	// destResolved means that the sources name the page, as far as its path is known, or
	// that an expression may stand for the rest of it.
	destResolved
	// destEquivalent means that a browser follows both to the same page.
	destEquivalent
	// destIdentical means the same text.
	destIdentical
)
