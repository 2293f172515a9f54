// Package dir checks a build directory: it reads every page, judges internal links by the
// files that there are, and leaves external ones to package target.
//
// The way of an internal link: scan finds it, page.Links resolves it and applies the settings,
// worker.judge has lookUp find what is there, and worker.meet keeps what is wrong with it, or what
// has to wait for another page. Of most links nothing is kept. When all pages are read, the
// links that waited are judged, and pages with findings are read once more for what the report
// shows of them.
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
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/suggest"
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

	// rules are the places of the host's rules that were judged. In references to occurrences, these
	// stand on the page behind the last file.
	rules []link.Occurrence
	// bareNote says what was made of links that leave ".html" out; empty for most sites.
	bareNote string

	// What follows is by file number. Each element of facts and refreshes is written by the one
	// worker that reads the page; those of refreshes before any is read.
	kinds     []link.Kind
	facts     []atomic.Pointer[page.Facts]
	refreshes []int32
}

// In refreshes, noRefresh marks a page without a meta refresh. unknownPage marks a page
// whose meta refresh leads where no fragment of a link is looked up: off the site, or to a
// fragment that the refresh itself names.
const (
	noRefresh   = -1
	unknownPage = -2
)

// Check reads every page of dir and checks every link, and compares the site with an old one if
// compare is not nil. What ctx cuts short is reported as far as it is known.
func Check(ctx context.Context, job *check.Job, dir *site.Dir, compare check.Comparer) *link.Report {
	d := newDirectory(job.ForRun(), dir)
	d.comparer = compare
	ctx, end := d.bounds.WithEnd(ctx)
	defer end()
	late, stop := check.Late(ctx, check.Grace)
	defer stop()
	return d.report(ctx, late, d.read(ctx))
}

// newDirectory returns the check of a directory of which nothing is read. j is the job of
// this run alone.
func newDirectory(j *check.Job, dir *site.Dir) *directory {
	steps, bounds, inWork := new(check.Steps), check.NewBounds(j), check.NewPageBudget(j.Config.Jobs)
	d := &directory{
		job: j, steps: steps, bounds: bounds, inWork: inWork, dir: dir,
		checker:   target.New(j, steps, bounds, inWork),
		kinds:     make([]link.Kind, dir.Len()),
		facts:     make([]atomic.Pointer[page.Facts], dir.Len()),
		refreshes: make([]int32, dir.Len()),
	}
	for i := range d.refreshes {
		d.refreshes[i] = noRefresh
		d.kinds[i] = dir.Kind(int32(i))
	}
	return d
}

// worker is one worker of directory mode, with all that it found: nothing is shared, so
// nothing is locked, until the external links of a page are handed over.
type worker struct {
	*directory
	local check.LocalFindings
	// doc is the document that is being read, whose links resolve against from, and in which
	// lines finds positions. isLate is set when all are read.
	doc    *page.Document
	from   page.Base
	lines  *position.Lines
	isLate bool
	// texts finds texts of links one by one, until it has read maxTexts bytes in all: then, all of
	// the document are read, and hasTexts is set.
	texts    scan.Texts
	maxTexts int
	hasTexts bool

	resolver *page.Links[int32]
	ref      page.Reference[int32]
	// marks say of each file which links lead there.
	marks []mark
	// numbers are those of the targets that are no file by its own URL, by what the report calls
	// them.
	numbers map[string]int32
	others  []other
	// asked are the links of the document that are judged later, asks those of all, and misses the
	// ones of these whose fragment does not exist.
	asked  []ask
	asks   []asks
	misses []miss

	// hasBare is whether links lead to pages without their ".html", where the host is not known.
	hasBare bool
	// namedBare counts the pages whose canonical link leaves their own ".html" out, and namedWhole
	// those whose does not.
	namedBare, namedWhole int

	pages, links    int
	bytes           int64
	problems, notes []string
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

func newWorker(d *directory) *worker {
	return &worker{
		directory: d, resolver: page.NewLinks[int32](d.job), doc: new(page.Document), local: check.NewLocalFindings(),
		marks: make([]mark, d.dir.Len()), numbers: map[string]int32{}, discoveries: map[int32]link.Kind{},
		shells: map[int32]health.Look{}, refreshURLs: map[int32]weburl.URL{}, inventory: newInventory(d),
	}
}

// merge takes over what another worker found. Its other targets lose their numbers, which are not
// needed any more; a single page may lead to millions of them, so they are added to the longer list.
func (r *worker) merge(more *worker) {
	r.pages, r.links, r.bytes, r.outside = r.pages+more.pages, r.links+more.links, r.bytes+more.bytes, r.outside+more.outside
	r.namedBare, r.namedWhole = r.namedBare+more.namedBare, r.namedWhole+more.namedWhole
	r.problems, r.notes = append(r.problems, more.problems...), append(r.notes, more.notes...)
	maps.Copy(r.shells, more.shells)
	maps.Copy(r.refreshURLs, more.refreshURLs)
	r.local.Add(more.local)
	r.misses = append(r.misses, more.misses...)
	r.inventory.merge(more.inventory)
	for file, m := range more.marks {
		r.marks[file] |= m
	}
	if len(r.others) < len(more.others) {
		r.numbers, more.numbers = more.numbers, r.numbers
		r.others, more.others = more.others, r.others
	}
	for _, theirs := range more.others {
		if _, ok := r.numbers[theirs.name]; !ok {
			r.add(theirs)
		}
	}
}

// read lets workers read all documents, while external targets are requested as they are found,
// and returns what they found when both have ended.
func (d *directory) read(ctx context.Context) *worker {
	workers := make([]*worker, d.job.Config.Jobs)
	for i := range workers {
		workers[i] = newWorker(d)
	}
	d.checker.Queue.Hold()
	var asking sync.WaitGroup
	asking.Go(func() { d.checker.Run(ctx) })
	var documents []int32
	for i, kind := range d.kinds {
		if kind != link.NoKind {
			documents = append(documents, int32(i))
		}
	}
	for len(documents) > 0 {
		d.eachDocument(ctx, "read", documents, scan.Options{}, func(i int, file int32, doc *page.Document, fault, cut error) {
			workers[i].doc = doc
			workers[i].take(ctx, file, fault, cut)
		})
		documents = d.discovered(workers)
	}
	d.steps.Do("check the rules of the host", "", workers[0].judgeRules)
	d.judgeBare(workers)
	d.checker.Queue.Release()
	var judging sync.WaitGroup
	for _, r := range workers {
		judging.Go(func() { d.steps.Do("check the fragments", "", r.judgeAsks) })
	}
	judging.Wait()
	asking.Wait()
	for _, more := range workers[1:] {
		workers[0].merge(more)
	}
	return workers[0]
}

// discovered are files with links that only the links to them reveal as such: their names
// do not.
func (d *directory) discovered(workers []*worker) (files []int32) {
	all := map[int32]link.Kind{}
	for _, r := range workers {
		for file, kind := range r.discoveries {
			discover(all, file, kind)
		}
		clear(r.discoveries)
	}
	for file, kind := range all {
		if d.kinds[file] == link.NoKind && !d.dir.IsRepository() {
			d.kinds[file] = kind
			files = append(files, file)
		}
	}
	return files
}

// discover notes what a link says that a file holds. Where links say different things, the least
// kind counts, and not the first.
func discover(all map[int32]link.Kind, file int32, holds link.Kind) {
	if known, ok := all[file]; !ok || holds < known {
		all[file] = holds
	}
}

// report makes the report from what the workers found, which is sum. ctx is that of the run, and
// late that of the steps after the reading.
func (d *directory) report(ctx, late context.Context, sum *worker) *link.Report {
	j := d.job
	r := j.NewReport(link.Directory)
	r.Hosting = d.dir.Hosting().Profile.Name()
	r.Stats.Pages, r.Stats.Links, r.Stats.Bytes = sum.pages, sum.links, sum.bytes
	sum.problems = append(sum.problems, d.dir.Unlisted()...)
	sum.remark(r)
	if ctx.Err() == nil && len(sum.problems) == 0 && !d.dir.IsRepository() && !d.steps.AnyFailed() && !j.IsOtherShare() {
		// A page that was not read may link to any other page.
		d.steps.Do("find orphans", "", func() { sum.markOrphans(late) })
		r.Note(orphanPages.Of(sum.count(orphan), nil))
	}
	d.steps.Do("list the pages", "", func() { r.Inventory = sum.list() })

	second := newSecond(d)
	b := check.Builder{Job: j, Report: r, Fill: second.want, AddsElements: func(page string) bool { return d.factsAt(page).AddsElements() }}
	b.CountInternal(sum.countOK())
	b.AddLocal(sum.local)
	d.checker.Report(&b)
	for i := range sum.misses {
		second.wantMiss(&sum.misses[i])
	}
	second.read(late)
	d.steps.Do("find fragments", "", func() { second.addMissing(late, &b, sum.misses) })
	d.compare(ctx, sum, &b)
	r.Problems = slices.Concat(r.Problems, second.problems(), d.steps.TakeProblems())
	d.bounds.ReportOmitted(j, r)
	r.Problem(d.dir.Unanswered())
	b.Finish(ctx)
	markAboveRoot(r)
	d.steps.Do("find suggestions", "", func() { sum.advise(late, r) })
	for _, problem := range d.steps.TakeProblems() {
		r.AddProblem(problem)
	}
	if len(r.Findings) > 0 && j.Served != nil {
		*j.Served = check.Served{Has: d.serves, Lacks: func(page, fragment string) bool { return d.factsAt(page).Lacks(fragment) }}
	}
	if !d.dir.IsRepository() { // Its links have no base path.
		advice.WithBasePath(j, r)
	}
	return r
}

// advise looks among the files for the paths that wrong links perhaps meant.
func (r *worker) advise(ctx context.Context, report *link.Report) {
	forms := sync.OnceValue(func() *pageForms { return newPageForms(r.dir, r) })
	a := advice.Advisor{
		Job: r.job, Steps: r.steps, Report: report, Queries: true, Outside: r.local.OutsideBase, HasFolder: r.dir.HasFolder,
		LinkedAs: func(file int32) string { return forms().path(file) },
		Site:     suggest.Site{Len: r.dir.Len(), Path: func(i int32) string { return "/" + r.dir.URLPath(i) }, End: r.end},
	}
	a.AdvisePaths(ctx)
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

// end is the file where readers of a file end, behind meta refreshes; negative when that is not
// one of the site.
func (d *directory) end(file int32) int32 {
	for range check.MaxFragmentHops {
		switch to := d.refreshes[file]; to {
		case noRefresh:
			return file
		case unknownPage:
			return unknownPage
		default:
			file = to
		}
	}
	return unknownPage
}
