package check

import (
	"cmp"
	"hash/maphash"
	"maps"
	"strings"
	"unique"

	"github.com/linkvet/linkvet/internal/link"
)

// LocalFindings keeps the targets that need no request: skipped ones, and links with a
// fault that the link itself shows.
type LocalFindings struct {
	// Skips maps the hash of each skipped target to why; some targets, such as
	// data: URLs, are too long to be kept.
	Skips map[uint64]unique.Handle[Skip]
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

// Skip is why a target is skipped. The scheme matters for
// link.UnsupportedScheme alone.
type Skip struct {
	Reason link.Reason
	Scheme string
}

// fault is one target that is not ok, and the links to it.
type fault struct {
	outcome     Outcome
	occurrences []OccurrenceRef
}

// NewLocalFindings returns findings without any.
func NewLocalFindings() LocalFindings {
	return LocalFindings{Skips: map[uint64]unique.Handle[Skip]{}, OutsideBase: map[string]bool{}, faults: map[faultKey]*fault{}}
}

// HashSeed makes the hashes of one process agree with each other.
var HashSeed = maphash.MakeSeed()

// before reports whether a target that is skipped for both counts as skipped for this reason
// and not for the other. All runs have to agree, and they meet links in other orders.
func (s Skip) before(other Skip) bool {
	if isOff := s.Reason == link.ExternalOff; isOff != (other.Reason == link.ExternalOff) {
		return isOff
	}
	return cmp.Or(cmp.Compare(s.Reason, other.Reason), cmp.Compare(s.Scheme, other.Scheme)) < 0
}

// AddSkip notes a target of that name that is skipped. It keeps neither name nor scheme,
// which may be slices of a document of any size.
func (t *LocalFindings) AddSkip(name string, why Skip) {
	hash := maphash.String(HashSeed, name)
	if known, ok := t.Skips[hash]; !ok || why.before(known.Value()) {
		t.Skips[hash] = unique.Make(why)
	}
}

// AddSkipped notes a target that the settings leave out.
func (t *LocalFindings) AddSkipped(j *Job, d *Destination) {
	name := j.DisplayName(d.URL, d.Internal)
	t.AddSkip(name, Skip{d.Reason, d.URL.Scheme})
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
		if known, ok := t.Skips[hash]; !ok || why.Value().before(known.Value()) {
			t.Skips[hash] = why
		}
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
