package dir

import (
	"maps"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
)

// worker is one worker of directory mode, with all that it found: nothing is
// shared, so nothing is locked, until the external links of a page are handed
// over.
type worker struct {
	*directory
	files *pageFiles
	doc   check.Document
	local check.LocalFindings
	texts scan.Texts
	// pending are occurrences in the document that is being read, and quotedBytes is how
	// long the texts are of those before.
	pending     []wantedOccurrence
	quotedBytes int64
	// noted is what is known to be kept: see noteKept.
	noted int64
	// patterned is whether include or exclude name targets.
	patterned bool

	targets  targets
	resolved resolveCache
	// anchorMemory holds the anchors of the pages.
	anchorMemory check.HashMemory
	// samePageTarget is the place of the page ownPage itself.
	samePage, samePageTarget int32
	// samePageRule is the rule for that page; nil for none.
	samePageRule *config.Rule
	// asks are the links whose fragment is on another page, and fragments the texts of
	// some.
	asks      askList
	fragments check.Interned
	// fresh are asks that were met last, and not looked at.
	fresh []fragmentAsk
	// missing are the links whose fragment does not exist, by what the report calls
	// the page and by fragment.
	missing map[string]map[string][]check.OccurrenceRef

	// bare are the documents with links to pages without their ".html", where the host is
	// not known.
	bare fileSet
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
	shells health.Shells[int32]
	// deadRefreshes are the pages whose meta refresh leads to nothing.
	deadRefreshes map[int32]struct{}
	// discoveries are files that links say to hold further links.
	discoveries map[int32]link.Kind
}

func newWorker(d *directory) *worker {
	return &worker{
		directory: d, patterned: !d.job.Config.Include.Empty() || !d.job.Config.Exclude.Empty(),
		local: check.NewLocalFindings(), targets: newTargets(d.dir), fragments: check.NewInterned(), missing: map[string]map[string][]check.OccurrenceRef{},
		discoveries: map[int32]link.Kind{}, deadRefreshes: map[int32]struct{}{}, samePage: -1, bare: newFileSet(d.dir.Len()), inventory: newInventory(d),
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
	for name, fragments := range other.missing {
		if r.missing[name] == nil {
			r.missing[name] = fragments
			continue
		}
		for fragment, occurrences := range fragments {
			r.missing[name][fragment] = append(r.missing[name][fragment], occurrences...)
		}
	}
}
