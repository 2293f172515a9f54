package dir

import (
	"context"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/scan"
)

// recordedPage is a record of sectionPages.
type recordedPage struct {
	file int32
	// facts is nil for a file without a record.
	facts *check.PageFacts
	title string
	ids   []string
}

// readPage reads a record of a page.
func readPage(file int32, v *facts.Decoder) (recordedPage, error) {
	page := recordedPage{file: file}
	cut := v.Bool()
	scanned := scan.Page{Scripts: v.Bool(), Uses: true}
	v.Int()
	page.title = v.String()
	for range v.Uint() {
		id := v.String()
		if v.Err() != nil {
			break
		}
		page.ids = append(page.ids, id)
		scanned.Anchors = append(scanned.Anchors, scan.HashAnchor(id))
	}
	known := check.NewPageFacts(&scanned, nil, cut, nil)
	page.facts = &known
	return page, v.Done()
}

// recordedPages are the pages of a directory that earlier runs have read.
type recordedPages interface {
	// isRead reports whether a run read the page of a file for its anchors.
	isRead(file int32) bool
	// addsElements reports whether scripts may add elements to the page of a file.
	addsElements(file int32) bool
	// pageOf looks up the page of a file. It reads records, so it is not for each link.
	pageOf(file int32) *recordedPage
	// eachPage calls do with each page, in the order of the files.
	eachPage(ctx context.Context, do func(*recordedPage))
	// askLater notes a link that asks for a fragment of a file. The name is what the report
	// calls the target of the link.
	askLater(file int32, name, fragment string, m check.OccurrenceRef)
}
