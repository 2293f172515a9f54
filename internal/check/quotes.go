package check

import (
	"slices"
	"sync"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// quotes completes what the report shows of links in files: only now that it is
// known which are reported are their pages read again, for line, column and
// text. Scanning the same bytes twice numbers the links alike.
type quotes struct {
	*directory
	wanted map[int32][]quote
}

// quote is one occurrence to be completed.
type quote struct {
	index int32
	at    *link.Occurrence
}

func newQuotes(d *directory) *quotes {
	return &quotes{directory: d, wanted: map[int32][]quote{}}
}

// want notes that the occurrence at is that of m.
func (q *quotes) want(at *link.Occurrence, m mention) {
	q.wanted[m.page] = append(q.wanted[m.page], quote{index: m.index, at: at})
}

// fill completes all that was noted, with the given number of workers.
func (q *quotes) fill(workers int) {
	pages := make(chan int32)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			var buf []byte
			var page scan.Page
			for file := range pages {
				buf = q.fillPage(file, buf, &page)
			}
		})
	}
	for file := range q.wanted {
		pages <- file
	}
	close(pages)
	group.Wait()
}

// fillPage completes the occurrences in one page. Where the page has changed
// since it was checked, only its name is known.
func (q *quotes) fillPage(file int32, buf []byte, page *scan.Page) []byte {
	src, _ := q.dir.Read(file, buf)
	scan.HTML(src, scan.Options{Text: true}, page)
	wanted := q.wanted[file]
	slices.SortFunc(wanted, func(a, b quote) int { return int(a.index - b.index) })
	lines := scan.NewLines(src)
	name, path := q.dir.File(file), "/"+q.dir.URLPath(file)
	for _, w := range wanted {
		*w.at = link.Occurrence{Page: path}
		if int(w.index) < len(page.Links) {
			l := &page.Links[w.index]
			*w.at = occurrence(path, l)
			w.at.Line, w.at.Column = lines.Position(l.Offset)
		}
		w.at.File = name
	}
	if cap(src) > cap(buf) {
		return src
	}
	return buf
}

// quote is what an author wrote in the link m of the page that is being read.
func (r *reader) quote(m mention) string {
	return weburl.Redact(r.scanned.Links[m.index].Raw)
}
