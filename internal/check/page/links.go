package page

import (
	"hash/maphash"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Batch is how many links are resolved in one go: few enough for other workers not to wait long
// where what comes of them is recorded under a lock, and for the end of the run to be seen soon.
const Batch = 256

// Links resolves the links of documents, one document after the other, for one worker. T is
// what the worker knows a target by. Navigation is the same on most pages, so Links keeps where
// references lead: it forgets older ones where there is no room for new ones.
type Links[T any] struct {
	job *check.Job
	// isPatterned is whether include or exclude name targets: a pattern may match one fragment
	// and not another.
	isPatterned bool

	// What follows is about the document that was entered last.
	doc         *Document
	from        Base
	isErrorPage bool
	facts       *Facts
	// isKept is whether its references are kept. folder and origin are the hashes of what
	// relative references and all others depend on.
	isKept         bool
	folder, origin uint64
	// self is what links to the document itself lead to, once isSelfKnown.
	self        T
	isSelfKnown bool

	// slots are a hash table with two places for each hash, and as many as a power of two.
	slots []slot[T]
	taken int
}

// slot keeps where references with a hash lead. No site can choose two of one hash, because the
// seed is another one in each run.
type slot[T any] struct {
	hash uint64 // 0 for none
	to   T
}

// The number of slots at the beginning, and the most: 256 kB for each worker, which a
// processor has at hand.
const minSlots, maxSlots = 1 << 10, 1 << 14

// NewLinks returns what resolves links for one worker.
func NewLinks[T any](j *check.Job) *Links[T] {
	return &Links[T]{job: j, isPatterned: !j.Config.Include.Empty() || !j.Config.Exclude.Empty(), slots: make([]slot[T], minSlots)}
}

// Class is what to do with a link.
type Class uint8

// The classes of links.
const (
	Nothing  Class = iota // the link says nothing that can be wrong
	Known                 // it leads where an earlier link did: to Reference.Target
	Map                   // it names an image map of its page
	Unlisted              // it is on a list, and leads to another site
	Invalid               // no browser can follow it
	Skipped               // the settings, or its author, leave it out
	Internal              // it leads to the site
	External              // it leads to another site
)

// Reference is where one link leads.
type Reference[T any] struct {
	Class Class
	// Target is what Keep was called with for the same reference before; only if Known.
	Target T
	// To is the whole destination; only if not Known.
	To check.Destination
	// Fragment is what the link asks for there, as the URL standard writes it.
	Fragment string
	key      uint64 // 0 is not kept
}

// Enter begins a document with that name, whose links resolve against from. facts are those of
// the page; nil for another document.
func (r *Links[T]) Enter(doc *Document, from Base, name string, facts *Facts) {
	r.doc, r.from, r.facts, r.isErrorPage, r.isSelfKnown = doc, from, facts, pagekind.IsErrorPage(name), false
	r.isKept = !IsList(doc.Kind)
	from.URL.Path = from.URL.Path[:strings.LastIndexByte(from.URL.Path, '/')+1]
	from.URL.Query, from.URL.Fragment = "", ""
	r.folder = maphash.Comparable(check.HashSeed, from)
	from.URL.Path = ""
	r.origin = maphash.Comparable(check.HashSeed, from)
}

// Resolve returns in ref where a link of the document leads.
func (r *Links[T]) Resolve(l *link.Link, ref *Reference[T]) {
	ref.key = 0
	switch {
	case l.Map:
		ref.Class = Map
		return
	case r.isErrorPage && (l.Identity != link.NoIdentity || r.isOwnFragment(l)):
		ref.Class = Nothing
		return
	}
	name, fragment := l.Raw, ""
	if i := strings.IndexByte(name, '#'); i >= 0 {
		name, fragment = name[:i], name[i+1:]
	}
	if r.isKept && l.Base == nil && !l.OnSite && !l.Ignored && isWritten(fragment) {
		if r.isPatterned {
			name = l.Raw
		}
		if r.find(name, ref) {
			ref.Class, ref.Fragment = Known, fragment
			return
		}
	}
	ref.To = Resolve(r.job, r.from, l)
	ref.Fragment, ref.Class = ref.To.Fragment, classOf(r.doc.Kind, l, &ref.To)
}

// ReferenceTo is the reference of a link of a document of that kind that leads to d. It is not
// kept.
func ReferenceTo[T any](kind link.Kind, l *link.Link, d check.Destination) Reference[T] {
	return Reference[T]{Class: classOf(kind, l, &d), To: d, Fragment: d.Fragment}
}

// isOwnFragment reports whether a link of an error page names a fragment of that page itself.
// The <base> of such a page sends readers elsewhere, but only its generator wrote both: mdBook
// links every heading to itself.
func (r *Links[T]) isOwnFragment(l *link.Link) bool {
	fragment, ok := strings.CutPrefix(l.Raw, "#")
	return ok && r.doc.Page.HasBase && fragment != "" && r.facts != nil && r.facts.Indicates(fragment)
}

// classOf is what to do with a link of a document of that kind, which leads to d.
func classOf(kind link.Kind, l *link.Link, d *check.Destination) Class {
	switch {
	case !d.Internal && (d.Reason == "" || d.OtherShare) && IsList(kind):
		return Unlisted
	case !d.Internal && (d.Reason == "" || d.OtherShare) && l.OnSite:
		return Nothing
	case d.Reason == link.InvalidURL:
		return Invalid
	case d.Reason != "":
		return Skipped
	case d.Internal:
		return Internal
	}
	return External
}

// IsList reports whether a document lists the pages of a site by URLs of the place where it
// will be served. URLs that do not belong to the site as far as is known are not checked,
// as that place may not have them yet.
func IsList(kind link.Kind) bool { return kind == link.XMLKind || kind == link.JSONFeedKind }

// JudgesPlace reports whether a link into an SVG file asks for an element of it. The
// fragments of other images are often hooks for style sheets (logo.svg#only-dark), and
// those of style sheets name fonts.
func JudgesPlace(l *link.Link, fragment string) bool {
	if strings.ContainsAny(fragment, "(=") {
		return false // svgView(…), and media fragments such as xywh=
	}
	switch l.Element {
	case "a", "area", "use", "image", "feimage", "pattern", "lineargradient", "radialgradient", "filter", "textpath", "mpath", "object", "embed", "iframe":
		return l.Attribute != "style"
	}
	return false
}

// isWritten reports whether a browser takes a fragment as it is written (the fragment
// percent-encode set of the URL standard, section 1.3), and the page sees all of it.
func isWritten(fragment string) bool {
	for i := range len(fragment) {
		if isRewritten[fragment[i]] {
			return false
		}
	}
	return true
}

var isRewritten = func() (table [256]bool) {
	for c := range table {
		table[c] = c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>`~", byte(c)) >= 0
	}
	return table
}()

// selfKey is the key of links such as "#part", of which pages have many.
const selfKey = 1

// find returns in ref what was kept for a reference, and reports whether there is any. name is
// the reference without its fragment.
func (r *Links[T]) find(name string, ref *Reference[T]) bool {
	if name == "" || name[0] == '#' {
		if r.doc.Page.HasBase || r.isPatterned || !r.doc.Kind.HasAnchors() {
			return false
		}
		ref.key, ref.Target = selfKey, r.self
		return r.isSelfKnown
	}
	if ref.key = r.key(name); ref.key == 0 {
		return false
	}
	at := ref.key & uint64(len(r.slots)-1)
	s := &r.slots[at]
	if s.hash != ref.key {
		s = &r.slots[at^1]
	}
	ref.Target = s.to
	return s.hash == ref.key
}

// key hashes what decides where a reference leads: the URL of the document's folder and the
// reference, or only the origin where that is enough. It is 0 for "?q", which leads to the page
// itself, and so may a scheme that no slash follows: "https:?q".
func (r *Links[T]) key(name string) uint64 {
	base := r.folder
	switch c := name[0]; {
	case c == '?', c <= ' ':
		return 0
	case c == '/':
		base = r.origin
	case strings.HasPrefix(name, "https://"), strings.HasPrefix(name, "http://"):
		base = r.origin
	default:
		if i := strings.IndexByte(name, ':'); i >= 0 && !strings.HasPrefix(name[i+1:], "/") {
			return 0
		}
	}
	return max(base^maphash.String(check.HashSeed, name), selfKey+1)
}

// Keep notes that the link for which Resolve returned ref leads to a target, if all links with
// that reference do.
func (r *Links[T]) Keep(ref *Reference[T], to T) {
	switch ref.key {
	case 0:
		return
	case selfKey:
		r.self, r.isSelfKnown = to, true
		return
	}
	if r.taken == len(r.slots)/2 && len(r.slots) < maxSlots {
		old := r.slots
		r.slots, r.taken = make([]slot[T], 2*len(old)), 0
		for _, s := range old {
			if s.hash != 0 {
				r.put(s)
			}
		}
	}
	r.put(slot[T]{ref.key, to})
}

// put puts a slot first, and what was there second.
func (r *Links[T]) put(s slot[T]) {
	at := s.hash & uint64(len(r.slots)-1)
	if r.slots[at].hash != 0 {
		r.slots[at^1] = r.slots[at]
	}
	r.slots[at] = s
	r.taken++
}

// Leave lets go of the document.
func (r *Links[T]) Leave() {
	r.doc, r.from, r.facts = nil, Base{}, nil
}

// Resolve returns where a link leads that its author may have marked.
func Resolve(j *check.Job, from Base, l *link.Link) check.Destination {
	d := Destination(j, from.of(l), l.Raw)
	if l.OnSite {
		// It names a thing, and so does its fragment.
		d.Fragment = ""
	}
	if l.Ignored {
		d.Reason = link.Ignored
	}
	return d
}

// Destination resolves raw as a browser does.
func Destination(j *check.Job, from Base, raw string) check.Destination {
	u, err := from.resolve(raw)
	if err != nil {
		return j.InvalidDestination(raw)
	}
	return j.DestinationOf(u)
}

// Occurrence is what the report shows of a link, but for its place. It shares no
// memory with the document.
func Occurrence(page string, l *link.Link) link.Occurrence {
	return link.Occurrence{
		Page:      page,
		Element:   l.Element,
		Attribute: l.Attribute,
		Link:      strings.Clone(weburl.Redact(l.Raw)),
		Text:      strings.Clone(weburl.Redact(l.Text)),
	}
}
