package check

import (
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/phase"
)

// Progress counts what a run has done so far. It may be read at any time.
type Progress struct {
	Pages atomic.Int64
	Links atomic.Int64
	// Phases measures the phases of the run; nil measures none.
	Phases *phase.Clock

	broken, unverified atomic.Int64
	// notFound counts the targets whose domain was not found. They are broken when the
	// run finds other hosts; otherwise they may turn out to be unverified.
	notFound atomic.Int64
}

// Reset sets all counts to zero, for a run that begins again.
func (p *Progress) Reset() {
	for _, n := range []*atomic.Int64{&p.Pages, &p.Links, &p.broken, &p.unverified, &p.notFound} {
		n.Store(0)
	}
}

// Record counts a target whose outcome was before and is now another.
func (p *Progress) Record(before, now *Outcome) {
	p.add(before, -1)
	p.add(now, 1)
}

func (p *Progress) add(o *Outcome, n int64) {
	switch {
	case o.Verdict == link.Broken && o.Reason == link.DNSNotFound:
		p.notFound.Add(n)
	case o.Verdict == link.Broken:
		p.broken.Add(n)
	case o.Verdict == link.Unverified:
		p.unverified.Add(n)
	}
}

// Found returns how many targets are broken, and how many unverified, as far as that is
// known. foundHost is whether the run has found an external host by its name.
func (p *Progress) Found(foundHost bool) (broken, unverified int64) {
	broken, unverified = p.broken.Load(), p.unverified.Load()
	if foundHost {
		return broken + p.notFound.Load(), unverified
	}
	return broken, unverified + p.notFound.Load()
}
