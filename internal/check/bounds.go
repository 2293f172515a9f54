package check

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"
)

// limits bound what a report is made of. A page of a stranger can hold ten million
// links to nothing, and each finding takes some kilobytes until it is written.
type limits struct {
	// findings is how many broken links a run may find before it ends.
	findings int64
	// occurrences is how many places of findings are kept, beside the first of each.
	occurrences int64
	// targets is how many targets may be asked for before the run ends.
	targets int64
	// kept is how many bytes of names, anchors and links may be kept until the end, by
	// estimate, before the run ends.
	kept int64
}

// bounds end a run that finds more than a report can hold. They are safe for
// concurrent use.
type bounds struct {
	most                           limits
	end                            context.CancelCauseFunc
	findings, occurrences, targets atomic.Int64
	kept                           atomic.Int64
}

// defaultLimits keep a run below one gigabyte.
func defaultLimits() limits {
	return limits{findings: 200_000, occurrences: 1_000_000, targets: 1_000_000, kept: 512 << 20}
}

// newBounds returns the bounds of a run.
func newBounds(job *Job) *bounds {
	return &bounds{most: cmp.Or(job.limits, defaultLimits())}
}

// bound returns a context that ends with ctx, or when the run found too much.
func (b *bounds) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, b.end = context.WithCancelCause(ctx)
	return ctx, func() { b.end(nil) }
}

// finding notes one more broken target, and reports whether there is room for it.
func (b *bounds) finding() bool {
	n := b.findings.Add(1)
	if n == b.most.findings+1 {
		b.end(fmt.Errorf("more than %d broken links", b.most.findings))
	}
	return n <= b.most.findings
}

// keep notes that so many further bytes are kept until the end.
func (b *bounds) keep(n int64) {
	if now := b.kept.Add(n); now > b.most.kept && now-n <= b.most.kept {
		b.end(fmt.Errorf("more links and anchors than fit into %d bytes of memory", b.most.kept))
	}
}

// target notes one more target that is to be asked for, by its name.
func (b *bounds) target(name string) {
	b.keep(int64(len(name)))
	if b.targets.Add(1) == b.most.targets+1 {
		b.end(fmt.Errorf("more than %d targets", b.most.targets))
	}
}

// keeps notes one more place of a finding, and reports whether there is room for it.
func (b *bounds) keeps() bool { return b.occurrences.Add(1) <= b.most.occurrences }

// leftOut says how many places of findings were not kept.
func (b *bounds) leftOut() []string {
	n := b.occurrences.Load() - b.most.occurrences
	if n <= 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d further places of these findings are left out of reports, which name the first %d", n, b.most.occurrences)}
}
