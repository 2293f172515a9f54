package check

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/link"
)

// Limits bound what a report is made of. A page of a stranger can hold ten million
// links to nothing, and each finding takes some kilobytes until it is written.
type Limits struct {
	// Findings is how many broken links a run may find before it ends.
	Findings int64
	// Occurrences is how many places of findings are kept, beside the first of each.
	Occurrences int64
	// Targets is how many targets may be asked for before the run ends.
	Targets int64
	// Kept is how many bytes of names, anchors and links may be kept until the end, by
	// estimate, before the run ends.
	Kept int64
}

// Bounds end a run that finds more than a report can hold. They are safe for
// concurrent use.
type Bounds struct {
	max                            Limits
	end                            context.CancelCauseFunc
	findings, occurrences, targets atomic.Int64
	kept                           atomic.Int64
}

// defaultLimits keep a run below one gigabyte.
func defaultLimits() Limits {
	return Limits{Findings: 200_000, Occurrences: 1_000_000, Targets: 1_000_000, Kept: 512 << 20}
}

// NewBounds returns the bounds of a run.
func NewBounds(job *Job) *Bounds {
	return &Bounds{max: cmp.Or(job.Limits, defaultLimits())}
}

// WithEnd returns a context that ends with ctx, or when the run found too much.
func (b *Bounds) WithEnd(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, b.end = context.WithCancelCause(ctx)
	return ctx, func() { b.end(nil) }
}

// AddFinding notes one more broken target, and reports whether there is room for it.
func (b *Bounds) AddFinding() bool {
	n := b.findings.Add(1)
	if n == b.max.Findings+1 {
		b.end(fmt.Errorf("more than %d broken links", b.max.Findings))
	}
	return n <= b.max.Findings
}

// AddKept notes that so many further bytes are kept until the end.
func (b *Bounds) AddKept(n int64) {
	if now := b.kept.Add(n); now > b.max.Kept && now-n <= b.max.Kept {
		b.end(fmt.Errorf("links and anchors need more than %d bytes of memory", b.max.Kept))
	}
}

// AddTarget notes one more target that is to be asked for, by its name.
func (b *Bounds) AddTarget(name string) {
	b.AddKept(int64(len(name)))
	if b.targets.Add(1) == b.max.Targets+1 {
		b.end(fmt.Errorf("more than %d targets", b.max.Targets))
	}
}

// AddOccurrence notes one more place of a finding, and reports whether there is room for it.
func (b *Bounds) AddOccurrence() bool { return b.occurrences.Add(1) <= b.max.Occurrences }

// ReportOmitted says in a report how many places of findings were not kept. A run that
// compares places with a baseline, or writes one, is incomplete without them.
func (b *Bounds) ReportOmitted(j *Job, r *link.Report) {
	n := b.occurrences.Load() - b.max.Occurrences
	switch {
	case n <= 0:
	case j.Config.UsesPlaces():
		r.Problems = append(r.Problems, fmt.Sprintf(
			"%d more occurrences of these findings are not listed, so they cannot be compared with a baseline: reports list the first %d", n, b.max.Occurrences))
	default:
		r.Notes = append(r.Notes, fmt.Sprintf("%d more occurrences of these findings are not listed: reports list the first %d", n, b.max.Occurrences))
	}
}
