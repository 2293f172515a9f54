package source

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// relation says how close a file is to a page.
type relation uint8

const (
	unrelated relation = iota
	// other is the file of another page. shared is a layout, a part, a menu, data or settings.
	// included is what the page's own file mentions, and own is a file that the page is made of.
	other
	shared
	included
	own
)

// agreement says whether a place reads as the link does.
type agreement uint8

const (
	differs agreement = iota
	unknownText
	nearby
	agrees
)

// choice is a place that may be the source of an occurrence.
type choice struct {
	place    *place
	relation relation
	text     agreement
	strength strength
	// isUnsure is true when only one of several files can be that of the page.
	isUnsure bool
}

// wantedPlace is an occurrence of a finding, where it is on its page, and the choices for it.
type wantedPlace struct {
	*link.Occurrence
	at      region
	choices []choice
}

// isAnchor reports whether readers follow the link.
func (o *wantedPlace) isAnchor() bool { return o.Element == "a" || o.Element == "area" }

// isHead reports whether the link is no part of what readers see.
func (o *wantedPlace) isHead() bool {
	return slices.Contains([]string{"link", "meta", "script", "base"}, o.Element)
}

// reading is what a reader sees of the link.
func (o *wantedPlace) reading() string { return o.Element + " " + fold(o.Text) }

// onePage is what was found for the occurrences of a finding on one page.
type onePage struct {
	s     *search
	links []*wantedPlace
	files pageFiles
}

// onePage finds the choices for the occurrences of a finding on one page. A place of its own that
// reads as the link does is better than all others, which need not be compared then: thousands of
// pages may have the same link.
func (s *search) onePage(w *wantedLink, on []link.Occurrence, all *found) *onePage {
	l := &onePage{s: s}
	if !on[0].IsInDocument() {
		return l
	}
	w.page = on[0].Page
	w.pageSegments = segmentsOf(w.page)
	l.files = s.pages.of(w.page)
	places := all.own(&l.files)
	if !s.all.spend(comparisonCost * len(places) * len(on)) {
		return l
	}
	slices.SortFunc(places, comparePlaces)
	l.choose(w, on, places)
	switch {
	case len(places) == len(all.places) || !slices.ContainsFunc(l.links, lacksOwn):
	case s.all.spend(comparisonCost * len(all.places) * len(on)):
		l.choose(w, on, all.places)
	default:
		l.links = slices.DeleteFunc(l.links, lacksOwn)
	}
	return l
}

// lacksOwn reports whether a place that is not the page's own may be the best for an occurrence.
func lacksOwn(o *wantedPlace) bool {
	return len(o.choices) == 0 || o.choices[0].relation != own || o.isAnchor() && o.choices[0].text != agrees
}

// choose sets the links of a page, with those of the places that may be their sources.
func (l *onePage) choose(w *wantedLink, on []link.Occurrence, all []*place) {
	s := l.s
	l.links = nil
	isFound := false
	how := make([]strength, len(all))
	for i := range on {
		o := &wantedPlace{Occurrence: &on[i]}
		l.links = append(l.links, o)
		if i == 0 || o.Link != on[i-1].Link {
			w.link = take(o.Link)
			for k, p := range all {
				how[k] = s.match(w, p)
			}
		}
		text := fold(withoutTags(o.Text))
		for k, p := range all {
			if how[k] != noMatch && fits(p, s.all.files[p.file].kind, o) {
				o.choices = append(o.choices, choice{place: p, strength: how[k], text: textOf(p, o, text)})
				isFound = true
			}
		}
	}
	if !isFound {
		return // only where a place may be right, a page is read again, and that of a live site requested
	}
	b := s.page(&on[0])
	for _, o := range l.links {
		o.at = b.regions[[2]int{o.Line, o.Column}]
		kept := o.choices[:0]
		for _, c := range o.choices {
			c.relation = s.relation(c.place, o, &l.files, b.documents)
			c.isUnsure = l.files.isUnsure && l.files.text != c.place.file
			if s.isEvident(&c, o) {
				kept = append(kept, c)
			}
		}
		o.choices = best(kept, o.at)
	}
}

// fits reports whether a place in a file of a kind can make a link of the kind of an occurrence.
func fits(p *place, k kind, o *wantedPlace) bool {
	isStyle := o.Element == "css" || o.Element == "style" || o.Attribute == "style"
	switch {
	case p.form == plainForm && o.isAnchor() && isFileKey(p.key) && !isLinkKey(p.key):
		return false // a file that a page loads
	case isStyle || p.form == styleForm || k == style:
		return isStyle && p.form == styleForm && p.text == strings.TrimSpace(o.Link)
	case o.Attribute == "" && !o.isHead():
		return false // an entry of a feed or a sitemap
	}
	switch p.form {
	case linkForm:
		return o.isAnchor()
	case imageForm:
		return !o.isAnchor() && (!o.isHead() || o.Element == "meta")
	case headForm:
		return o.isHead()
	case otherForm:
		return p.element == o.Element
	}
	return !slices.Contains([]string{"form", "button", "blockquote", "q", "del", "ins", "input"}, o.Element)
}

// textOf says whether a place reads as an occurrence with a folded text does.
func textOf(p *place, o *wantedPlace, text string) agreement {
	switch {
	case !o.isAnchor():
		return unknownText
	case p.hasLabel && p.label == text:
		return agrees
	case p.hasLabel && len(text) > 60 && strings.HasPrefix(p.label, text[:60]):
		return nearby // a report cuts a long text
	case p.hasLabel:
		return differs
	case text != "" && strings.Contains(" "+p.near+" ", " "+text+" "):
		return nearby
	}
	return unknownText
}

// relation says how close the file of a place is to the page of an occurrence, which may document
// a program.
func (s *search) relation(p *place, o *wantedPlace, files *pageFiles, documents bool) relation {
	f := &s.all.files[p.file]
	isOneOf := func(is func(file int32) bool) bool {
		return slices.ContainsFunc(files.all, func(of pageSource) bool { return is(of.file) })
	}
	switch {
	case f.kind != program && isOneOf(func(file int32) bool { return file == p.file }), f.kind.isData() && p.redirects(o.Page):
		return own
	case p.inComment:
		// The documentation of a program, on a page that shows it.
		stem, page := pagekey.Loose(pathStem(f.name)), pagekey.Loose(pagekey.Last(pagekey.Of(o.Page)))
		switch {
		case !documents && !isOneOf(func(file int32) bool { return s.all.files[file].showsCode }):
			return unrelated
		case page == stem, strings.Contains(strings.ToLower(o.Page), "/"+stem+"/"), strings.HasPrefix(page, stem+"-8"), strings.HasSuffix(page, stem) && len(stem) > 2:
			return own
		}
		return included
	case f.kind == style && strings.EqualFold(pathStem(f.name), pathStem(o.Page)):
		return own
	case isOneOf(func(file int32) bool { return s.includes(file, p.file) }):
		return included
	case f.front.draft:
		return unrelated
	case p.inFront && isLinkKey(p.key):
		return shared // an entry of a menu
	case documents && f.kind == content:
		return included // the documentation of a program takes texts in
	case f.kind == markup && f.isPage && f.front.end == 0 && strings.HasSuffix(f.name, "html"):
		return unrelated // a page that is published as it is
	case f.isPage && !isPart(f.name):
		return other
	}
	return shared
}

// includes reports whether a file includes another one: a line with one of the words ends a name
// like the other's path, which has a folder, or is that of a part, or beside it.
func (s *search) includes(by, file int32) bool {
	mentioned, known := s.mentions[by]
	if !known {
		src, err := openfile.ReadItself(s.root, s.all.files[by].name, maxFileSize)
		if err != nil {
			return false
		}
		for line := range bytes.Lines(src) {
			line = line[:min(len(line), 400)]
			if bytes.ContainsAny(line, "{<\"':") && hasAny(line, includeWords) && !bytes.Contains(line, []byte("](")) {
				for _, name := range fileNames().FindAllString(string(line), -1) {
					mentioned = append(mentioned, strings.TrimLeft(partName(path.Clean(name)), "./"))
				}
			}
		}
		s.mentions[by] = mentioned
	}
	name := s.all.files[file].name
	stem := "/" + partName(name)
	isNear := isPart(name) || path.Dir(name) == path.Dir(s.all.files[by].name)
	return file != by && slices.ContainsFunc(mentioned, func(m string) bool {
		return strings.HasSuffix(stem, "/"+m) && (isNear || strings.Contains(m, "/"))
	})
}

// includeWords are in lines that include another file, and fileNames are the names in them.
var (
	includeWords = strings.Fields("include import layout partial snippet render --8<-- embed extends component require <!--@")
	fileNames    = lazy(`[\w./@~+-]{3,}`)
)

// partName is the name under which a file may be included.
func partName(name string) string {
	dir, base := path.Split(name)
	if ext := path.Ext(base); kinds[ext] != noKind {
		base = strings.TrimSuffix(base, ext)
	}
	return strings.ToLower(dir + strings.TrimPrefix(base, "_"))
}

// isEvident reports whether enough speaks for a place to count at all: its relation, its text, and
// the region, which has to be that of the built link.
func (s *search) isEvident(c *choice, o *wantedPlace) bool {
	p, at := c.place, o.at
	f := &s.all.files[p.file]
	isText := f.kind == content && !p.inFront && f.isPage && p.region == anyRegion
	isPlain := p.form == plainForm
	isValue := isPlain && (p.element == "" || p.element == "variable") && (f.kind != content || p.inFront)
	switch {
	case c.relation == own && f.kind.isData():
		return true // the page is a redirect
	case c.relation == unrelated || c.text == differs:
		return false
	case at == navRegion && isText && !isPlain, at == textRegion && p.region == navRegion:
		return false // in another region
	case isPlain && p.element == "" && !strings.ContainsAny(p.text, "/.#") && c.text < nearby:
		return false // a word
	case c.strength == endsAlike && c.text < nearby:
		return false
	case c.relation == other:
		return c.text >= nearby || !o.isAnchor()
	case p.inFront && c.relation == shared && o.isAnchor():
		return at == navRegion && c.text >= nearby
	case isValue && o.isAnchor() && c.text < nearby:
		// A menu may take its texts from elsewhere.
		return c.relation == own && (p.inFront || p.element == "variable")
	case isValue && !o.isAnchor():
		// The entry of a menu makes no redirect in the head of a page.
		return isFileKey(p.key) || isLinkKey(p.key)
	}
	return f.kind != python || p.inComment || isSettings(f.name) || !isPlain
}

// redirects reports whether the key of a place is the path of a page, which only leads on: in
// [output.html.redirect] of mdBook, and redirect_maps of MkDocs.
func (p *place) redirects(page string) bool {
	return strings.ContainsAny(p.key, "/.") && slices.Equal(segmentsOf(p.key), segmentsOf(page))
}

// best keeps the choices that most speaks for: the text first, then the file, then the spelling.
func best(all []choice, at region) []choice {
	// A definition of the page's own text has no words, so that an entry of a menu with similar
	// ones is no better.
	isDefined := at != navRegion && slices.ContainsFunc(all, func(c choice) bool {
		return c.relation == own && c.place.element == "definition" && c.strength >= samePlace
	})
	rank := func(c *choice) [3]int {
		text := c.text
		if c.relation == other || c.relation == shared && text == nearby && isDefined {
			text = min(text, unknownText)
		}
		return [3]int{int(text), int(c.relation), int(c.strength)}
	}
	var most [3]int
	for i := range all {
		if k := rank(&all[i]); slices.Compare(k[:], most[:]) > 0 {
			most = k
		}
	}
	return keep(all, func(c choice) bool { return rank(&c) == most })
}

// settle names the sources of all pages of a finding. The occurrences on a page that have the same
// choices share them.
func settle(lists []*onePage) {
	// least is how many links with a text each page has at least. A list shows a text with its
	// links, which the page of the text shows, too.
	least, shown := map[string]int{}, map[int32]bool{}
	for _, l := range lists {
		for _, of := range l.files.all {
			shown[of.file] = true
		}
		count := map[string]int{}
		for _, o := range l.links {
			count[o.reading()]++
		}
		for reading, n := range count {
			if known := least[reading]; known == 0 || n < known {
				least[reading] = n
			}
		}
	}
	for _, l := range lists {
		for rest := l.links; len(rest) > 0; {
			isSame := func(o *wantedPlace) bool {
				return slices.EqualFunc(o.choices, rest[0].choices, func(x, y choice) bool { return x.place == y.place })
			}
			same := keep(rest, isSame)
			l.name(same, least, shown)
			rest = keep(rest, func(o *wantedPlace) bool { return !isSame(o) })
		}
	}
}

// name names the source of some occurrences that have the same choices.
func (l *onePage) name(same []*wantedPlace, least map[string]int, shown map[int32]bool) {
	all := same[0].choices
	if len(all) == 0 {
		return
	}
	first, isAnchor := &all[0], same[0].isAnchor()
	isText := first.relation == own && first.place.form != plainForm && isAnchor
	if same = likeliest(same, least); len(same) == 0 {
		return
	}
	isUnsure := first.relation == own && first.isUnsure
	if first.relation == other {
		isLent := isAnchor && l.s.pages.mayLend(first.place.file)
		isUnsure = len(l.files.all) > 0 || !shown[first.place.file] && !isLent
	}
	isMenu := first.relation == shared && l.s.all.files[first.place.file].kind.isData()
	isNumbered := len(all) == len(same) && !isMenu && !slices.ContainsFunc(all, func(c choice) bool { return c.place.file != first.place.file })
	for n, o := range same {
		switch {
		case !isUnsure && len(all) == 1 && (len(same) == 1 || !isText):
			o.Source = l.s.source(first)
		case !isUnsure && len(all) > 1 && isNumbered:
			o.Source = l.s.source(&all[n])
		default:
			for n := range all[:min(len(all), maxCandidates)] {
				o.Candidates = append(o.Candidates, *l.s.source(&all[n]))
			}
		}
	}
}

// maxCandidates bounds how many candidates an occurrence shows.
const maxCandidates = 5

// likeliest keeps, of the occurrences that have the same choices, those that a shared file can make:
// by how many other pages have, and a menu's entry by the region.
func likeliest(same []*wantedPlace, least map[string]int) []*wantedPlace {
	o := same[0]
	first := &o.choices[0]
	inNavigation := keep(same, func(o *wantedPlace) bool { return o.at == navRegion })
	switch n := least[o.reading()]; {
	case first.relation != shared || !o.isAnchor():
	case n < len(same):
		// One of them more than other pages have is not of the layout.
		if len(inNavigation) == n {
			return inNavigation
		}
		return nil
	case first.place.form == plainForm && len(inNavigation) > 0:
		return inNavigation
	}
	return same
}

// source returns the place of a choice, as reports show it.
func (s *search) source(c *choice) *link.Source {
	p := c.place
	return &link.Source{File: s.all.files[p.file].shown, Line: p.line, Column: p.column, EndColumn: p.endColumn, Shared: c.relation == shared || c.relation == included}
}
