package crawl

import (
	"hash/maphash"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
)

// resolution is where a reference leads. What a link asks for there is its own.
type resolution struct {
	// to is the target; nil until it was looked up, and when there is none to ask.
	to *target.Target
	// internal, reason and rule are those of the destination.
	internal bool
	reason   link.Reason
	rule     *config.Rule
	// found is the whole destination, of a resolution that is not kept: what there was to
	// say of it was said when it was first taken.
	found *check.Destination

	// from and ref are the folder and the reference that a resolution is kept by. ref is
	// empty when it is not to be.
	from *folder
	ref  string
	// used is whether a kept resolution served since another wanted its place.
	used atomic.Bool
}

func newResolution(d *check.Destination) *resolution {
	return &resolution{internal: d.Internal, reason: d.Reason, rule: d.Rule, found: d}
}

// resolveCache keeps where references lead from the pages of one directory, for all
// directories of a site: navigation is the same on each page, and need not be
// resolved anew. Its pages come in any order, and several at a time. Each resolution
// has one place where it can be, so that their number is bounded and no
// worker waits for another.
type resolveCache struct {
	entries []atomic.Pointer[resolution]
	// seen are hashes of references that were met: most are on one page alone,
	// and are not worth the memory.
	seen []atomic.Uint64

	mu sync.Mutex
	// folders are the directories that documents were read from.
	folders map[check.Base]*folder
}

// folder stands for a directory whose resolutions are kept, by the base of its
// documents.
type folder struct{ hash uint64 }

// keptFolders bounds how many of them are known at a time. Resolutions of one that was
// forgotten are never found again, and so give way.
const keptFolders = 4 << 10

// maxResolved is how many resolutions are kept.
const maxResolved = 1 << 13

func newResolveCache() *resolveCache {
	return &resolveCache{
		entries: make([]atomic.Pointer[resolution], maxResolved), seen: make([]atomic.Uint64, maxResolved),
		folders: map[check.Base]*folder{},
	}
}

// folder returns the one folder of the documents with that base.
func (k *resolveCache) folder(from check.Base) *folder {
	from = from.Directory()
	k.mu.Lock()
	defer k.mu.Unlock()
	f := k.folders[from]
	if f == nil {
		if len(k.folders) == keptFolders {
			clear(k.folders)
		}
		f = &folder{hash: maphash.Comparable(check.HashSeed, from)}
		k.folders[from.Clone()] = f
	}
	return f
}

// refHash is that of a reference from documents of the folder.
func (f *folder) refHash(ref string) uint64 { return f.hash ^ maphash.String(check.HashSeed, ref) }

// find returns the resolution of a reference, or nil.
func (k *resolveCache) find(from *folder, ref string) *resolution {
	r := k.entries[from.refHash(ref)%maxResolved].Load()
	if r == nil || r.from != from || r.ref != ref {
		return nil
	}
	if !r.used.Load() {
		r.used.Store(true)
	}
	return r
}

// keep keeps a resolution that a link of a page in that folder took, when it is met
// again. One that is in its place and serves stays there until the next one comes.
func (k *resolveCache) keep(from *folder, r *resolution) {
	hash := from.refHash(r.ref)
	if k.seen[hash%maxResolved].Swap(hash) != hash {
		return
	}
	place := &k.entries[hash%maxResolved]
	if old := place.Load(); old != nil && old.used.Swap(false) {
		return
	}
	place.Store(&resolution{to: r.to, internal: r.internal, reason: r.reason, rule: r.rule, from: from, ref: strings.Clone(r.ref)})
}

// crossing is where the links of one document part, some at a time.
type crossing struct {
	from check.Base
	// folder is that of the document; nil when its resolutions are not kept.
	folder *folder
	// samePage is the resolution to the document itself, for links such as "#part"; nil when
	// they have to be resolved.
	samePage *resolution
	// fresh are the resolutions that were not known, found where they lead, and leads the
	// resolutions of all the links.
	fresh []resolution
	found []check.Destination
	leads []lead
}

// lead is one link's resolution, and the fragment that it asks for there; empty when
// that is nothing, or is not to be judged.
type lead struct {
	resolution *resolution
	fragment   string
}

// enter makes ready for the links of a document with that base.
func (c *crawl) enter(x *crossing, from check.Base, doc *check.Document) {
	x.from, x.folder, x.samePage = from, nil, nil
	if !doc.Kind.IsPage() {
		return
	}
	x.folder = c.resolved.folder(from)
	if !c.patterned && !doc.Page.HasBase {
		d := c.job.Destination(from, "")
		x.samePage = newResolution(&d)
	}
}

// begin makes ready for the next links.
func (x *crossing) begin() {
	if x.fresh == nil {
		// All but leads are pointed at, and so they stay where they are.
		x.fresh, x.found, x.leads = make([]resolution, 0, check.Batch), make([]check.Destination, 0, check.Batch), make([]lead, 0, check.Batch)
	}
	x.fresh, x.found, x.leads = x.fresh[:0], x.found[:0], x.leads[:0]
}

// leave lets go of the document.
func (x *crossing) leave() {
	clear(x.fresh[:cap(x.fresh)])
	clear(x.found[:cap(x.found)])
	clear(x.leads[:cap(x.leads)])
	x.from, x.folder, x.samePage = check.Base{}, nil, nil
}

// lead is where a link leads that is of use before the mutex is taken: nowhere
// for one to a map of its own page.
func (c *crawl) lead(x *crossing, l *link.Link) lead {
	if l.Map {
		return lead{}
	}
	if x.samePage != nil && isSamePage(l) {
		return c.leadTo(x.samePage, l.Raw[1:])
	}
	ref, fragment, ok := c.reference(l)
	if !ok || x.folder == nil {
		ref = ""
	} else if r := c.resolved.find(x.folder, ref); r != nil {
		return c.leadTo(r, fragment)
	}
	x.found = append(x.found, c.job.Resolve(x.from, l))
	d := &x.found[len(x.found)-1]
	x.fresh = append(x.fresh, resolution{internal: d.Internal, reason: d.Reason, rule: d.Rule, found: d, ref: ref})
	return c.leadTo(&x.fresh[len(x.fresh)-1], d.Fragment)
}

func (c *crawl) leadTo(r *resolution, fragment string) lead {
	if fragment != "" && !c.job.JudgesFragment(&check.Destination{Fragment: fragment, Internal: r.internal, Rule: r.rule}) {
		fragment = ""
	}
	return lead{r, fragment}
}

// reference is what the resolution of a link is kept by, and the fragment that it
// asks for there; ok is false when its resolution is not to be kept.
func (c *crawl) reference(l *link.Link) (ref, fragment string, ok bool) {
	ref, fragment, _ = strings.Cut(l.Raw, "#")
	if c.patterned {
		// A pattern may tell one fragment from another.
		ref = l.Raw
	}
	return ref, fragment, check.IsCacheable(l) && check.FragmentBits(fragment)&check.Rewritten == 0
}

// isSamePage reports whether a link is one such as "#part", of which pages have
// many, and leads to its own document, unless that has another base.
func isSamePage(l *link.Link) bool {
	return strings.HasPrefix(l.Raw, "#") && check.FragmentBits(l.Raw[1:])&check.Rewritten == 0 &&
		l.Base == nil && !l.OnSite && !l.Ignored
}

// keepResolved keeps the resolutions that were used for the first time.
func (c *crawl) keepResolved(x *crossing) {
	for i := range x.fresh {
		r := &x.fresh[i]
		if r.ref != "" && (r.to != nil || r.reason != "" && r.reason != link.InvalidURL) {
			c.resolved.keep(x.folder, r)
		}
	}
}
