package hosting

import "regexp/syntax"

// Effort bounds how much work one request may take. Rules are told apart by the text
// that they begin with or that has to stand somewhere in a path, so that even very
// many of them are no work for a path that they are not for. With rules that nothing
// tells apart, and paths that are long, it would grow without a bound. The methods of
// nil bound nothing. It is not safe for concurrent use.
type Effort struct{ left int }

// mostEffort is the work of one request: that of a thousand rules of usual length which
// no text tells apart, about two milliseconds.
const mostEffort = 1 << 20

// NewEffort returns what one request may take.
func NewEffort() *Effort { return &Effort{mostEffort} }

// Spent tells whether there was more to do than was allowed: then nobody knows what
// the host answers, whatever Answer says.
func (e *Effort) Spent() bool { return e != nil && e.left < 0 }

// spend takes away what a step costs, and tells whether it was there.
func (e *Effort) spend(cost int) bool {
	if e == nil {
		return true
	}
	if e.left >= 0 {
		e.left -= cost
	}
	return e.left >= 0
}

// skimming is what it costs to see that a text does not stand in a path.
func skimming(path string) int { return 2 + len(path)/16 }

// matching is what it costs to hold a path against a pattern of some length: where
// nothing is fixed, each byte against all of the pattern.
func matching(path string, size int) int { return 1000 + len(path)*size/8 }

// needleOf is the longest text that has to stand in whatever matches an expression;
// empty for none that is told.
func needleOf(expression string) string {
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return ""
	}
	return needleIn(parsed)
}

func needleIn(r *syntax.Regexp) (longest string) {
	switch r.Op {
	case syntax.OpLiteral:
		if r.Flags&syntax.FoldCase == 0 {
			return string(r.Rune)
		}
	case syntax.OpCapture, syntax.OpPlus:
		return needleIn(r.Sub[0])
	case syntax.OpConcat:
		for _, sub := range r.Sub {
			if text := needleIn(sub); len(text) > len(longest) {
				longest = text
			}
		}
	}
	return longest
}
