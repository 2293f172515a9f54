package check

import "runtime"

// desk is the place where one document at a time is read, with the memory that
// this takes: it serves again for the next one.
type desk struct {
	doc document
}

// desks are as many as can be of use at once. Who waits for one is none the
// slower: the processors are busy.
type desks chan *desk

func newDesks() desks {
	n := runtime.GOMAXPROCS(0)
	free := make(desks, n)
	for range n {
		free <- &desk{}
	}
	return free
}

// keptLinks is the number of links, or of anchors, past which a desk's memory for them
// is not kept for the next document: few have more.
const keptLinks = 8 << 10

// leave gives d back, which lets go of its document.
func (free desks) leave(d *desk) {
	if max(cap(d.doc.page.Links), cap(d.doc.page.Anchors)) > keptLinks {
		d.doc = document{}
	}
	clear(d.doc.page.Links)
	d.doc.text = nil
	free <- d
}
