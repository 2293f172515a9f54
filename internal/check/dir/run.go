// Package dir checks a build directory: it reads every page, judges internal links by the
// files that there are, and leaves external ones to package target.
package dir

import (
	"context"
	"slices"
	"sync"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/advice"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/phase"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
)

// Check reads every page of dir and checks every link, and compares the site with an old one if
// compare is not nil. What ctx cuts short is reported as far as it is known.
func Check(ctx context.Context, job *check.Job, dir *site.Dir, compare check.Comparer) *link.Report {
	d := newDirectory(job.ForRun(), dir)
	d.comparer = compare
	var documents []int32
	for i := range d.kinds {
		if d.kinds[i] != link.NoKind {
			documents = append(documents, int32(i))
		}
	}
	d.facts = make(check.FactsTable, dir.Len())
	ctx, end := d.bounds.WithEnd(ctx)
	defer end()
	late, stop := check.Late(ctx, check.Grace)
	defer stop()
	return d.conclude(ctx, late, d.read(ctx, late, documents))
}

// newDirectory returns the check of a directory of which nothing is read. j is the job of
// this run alone.
func newDirectory(j *check.Job, dir *site.Dir) *directory {
	steps, bounds, inWork := new(check.Steps), check.NewBounds(j), check.NewPageBudget(j.Config.Jobs)
	d := &directory{
		steps: steps, bounds: bounds, inWork: inWork,
		job:       j,
		checker:   target.New(j, steps, bounds, inWork),
		dir:       dir,
		kinds:     make([]link.Kind, dir.Len()),
		refreshes: make([]int32, dir.Len()),
	}
	for i := range d.refreshes {
		d.refreshes[i] = noRefresh
		d.kinds[i] = scan.KindOfName(dir.Path(int32(i)))
	}
	return d
}

// conclude makes the report from what the workers found. ctx is that of the run, and late
// that of the steps after the reading.
func (d *directory) conclude(ctx, late context.Context, readers []*worker) *link.Report {
	j := d.job
	r := j.NewReport(link.Directory)
	r.Hosting = d.dir.Hosting().Profile.Name()
	sum := readers[0]
	for _, other := range readers[1:] {
		sum.merge(other)
	}
	r.Stats.Pages, r.Stats.Links, r.Stats.Bytes = sum.pages, sum.links, sum.bytes
	d.remark(r, sum)
	var orphans []int32
	if ctx.Err() == nil && len(sum.problems) == 0 && !d.steps.AnyFailed() && !d.job.IsOtherShare() {
		// A page that was not read may link to any other page.
		d.steps.Do("find orphans", "", func() {
			orphans = d.orphans(late, &sum.targets)
			r.Notes = append(r.Notes, orphansNote(len(orphans))...)
		})
	}
	d.steps.Do("list the pages", "", func() { r.Inventory = d.list(readers, orphans) })

	b := check.Builder{Job: j, Report: r, AddsElements: d.addsElements, ListBudget: check.NewListBudget(ctx)}
	second := &second{directory: d, wanted: map[int32][]wanted{}}
	b.Fill = second.want
	b.CountInternal(sum.targets.count())
	b.AddLocal(sum.local)
	d.checker.JudgePending()
	d.checker.Report(&b)
	for i := range sum.misses {
		second.wantMiss(&sum.misses[i])
	}
	second.read(late)
	addMissing(&b, sum.misses)
	d.compare(ctx, sum, &b)
	r.Problems = slices.Concat(r.Problems, second.problems, d.steps.TakeProblems())
	d.bounds.ReportOmitted(j, r)
	if problem := d.dir.Unanswered(); problem != "" {
		r.Problems = append(r.Problems, problem)
	}
	b.Finish(ctx)
	markAboveRoot(r)
	d.steps.Do("find suggestions", "", func() { d.advise(late, r, sum) })
	for _, problem := range d.steps.TakeProblems() {
		r.AddProblem(problem)
	}
	if len(r.Findings) > 0 {
		j.Served.Set(d.serves, d.factsAt)
	}
	advice.WithBasePath(j, r)
	return r
}

// remark adds to a report what the reading has shown besides links, of which sum is all.
func (d *directory) remark(r *link.Report, sum *worker) {
	sum.problems = append(sum.problems, d.dir.Unlisted()...)
	r.Problems = sum.problems
	slices.Sort(sum.notes)
	r.Notes = slices.Concat(r.Notes, sum.notes, check.OutsideNote(sum.outside))
	r.Notes = slices.Concat(r.Notes, hostingNotes(d.dir.Hosting()), d.bareNote)
	r.Notes = append(r.Notes, indexNote(&sum.targets)...)
	r.Notes = append(r.Notes, caseNote(&sum.targets, d.dir.Hosting())...)
	r.Problems = append(r.Problems, d.hostingProblems()...)
	d.reportShells(r, sum.shells)
}

// read lets the workers read the documents, while external targets are requested as they
// are found, and returns when both have ended. The steps after that end with late.
func (d *directory) read(ctx, late context.Context, documents []int32) []*worker {
	phases := d.job.Progress.Phases
	phases.Begin(phase.Reading)
	readers := make([]*worker, d.job.Config.Jobs)
	for i := range readers {
		readers[i] = newWorker(d)
	}
	d.checker.Queue.Hold()
	var asking sync.WaitGroup
	asking.Go(func() { d.checker.Run(ctx) })
	d.steps.Do("check the rules of the host", "", func() { readers[0].judgeRules(d.dir.Hosting().Profile.Rules()) })
	for ; len(documents) > 0; d.round++ {
		d.documents.fill(documents, len(readers))
		d.each(readers, "read the pages", func(r *worker) { r.run(ctx) })
		documents = d.discovered(readers)
	}
	d.judgeBare(readers)
	d.checker.Queue.Release()
	phases.Begin(phase.Judging)
	d.each(readers, "check the fragments", func(r *worker) { r.judgeAsks(late) })
	phases.Begin(phase.External)
	asking.Wait()
	phases.Begin(phase.Judging)
	return readers
}

// each calls do for each reader at once, and waits for them.
func (d *directory) each(readers []*worker, step string, do func(*worker)) {
	var group sync.WaitGroup
	for _, r := range readers {
		group.Go(func() { d.steps.Do(step, "", func() { do(r) }) })
	}
	group.Wait()
}

// discovered are files with links that only the links to them reveal as such: their names
// do not.
func (d *directory) discovered(readers []*worker) []int32 {
	all := map[int32]link.Kind{}
	for _, r := range readers {
		for file, kind := range r.discoveries {
			if known, ok := all[file]; !ok || kind < known {
				all[file] = kind
			}
		}
		clear(r.discoveries)
	}
	var files []int32
	for file, kind := range all {
		if d.kinds[file] == link.NoKind {
			d.kinds[file] = kind
			files = append(files, file)
		}
	}
	return files
}
