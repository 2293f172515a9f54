package target

import (
	"maps"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/facts"
)

// askedFragments are the fragments that links ask of external targets. Nil keeps none.
// The checker's lock guards it.
type askedFragments map[*Target]map[string]struct{}

// newAskedFragments returns nil when the run writes no facts.
func newAskedFragments(job *check.Job) askedFragments {
	if job.Facts == nil {
		return nil
	}
	return askedFragments{}
}

// note notes that a link asks for a fragment, and returns how many further bytes are kept.
func (f askedFragments) note(t *Target, fragment string) (kept int64) {
	if f == nil || t.Internal || fragment == "" {
		return 0
	}
	if _, ok := f[t][fragment]; ok {
		return 0
	}
	if f[t] == nil {
		f[t] = map[string]struct{}{}
	}
	f[t][strings.Clone(fragment)] = struct{}{}
	return int64(len(fragment))
}

// answer is what one run found out about an external target. The value of a record has the
// whole URL if that is too long for a key, else "", the outcome, whether it is for all
// fragments, the number of fragments, and for each its text, whether it is missing, and its
// outcome then.
type answer struct {
	outcome check.Outcome
	// isForAll is whether fragments change nothing: the target is not there, or it is no
	// page, or its fragments are not looked up.
	isForAll bool
	// fragments are those that links asked for, with their outcomes where they are missing.
	fragments map[string]*check.Outcome
}

// serves reports whether the answer is enough for a link with that fragment.
func (r *answer) serves(fragment string) bool {
	if r.isForAll || fragment == "" {
		return true
	}
	_, ok := r.fragments[fragment]
	return ok
}

// servesAll reports whether the answer is enough for links with these fragments.
func (r *answer) servesAll(fragments map[string]struct{}) bool {
	for fragment := range fragments {
		if !r.serves(fragment) {
			return false
		}
	}
	return true
}

// append appends the answer as the type describes it, without the URL.
func (r *answer) append(e *facts.Encoder) {
	check.AppendOutcome(e, &r.outcome)
	e.Bool(r.isForAll)
	e.Uint(uint64(len(r.fragments)))
	for _, fragment := range slices.Sorted(maps.Keys(r.fragments)) {
		lost := r.fragments[fragment]
		check.AppendText(e, fragment)
		e.Bool(lost != nil)
		if lost != nil {
			check.AppendOutcome(e, lost)
		}
	}
}

// readAnswer reads what append wrote.
func readAnswer(d *facts.Decoder) (*answer, error) {
	o, err := check.ReadOutcome(d)
	if err != nil {
		return nil, err
	}
	r := &answer{outcome: o, isForAll: d.Bool()}
	n, err := check.ReadNumber(d, facts.MaxValue)
	if err != nil {
		return nil, err
	}
	for range n {
		fragment := d.String()
		var lost *check.Outcome
		if d.Bool() {
			o, err := check.ReadOutcome(d)
			if err != nil {
				return nil, err
			}
			lost = &o
		}
		if err := d.Err(); err != nil {
			return nil, err
		}
		if r.fragments == nil {
			r.fragments = map[string]*check.Outcome{}
		}
		r.fragments[fragment] = lost
	}
	return r, d.Done()
}

// networkFacts are what runs found out about the network. It is the record of the empty key.
type networkFacts struct {
	// found and failed count the host names that were looked up.
	found, failed int
	// isConnected is whether the network leads to at least one external host.
	isConnected bool
}

// append appends the three fields.
func (n *networkFacts) append(e *facts.Encoder) {
	e.Uint(uint64(max(n.found, 0)))
	e.Uint(uint64(max(n.failed, 0)))
	e.Bool(n.isConnected)
}

// maxLookedUp is how many names one run can have looked up; facts that say more are forged.
const maxLookedUp = 1 << 32

// add adds what another run found out.
func (n *networkFacts) add(d *facts.Decoder) error {
	found, err := check.ReadNumber(d, maxLookedUp)
	if err != nil {
		return err
	}
	failed, err := check.ReadNumber(d, maxLookedUp)
	if err != nil {
		return err
	}
	isConnected := d.Bool()
	if err := d.Done(); err != nil {
		return err
	}
	n.found, n.failed, n.isConnected = n.found+found, n.failed+failed, n.isConnected || isConnected
	return nil
}
