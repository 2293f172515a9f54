package check

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/link"
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
