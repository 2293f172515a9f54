package dir

import (
	"maps"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
)

// worker is one worker of directory mode, with all that it found: nothing is
// shared, so nothing is locked, until the external links of a page are handed
// over.
type worker struct {
	*directory
	files *pageFiles
	doc   page.Document
	local check.LocalFindings
	texts scan.Texts
	// pending are occurrences in the document that is being read, and quotedBytes is how
	// long the texts are of those before. isLate is set when all documents are read.
	pending     []wanted
	quotedBytes int64
	isLate      bool
	// noted is what is known to be kept: see noteKept.
	noted int64

	targets  targets
	resolver *page.Links[int32]
	ref      reference
	// anchorMemory holds the anchors of the pages.
	anchorMemory check.HashMemory
	// asks are the links that are judged later, and fresh those that were met last and not
	// looked at. misses are those of them whose fragment does not exist.
	asks   askList
	fresh  []ask
	misses []miss

	// hasBare is whether links lead to pages without their ".html", where the host is not known.
	hasBare bool
	// namedBare counts the pages whose canonical link leaves their own ".html" out, and namedWhole
	// those whose does not.
	namedBare, namedWhole int

	pages    int
	links    int
	bytes    int64
	problems []string
	notes    []string
	// outside counts the URLs of sitemaps and feeds that are not of the site.
	outside int
	// inventory is nil when the report lists no pages.
	inventory *inventory
	// shells are the pages that scripts fill.
	shells check.Shells[int32]
	// deadRefreshes are the pages whose meta refresh leads to nothing.
	deadRefreshes map[int32]struct{}
	// discoveries are files that links say to hold further links.
	discoveries map[int32]link.Kind
}

// reference is where a link leads; the number is that of a place.
type reference = page.Reference[int32]

func newWorker(d *directory) *worker {
	return &worker{
		directory: d, resolver: page.NewLinks[int32](d.job),
		local: check.NewLocalFindings(), targets: newTargets(d.dir),
		discoveries: map[int32]link.Kind{}, deadRefreshes: map[int32]struct{}{}, inventory: newInventory(d),
	}
}

// merge takes over what another worker found.
func (r *worker) merge(other *worker) {
	r.pages += other.pages
	r.links += other.links
	r.outside += other.outside
	r.bytes += other.bytes
	r.problems = append(r.problems, other.problems...)
	r.notes = append(r.notes, other.notes...)
	r.shells.Merge(other.shells)
	r.local.Add(other.local)
	maps.Copy(r.deadRefreshes, other.deadRefreshes)
	r.targets.merge(&other.targets)
	r.misses = append(r.misses, other.misses...)
}

// What one thing takes that a worker keeps until the end of the run, in bytes, with its
// part of maps and lists; measured on a million of each. Names come on top.
const (
	skipBytes  = 64
	placeBytes = 600
)

// noteKept notes what a worker has kept since it did so last: an estimate of the memory that
// grows only with the links of pages, without the facts of pages. A hostile site has any number
// of links.
func (r *worker) noteKept() {
	kept := r.quotedBytes + int64(skipBytes*len(r.local.Skips)+r.local.NameBytes+
		placeBytes*len(r.targets.others)+r.targets.nameBytes+askPiece*len(r.asks.pieces))
	r.bounds.AddKept(kept - r.noted)
	r.noted = kept
}
