package target

import (
	"runtime"

	"github.com/linkvet/linkvet/internal/check/page"
)

// scratch is the place where one document at a time is read, with the memory that
// this takes: it serves again for the next one.
type scratch struct {
	doc page.Document
}

// scratchPool has as many as are of use at once. To wait for one costs no time: the
// processors are busy then.
type scratchPool chan *scratch

func newScratchPool() scratchPool {
	n := runtime.GOMAXPROCS(0)
	free := make(scratchPool, n)
	for range n {
		free <- &scratch{}
	}
	return free
}

// keptLinks is the number of links, or of anchors, past which the memory of a scratch for them
// is not kept for the next document: few have more.
const keptLinks = 8 << 10

// leave gives d back, which lets go of its document.
func (free scratchPool) leave(d *scratch) {
	if max(cap(d.doc.Page.Links), cap(d.doc.Page.Anchors)) > keptLinks {
		d.doc = page.Document{}
	}
	clear(d.doc.Page.Links)
	d.doc.Text = nil
	free <- d
}
