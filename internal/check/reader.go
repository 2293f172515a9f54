package check

import (
	"context"
	"fmt"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
)

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
		r.judge(m, r.job.resolve(base, &r.scanned.Links[i]))
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
