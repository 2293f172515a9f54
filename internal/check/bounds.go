package check

import (
	"context"
	"fmt"
	"sync/atomic"
)

// The bounds on what a report is made of. A page of a stranger can hold ten million
// links to nothing, and each finding takes some kilobytes until it is written.
const (
	// maxFindings is how many broken targets a run may find before it ends.
	maxFindings = 100_000
	// maxOccurrences is how many places of broken links are kept. Each finding has at
	// least one.
	maxOccurrences = 1_000_000
	// maxTargets is how many targets may be asked for before the run ends.
	maxTargets = 1_000_000
)

// bounds end a run that finds more than a report can hold. They are safe for
// concurrent use.
type bounds struct {
	end                            context.CancelCauseFunc
	findings, occurrences, targets atomic.Int64
}

// bound returns a context that ends with ctx, or when the run found too much.
func (b *bounds) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, b.end = context.WithCancelCause(ctx)
	return ctx, func() { b.end(nil) }
}

// finding notes one more broken target, and reports whether there is room for it.
func (b *bounds) finding() bool {
	n := b.findings.Add(1)
	if n == maxFindings+1 {
		b.end(fmt.Errorf("more than %d broken links", maxFindings))
	}
	return n <= maxFindings
}

// target notes one more target that is to be asked for.
func (b *bounds) target() {
	if b.targets.Add(1) == maxTargets+1 {
		b.end(fmt.Errorf("more than %d targets", maxTargets))
	}
}

// keeps notes one more place of a finding, and reports whether there is room for it.
func (b *bounds) keeps() bool { return b.occurrences.Add(1) <= maxOccurrences }

// leftOut says how many places of findings were not kept.
func (b *bounds) leftOut() []string {
	n := b.occurrences.Load() - maxOccurrences
	if n <= 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d further places of these findings are left out of reports, which name the first %d", n, maxOccurrences)}
}
