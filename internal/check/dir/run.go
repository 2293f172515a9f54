// Package dir checks a build directory: it reads every page, judges internal links by the
// files that there are, and leaves external ones to package target.
package dir

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/advice"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/phase"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// directory is the check of one build directory.
type directory struct {
	job      *check.Job
	checker  *target.Checker
	steps    *check.Steps
	bounds   *check.Bounds
	inWork   *check.PageBudget
	dir      *site.Dir
	comparer check.Comparer // nil compares nothing

	// bareNote says what was made of links that leave ".html" out; empty for most sites.
	bareNote []string

	// What follows is by file number. Each element of facts and refreshes is
	// written by the one worker that reads the page; those of refreshes before any
	// is read.
	kinds     []link.Kind
	facts     []atomic.Pointer[page.Facts]
	refreshes []int32
}

// serves reports whether there is a file at a path that is there for its own sake: it
// has that path, and leads to no other.
func (d *directory) serves(path string) bool {
	entry := d.dir.Find(path, "")
	return (entry.IsURLPath || entry.Bare && entry.Kind == site.Found) && d.refreshes[entry.File] == noRefresh
}

// factsAt returns what is known of a page, by its name; nil when nothing is.
func (d *directory) factsAt(page string) *page.Facts {
	entry := d.dir.Find(strings.TrimPrefix(page, "/"), "")
	if !entry.IsURLPath {
		return nil
	}
	return d.facts[entry.File].Load()
}

// land is where a link to an internal URL ends.
func (d *directory) land(u weburl.URL) redirectResult {
	return walkRedirects(d.dir, &d.job.Scope, u, d.dir.Find(d.job.Scope.TargetPath(u), u.Query))
}

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
	d.facts = make([]atomic.Pointer[page.Facts], dir.Len())
	ctx, end := d.bounds.WithEnd(ctx)
	defer end()
	late, stop := check.Late(ctx, check.Grace)
	defer stop()
	return d.conclude(ctx, late, d.read(ctx, documents))
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

	b := check.Builder{Job: j, Report: r, AddsElements: func(page string) bool { return d.factsAt(page).AddsElements() }}
	second := &second{directory: d, wanted: map[int32][]wanted{}}
	b.Fill = second.want
	b.CountInternal(sum.targets.count())
	b.AddLocal(sum.local)
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
	if len(r.Findings) > 0 && j.Served != nil {
		*j.Served = check.Served{Has: d.serves, Lacks: func(page, fragment string) bool { return d.factsAt(page).Lacks(fragment) }}
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
	d.reportShells(r, sum)
}

// read lets the workers read the documents, while external targets are requested as they
// are found, and returns when both have ended.
func (d *directory) read(ctx context.Context, documents []int32) []*worker {
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
	for len(documents) > 0 {
		d.eachDocument(ctx, "read", documents, scan.Options{}, func(i int, file int32, doc *page.Document, fault, cut error) {
			readers[i].doc = doc
			readers[i].take(ctx, file, fault, cut)
		})
		documents = d.discovered(readers)
	}
	d.judgeBare(readers)
	d.checker.Queue.Release()
	phases.Begin(phase.Judging)
	d.each(readers, "check the fragments", func(r *worker) { r.judgeAsks() })
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

// worker is one worker of directory mode, with all that it found: nothing is
// shared, so nothing is locked, until the external links of a page are handed
// over.
type worker struct {
	*directory
	local check.LocalFindings
	// doc is the document that is being read, in which lines finds positions. isLate is set when
	// all are read.
	doc    *page.Document
	lines  *position.Lines
	isLate bool
	// texts finds texts of links one by one, until it has read maxTexts bytes in all: then, all of
	// the document are read, and hasTexts is set.
	texts    scan.Texts
	maxTexts int
	hasTexts bool

	targets  targets
	resolver *page.Links[int32]
	ref      reference
	// asks are the links that are judged later, and misses those of them whose fragment does not
	// exist.
	asks   []ask
	misses []miss

	// hasBare is whether links lead to pages without their ".html", where the host is not known.
	hasBare bool
	// namedBare counts the pages whose canonical link leaves their own ".html" out, and namedWhole
	// those whose does not.
	namedBare, namedWhole int

	pages    int
	links    int
	bytes    int64
	problems []string
	notes    []string
	// outside counts the URLs of sitemaps and feeds that are not of the site.
	outside int
	// inventory is nil when the report lists no pages.
	inventory *inventory
	// shells are the pages that scripts fill or lead away from.
	shells map[int32]health.Look
	// refreshURLs are where meta refreshes lead, when the site is compared with an old one: not
	// those that only load their page again.
	refreshURLs map[int32]weburl.URL
	// discoveries are files that links say to hold further links.
	discoveries map[int32]link.Kind
}

// reference is where a link leads; the number is that of a place.
type reference = page.Reference[int32]

func newWorker(d *directory) *worker {
	return &worker{
		directory: d, resolver: page.NewLinks[int32](d.job), doc: new(page.Document),
		local: check.NewLocalFindings(), targets: newTargets(d.dir),
		discoveries: map[int32]link.Kind{}, shells: map[int32]health.Look{}, refreshURLs: map[int32]weburl.URL{}, inventory: newInventory(d),
	}
}

// merge takes over what another worker found.
func (r *worker) merge(other *worker) {
	r.pages += other.pages
	r.links += other.links
	r.outside += other.outside
	r.bytes += other.bytes
	r.problems = append(r.problems, other.problems...)
	r.notes = append(r.notes, other.notes...)
	maps.Copy(r.shells, other.shells)
	r.local.Add(other.local)
	maps.Copy(r.refreshURLs, other.refreshURLs)
	r.targets.merge(&other.targets)
	r.misses = append(r.misses, other.misses...)
}
