package dir

import (
	"context"
	"slices"
	"sync"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
)

// occurrenceReader completes what the report shows of links that could be judged only when
// all pages were read: theirs are read again, for line, column and text.
// Scanning the same bytes twice numbers the links alike.
type occurrenceReader struct {
	*directory
	wanted map[int32][]wantedOccurrence
}

// wantedOccurrence is one occurrence to be completed.
type wantedOccurrence struct {
	index int32
	at    *link.Occurrence
}

func newOccurrenceReader(d *directory) *occurrenceReader {
	return &occurrenceReader{directory: d, wanted: map[int32][]wantedOccurrence{}}
}

// want notes that the occurrence at is that of m.
func (q *occurrenceReader) want(at *link.Occurrence, m check.OccurrenceRef) {
	if m.Page == q.rulePage() {
		*at = q.ruleOccurrence(m.Index)
		return
	}
	q.wanted[m.Page] = append(q.wanted[m.Page], wantedOccurrence{index: m.Index, at: at})
}

// fill completes all that was noted, with the given number of workers.
func (q *occurrenceReader) fill(ctx context.Context, workers int) {
	files := make(chan int32)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			reader := q.openPages(ctx)
			var doc check.Document
			for file := range files {
				q.steps.Do("reread", q.dir.File(file), func() {
					if ctx.Err() != nil {
						// For the rest only the places are reported.
						q.complete(ctx, file, &check.Document{}, q.wanted[file])
						return
					}
					// A fault of the file was reported when it was checked. If the file has
					// changed since then, only its name is known.
					defer reader.done(&doc)
					src, _ := reader.read(file)
					_ = doc.Read(q.kinds[file], src, "", scan.Options{Text: true})
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
func (d *directory) complete(ctx context.Context, file int32, doc *check.Document, wanted []wantedOccurrence) {
	slices.SortFunc(wanted, func(a, b wantedOccurrence) int { return int(a.index - b.index) })
	lines := position.NewLines(doc.Text)
	name, path := d.dir.File(file), "/"+d.dir.URLPath(file)
	ended := false
	for i, w := range wanted {
		*w.at = link.Occurrence{Page: path}
		ended = ended || i%check.Batch == check.Batch-1 && ctx.Err() != nil
		if !ended && int(w.index) < len(doc.Page.Links) {
			l := &doc.Page.Links[w.index]
			*w.at = check.Occurrence(path, l)
			w.at.Line, w.at.Column = lines.Position(l.Offset)
			w.at.AboveRoot = d.climbs(file, doc, l)
		}
		w.at.File = name
	}
}
