package source

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// decider tells for each occurrence which of the records it was made of.
type decider struct {
	x *index
	// site is where the site is served; the zero URL when nobody knows.
	site   weburl.URL
	views  *views
	owners map[string]owners
	// shared keeps what was found in layouts and data for the links of a finding
	// that mean the same on every page.
	shared map[string][]match
	// pages has the folded paths of the pages that the links of a finding are on.
	pages map[string]bool
	// ctx ends the mapping early.
	ctx context.Context
}

// maxCompared bounds how many records are compared with links, all in all: the work
// of some seconds, where a large site with many findings takes a part of one.
const maxCompared = 20_000_000

// spend reports whether n more comparisons may be made.
func (x *index) spend(n int) bool {
	if x.tired = x.tired || x.work < n; x.tired {
		return false
	}
	x.work -= n
	return true
}

// kinship says how a source file is related to a page.
type kinship uint8

const (
	stranger kinship = iota
	// common is a layout, a partial, configuration or data.
	common
	// takenIn is taken in by a file that the page is made of.
	takenIn
	// ownFile is a file that the page is made of.
	ownFile
)

// accord says how well two texts agree.
type accord uint8

const (
	differs accord = iota
	unknown
	partly
	wholly
)

// match is one record that a link may have been made of.
type match struct {
	record *record
	level  level
	kin    kinship
	accord accord
	// doubt is true when the file is one of several of which only one is right.
	doubt bool
}

func newDecider(ctx context.Context, x *index, r *link.Report) *decider {
	d := &decider{x: x, views: newViews(ctx, x, r), owners: map[string]owners{}, ctx: ctx}
	if site, err := weburl.Parse(r.SiteURL); err == nil {
		d.site = site
	}
	return d
}

// finding decides the occurrences of one finding, page by page.
func (d *decider) finding(f *link.Finding) {
	d.shared, d.pages = map[string][]match{}, map[string]bool{}
	for i := range f.Occurrences {
		d.pages[looseKey(pageKey(f.Occurrences[i].Page))] = true
	}
	for from := 0; from < len(f.Occurrences); {
		to := from + 1
		for to < len(f.Occurrences) && f.Occurrences[to].Page == f.Occurrences[from].Page && f.Occurrences[to].File == f.Occurrences[from].File {
			to++
		}
		if f.Occurrences[from].Element != link.RuleElement {
			d.page(f, f.Occurrences[from:to])
		}
		from = to
	}
}

// page decides the occurrences of a finding on one page.
func (d *decider) page(f *link.Finding, on []link.Occurrence) {
	if d.isOver() || !d.holdsAny(f, on) {
		return
	}
	owners := d.ownersOf(&on[0])
	c := newChooser(d, on, f.Internal)
	for k, members := range c.alike {
		c.found[k] = best(d.matches(f, &on[members[0]], owners))
	}
	if d.isOver() {
		// What was compared with some records only stands out by chance.
		return
	}
	for i := range on {
		if chosen, ok := c.choose(i); ok {
			place := d.x.place(chosen)
			on[i].Source = &place
		} else {
			on[i].Candidates = c.candidates(i)
		}
	}
}

// isOver reports whether the search is to end.
func (d *decider) isOver() bool { return d.x.tired || d.ctx.Err() != nil }

// holdsAny tells whether the sources hold any link that may be one of the occurrences:
// else their page need not be looked at.
func (d *decider) holdsAny(f *link.Finding, on []link.Occurrence) bool {
	return slices.ContainsFunc(on, func(o link.Occurrence) bool {
		g := newGoal(f, &o)
		return slices.ContainsFunc(g.keys(), func(key string) bool { return d.x.byKey[key] != nil })
	})
}

// ownersOf are the files that the page of an occurrence may be made of. A page
// that says which file edits it is believed.
func (d *decider) ownersOf(o *link.Occurrence) owners {
	if known, ok := d.owners[o.Page]; ok {
		return known
	}
	found := d.x.ownersOf(o.Page)
	if len(found.all) != 1 || !found.all[0].sure {
		if i, ok := d.views.edits(o); ok {
			found = owners{all: []owner{d.edited(i, o.Page)}}
		}
	}
	d.owners[o.Page] = found
	return found
}

// edited is the owner that a page names itself.
func (d *decider) edited(file int32, page string) owner {
	key, name := looseKey(pageKey(page)), looseKey(pageKey(d.x.files[file].name))
	o := owner{file: file}
	o.base, _ = commonSuffix(name, key)
	o.at, _ = commonSuffix(key, name)
	o.sure = key != "" && o.at == ""
	return o
}

// matches are the records whose destination an occurrence may be made of: those
// of the page's own files and of what is common to pages; only where there are
// none, those of other pages.
func (d *decider) matches(f *link.Finding, o *link.Occurrence, own owners) []match {
	g := newGoal(f, o)
	keys := g.keys()
	all := append(d.owned(keys, &g, o, own), d.common(keys, &g, o)...)
	all = distinct(all)
	if len(all) > 0 {
		return all
	}
	for _, key := range keys {
		if drawer := d.x.byKey[key]; drawer != nil && len(drawer.pages) <= mostStrangers {
			all = d.compare(all, &g, o, drawer.pages, stranger, owner{})
		}
	}
	// HTML is shown nowhere but on its own page, and a draft nowhere.
	all = filter(all, func(m match) bool {
		f := &d.x.files[m.record.file]
		return f.syntax.prose() && !f.isDraft()
	})
	if len(own.all) > 0 || own.doubtful {
		// The page has sources of its own: that another holds the same link does not
		// make it theirs.
		for i := range all {
			all[i].accord = min(all[i].accord, unknown)
		}
	}
	return all
}

// owned are the matches in the files that the page is made of, and in those that
// these take in.
func (d *decider) owned(keys []string, g *goal, o *link.Occurrence, own owners) []match {
	var all []match
	possible := 0
	for _, of := range own.all {
		from := len(all)
		all = d.ownedBy(all, keys, g, o, of)
		if len(all) > from || !d.x.files[of.file].isPlain() {
			possible++
		}
	}
	// What a plain page does not hold it does not make.
	if own.doubtful && (possible > 1 || len(own.all) == 1) {
		for i := range all {
			all[i].doubt = true
		}
	}
	return all
}

// ownedBy adds the matches in one file that the page is made of, and in those that it
// takes in.
func (d *decider) ownedBy(all []match, keys []string, g *goal, o *link.Occurrence, of owner) []match {
	for _, key := range keys {
		drawer := d.x.byKey[key]
		if drawer == nil {
			continue
		}
		all = d.compare(all, g, o, drawer.byFile[of.file], ownFile, of)
		for _, taken := range d.x.takenBy(of.file) {
			from := len(all)
			all = d.compare(all, g, o, drawer.byFile[taken.file], takenIn, of)
			for i := from; i < len(all); i++ {
				all[i].doubt = taken.doubtful
			}
		}
	}
	return all
}

// mostStrangers is how many links of other pages are looked at: among more none
// would stand out.
const mostStrangers = 64

// common are the matches in layouts, partials, configuration and data.
func (d *decider) common(keys []string, g *goal, o *link.Occurrence) []match {
	global := strings.HasPrefix(g.written, "/") || isAbsolute(g.written)
	name := o.Element + "\x00" + g.written + "\x00" + o.Text
	if found, ok := d.shared[name]; ok && global {
		return found
	}
	var all []match
	for _, key := range keys {
		if drawer := d.x.byKey[key]; drawer != nil {
			all = d.compare(all, g, o, drawer.shared, common, owner{})
		}
	}
	d.shared[name] = all
	return all
}

// compare adds those of some records that match.
func (d *decider) compare(all []match, g *goal, o *link.Occurrence, records []*record, kin kinship, own owner) []match {
	if d.ctx.Err() != nil || !d.x.spend(len(records)) {
		return all
	}
	shown := foldText(o.Text)
	for _, r := range records {
		if !r.role.fits(roleOf(o.Element)) {
			continue
		}
		if at := d.level(g, r, own); at > noLevel {
			all = append(all, match{record: r, level: at, kin: kin, accord: compareText(r, o.Text, shown)})
		}
	}
	return all
}

// distinct leaves of each record the match of the nearest kin.
func distinct(all []match) []match {
	if len(all) < 2 {
		return all
	}
	kept := make([]match, 0, len(all))
	places := make(map[*record]int, len(all))
	for _, m := range all {
		i, known := places[m.record]
		switch {
		case !known:
			places[m.record] = len(kept)
			kept = append(kept, m)
		case m.kin > kept[i].kin:
			kept[i] = m
		}
	}
	return kept
}

// The lengths in code points past which a text may have been cut by who read the
// page, and below which one is part of another by chance.
const (
	cutText  = 100
	longText = 3
)

// compareText compares what a record reads with what an occurrence does, which is
// text when it is folded.
func compareText(r *record, shown, text string) accord {
	switch {
	case text == "" || r.text == "":
		return unknown
	case text == r.text:
		return wholly
	case utf8.RuneCountInString(shown) >= cutText && strings.HasPrefix(r.text, text):
		return wholly
	case len(text) >= longText && strings.Contains(r.text, text), len(r.text) >= longText && strings.Contains(text, r.text):
		return partly
	case r.loose:
		return unknown
	}
	return differs
}

// best leaves the matches that no other is better than: by what they read first,
// as the same destination may be linked to from several places of a page, then,
// among those of one kin, by their destination.
func best(all []match) []match {
	var accords accord
	var levels [ownFile + 1]level
	var top level
	for _, m := range all {
		accords = max(accords, m.accord)
	}
	kept := slices.DeleteFunc(slices.Clone(all), func(m match) bool { return m.accord < accords })
	for _, m := range kept {
		levels[m.kin], top = max(levels[m.kin], m.level), max(top, m.level)
	}
	kept = slices.DeleteFunc(kept, func(m match) bool {
		return m.level < levels[m.kin] || m.level == alike && top > alike
	})
	slices.SortStableFunc(kept, func(a, b match) int {
		if a.kin != b.kin {
			return int(b.kin) - int(a.kin)
		}
		return byPlace(a.record, b.record)
	})
	return kept
}
