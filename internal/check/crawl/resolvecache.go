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
	"github.com/linkvet/linkvet/internal/weburl"
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

	// hash is what a resolution is kept by; 0 when it is not to be kept. No site can choose
	// two references with one hash, as its seed is another one in each run.
	hash uint64
	// used is whether a kept resolution served since another wanted its place.
	used atomic.Bool
}

func newResolution(d *check.Destination) *resolution {
	return &resolution{internal: d.Internal, reason: d.Reason, rule: d.Rule, found: d}
}

// resolveCache keeps where references lead: navigation is the same on each page, and need not
// be resolved anew. Most references are plain paths, which are kept for all directories of
// a site at once, and the others for the pages of one directory. Pages come in any order,
// and several at a time. Each resolution has one place where it can be, so that their number
// is bounded and no worker waits for another.
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
// documents, or for all directories of an origin.
type folder struct {
	hash uint64
	// origin is the folder of all directories of the same origin; nil for that itself, and
	// where paths lead to no HTTP server. path is that of the directory.
	origin *folder
	path   string
}

// keptFolders bounds how many of them are known at a time. Resolutions of one that was
// forgotten are never found again, and so give way.
const keptFolders = 4 << 10

// maxResolved is how many resolutions are kept.
const maxResolved = 1 << 14

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
	if f != nil {
		return f
	}
	if len(k.folders)+2 > keptFolders {
		clear(k.folders)
	}
	from = from.Clone()
	f = k.newFolderLocked(from)
	if from.URL.IsHTTP() {
		f.path = from.URL.Path
		from.URL.Path = ""
		if f.origin = k.folders[from]; f.origin == nil {
			f.origin = k.newFolderLocked(from)
		}
	}
	return f
}

func (k *resolveCache) newFolderLocked(from check.Base) *folder {
	f := &folder{hash: maphash.Comparable(check.HashSeed, from)}
	k.folders[from] = f
	return f
}

// refHash is what the resolution of a reference from documents of the folder is kept by:
// the origin and the path that it leads to, or the folder and the reference.
func (f *folder) refHash(ref string) uint64 {
	if f.origin != nil {
		var space [256]byte
		if path, ok := weburl.AppendPath(space[:0], f.path, ref); ok {
			return f.origin.hash ^ maphash.Bytes(check.HashSeed, path)
		}
	}
	return f.hash ^ maphash.String(check.HashSeed, ref)
}

// find returns the resolution that is kept by a hash, or nil.
func (k *resolveCache) find(hash uint64) *resolution {
	r := k.entries[hash%maxResolved].Load()
	if r == nil || r.hash != hash {
		return nil
	}
	if !r.used.Load() {
		r.used.Store(true)
	}
	return r
}

// keep keeps a resolution that a link of a page took, when it is met again. One that is in
// its place and serves stays there until the next one comes.
func (k *resolveCache) keep(r *resolution) {
	if k.seen[r.hash%maxResolved].Swap(r.hash) != r.hash {
		return
	}
	place := &k.entries[r.hash%maxResolved]
	if old := place.Load(); old != nil && old.used.Swap(false) {
		return
	}
	place.Store(&resolution{to: r.to, internal: r.internal, reason: r.reason, rule: r.rule, hash: r.hash})
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
	x.clear()
}

// clear lets go of the links since begin.
func (x *crossing) clear() {
	clear(x.fresh)
	clear(x.found)
	clear(x.leads)
	x.fresh, x.found, x.leads = x.fresh[:0], x.found[:0], x.leads[:0]
}

// leave lets go of the document.
func (x *crossing) leave() {
	x.clear()
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
	hash := uint64(0)
	if ref, fragment, ok := c.reference(l); ok && x.folder != nil {
		hash = x.folder.refHash(ref)
		if r := c.resolved.find(hash); r != nil {
			return c.leadTo(r, fragment)
		}
	}
	x.found = append(x.found, c.job.Resolve(x.from, l))
	d := &x.found[len(x.found)-1]
	x.fresh = append(x.fresh, resolution{internal: d.Internal, reason: d.Reason, rule: d.Rule, found: d, hash: hash})
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
		if r.hash != 0 && (r.to != nil || r.reason != "" && r.reason != link.InvalidURL) {
			c.resolved.keep(r)
		}
	}
}
