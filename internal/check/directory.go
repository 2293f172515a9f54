package check

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
)

// directory is the check of one build directory.
type directory struct {
	*asker
	dir   *site.Dir
	pages []int32
	next  atomic.Int64

	// facts and forwards are by file number. Each element is written by the one
	// worker that reads the page, before any is read.
	facts    []*pageFacts
	forwards []int32
}

// noForward stands in forwards for a page that forwards to no other.
const noForward = -1

// Directory reads every page of dir and checks every link. What ctx cuts short
// is reported as far as it is known.
func (j *Job) Directory(ctx context.Context, dir *site.Dir) *link.Report {
	d := &directory{
		asker:    newAsker(j),
		dir:      dir,
		pages:    dir.Pages(),
		facts:    make([]*pageFacts, dir.Len()),
		forwards: make([]int32, dir.Len()),
	}
	for i := range d.forwards {
		d.forwards[i] = noForward
	}
	readers := d.read(ctx)

	r := j.report(link.Directory)
	r.Hosting = "plain"
	all := newReader(d)
	for _, w := range readers {
		all.add(w)
	}
	r.Stats.Pages, r.Stats.Links, r.Stats.Bytes = all.pages, all.links, all.bytes
	r.Problems = all.problems

	b := builder{job: j, report: r}
	quotes := newQuotes(d)
	b.fill = quotes.want
	b.addLookups(all)
	b.addTally(all.tally)
	d.judgePending()
	b.addTargets(d.asker)
	quotes.fill(j.Config.Jobs)
	b.finish(ctx)
	return r
}

// read lets the workers read the pages, while external targets are asked for as
// they are found, and returns when both have ended.
func (d *directory) read(ctx context.Context) []*reader {
	readers := make([]*reader, d.job.Config.Jobs)
	d.front.Hold()
	var reading, all sync.WaitGroup
	for i := range readers {
		readers[i] = newReader(d)
		reading.Go(func() { readers[i].run(ctx) })
	}
	all.Go(func() { d.run(ctx) })
	reading.Wait()
	d.front.Release()
	for _, w := range readers {
		reading.Go(w.judgeFragments)
	}
	reading.Wait()
	all.Wait()
	return readers
}

// leadsTo tells whether fragment points at something on the page of a file, or
// on a page that it forwards to.
func (d *directory) leadsTo(file int32, fragment string) bool {
	for range maxForwards {
		facts := d.facts[file]
		if facts == nil || facts.indicates(fragment) {
			return true
		}
		if d.forwards[file] == noForward {
			return false
		}
		file = d.forwards[file]
	}
	return true
}

// reader is one worker of directory mode, with all that it found: nothing is
// shared, so nothing is locked, until the external links of a page are handed
// over.
type reader struct {
	*directory
	buf     []byte
	scanned scan.Page
	tally   tally

	// lookups are the own targets that this worker met, by what the report calls
	// them; names lists them in the order of their numbers.
	lookups map[string]int32
	found   []lookup
	// asks are the links whose fragment is on another page.
	asks      []fragmentAsk
	fragments interned

	pages    int
	links    int
	bytes    int64
	problems []string
}

// lookup is what one own target leads to.
type lookup struct {
	target string
	entry  site.Entry
	// missing are the links whose fragment its page does not have.
	missing map[string][]mention
}

// fragmentAsk is a link that asks for a fragment of another page, kept until
// all pages are read.
type fragmentAsk struct {
	page, index, lookup, fragment int32
}

func newReader(d *directory) *reader {
	return &reader{directory: d, tally: newTally(), lookups: map[string]int32{}, fragments: newInterned()}
}

func (r *reader) run(ctx context.Context) {
	for ctx.Err() == nil {
		i := r.next.Add(1) - 1
		if i >= int64(len(r.directory.pages)) {
			return
		}
		r.readPage(r.directory.pages[i])
	}
}

// readPage reads one page, and judges its links as far as it can be done now.
func (r *reader) readPage(file int32) {
	src, err := r.dir.Read(file, r.buf)
	if cap(src) > cap(r.buf) {
		r.buf = src
	}
	if err != nil {
		r.problems = append(r.problems, fmt.Sprintf("could not read the page %q: %v", r.dir.File(file), err))
		if len(src) == 0 {
			return
		}
	}
	scan.HTML(src, scan.Options{}, &r.scanned)
	r.facts[file] = newPageFacts(r.scanned.Anchors, err != nil)

	served := r.job.Space.Page(r.dir.URLPath(file))
	base := served
	if r.scanned.HasBase {
		if u, err := served.Resolve(r.scanned.Base); err == nil {
			base = u
		}
	}
	if r.scanned.Refresh != "" {
		if to := r.job.destination(base, r.scanned.Refresh); to.internal && to.fragment == "" {
			if entry := r.dir.Find(r.job.Space.TargetPath(to.url)); entry.Kind == site.Found && entry.File != file {
				r.forwards[file] = entry.File
			}
		}
	}
	if r.job.pageExcluded(served) {
		return
	}
	r.pages++
	r.links += len(r.scanned.Links)
	r.bytes += int64(len(src))
	r.job.Progress.Pages.Add(1)
	r.job.Progress.Links.Add(int64(len(r.scanned.Links)))
	for i := range r.scanned.Links {
		m := mention{page: file, index: int32(i)}
		r.judge(m, r.job.destination(base, r.scanned.Links[i].Raw))
	}
}

// judge judges one link, or keeps it for later.
func (r *reader) judge(m mention, d destination) {
	switch {
	case d.reason == link.InvalidURL:
		r.tally.invalid(r.quote(m), m)
		r.job.Progress.Broken.Add(1)
	case d.reason != "":
		r.tally.skip(r.job.display(d.url, d.internal), d.reason)
	case d.internal:
		r.judgeOwn(m, d)
	default:
		if r.job.judges(d.fragment, false) {
			m.fragment = d.fragment
		}
		r.mu.Lock()
		r.mention(r.target(d.url, false), m, answer)
		r.mu.Unlock()
	}
}

// judgeOwn looks an own target up in the index, once for each worker.
func (r *reader) judgeOwn(m mention, d destination) {
	name := r.job.Space.Target(d.url)
	number, ok := r.lookups[name]
	if !ok {
		number = int32(len(r.found))
		r.lookups[name] = number
		r.found = append(r.found, lookup{target: name, entry: r.dir.Find(r.job.Space.TargetPath(d.url))})
	}
	entry := r.found[number].entry
	switch {
	case entry.Kind != site.Found:
		o := judgeEntry(entry)
		if !ok {
			r.job.Progress.Broken.Add(1)
		}
		r.tally.fault(name, true, o, m)
	case !r.job.judges(d.fragment, true) || !r.dir.IsPage(entry.File):
	case entry.File == m.page && r.facts[m.page].indicates(d.fragment):
	default:
		r.asks = append(r.asks, fragmentAsk{
			page: m.page, index: m.index, lookup: number, fragment: r.fragments.number(d.fragment),
		})
	}
}

// judgeFragments judges what had to wait until all pages were read.
func (r *reader) judgeFragments() {
	for _, ask := range r.asks {
		found := &r.found[ask.lookup]
		fragment := r.fragments.names[ask.fragment]
		if r.leadsTo(found.entry.File, fragment) {
			continue
		}
		if found.missing == nil {
			found.missing = map[string][]mention{}
		}
		found.missing[fragment] = append(found.missing[fragment], mention{page: ask.page, index: ask.index})
	}
	r.asks = nil
}

// add takes over what another worker found.
func (r *reader) add(other *reader) {
	r.pages += other.pages
	r.links += other.links
	r.bytes += other.bytes
	r.problems = append(r.problems, other.problems...)
	r.tally.add(other.tally)
	for _, theirs := range other.found {
		number, ok := r.lookups[theirs.target]
		if !ok {
			r.lookups[theirs.target] = int32(len(r.found))
			r.found = append(r.found, theirs)
			continue
		}
		mine := &r.found[number]
		for fragment, mentions := range theirs.missing {
			if mine.missing == nil {
				mine.missing = map[string][]mention{}
			}
			mine.missing[fragment] = append(mine.missing[fragment], mentions...)
		}
	}
}

// addLookups adds the own targets that exist, and the fragments that do not;
// targets that do not exist stand in the tally.
func (b *builder) addLookups(r *reader) {
	for _, found := range r.found {
		if found.entry.Kind != site.Found {
			continue
		}
		b.report.Stats.Count(link.OK)
		for fragment, mentions := range found.missing {
			b.missing(found.target, true, 0, fragment, mentions)
		}
	}
}

// judgeEntry is the outcome for a path that does not lead to a file.
func judgeEntry(e site.Entry) outcome {
	o := outcome{verdict: link.Broken}
	switch e.Kind {
	case site.NoIndex:
		o.reason = link.DirectoryWithoutIndex
		o.message = "the directory has no index.html"
	case site.OtherCase:
		o.reason = link.CaseMismatch
		o.suggestion = "/" + e.Path
		o.message = fmt.Sprintf("exists in another case only: %s", o.suggestion)
	case site.DeadLink:
		o.reason = link.NotFound
		o.message = "no such file: " + e.Detail
	default:
		o.reason = link.NotFound
		o.message = "no such file"
	}
	return o
}
