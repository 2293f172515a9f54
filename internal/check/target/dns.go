package target

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
)

// fewDomains is how many domains have to be unknown, and none known, before it is
// the look-up that does not work, and not the domains that do not exist.
const fewDomains = 3

// nameCounter is a Client that knows how the look-ups of host names went, as a
// *fetch.Client does.
type nameCounter interface {
	LookedUp() (found, failed int)
}

// judgeNames adds a problem when the run could look up no host name at all, as in a
// container without a network: the missing hosts may exist.
func (a *Checker) judgeNames(b *check.Builder) {
	found, failed := a.lookedUp()
	switch {
	case found > 0, !a.countsNames():
		return
	case failed < fewDomains:
		a.doubtNames()
		return
	}
	n := 0
	for t := range a.All() {
		if !t.Linked || !isNameless(t.Outcome) {
			continue
		}
		n++
		o := *t.Outcome
		o.Verdict, o.Reason = link.Unverified, link.DNSTemporary
		o.Message = "could not look up this host, or any other host in this run"
		b.Job.Progress.Record(t.Outcome, &o)
		t.Outcome = &o
	}
	if n > 0 {
		b.Report.Problems = append(b.Report.Problems, fmt.Sprintf("could not look up any host name: %s; "+
			"check the network of this machine or container, or set external: false", check.Unchecked(n)))
	}
}

// countsNames reports whether it is known how look-ups went.
func (a *Checker) countsNames() bool {
	_, ok := a.job.Client.(nameCounter)
	return ok
}

// lookedUp returns how many look-ups found a host and how many did not.
func (a *Checker) lookedUp() (found, failed int) {
	if counter, ok := a.job.Client.(nameCounter); ok {
		return counter.LookedUp()
	}
	return 0, 0
}

// doubtNames adds to findings about missing hosts that no other external host was found.
// The name server is believed, but so few domains do not prove that the network works.
func (a *Checker) doubtNames() {
	for t := range a.All() {
		if !t.Linked || t.Internal || t.Outcome.Reason != link.DNSNotFound {
			continue
		}
		o := *t.Outcome
		o.Message += "; no other external host was found in this run: check the network"
		t.Outcome = &o
	}
}

// isNameless reports whether a target counts as one whose host was not found.
func isNameless(o *check.Outcome) bool {
	return (o.Reason == link.DNSNotFound || o.Reason == link.DNSTemporary) &&
		(o.Verdict == link.Broken || o.Verdict == link.Unverified)
}
