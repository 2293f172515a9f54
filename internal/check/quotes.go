package check

import (
	"context"
	"slices"
	"sync"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
)

// quotes completes what the report shows of links that could be judged only when
// all pages were read: theirs are read again, for line, column and text.
// Scanning the same bytes twice numbers the links alike.
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
	if m.page == q.rulePage() {
		*at = q.ruleOccurrence(m.index)
		return
	}
	q.wanted[m.page] = append(q.wanted[m.page], quote{index: m.index, at: at})
}

// fill completes all that was noted, with the given number of workers.
func (q *quotes) fill(ctx context.Context, workers int) {
	files := make(chan int32)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			reader := q.openPages(ctx)
			var doc document
			for file := range files {
				q.steps.contain("read again", q.dir.File(file), func() {
					if ctx.Err() != nil {
						// Of the rest only where it stands is said.
						q.complete(ctx, file, &document{}, q.wanted[file])
						return
					}
					// What is wrong with the file was said when it was checked; where it
					// has changed since then, only its name is known.
					defer reader.done(&doc)
					src, _ := reader.read(file)
					_ = doc.read(q.kinds[file], src, "", scan.Options{Text: true})
					q.complete(ctx, file, &doc, q.wanted[file])
				})
			}
			// What it keeps open was only read from.
			_ = reader.Close()
		})
	}
	for file := range q.wanted {
		files <- file
	}
	close(files)
	group.Wait()
}

// complete completes the occurrences in a document that was read.
func (d *directory) complete(ctx context.Context, file int32, doc *document, wanted []quote) {
	slices.SortFunc(wanted, func(a, b quote) int { return int(a.index - b.index) })
	lines := scan.NewLines(doc.text)
	name, path := d.dir.File(file), "/"+d.dir.URLPath(file)
	ended := false
	for i, w := range wanted {
		*w.at = link.Occurrence{Page: path}
		ended = ended || i%batch == batch-1 && ctx.Err() != nil
		if !ended && int(w.index) < len(doc.page.Links) {
			l := &doc.page.Links[w.index]
			*w.at = occurrence(path, l)
			w.at.Line, w.at.Column = lines.Position(l.Offset)
		}
		w.at.File = name
	}
}
