package hosting

// Effort bounds how much work one request may take. Most rules name a text that paths must
// begin with or contain, so even very many rules cost little for a path that they are not
// for. Rules without such a text, and long paths, would make the work grow without a
// bound. A nil Effort bounds nothing. It is not safe for concurrent use.
type Effort struct{ left int }

// maxEffort is the work of one request: that of a thousand rules of usual length without
// such a text, about two milliseconds.
const maxEffort = 1 << 20

// NewEffort returns what one request may take.
func NewEffort() *Effort { return &Effort{maxEffort} }

// Spent reports whether a request needed more work than it may take. Then the host's answer
// is unknown, and what Answer returned does not count.
func (e *Effort) Spent() bool { return e != nil && e.left < 0 }

// Used returns how much work was done.
func (e *Effort) Used() int { return maxEffort - e.left }

// Spend takes the cost of a step, and reports whether it was there.
func (e *Effort) Spend(cost int) bool {
	if e == nil {
		return true
	}
	if e.left >= 0 {
		e.left -= cost
	}
	return e.left >= 0
}
