package check

import (
	"fmt"

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

// judgeNames makes a problem of it when the run could look up no host name at all,
// as in a container without a network: what was not found there may exist.
func (a *asker) judgeNames(b *builder) {
	counter, ok := b.job.Client.(nameCounter)
	if !ok {
		return
	}
	if found, failed := counter.LookedUp(); found > 0 || failed < fewDomains {
		return
	}
	n := 0
	for t := range a.all() {
		if !t.linked || !isNameless(t.outcome) {
			continue
		}
		n++
		if t.outcome.verdict == link.Broken {
			b.job.Progress.Broken.Add(-1)
		}
		o := *t.outcome
		o.verdict, o.reason = link.Unverified, link.DNSTemporary
		o.message = "could not look up its host, nor any other host name in this run"
		t.outcome = &o
	}
	if n > 0 {
		b.report.Problems = append(b.report.Problems, fmt.Sprintf("could not look up any host name: %s; "+
			"check the network of this machine or container, or set external: false", unchecked(n)))
	}
}

// isNameless reports whether a target counts as one whose host was not found.
func isNameless(o *outcome) bool {
	return (o.reason == link.DNSNotFound || o.reason == link.DNSTemporary) &&
		(o.verdict == link.Broken || o.verdict == link.Unverified)
}
