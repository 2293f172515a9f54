package check

import "github.com/linkvet/linkvet/internal/link"

// OccurrenceRef is one link to a target that was answered, and with which something is
// wrong, or may be.
type OccurrenceRef struct {
	// Page and index number the file and the link in it, directory mode: what
	// the report shows of it is read again when it is needed.
	Page, Index int32
	// At is what the report shows, live mode.
	At *link.Occurrence
	// Fragment is what the link asks of its target; empty when that is nothing,
	// or is not to be judged.
	Fragment string
}
