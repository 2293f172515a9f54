package check

import "github.com/linkvet/linkvet/internal/link"

// mention is one link to a target that was answered, and with which something is
// wrong, or may be.
type mention struct {
	// page and index number the file and the link in it, directory mode: what
	// the report shows of it is read again when it is needed.
	page, index int32
	// at is what the report shows, live mode.
	at *link.Occurrence
	// fragment is what the link asks of its target; empty when that is nothing,
	// or is not to be judged.
	fragment string
}
