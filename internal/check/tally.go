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
	skips map[uint64]*skip
	// reasons holds each value of skips once, as these are many of few kinds.
	reasons map[skip]*skip
	// beside are those of them that lie past the base path of the site, whole, as
	// that may be a slip of the pen.
	beside map[string]bool
	// faults are what is wrong, each once.
	faults map[faultKey]*fault
	// nameBytes is how long the names in beside and faults are together.
	nameBytes int
}

// faultKey is what makes two links one fault. The name that the report has for a
// target is not enough: what is no URL is shown as it was written, and that may be
// the path of a page that does not exist.
type faultKey struct {
	name     string
	internal bool
	reason   link.Reason
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
	mentions []mention
}

func newTally() tally {
	return tally{
		skips: map[uint64]*skip{}, reasons: map[skip]*skip{}, beside: map[string]bool{}, faults: map[faultKey]*fault{},
	}
}

// seed makes the hashes of one process agree with each other.
var seed = maphash.MakeSeed()

// skip notes a target of that name that is not to be asked for. Neither name nor
// scheme are kept, which may be cut out of a document of any size.
func (t *tally) skip(name string, why skip) {
	hash := maphash.String(seed, name)
	if known := t.skips[hash]; known != nil && *known == why {
		return
	}
	reason := t.reasons[why]
	if reason == nil {
		why.scheme = strings.Clone(why.scheme)
		reason = &why
		t.reasons[why] = reason
	}
	t.skips[hash] = reason
}

// mostBeside bounds how many targets past the base path are kept: what a reader is
// told are their number and one of them.
const mostBeside = 10_000

// pass notes a target that the settings leave out.
func (t *tally) pass(j *Job, d *destination) {
	name := j.display(d.url, d.internal)
	t.skip(name, skip{d.reason, d.url.Scheme})
	if d.reason != link.ExternalOff || len(t.beside) == mostBeside {
		return
	}
	if _, ok := j.Space.Around(d.url); ok && !t.beside[name] {
		t.beside[strings.Clone(name)] = true
		t.nameBytes += len(name)
	}
}

// knows reports whether a link to that target was noted for that reason.
func (t *tally) knows(name string, internal bool, reason link.Reason) bool {
	return t.faults[faultKey{name: name, internal: internal, reason: reason}] != nil
}

// fault notes a link to a target with the given outcome.
func (t *tally) fault(name string, internal bool, o outcome, m mention) {
	key := faultKey{name: name, internal: internal, reason: o.reason}
	f := t.faults[key]
	if f == nil {
		f = &fault{outcome: o}
		// It may be cut out of something that does not last.
		key.name = strings.Clone(name)
		t.faults[key] = f
		t.nameBytes += len(name)
	}
	f.mentions = append(f.mentions, m)
}

// invalidURL is the outcome for a link that no browser can follow.
func invalidURL() outcome {
	return outcome{verdict: link.Broken, reason: link.InvalidURL, message: "a browser cannot read this as a URL"}
}

// add takes over what another tally holds. What is added to is the one with more
// faults, as a single page may hold millions.
func (t *tally) add(other tally) {
	if len(t.faults) < len(other.faults) {
		t.faults, other.faults = other.faults, t.faults
	}
	maps.Copy(t.skips, other.skips)
	maps.Copy(t.beside, other.beside)
	for key, f := range other.faults {
		if have := t.faults[key]; have != nil {
			have.mentions = append(have.mentions, f.mentions...)
		} else {
			t.faults[key] = f
		}
	}
}
