package check

import (
	"hash/maphash"
	"maps"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// LocalFindings keeps the targets that need no request: skipped ones, and links with a
// fault that the link itself shows.
type LocalFindings struct {
	// Skips maps the hash of each skipped target to why; some targets, such as
	// data: URLs, are too long to be kept.
	Skips map[uint64]link.Reason
	// OutsideBase are the skipped targets outside the base path of the site, as absolute
	// URLs: they may be typos.
	OutsideBase map[string]bool
	// faults are the links with a fault, each once.
	faults map[faultKey]*fault
}

// faultKey identifies a fault. The target's name in the report is not enough: an invalid
// URL is shown as it was written, and that may be the path of a page that does not exist.
type faultKey struct {
	name     string
	internal bool
	reason   link.Reason
}

// fault is one target that is not ok, and the links to it.
type fault struct {
	outcome     Outcome
	occurrences []OccurrenceRef
}

// NewLocalFindings returns findings without any.
func NewLocalFindings() LocalFindings {
	return LocalFindings{Skips: map[uint64]link.Reason{}, OutsideBase: map[string]bool{}, faults: map[faultKey]*fault{}}
}

// HashSeed makes the hashes of one process agree with each other.
var HashSeed = maphash.MakeSeed()

// AddSkip notes a target of that name that is skipped.
func (t *LocalFindings) AddSkip(name string, why link.Reason) {
	t.addSkip(maphash.String(HashSeed, name), why)
}

// addSkip keeps one of the reasons for which a target is skipped. All runs have to agree, and they
// meet links in other orders.
func (t *LocalFindings) addSkip(hash uint64, why link.Reason) {
	known, ok := t.Skips[hash]
	if !ok || why == link.ExternalOff || known != link.ExternalOff && why < known {
		t.Skips[hash] = why
	}
}

// AddSkipped notes a target that the settings leave out.
func (t *LocalFindings) AddSkipped(j *Job, d *Destination) {
	name := j.DisplayName(d.URL, d.Internal)
	t.AddSkip(name, d.Reason)
	if _, ok := j.Scope.MissedBase(d.URL); ok && d.Reason == link.ExternalOff {
		t.addOutsideBase(name)
	}
}

// addOutsideBase notes the absolute URL of a target outside the base path of the site.
func (t *LocalFindings) addOutsideBase(name string) {
	if !t.OutsideBase[name] {
		t.OutsideBase[strings.Clone(name)] = true
	}
}

// AddPastBase notes an internal target without the base path of the site.
func (t *LocalFindings) AddPastBase(j *Job, d *Destination) {
	u := d.URL
	u.Path = j.Scope.TargetPath(u)
	t.addOutsideBase(u.String())
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
	}
	f.occurrences = append(f.occurrences, m)
}

// Add adds the findings of another worker to the larger of the two, as a single page may
// hold millions of faults.
func (t *LocalFindings) Add(other LocalFindings) {
	if len(t.faults) < len(other.faults) {
		t.faults, other.faults = other.faults, t.faults
	}
	for hash, why := range other.Skips {
		t.addSkip(hash, why)
	}
	maps.Copy(t.OutsideBase, other.OutsideBase)
	for key, f := range other.faults {
		if have := t.faults[key]; have != nil {
			have.occurrences = append(have.occurrences, f.occurrences...)
		} else {
			t.faults[key] = f
		}
	}
}
