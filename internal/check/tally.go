package check

import (
	"hash/maphash"
	"maps"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// tally keeps what is judged without asking anybody: what is skipped, and what
// is wrong on its face.
type tally struct {
	// skips maps the hash of each skipped target to why; some targets, such as
	// data: URLs, are too long to be kept.
	skips map[uint64]skip
	// faults are by what the report calls their target.
	faults map[string]*fault
}

// skip is why a target is skipped. The scheme matters for
// link.UnsupportedScheme alone.
type skip struct {
	reason link.Reason
	scheme string
}

// fault is one target that is not ok, and the links to it.
type fault struct {
	outcome  outcome
	internal bool
	mentions []mention
}

func newTally() tally {
	return tally{skips: map[uint64]skip{}, faults: map[string]*fault{}}
}

// seed makes the hashes of one process agree with each other.
var seed = maphash.MakeSeed()

// skip notes a target of that name that is not to be asked for. Neither name nor
// scheme are kept, which may be cut out of a document of any size.
func (t *tally) skip(name string, why skip) {
	hash := maphash.String(seed, name)
	if known, ok := t.skips[hash]; ok && known == why {
		return
	}
	why.scheme = strings.Clone(why.scheme)
	t.skips[hash] = why
}

// fault notes a link to a target with the given outcome.
func (t *tally) fault(name string, internal bool, o outcome, m mention) {
	f := t.faults[name]
	if f == nil {
		f = &fault{outcome: o, internal: internal}
		// It may be cut out of something that does not last.
		t.faults[strings.Clone(name)] = f
	}
	f.mentions = append(f.mentions, m)
}

// invalidURL is the outcome for a link that no browser can follow.
func invalidURL() outcome {
	return outcome{verdict: link.Broken, reason: link.InvalidURL, message: "a browser cannot read this as a URL"}
}

// add takes over what another tally holds.
func (t *tally) add(other tally) {
	maps.Copy(t.skips, other.skips)
	for name, f := range other.faults {
		if have := t.faults[name]; have != nil {
			have.mentions = append(have.mentions, f.mentions...)
		} else {
			t.faults[name] = f
		}
	}
}
