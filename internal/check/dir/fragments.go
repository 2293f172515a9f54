package dir

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/markdown"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// ask is a link that can be judged only when all pages are read: its fragment is on a page that
// was not read yet, or that has no anchor of just that hash; or its target is there only if the
// host serves pages without their ".html".
type ask struct {
	// hash is that of the decoded fragment; 0 for a link that asks for the page. An anchor that is
	// itself percent-encoded is found by the second reading. Of a range of lines, of which the pages
	// of rustdoc have millions, it is that of the first, and last that of the other end.
	hash, last uint64
	// index is that of the link in its page.
	page, index, place int32
}

// miss is a link whose fragment does not exist, as far as hashes tell.
type miss struct {
	ask
	// name is what the report calls the target, and file is the page there.
	name string
	file int32
	// at is what the report shows of the link, and fragment what it asks for. Both are known once the
	// page of the link is read again; fragment is empty where it exists.
	at       *link.Occurrence
	fragment string
}

// hashesOf are the hash and last of an ask for a fragment.
func hashesOf(fragment string) (hash, last uint64) {
	if first, end, ok := weburl.Lines(fragment); ok {
		return scan.HashAnchor(first), scan.HashAnchor(end)
	}
	return scan.HashAnchor(weburl.Unescape(fragment)), 0
}

// isOn reports whether a page has the anchor, as far as hashes tell.
func (a *ask) isOn(p *page.Facts) bool {
	return p.HasHash(a.hash) && (a.last == 0 || p.HasHash(a.last))
}

// ask notes a link to the file at a place that asks for a fragment, if that is to be looked up and
// the page is not known to have it. What costs least to find out comes first.
func (r *worker) ask(m check.OccurrenceRef, l *link.Link, place, file int32, fragment string) {
	if r.Job.Config.Fragments == config.FragmentsNone && r.Job.Rules == nil || !r.kinds[file].HasAnchors() {
		return
	}
	facts := r.facts[file].Load()
	if facts != nil && facts.HasHash(scan.HashAnchor(fragment)) || r.Job.IsOtherShare() {
		return
	}
	d := check.Destination{Fragment: fragment, Internal: true}
	if r.Job.Rules != nil {
		d.Rule = r.Job.RuleNamed(r.name(place))
	}
	if !r.Job.JudgesFragment(&d) || r.kinds[file] == link.SVGKind && !page.JudgesPlace(l, fragment) {
		return
	}
	hash, last := hashesOf(fragment)
	a := ask{hash, last, m.Page, m.Index, place}
	switch {
	case m.At != nil && !r.lookUpFragment(file, func(p *page.Facts) bool { return p.Indicates(fragment) }):
		r.misses = append(r.misses, miss{ask: a, name: r.name(place), file: file, at: m.At, fragment: fragment})
	case m.At == nil && (facts == nil || !a.isOn(facts)):
		r.judgeLater(a)
	}
}

// askedBytes is how many bytes there is room for at once, and askBytes the most that an ask takes.
const askedBytes, askBytes = 128 << 10, 2*8 + 3*binary.MaxVarintLen32

// judgeLater keeps an ask. A site of a million pages may have five million, so they are packed in
// half the memory, and not copied as they grow.
func (r *worker) judgeLater(a ask) {
	last := len(r.asks) - 1
	if last < 0 || cap(r.asks[last])-len(r.asks[last]) < askBytes {
		r.asks = append(r.asks, make([]byte, 0, askedBytes))
		last++
	}
	packed := binary.LittleEndian.AppendUint64(r.asks[last], a.hash)
	for _, n := range [...]int32{a.page, a.index} {
		packed = binary.AppendUvarint(packed, uint64(n))
	}
	if packed = binary.AppendUvarint(packed, uint64(a.place)<<1|min(a.last, 1)); a.last != 0 {
		packed = binary.LittleEndian.AppendUint64(packed, a.last)
	}
	r.asks[last] = packed
}

// unpack returns the first of some packed asks, and the others.
func unpack(packed []byte) (a ask, rest []byte) {
	a.hash, rest = binary.LittleEndian.Uint64(packed), packed[8:]
	var numbers [3]uint64
	for i := range numbers {
		n, size := binary.Uvarint(rest)
		numbers[i], rest = n, rest[size:]
	}
	a.page, a.index, a.place = int32(numbers[0]), int32(numbers[1]), int32(numbers[2]>>1)
	if numbers[2]&1 != 0 {
		a.last, rest = binary.LittleEndian.Uint64(rest), rest[8:]
	}
	return a, rest
}

// judgeAsks judges what had to wait until all pages were read.
func (r *worker) judgeAsks() {
	type key struct {
		place      int32
		hash, last uint64
	}
	known := map[key]bool{}
	r.doc = nil
	for _, asks := range r.asks {
		for a := (ask{}); len(asks) > 0; {
			a, asks = unpack(asks)
			file, other := a.place, r.other(a.place)
			if other != nil {
				file = other.entry.File
			}
			isUp, k := other == nil || other.isUp(), key{a.place, a.hash, a.last}
			switch {
			case a.hash == 0 && !isUp:
				r.fault(other.name, true, *other.outcome, check.OccurrenceRef{Page: a.page, Index: a.index})
			case a.hash == 0 || !isUp || r.lookUpFragment(file, a.isOn) || known[k] && !r.AddOccurrence():
			default:
				known[k] = true
				r.misses = append(r.misses, miss{ask: a, name: r.name(a.place), file: file})
			}
		}
	}
	r.asks = nil
}

// lookUpFragment reports whether a fragment points at something on the page of a file, or on a
// page that its meta refresh leads to. It does where a page on the way was not read.
func (d *directory) lookUpFragment(file int32, indicates func(*page.Facts) bool) bool {
	for range check.MaxFragmentHops {
		facts := d.facts[file].Load()
		if facts == nil || indicates(facts) {
			return true
		}
		if d.refreshes[file] < 0 {
			return d.refreshes[file] == unknownPage
		}
		file = d.refreshes[file]
	}
	return true
}

// rereading is what the second reading is to find on one page: occurrences to be completed whose
// words were not taken yet, and, if fragments are missing there, its anchors.
type rereading struct {
	wanted       []wanted
	wantsAnchors bool
	anchors      *suggest.Anchors
}

// wanted is one occurrence. miss is nil for one whose finding is known.
type wanted struct {
	index int32
	at    *link.Occurrence
	miss  *miss
}

// reread returns what is wanted of a page.
func (d *directory) reread(file int32) *rereading {
	if d.second[file] == nil {
		d.second[file] = new(rereading)
	}
	return d.second[file]
}

// want notes that the occurrence at is that of m.
func (d *directory) want(at *link.Occurrence, m check.OccurrenceRef) {
	if int(m.Page) == d.dir.Len() {
		*at = d.rules[m.Index]
		return
	}
	*at = link.Occurrence{Page: "/" + d.dir.URLPath(m.Page), File: d.dir.File(m.Page)} // for when the run ends early
	p := d.reread(m.Page)
	p.wanted = append(p.wanted, wanted{index: m.Index, at: at})
}

// wantMiss notes that the fragment of a miss is to be read, unless it is known, and the anchors that
// it may be meant for.
func (d *directory) wantMiss(m *miss) {
	if end := d.end(m.file); end >= 0 {
		d.reread(end).wantsAnchors = true
	}
	if m.at == nil {
		p := d.reread(m.page)
		p.wanted = append(p.wanted, wanted{index: m.index, miss: m})
	}
}

// readAgain reads all pages of which something is wanted. Scanning the same bytes twice numbers the
// links alike.
func (d *directory) readAgain(ctx context.Context) {
	files := slices.Sorted(maps.Keys(d.second))
	d.eachDocument(ctx, "reread", files, scan.Options{Text: true, IDs: true}, func(_ int, file int32, doc *page.Document, _, _ error) {
		p, lines, from := d.second[file], position.NewLines(doc.Text), d.base(file, d.Job.Scope.Page(d.dir.URLPath(file)), doc)
		if p.wantsAnchors {
			ids := make([]string, len(doc.Page.IDs))
			for i, id := range doc.Page.IDs {
				ids[i] = strings.Clone(id)
			}
			p.anchors = suggest.NewAnchors(ids)
		}
		slices.SortFunc(p.wanted, func(a, b wanted) int { return int(a.index - b.index) })
		for i, w := range p.wanted {
			if i%page.Batch == page.Batch-1 && ctx.Err() != nil {
				return
			}
			if int(w.index) >= len(doc.Page.Links) {
				d.Problem(page.Unread(d.kinds[file], d.dir.File(file), false, errChanged))
				return
			}
			if w.miss != nil {
				w.miss.fragment = d.missingFragment(w.miss.file, page.Resolve(d.Job, from, &doc.Page.Links[w.index]).Fragment)
				if w.miss.fragment == "" {
					continue // most such links are to lines of a source, which are there
				}
				w.at = new(link.Occurrence)
				w.miss.at = w.at
			}
			*w.at = d.occurrence(file, doc, from, lines, w.index)
		}
	})
}

// errChanged is the cause when a document is not what it was when it was read before.
var errChanged = errors.New("it changed during the check")

// missingFragment returns the fragment of a link whose hash the page of a file does not have. It is
// empty where the fragment is there all the same: it may name lines, or need no anchor.
func (d *directory) missingFragment(file int32, fragment string) string {
	if d.dir.IsRepository() {
		fragment = markdown.Fragment(fragment)
	}
	if d.lookUpFragment(file, func(p *page.Facts) bool { return p.Indicates(fragment) }) {
		return ""
	}
	return strings.Clone(fragment)
}

// occurrence is what the report shows of a link of a document, whose links resolve against from.
func (d *directory) occurrence(file int32, doc *page.Document, from page.Base, lines *position.Lines, index int32) link.Occurrence {
	l := &doc.Page.Links[index]
	at := page.Occurrence("/"+d.dir.URLPath(file), l)
	at.File = d.dir.File(file)
	// Browsers stop at the root of the host, where the directory may have a file or not. Below a path
	// that is not known, the link leads to another part of the host.
	at.AboveRoot = !d.Job.Scope.Known() && d.Job.Scope.Base() == "/" && from.ClimbsAboveRoot(l)
	if d.dir.IsRepository() {
		// The line of l is that of the page that GitHub makes of the file.
		at.Link, at.Line, at.Column = d.dir.Place(file, doc.Page.Links, index)
	} else {
		at.Line, at.Column = lines.Position(l.Offset)
	}
	return at
}

// missing is a fragment that is not on the page of a target, with the links that ask for it.
type missing struct {
	*miss
	links      []check.OccurrenceRef
	suggestion string
}

// addMissing adds the findings about fragments that do not exist, each with the anchor that was
// perhaps meant: one of the same page, or else the same one on the only other page that has it.
func (d *directory) addMissing(ctx context.Context, misses []miss) {
	byName := map[string]*missing{}
	for i := range misses {
		m := &misses[i]
		if m.fragment == "" {
			continue
		}
		key := m.name + "#" + m.fragment
		if byName[key] == nil {
			byName[key] = &missing{miss: m}
		}
		byName[key].links = append(byName[key].links, check.OccurrenceRef{Page: m.page, Index: m.index, At: m.at})
	}
	// A bound on what is compared leaves out the same ones in each run.
	all := slices.SortedFunc(maps.Values(byName), func(a, b *missing) int {
		return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.fragment, b.fragment))
	})
	for _, m := range all {
		if ctx.Err() == nil {
			m.suggestion = d.nearest(m)
		}
	}
	d.findOnOtherPages(ctx, all)
	for _, m := range all {
		o := check.LostFragment(m.fragment, 0)
		o.Suggestion = m.suggestion
		d.Add(m.name+"#"+m.fragment, true, check.Temper(o, d.Job.RuleNamed(m.name)), m.links)
	}
}

// nearest suggests the nearest anchor on the page where a fragment is missing. The page may have
// changed since it was read first, so only anchors that it had then count.
func (d *directory) nearest(m *missing) string {
	file := d.end(m.file)
	if file < 0 || d.second[file] == nil || d.second[file].anchors == nil {
		return ""
	}
	id := d.second[file].anchors.Nearest(m.fragment)
	right, facts := weburl.EscapeFragment(id), d.facts[file].Load()
	if id == "" || right == m.fragment || facts == nil || !weburl.Indicated(right, facts.Has) {
		return ""
	}
	if file != m.file {
		return "/" + d.dir.URLPath(file) + "#" + right
	}
	return m.name + "#" + right
}

// distinct is how many letters a fragment has at least that is looked for on
// other pages: short ones, such as "usage", are on many for different things.
const distinct = 8

// findOnOtherPages looks for the fragments without a suggestion on all other pages.
func (d *directory) findOnOtherPages(ctx context.Context, all []*missing) {
	found := map[uint64]int32{}
	for _, m := range all {
		letters := 0
		for _, r := range weburl.Unescape(m.fragment) {
			if unicode.IsLetter(r) {
				letters++
			}
		}
		if m.suggestion == "" && letters >= distinct {
			found[m.hash] = noRefresh
		}
	}
	var mayBe [1 << 12]bool // asked first, as a look into a map takes ten times as long
	for hash := range found {
		mayBe[hash%uint64(len(mayBe))] = true
	}
	for file := 0; file < len(d.facts) && len(found) > 0 && ctx.Err() == nil; file++ {
		facts := d.facts[file].Load()
		if facts == nil || !d.kinds[file].IsPage() {
			continue
		}
		for _, hash := range facts.Anchors {
			if !mayBe[hash%uint64(len(mayBe))] {
				continue
			}
			other, ok := found[hash]
			if ok && pagekind.IsErrorPage("/"+d.dir.URLPath(int32(file))) {
				break
			}
			if ok && other == noRefresh {
				found[hash] = int32(file)
			} else if ok {
				found[hash] = unknownPage
			}
		}
	}
	for _, m := range all {
		if other, ok := found[m.hash]; ok && other >= 0 && m.suggestion == "" && d.refreshes[other] == noRefresh {
			m.suggestion = "/" + d.dir.URLPath(other) + "#" + m.fragment
		}
	}
}
