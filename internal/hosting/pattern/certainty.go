package pattern

// Certainty says whether a rule is for a request.
type Certainty uint8

// The values of Certainty are ordered: Never is the least.
const (
	Never Certainty = iota
	// Perhaps depends on the reader, or on what linkvet cannot read.
	Perhaps
	Always
)

// And returns how certain it is that two conditions are met.
func (c Certainty) And(other Certainty) Certainty { return min(c, other) }

// Not returns how certain it is that a condition is not met.
func (c Certainty) Not() Certainty { return Always - c }
