package check

import (
	"hash/maphash"
	"maps"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// LocalFindings keeps what is judged without asking anybody: what is skipped, and what
// is wrong on its face.
type LocalFindings struct {
	// Skips maps the hash of each skipped target to why; some targets, such as
	// data: URLs, are too long to be kept.
	Skips map[uint64]*Skip
	// reasons holds each value of skips once, as these are many of few kinds.
	reasons map[Skip]*Skip
	// OutsideBase are those of them that lie past the base path of the site, whole, as
	// that may be a slip of the pen.
	OutsideBase map[string]bool
	// faults are what is wrong, each once.
	faults map[faultKey]*fault
	// NameBytes is how long the names in beside and faults are together.
	NameBytes int
}

// faultKey is what makes two links one fault. The name that the report has for a
// target is not enough: what is no URL is shown as it was written, and that may be
// the path of a page that does not exist.
type faultKey struct {
	name     string
	internal bool
	reason   link.Reason
}

// Skip is why a target is skipped. The scheme matters for
// link.UnsupportedScheme alone.
type Skip struct {
	Reason link.Reason
	scheme string
}

// fault is one target that is not ok, and the links to it.
type fault struct {
	outcome     Outcome
	occurrences []OccurrenceRef
}

// NewLocalFindings returns findings without any.
func NewLocalFindings() LocalFindings {
	return LocalFindings{
		Skips: map[uint64]*Skip{}, reasons: map[Skip]*Skip{}, OutsideBase: map[string]bool{}, faults: map[faultKey]*fault{},
	}
}

// HashSeed makes the hashes of one process agree with each other.
var HashSeed = maphash.MakeSeed()

// AddSkip notes a target of that name that is not to be asked for. Neither name nor
// scheme are kept, which may be cut out of a document of any size.
func (t *LocalFindings) AddSkip(name string, why Skip) {
	hash := maphash.String(HashSeed, name)
	if known := t.Skips[hash]; known != nil && *known == why {
		return
	}
	reason := t.reasons[why]
	if reason == nil {
		why.scheme = strings.Clone(why.scheme)
		reason = &why
		t.reasons[why] = reason
	}
	t.Skips[hash] = reason
}

// maxOutside bounds how many targets past the base path are kept: what a reader is
// told are their number and one of them.
const maxOutside = 10_000

// AddSkipped notes a target that the settings leave out.
func (t *LocalFindings) AddSkipped(j *Job, d *Destination) {
	name := j.DisplayName(d.URL, d.Internal)
	t.AddSkip(name, Skip{d.Reason, d.URL.Scheme})
	if d.Reason != link.ExternalOff || len(t.OutsideBase) == maxOutside {
		return
	}
	if _, ok := j.Scope.MissedBase(d.URL); ok && !t.OutsideBase[name] {
		t.OutsideBase[strings.Clone(name)] = true
		t.NameBytes += len(name)
	}
}

// AddPastBase notes an internal target without the base path of the site.
func (t *LocalFindings) AddPastBase(j *Job, d *Destination) {
	u := d.URL
	u.Path = j.Scope.TargetPath(u)
	if name := u.String(); len(t.OutsideBase) < maxOutside && !t.OutsideBase[name] {
		t.OutsideBase[name] = true
		t.NameBytes += len(name)
	}
}

// Knows reports whether a link to that target was noted for that reason.
func (t *LocalFindings) Knows(name string, internal bool, reason link.Reason) bool {
	return t.faults[faultKey{name: name, internal: internal, reason: reason}] != nil
}

// AddFault notes a link to a target with the given outcome.
func (t *LocalFindings) AddFault(name string, internal bool, o Outcome, m OccurrenceRef) {
	key := faultKey{name: name, internal: internal, reason: o.Reason}
	f := t.faults[key]
	if f == nil {
		f = &fault{outcome: o}
		// It may be cut out of something that does not last.
		key.name = strings.Clone(name)
		t.faults[key] = f
		t.NameBytes += len(name)
	}
	f.occurrences = append(f.occurrences, m)
}

// InvalidURL is the outcome for a link that no browser can follow.
func InvalidURL() Outcome {
	return Outcome{Verdict: link.Broken, Reason: link.InvalidURL, Message: "not a valid URL: browsers cannot open it"}
}

// Add records what another worker found. What is added to is the one with more
// faults, as a single page may hold millions.
func (t *LocalFindings) Add(other LocalFindings) {
	if len(t.faults) < len(other.faults) {
		t.faults, other.faults = other.faults, t.faults
	}
	maps.Copy(t.Skips, other.Skips)
	maps.Copy(t.OutsideBase, other.OutsideBase)
	for key, f := range other.faults {
		if have := t.faults[key]; have != nil {
			have.occurrences = append(have.occurrences, f.occurrences...)
		} else {
			t.faults[key] = f
		}
	}
}
