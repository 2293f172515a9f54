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
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
)

// Check reads every page of dir and checks every link. What ctx cuts short
// is reported as far as it is known.
func Check(ctx context.Context, job *check.Job, dir *site.Dir) *link.Report {
	j := job.ForRun()
	steps, bounds, inWork := new(check.Steps), check.NewBounds(j), check.NewPageBudget(j.Config.Jobs)
	d := &directory{
		steps: steps, bounds: bounds, inWork: inWork,
		job:       j,
		checker:   target.New(j, steps, bounds, inWork),
		dir:       dir,
		kinds:     make([]link.Kind, dir.Len()),
		facts:     make(check.FactsTable, dir.Len()),
		refreshes: make([]int32, dir.Len()),
	}
	if j.Inferred && j.Shared {
		j.ServedByOther = d.isServedByOther
	}
	var documents []int32
	for i := range d.refreshes {
		d.refreshes[i] = noRefresh
		d.kinds[i] = scan.KindOfName(dir.Path(int32(i)))
		if d.kinds[i] != link.NoKind {
			documents = append(documents, int32(i))
		}
	}
	ctx, end := d.bounds.WithEnd(ctx)
	defer end()
	late, stop := check.Late(ctx, check.Grace)
	defer stop()
	return d.conclude(ctx, late, d.read(ctx, late, documents))
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
	sum.problems = append(sum.problems, d.dir.Unlisted()...)
	r.Problems = sum.problems
	slices.Sort(sum.notes)
	r.Notes = slices.Concat(r.Notes, sum.notes, check.OutsideNote(sum.outside), j.SharedNote(len(sum.sharedHost)))
	r.Notes = append(r.Notes, hostingNotes(d.dir.Hosting())...)
	r.Notes = append(r.Notes, exportNote(sum.targets.linked, d.dir)...)
	r.Notes = append(r.Notes, indexNote(&sum.targets)...)
	r.Notes = append(r.Notes, caseNote(&sum.targets, d.dir.Hosting())...)
	r.Problems = append(r.Problems, d.hostingProblems()...)
	d.reportShells(r, sum.shells)

	var orphans []int32
	if ctx.Err() == nil && len(sum.problems) == 0 && !d.steps.AnyFailed() {
		// A page that was not read may link to any other page.
		d.steps.Do("find orphans", "", func() {
			orphans = d.orphans(late, sum.targets.reached)
			r.Notes = append(r.Notes, orphansNote(len(orphans))...)
		})
	}
	d.steps.Do("list the pages", "", func() { r.Inventory = d.list(readers, orphans) })

	b := check.Builder{Job: j, Report: r, AddsElements: d.addsElements, ListBudget: check.NewListBudget(ctx)}
	quotes := newOccurrenceReader(d)
	b.Fill = quotes.want
	sum.targets.count(&r.Stats)
	for name, fragments := range sum.missing {
		for fragment, occurrences := range fragments {
			b.Missing(name, true, check.Temper(check.LostFragment(fragment, 0), j.RuleNamed(name)), fragment, occurrences)
		}
	}
	b.AddLocal(sum.local)
	d.checker.JudgePending()
	d.checker.Report(&b)
	quotes.fill(late, j.Config.Jobs)
	r.Problems = append(r.Problems, d.steps.TakeProblems()...)
	d.bounds.ReportOmitted(j, r)
	if problem := d.dir.Unanswered(); problem != "" {
		r.Problems = append(r.Problems, problem)
	}
	b.Finish(ctx)
	d.steps.Do("find suggestions", "", func() { d.advise(late, r, sum.local.OutsideBase, &sum.targets) })
	for _, problem := range d.steps.TakeProblems() {
		r.AddProblem(problem)
	}
	if len(r.Findings) > 0 {
		j.Served.Set(d.serves)
	}
	r.Notes = append(r.Notes, extensionNote(r, d.dir.Hosting())...)
	advice.WithBasePath(j, r)
	return r
}

// read lets the workers read the documents, while external targets are requested as they
// are found, and returns when both have ended. The steps after that end with late.
func (d *directory) read(ctx, late context.Context, documents []int32) []*worker {
	readers := make([]*worker, d.job.Config.Jobs)
	for i := range readers {
		readers[i] = newWorker(d)
	}
	d.checker.Queue.Hold()
	var asking sync.WaitGroup
	asking.Go(func() { d.checker.Run(ctx) })
	d.steps.Do("check the rules of the host", "", func() { readers[0].judgeRules(d.dir.Hosting().Profile.Rules()) })
	for len(documents) > 0 {
		d.documents.fill(documents, len(readers))
		d.each(readers, "read the pages", func(r *worker) { r.run(ctx) })
		documents = d.discovered(readers)
	}
	d.checker.Queue.Release()
	d.each(readers, "check the fragments", func(r *worker) { r.judgeFragments(late) })
	asking.Wait()
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
	var files []int32
	for _, r := range readers {
		for file, kind := range r.discoveries {
			if d.kinds[file] == link.NoKind {
				d.kinds[file] = kind
				files = append(files, file)
			}
		}
		clear(r.discoveries)
	}
	return files
}
