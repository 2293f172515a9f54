package dir

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/content"
)

// isOwn reports whether a file is one that the run reads.
func (d *directory) isOwn(file int32) bool {
	return !d.recorder.isShard() || facts.ShardOf(d.dir.Path(file), d.recorder.count) == d.recorder.index
}

// keep records a link of the current document.
func (r *worker) keep(section facts.Section, key, head []byte, m check.OccurrenceRef) {
	if r.recorder == nil {
		return
	}
	r.kept = append(r.kept, keptLink{section: section, key: key, head: head, index: m.Index, at: r.reference(m).At})
}

// writeKept writes the links of the document page that are to be recorded.
func (r *worker) writeKept(page int32) {
	var e facts.Encoder
	for i := range r.kept {
		k := &r.kept[i]
		// Facts are kept, and a page may repeat a secret.
		at := *k.at
		at.Link, at.Text = r.job.Masked(at.Link), r.job.Masked(at.Text)
		if k.section == facts.External {
			target.RecordLink(r.recorder.out, k.url, k.fragment, &at)
			continue
		}
		e.Reset()
		appendPlace(&e, check.OccurrenceRef{Page: page, Index: k.index, At: &at})
		r.recorder.out.Add(k.section, k.key, append(k.head, e.Bytes()...))
	}
	clear(r.kept)
	r.kept = r.kept[:0]
}

// keepFault records a link whose fault the link itself shows.
func (r *worker) keepFault(name string, internal bool, o check.Outcome, m check.OccurrenceRef) {
	if r.recorder == nil {
		return
	}
	key, head := nameKey(name)
	head.Bool(internal)
	check.AppendOutcome(head, &o)
	r.keep(sectionFaults, key, head.Bytes(), m)
}

// keepBroken records a link to an internal target with a finding. What is wrong with the target
// can be told from its name.
func (r *worker) keepBroken(name string, m check.OccurrenceRef) {
	if r.recorder == nil {
		return
	}
	key, head := nameKey(name)
	r.keep(sectionBroken, key, head.Bytes(), m)
}

// isForMerge reports whether a link leads beside the base path of the site, where another part
// of it may be, and is recorded for a merge.
func (r *worker) isForMerge(d *check.Destination) bool {
	return r.recorder != nil && !d.Internal && r.job.Scope.IsBeside(d.URL)
}

// keepAsk records a link that asks for a fragment of a page which this run does not read.
func (r *worker) keepAsk(place int32, fragment string, m check.OccurrenceRef) {
	name := ""
	if place >= r.targets.files {
		name = r.targets.name(place)
	}
	r.keep(sectionAsks, numberKey(r.targets.file(place)), askHead(name, fragment), m)
}

// askHead is what a record of sectionAsks says besides the place: the name by which a link
// leads to a file, empty for its own URL, and the fragment.
func askHead(name, fragment string) []byte {
	var head facts.Encoder
	check.AppendText(&head, name)
	check.AppendText(&head, fragment)
	return head.Bytes()
}

// keepMissing records a link whose fragment does not exist.
func (r *worker) keepMissing(place int32, fragment string, m check.OccurrenceRef) {
	if r.recorder == nil {
		return
	}
	key, head := nameKey(r.targets.name(place))
	check.AppendText(head, fragment)
	r.keep(sectionMissing, key, head.Bytes(), m)
}

// keepLink records a link to a URL that a merge judges: one of another site, or one beside
// the base path of this site, where another part of the site may be.
func (r *worker) keepLink(section facts.Section, d *check.Destination, fragment string, l *link.Link, m check.OccurrenceRef) {
	key, head := nameKey(d.URL.String())
	check.AppendText(head, fragment)
	head.Uint(uint64(r.doc.Kind))
	head.Uint(uint64(l.Holds))
	head.Bool(l.OnSite)
	head.Bool(l.Ignored)
	r.keep(section, key, head.Bytes(), m)
}

// keepOutside records an external target that is not checked for another reason than that
// external links are left out. A merge that leaves them out counts it among these, as one run
// does.
func (r *worker) keepOutside(d *check.Destination) {
	if r.recorder == nil || r.isBeside {
		return
	}
	name := r.job.DisplayName(d.URL, false)
	var lacksBase []byte
	if _, is := r.job.Scope.MissedBase(d.URL); is {
		lacksBase = []byte(name)
	}
	r.recorder.out.Add(sectionOutside, hashKey(name), lacksBase)
}

// addTarget hands a link to a target that is to be requested to the checker, or to the merge.
func (r *worker) addTarget(d *check.Destination, l *link.Link, m check.OccurrenceRef) {
	switch {
	case r.recorder == nil, r.isBeside:
	case d.Internal:
		r.keepLink(sectionLinks, d, m.Fragment, l, m)
	default:
		r.kept = append(r.kept, keptLink{section: facts.External, url: d.URL, fragment: m.Fragment, index: m.Index, at: r.reference(m).At})
	}
	if !r.recorder.isShard() {
		r.checker.Add(d.URL, d.Internal, m)
	}
}

// nameKey begins a record of a name, with which its value begins when it is too long for a key.
func nameKey(name string) (key []byte, head *facts.Encoder) {
	head = new(facts.Encoder)
	key, isCut := check.FactKey(name)
	if isCut {
		head.String(name)
	} else {
		head.String("")
	}
	return key, head
}

// readName reads the name of such a record.
func readName(key []byte, v *facts.Decoder) string {
	if name := v.String(); name != "" {
		return name
	}
	return string(key)
}

// hashKey is the key of a name that need not be known later.
func hashKey(name string) []byte {
	sum := sha256.Sum256([]byte(name))
	return sum[:16]
}

// numberKey is the key of a file, which sorts as its number does.
func numberKey(file int32) []byte { return binary.BigEndian.AppendUint32(nil, uint32(file)) }

// recordRefresh records that the meta refresh of a file leads beside the base path of the site.
func (r *worker) recordRefresh(file int32, to *check.Destination) {
	u := to.URL
	if to.Fragment != "" {
		u.Fragment = "#" + to.Fragment
	}
	r.recorder.out.Add(sectionRefreshes, numberKey(file), []byte(u.String()))
}

// recordSkips lets the findings of a worker record each skipped target once.
func (r *worker) recordSkips() {
	if r.recorder == nil {
		return
	}
	r.local.OnSkip = func(name string, why check.Skip) {
		if !r.isBeside {
			r.recorder.out.Add(sectionSkips, r.skipKey(name), skipRecord(why))
		}
	}
	r.local.OnOutsideBase = func(name string) {
		if !r.isBeside {
			key, head := nameKey(name)
			r.recorder.out.Add(sectionOutsideBase, key, head.Bytes())
		}
	}
}

// skipKey is the key of a skipped target. Another part of the site may have the same path.
func (d *directory) skipKey(name string) []byte {
	if strings.HasPrefix(name, "/") {
		name = strings.TrimSuffix(d.job.Scope.URL(), "/") + name
	}
	return hashKey(name)
}

// recordPage records what links to the document that was read last may ask of it.
func (r *worker) recordPage(file int32, cut bool) {
	if r.recorder == nil {
		return
	}
	page := &r.doc.Page
	var e facts.Encoder
	e.Bool(cut)
	e.Bool(page.Scripts && page.Uses)
	e.Int(int64(r.refreshes[file]))
	title := ""
	if r.doc.Kind.IsPage() {
		title = content.TitleOf(r.doc.Text[:min(len(r.doc.Text), content.MaxTitleAt)])
	}
	e.String(title)
	e.Uint(uint64(len(page.IDs)))
	for _, id := range page.IDs {
		e.String(id)
	}
	r.recorder.out.Add(sectionPages, numberKey(file), e.Bytes())
}

// sums returns the counts of the worker.
func (r *worker) sums() sums {
	return sums{pages: r.pages, links: r.links, outside: r.outside - r.outsideBeside, shells: r.shells.Pages(), bytes: r.bytes}
}

// recordDocument records what the document that was read last adds to the sums and notes, if
// only a link told that it is a document: another shard may have read it, too. It counts once.
func (r *worker) recordDocument(file int32, before sums, note string) {
	if r.recorder == nil || r.kinds[file] == kindByName(r.dir.Path(file)) {
		return
	}
	added := r.sums().minus(before)
	r.guests = r.guests.plus(added)
	var e facts.Encoder
	e.Uint(uint64(r.round))
	e.Uint(uint64(r.kinds[file]))
	added.append(&e)
	e.String(r.job.Masked(note))
	if note != "" {
		r.guestNotes = append(r.guestNotes, note)
	}
	r.recorder.out.Add(sectionGuests, numberKey(file), e.Bytes())
}

// setChunk is how many files one record of a set holds.
const setChunk = 1 << 15

// recordSet records a set of files.
func (c *recorder) recordSet(section facts.Section, set fileSet) {
	var e facts.Encoder
	for from := 0; from < len(set); from += setChunk / 64 {
		words := set[from:min(from+setChunk/64, len(set))]
		if !slices.ContainsFunc(words, func(w uint64) bool { return w != 0 }) {
			continue
		}
		e.Reset()
		e.Uint(uint64(len(words)))
		for _, word := range words {
			e.Uint(word)
		}
		c.out.Add(section, numberKey(int32(from*64)), e.Bytes())
	}
}

// record records what all workers together found, which are in sum.
func (d *directory) record(ctx context.Context, sum *worker) {
	c := d.recorder
	if c == nil {
		return
	}
	c.recordSite(d)
	c.recordSet(sectionLinked, sum.targets.linked)
	c.recordSet(sectionReached, sum.targets.reached)
	for i := range sum.targets.others {
		c.recordText(sectionTargets, sum.targets.others[i].name)
	}
	read := sum.sums().minus(sum.guests)
	var e facts.Encoder
	read.append(&e)
	c.out.Add(sectionSums, numberKey(int32(c.index)), e.Bytes())
	for _, file := range sum.shells.Empty() {
		c.out.Add(sectionShells, numberKey(file), []byte{shellEmpty})
	}
	for _, file := range sum.shells.Redirects() {
		c.out.Add(sectionShells, numberKey(file), []byte{shellRedirects})
	}
	for _, note := range sum.notes {
		if !slices.Contains(sum.guestNotes, note) {
			c.recordText(sectionNotes, d.job.Masked(note))
		}
	}
	c.recordUses(d.job)
	problems := slices.Concat(sum.problems, d.steps.Problems())
	if cause := context.Cause(ctx); cause != nil {
		problems = append(problems, check.EarlyEnd(cause))
	}
	for _, problem := range problems {
		c.recordText(sectionProblems, d.job.Masked(problem))
	}
}

// recordUses records which patterns and rules of the settings matched something.
func (c *recorder) recordUses(j *check.Job) {
	for _, name := range j.Used() {
		c.recordText(sectionUses, name)
	}
}

// concludeShard makes the report of a run that reads a part of the directory. It has no
// verdict on a link: a merge has that.
func (d *directory) concludeShard(ctx context.Context, r *link.Report, sum *worker) *link.Report {
	r.Share = "read part " + d.job.Config.Shard.String()
	r.Problems = slices.Concat(sum.problems, d.dir.Unlisted(), d.steps.TakeProblems())
	if cause := context.Cause(ctx); cause != nil {
		r.Problems = append(r.Problems, check.EarlyEnd(cause))
	}
	slices.Sort(r.Problems)
	r.Problems = slices.Compact(r.Problems)
	r.Complete = len(r.Problems) == 0
	return r
}

// recordText records a text.
func (c *recorder) recordText(section facts.Section, text string) {
	key, head := nameKey(text)
	c.out.Add(section, key, head.Bytes())
}
