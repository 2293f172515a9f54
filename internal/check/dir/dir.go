// Package dir checks a build directory: it reads every page, judges internal links by the
// files that there are, and leaves external ones to package target.
//
// The way of an internal link: scan finds it, page.Links.Resolve resolves it and applies the
// settings, worker.judge has lookUp find what is there, and worker.meet keeps what is wrong with
// it, or what has to wait for another page. Of most links nothing is kept. When all pages are
// read, the links that waited are judged, and pages with findings are read once more for what the
// report shows of them.
package dir

import (
	"context"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/advice"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// directory is the check of one build directory.
type directory struct {
	*check.Run
	checker  *target.Checker
	dir      *site.Dir
	comparer check.Comparer // nil compares nothing

	// What follows is by file number. Each element but those of kinds is written by the one worker
	// that reads the page.
	kinds     []link.Kind
	facts     []atomic.Pointer[page.Facts]
	refreshes []int32
	inventory *page.Inventory[int32]

	// sums are counted by document; outside are the URLs of sitemaps and feeds that are not of the
	// site.
	sums struct{ pages, links, bytes, outside atomic.Int64 }
	// mu guards what follows, which is rare.
	mu    sync.Mutex
	notes []string
	// discoveries are files that links say to hold further links: their names do not say so.
	discoveries map[int32]link.Kind
	// shells are the pages that scripts fill or lead away from.
	shells map[int32]health.Look
	// refreshURLs are where meta refreshes lead, when the site is compared with an old one: not
	// those that only load their page again.
	refreshURLs map[int32]weburl.URL

	// second is what is wanted of pages that are read once more.
	second map[int32]*rereading
	// rules are the places of the host's rules that were judged. In references to occurrences, these
	// stand on the page behind the last file.
	rules []link.Occurrence
	// isBare is whether the unknown host serves pages without ".html", and bareNote says what was made
	// of such links; empty for most sites.
	isBare   bool
	bareNote string
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
	d := newDirectory(job, dir)
	d.comparer = compare
	ctx, late, end := check.Begin(ctx)
	defer end()
	return d.report(ctx, late, d.read(ctx))
}

// newDirectory returns the check of a directory of which nothing is read.
func newDirectory(job *check.Job, dir *site.Dir) *directory {
	run := check.NewRun(job, link.Directory)
	d := &directory{
		Run: run, dir: dir,
		checker:     target.New(run),
		kinds:       make([]link.Kind, dir.Len()),
		facts:       make([]atomic.Pointer[page.Facts], dir.Len()),
		inventory:   page.NewInventory[int32](run.Job),
		refreshes:   slices.Repeat([]int32{noRefresh}, dir.Len()),
		discoveries: map[int32]link.Kind{}, shells: map[int32]health.Look{}, refreshURLs: map[int32]weburl.URL{},
		second: map[int32]*rereading{},
	}
	d.Fill = d.want
	d.AddsElements = func(page string) bool { return d.factsAt(page).AddsElements() }
	for i := range d.kinds {
		d.kinds[i] = dir.Kind(int32(i))
	}
	return d
}

// withLock does something with what d.mu guards.
func (d *directory) withLock(do func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	do()
}

// worker is one worker of directory mode, with what it found of links: nothing of that is shared,
// so nothing is locked, until the external links of a page are handed over.
type worker struct {
	*directory
	local check.LocalFindings
	// doc is the document that is being read, whose links resolve against from, and in which
	// lines finds positions; nil when all are read.
	doc    *page.Document
	from   page.Base
	lines  *position.Lines
	memory page.Memory
	// texts finds texts of links one by one, until it has read maxTexts bytes in all.
	texts    scan.Texts
	maxTexts int

	resolver *page.Links[int32]
	ref      page.Reference[int32]
	// marks say of each file which links lead there.
	marks []mark
	// numbers are those of the targets that are no file by its own URL, by what the report calls
	// them.
	numbers map[string]int32
	others  []other
	// asks are the links that are judged later, packed, and misses the ones of these whose fragment
	// does not exist.
	asks   [][]byte
	misses []miss
}

func newWorker(d *directory) *worker {
	return &worker{
		directory: d, resolver: page.NewLinks[int32](d.Job), doc: new(page.Document), local: check.NewLocalFindings(),
		marks: make([]mark, d.dir.Len()), numbers: map[string]int32{},
	}
}

// merge takes over what another worker found, but for marks. Its other targets lose their numbers,
// which are not needed any more; a single page may lead to millions of them, so they are added to
// the longer list.
func (r *worker) merge(more *worker) {
	r.local.Add(more.local)
	r.misses = append(r.misses, more.misses...)
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
	workers := make([]*worker, d.Job.Config.Jobs)
	for i := range workers {
		workers[i] = newWorker(d)
	}
	sum := workers[0]
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
		documents = documents[:0]
		for file, kind := range d.discoveries {
			d.kinds[file] = kind
			documents = append(documents, file)
		}
		clear(d.discoveries)
	}
	d.Step("check the rules of the host", "", sum.judgeRules)
	for _, more := range workers[1:] {
		for file, m := range more.marks {
			sum.marks[file] |= m
		}
	}
	sum.judgeBare(workers)
	d.checker.Queue.Release()
	var judging sync.WaitGroup
	for _, r := range workers {
		judging.Go(func() { d.Step("check the fragments", "", r.judgeAsks) })
	}
	judging.Wait()
	asking.Wait()
	for _, more := range workers[1:] {
		sum.merge(more)
	}
	return sum
}

// report makes the report from what the workers found, which is sum. ctx is that of the run, and
// late that of the steps after the reading.
func (d *directory) report(ctx, late context.Context, sum *worker) *link.Report {
	j, r := d.Job, d.Report
	r.Hosting = d.dir.Hosting().Profile.Name()
	r.Stats.Pages, r.Stats.Links, r.Stats.Bytes = int(d.sums.pages.Load()), int(d.sums.links.Load()), d.sums.bytes.Load()
	sum.remark()
	d.Step("list the pages", "", func() { r.Inventory = d.inventory.List(d.start(), func(file int32) int32 { return file }) })

	d.AddLocal(sum.local, sum.countOK())
	d.checker.Report()
	for i := range sum.misses {
		d.wantMiss(&sum.misses[i])
	}
	d.readAgain(late)
	d.Step("find fragments", "", func() { d.addMissing(late, sum.misses) })
	for _, problem := range d.dir.Problems() {
		d.Problem(problem)
	}
	if j.IsOtherShare() {
		d.comparer = nil
	}
	d.Conclude(ctx, late, d.comparer, d, sum.advise)
	if len(r.Findings) > 0 && j.Served != nil {
		*j.Served = check.Served{Has: d.serves, Lacks: func(page, fragment string) bool { return d.factsAt(page).Lacks(fragment) }}
	}
	if !d.dir.IsRepository() { // Its links have no base path.
		advice.WithBasePath(j, r)
	}
	return r
}

// advise looks among the files for the paths that wrong links perhaps meant.
func (r *worker) advise(ctx context.Context) {
	markAboveRoot(r.Report)
	a := advice.Advisor{
		Job: r.Job, Report: r.Report, Queries: true, Outside: r.local.OutsideBase, HasFolder: r.dir.HasFolder,
		PathLike: r.pathLike,
		Site:     suggest.Site{Len: r.dir.Len(), Path: func(i int32) string { return "/" + r.dir.URLPath(i) }, End: r.end},
	}
	a.AdvisePaths(ctx)
}

// pathLike returns the path by which the site links to a file, as many hosts serve "pricing.html" at
// "/pricing", too, and "guide/index.html" at "/guide/". For one without links it is in the form of
// the wrong path that is meant for it.
func (r *worker) pathLike(file int32, wrong string) string {
	own, full := "/"+r.dir.URLPath(file), "/"+hosting.EscapePath(r.dir.Path(file))
	for _, form := range []string{full, strings.TrimSuffix(full, hosting.PageExtension)} {
		place, isLinked := r.numbers[form]
		switch entry := r.dir.Find(form, ""); {
		case r.marks[file]&direct != 0 || entry.Kind != site.Found || entry.File != file || entry.Bare && !r.isBare:
		case isLinked && len(r.other(place).hops) == 0, path.Ext(form) == path.Ext(wrong) && path.Base(form) != hosting.IndexFile:
			return form
		}
	}
	return own
}

// serves reports whether there is a file at a path that is there for its own sake: it
// has that path, and leads to no other.
func (d *directory) serves(path string) bool {
	entry := d.dir.Find(path, "")
	return (entry.IsURLPath || entry.Bare && entry.Kind == site.Found) && d.refreshes[entry.File] == noRefresh
}

// factsAt returns what is known of a page, by its name; nil when nothing is.
func (d *directory) factsAt(page string) *page.Facts {
	entry := d.dir.Find(page, "")
	if !entry.IsURLPath {
		return nil
	}
	return d.facts[entry.File].Load()
}

// end is the file where readers of a file end, behind meta refreshes; negative when that is not
// one of the site.
func (d *directory) end(file int32) int32 {
	for range check.MaxFragmentHops {
		to := d.refreshes[file]
		if to == noRefresh {
			return file
		}
		if file = to; file < 0 {
			break
		}
	}
	return unknownPage
}
