// Package facts stores what one run knows and another may need, as records of bytes in a
// file: which pages were read, what they link to, what servers answered. A run on a share
// of a site writes such a file, and a merge reads those of all shares.
//
// The package sorts, packs, checks and finds records. It knows nothing of what they mean.
// Facts may come from a stranger: a damaged or forged file is an error, and costs memory
// within fixed bounds and time in proportion to what it unpacks to.
package facts

// Schema names the form of the files. It changes when an older build could not read them,
// or would read them with another meaning.
const Schema = "linkvet.facts/1"

// The limits of records. Add refuses larger ones, and a file that claims such is damaged.
const (
	// MaxKey is how many bytes a key may have: with its section it is 64 KiB.
	MaxKey = 64<<10 - 1
	// MaxValue is how many bytes a value may have.
	MaxValue = 16 << 20
)

// Section is one kind of records. The sections of a file follow each other in ascending
// order. The constants belong to those who write the records.
type Section byte

// Record is one fact. Its bytes are good until the next record is read.
type Record struct{ Key, Value []byte }
