package source

import (
	"bytes"
	"cmp"
	"maps"
	"path"
	"regexp"
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
	// unsure is true when only one of several files can be that of the page.
	unsure bool
}

// maxCandidates bounds how many candidates an occurrence shows.
const maxCandidates = 5

// sourcesOf returns the sources of a page by its path.
func (s *search) sourcesOf(page string) pageFiles {
	found, known := s.sources[page]
	if !known {
		found = s.pages.of(page)
		texts := keep(found.all, func(of pageSource) bool {
			f := &s.all.files[of.file]
			return f.kind != markup || !f.isPage || f.front.end > 0
		})
		if len(texts) == 1 && len(found.all) > 1 {
			found.text = texts[0].file
		}
		s.sources[page] = found
	}
	return found
}

// finding sets the sources of a finding's occurrences, page by page.
func (s *search) finding(f *link.Finding) {
	all := s.lookUp(f)
	w := s.wanted(f)
	var lists []*onePage
	for i := 0; i < len(f.Occurrences) && s.ctx.Err() == nil && len(all) > 0; {
		j := i
		for j < len(f.Occurrences) && f.Occurrences[j].Page == f.Occurrences[i].Page {
			j++
		}
		lists = append(lists, s.onePage(w, f.Occurrences[i:j], all))
		i = j
	}
	s.settle(lists)
}

// lookUp returns the places whose destinations have a name of the finding's links.
func (s *search) lookUp(f *link.Finding) []*place {
	found := map[*place]bool{}
	keys := map[string]bool{}
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		if !mayBeSourced(o) || i > 0 && o.Link == f.Occurrences[i-1].Link && mayBeSourced(&f.Occurrences[i-1]) {
			continue
		}
		for _, k := range append(keysOf(o.Link), keysOf(f.Target)...) {
			if keys[k] {
				continue
			}
			keys[k] = true
			for _, p := range s.byKey[k] {
				found[p] = true
			}
		}
	}
	for _, p := range s.open {
		found[p] = found[p] || len(keys) > 0
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b *place) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line), cmp.Compare(a.column, b.column))
	})
}

// wanted returns what all occurrences of a finding want.
func (s *search) wanted(f *link.Finding) *wantedLink {
	w := &wantedLink{target: take(f.Target), internal: f.Internal, isFragment: f.Reason == link.FragmentNotFound, base: s.base}
	w.looseTarget, w.targetPage = loose(w.target.segments), "/"+strings.Join(w.target.segments, "/")
	if s.site != nil {
		w.siteHost = strings.ToLower(s.site.Host)
	}
	return w
}

// onePage is what was found for the occurrences on one page.
type onePage struct {
	s           *search
	occurrences []link.Occurrence
	spots       []spot
	choices     [][]choice
	files       pageFiles
	// least is how many links with a text each page of the finding has at least.
	least map[string]int
}

// onePage finds the choices for the occurrences of a finding on one page.
func (s *search) onePage(w *wantedLink, on []link.Occurrence, all []*place) *onePage {
	l := &onePage{s: s, occurrences: on, spots: make([]spot, len(on)), choices: make([][]choice, len(on))}
	if !mayBeSourced(&on[0]) || !s.all.spend(len(all)*len(on)) {
		return l
	}
	w.page = on[0].Page
	w.pageSegments = segmentsOf(w.page)
	// A page is read again, and that of a live site requested, only where a place may be right.
	found := make([][]choice, len(on))
	any := false
	how := make([]strength, len(all))
	for i := range on {
		o := &on[i]
		if i == 0 || o.Link != on[i-1].Link {
			w.link = take(o.Link)
			for k, p := range all {
				how[k] = s.match(w, p)
			}
		}
		text := fold(withoutTags(o.Text))
		for k, p := range all {
			if how[k] != noMatch && fits(p, &s.all.files[p.file], o) {
				found[i] = append(found[i], choice{place: p, strength: how[k], text: textOf(p, o, text)})
				any = true
			}
		}
	}
	l.files = s.sourcesOf(w.page)
	if !any {
		return l
	}
	b := s.page(&on[0])
	for i := range on {
		o := &on[i]
		if b != nil {
			l.spots[i] = b.spots[[2]int{o.Line, o.Column}]
		}
		for _, c := range found[i] {
			p := c.place
			c.relation, c.unsure = s.relation(p, o, &l.files, b), l.files.unsure && l.files.text != p.file
			// Generators write the page's own address into its head.
			isOwn := isHead(o) && slices.Equal(w.target.segments, w.pageSegments) && !p.inFront
			if c.relation != unrelated && (c.text != differs || p.form == imageForm) && !isOwn && s.fitsRegion(&c, &l.spots[i]) && s.isEvident(&c, o, &l.spots[i]) {
				l.choices[i] = append(l.choices[i], c)
			}
		}
	}
	return l
}

// anchors are the elements that readers follow.
func isAnchor(o *link.Occurrence) bool { return o.Element == "a" || o.Element == "area" }

// isHead reports whether an occurrence is no part of what readers see.
func isHead(o *link.Occurrence) bool {
	return slices.Contains([]string{"link", "meta", "script", "base"}, o.Element)
}

// fits reports whether a place can make a link of the kind of an occurrence.
func fits(p *place, f *file, o *link.Occurrence) bool {
	isStyle := o.Element == "css" || o.Element == "style" || o.Attribute == "style"
	switch {
	case p.form == plainForm && isAnchor(o) && isFileKey(p.key) && !isLinkKey(p.key):
		return false // a file that a page loads
	case o.Attribute == "style" && p.form == plainForm && f.kind.isData():
		return strings.Contains(p.text, ".")
	case isStyle || p.form == styleForm || f.kind == style:
		return isStyle && p.form == styleForm && p.text == strings.TrimSpace(o.Link)
	case o.Attribute == "" && !isHead(o):
		return false // an entry of a feed or a sitemap
	}
	switch p.form {
	case linkForm:
		return isAnchor(o) || p.element != "" && p.element != "a" && strings.Contains(o.Attribute, "href") && !isHead(o)
	case imageForm:
		return !isAnchor(o) && (!isHead(o) || o.Element == "meta") && o.Element != "script"
	case headForm:
		return isHead(o)
	case otherForm:
		return !isAnchor(o) && !isHead(o) && p.element == o.Element
	}
	return !slices.Contains([]string{"form", "button", "blockquote", "q", "del", "ins", "input"}, o.Element)
}

// textOf says whether a place reads as an occurrence with a folded text does.
func textOf(p *place, o *link.Occurrence, text string) agreement {
	if !isAnchor(o) || p.form == headForm || p.form == styleForm {
		return unknownText
	}
	if p.hasLabel {
		switch {
		case p.label == text && text != "":
			return agrees
		case p.label == text:
			return nearby
		case p.label == "" && p.element == "":
			return unknownText // the generator writes the title of the target
		case p.label == "" || text == "":
			return differs
		case 5*min(len(text), len(p.label)) >= 4*max(len(text), len(p.label)) && (strings.Contains(" "+p.label+" ", " "+text+" ") || strings.Contains(" "+text+" ", " "+p.label+" ")),
			len(text) > 60 && strings.HasPrefix(p.label, text[:60]), strings.ReplaceAll(text, " ", "") == strings.ReplaceAll(p.label, " ", ""):
			return nearby
		}
		return differs
	}
	if text == "" {
		return unknownText
	}
	if p.isPattern && p.near != "" && strings.Contains(" "+text+" ", " "+p.near+" ") {
		return nearby
	}
	if strings.Contains(" "+p.near+" ", " "+text+" ") {
		return nearby
	}
	if p.inFront {
		// A layout adds words of its own, such as "Next page".
		for label := range strings.SplitSeq(p.near, "\x00") {
			if label = strings.TrimSpace(label); len(label) > 3 && (strings.HasSuffix(text, label) || strings.Contains(" "+text+" ", " "+label+" ")) {
				return nearby
			}
		}
	}
	return unknownText
}

// relation says how close the file of a place is to the page of an occurrence.
func (s *search) relation(p *place, o *link.Occurrence, files *pageFiles, b *built) relation {
	f := &s.all.files[p.file]
	for _, of := range files.all {
		if of.file == p.file && f.kind != program {
			return own
		}
	}
	if p.inComment && f.kind != content && f.kind != markup {
		return s.documents(p, o, files, b)
	}
	if f.kind == style && strings.EqualFold(pathStem(f.name), pathStem(o.Page)) {
		return own
	}
	if f.kind == program || (f.kind.isData() || p.inFront) && s.pages.isOtherSite(p.file) {
		return unrelated
	}
	for _, of := range files.all {
		if s.includes(of.file, p.file) {
			return included
		}
	}
	if s.pages.isOtherPage(p.file, o.Page) || f.front.draft || strings.EqualFold(pathStem(f.name), "changelog") {
		return unrelated
	}
	if p.inFront && isLinkKey(p.key) && f.isPage {
		return shared // an entry of a menu
	}
	if b != nil && b.documents && f.kind == content {
		return included // the documentation of a program takes texts in
	}
	if f.kind == markup && f.isPage && f.front.end == 0 && strings.HasSuffix(f.name, "html") {
		return unrelated // a page that is published as it is
	}
	if f.isPage && !isPart(f.name) || pagekey.IsReadme(f.name) {
		return other
	}
	return shared
}

// documents says whether a page shows the documentation that a place is in.
func (s *search) documents(p *place, o *link.Occurrence, files *pageFiles, b *built) relation {
	shows := b != nil && b.documents
	for _, of := range files.all {
		shows = shows || s.all.files[of.file].showsCode
	}
	if !shows {
		return unrelated
	}
	stem := pagekey.Loose(pathStem(s.all.files[p.file].name))
	if pageName := pagekey.Loose(pagekey.Last(pagekey.Of(o.Page))); pageName == stem || strings.Contains(strings.ToLower(o.Page), "/"+stem+"/") ||
		strings.HasPrefix(pageName, stem+"-8") || strings.HasSuffix(pageName, stem) && len(stem) > 2 {
		return own
	}
	return included
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
			if line = line[:min(len(line), 400)]; includeWords.Match(line) && !bytes.Contains(line, []byte("](")) {
				for _, name := range fileNames.FindAllString(string(line), -1) {
					mentioned = append(mentioned, partName(path.Clean(name)))
				}
			}
		}
		s.mentions[by] = mentioned
	}
	name := s.all.files[file].name
	stem := partName(name)
	isNear := isPart(name) || path.Dir(name) == path.Dir(s.all.files[by].name)
	return file != by && slices.ContainsFunc(mentioned, func(m string) bool {
		m = strings.TrimLeft(m, "./")
		return strings.HasSuffix("/"+stem, "/"+m) && (isNear || strings.Contains(m, "/"))
	})
}

// includeWords are in lines that include another file, and fileNames are the names in them.
var (
	includeWords = regexp.MustCompile(`include|import|layout|partial|snippet|render|--8<--|embed|extends|component|require|<!--@`)
	fileNames    = regexp.MustCompile(`[\w./@~+-]{3,}`)
)

// partName is the name under which a file may be included.
func partName(name string) string {
	dir, base := path.Split(name)
	if ext := path.Ext(base); kinds[ext] != noKind {
		base = strings.TrimSuffix(base, ext)
	}
	return strings.ToLower(dir + strings.TrimPrefix(base, "_"))
}

// fitsRegion reports whether the region of a place is that of the built link.
func (s *search) fitsRegion(c *choice, at *spot) bool {
	p := c.place
	f := &s.all.files[p.file]
	isText := f.kind == content && !p.inFront && f.isPage && p.region == anyRegion
	switch {
	case at.region == headRegion:
		return p.form == styleForm || !isText && (p.form == plainForm || p.form == headForm || p.form == imageForm)
	case at.region == navRegion && isText && p.form != plainForm:
		return false
	case at.region == textRegion && p.region == navRegion:
		return false
	case at.region == navRegion && p.region == textRegion:
		return false
	}
	return true
}

// isEvident reports whether enough speaks for a place to count at all.
func (s *search) isEvident(c *choice, o *link.Occurrence, at *spot) bool {
	p := c.place
	f := &s.all.files[p.file]
	isWord := p.form == plainForm && !strings.ContainsAny(p.text, "/.#")
	if isWord && p.element == "" && c.text < nearby {
		return false
	}
	isValue := p.form == plainForm && (p.element == "" || p.element == "variable") && (f.kind != content || p.inFront)
	switch {
	case c.strength == endsAlike && (c.relation < included && !(isValue && c.text == nearby) && !(isPart(f.name) && c.text == agrees) || c.text < nearby):
		return false
	case c.relation == other:
		return c.text >= nearby || !isAnchor(o)
	case p.inFront && c.relation == shared && isAnchor(o):
		return at.region == navRegion && c.text >= nearby
	case c.relation >= shared && c.relation < own && f.kind == markup && !isValue && isAnchor(o) && c.text < nearby:
		// A layout whose text is not known: the region has to say the same, and the path all of it.
		return p.region != anyRegion && p.region == at.region && c.strength >= samePlace && !strings.Contains(p.text, wild)
	case isValue && isAnchor(o) && c.text < nearby:
		// A menu may take its texts from elsewhere.
		return c.relation == own && (p.inFront && at.region != navRegion || p.element == "variable")
	case isValue && !isAnchor(o):
		// The entry of a menu makes no redirect in the head of a page.
		return isFileKey(p.key) || isLinkKey(p.key) && (p.key != "" && (o.Element != "meta" || c.relation == own) || path.Ext(p.text) != "") && c.strength > endsAlike
	case f.kind == python && !p.inComment && !isSettings(f.name) && p.form == plainForm:
		return false
	}
	return true
}

// best keeps the choices that most speaks for: the text first, then the file, then the spelling.
func (s *search) best(all []choice, at *spot) []choice {
	rank := func(c *choice) [3]int {
		r := int(c.relation)
		if at.region == navRegion && at.explicit && c.relation == own && !c.place.inFront {
			r = int(shared)
		}
		text := int(c.text)
		if c.relation == other {
			text = min(text, int(unknownText))
		}
		return [3]int{text, r, int(c.strength)}
	}
	var most [3]int
	for i := range all {
		if k := rank(&all[i]); slices.Compare(k[:], most[:]) > 0 {
			most = k
		}
	}
	var kept []choice
	for i := range all {
		if rank(&all[i]) == most {
			kept = append(kept, all[i])
		}
	}
	return kept
}

// settle names the sources of all pages of a finding.
func (s *search) settle(lists []*onePage) {
	least := map[string]int{}
	// A list shows a text with its links, which the page of the text shows, too.
	shown := map[int32]bool{}
	for _, l := range lists {
		for _, of := range l.files.all {
			shown[of.file] = true
		}
		count := map[string]int{}
		for i := range l.occurrences {
			count[readingOf(&l.occurrences[i])]++
			l.choices[i] = s.best(l.choices[i], &l.spots[i])
		}
		for reading, n := range count {
			if known := least[reading]; known == 0 || n < known {
				least[reading] = n
			}
		}
	}
	for _, l := range lists {
		l.least = least
		l.settle(shown)
	}
}

// readingOf is what a reader sees of a link.
func readingOf(o *link.Occurrence) string { return o.Element + " " + fold(o.Text) }

// settle names the sources on one page. The occurrences that have the same choices share them.
func (l *onePage) settle(shown map[int32]bool) {
	done := make([]bool, len(l.occurrences))
	for i := range l.occurrences {
		var same []int
		for j := i; j < len(l.occurrences) && len(l.choices[i]) > 0; j++ {
			if !done[j] && slices.EqualFunc(l.choices[i], l.choices[j], func(x, y choice) bool { return x.place == y.place }) {
				same = append(same, j)
				done[j] = true
			}
		}
		if len(same) > 0 {
			l.name(same, shown)
		}
	}
}

// name names the source of some occurrences that have the same choices.
func (l *onePage) name(same []int, shown map[int32]bool) {
	all := l.choices[same[0]]
	first := &all[0]
	if same = l.likeliest(same); len(same) == 0 {
		return
	}
	isText := first.relation == own && first.place.form != plainForm && isAnchor(&l.occurrences[same[0]])
	isUnsure := first.relation == own && first.unsure && isAnchor(&l.occurrences[same[0]]) && !first.place.inFront ||
		first.relation == other && (len(l.files.all) > 0 || l.spots[same[0]].region == navRegion || !shown[first.place.file] && !(isAnchor(&l.occurrences[same[0]]) && l.s.pages.mayLend(first.place.file)))
	inOneFile := !slices.ContainsFunc(all, func(c choice) bool { return c.place.file != first.place.file })
	isNumbered := len(all) == len(same) && inOneFile && !(first.relation == shared && l.s.all.files[first.place.file].kind.isData())
	for n, i := range same {
		o := &l.occurrences[i]
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

// likeliest keeps, of the occurrences that have the same choices, those that a choice agrees with
// most: by its text, and a menu's entry by the region.
func (l *onePage) likeliest(same []int) []int {
	first := &l.choices[same[0]][0]
	isText := first.relation == own && first.place.form != plainForm && isAnchor(&l.occurrences[same[0]])
	isEntry := first.relation == shared && first.place.form == plainForm && isAnchor(&l.occurrences[same[0]])
	keep := func(of func(i int) bool) {
		if kept := slices.DeleteFunc(slices.Clone(same), func(i int) bool { return !of(i) }); len(kept) > 0 {
			same = kept
		}
	}
	if isText && len(l.choices[same[0]]) < len(same) {
		keep(func(i int) bool { return l.choices[i][0].text == agrees })
	}
	if n := l.least[readingOf(&l.occurrences[same[0]])]; first.relation == shared && isAnchor(&l.occurrences[same[0]]) && n < len(same) {
		// One of them more than other pages have is not of the layout.
		kept := slices.DeleteFunc(slices.Clone(same), func(i int) bool { return l.spots[i].region != navRegion })
		if len(kept) != n {
			return nil
		}
		return kept
	}
	if isEntry {
		keep(func(i int) bool { return l.spots[i].region == navRegion })
	}
	return same
}

// source returns the place of a choice, as reports show it.
func (s *search) source(c *choice) *link.Source {
	p := c.place
	return &link.Source{File: s.all.files[p.file].shown, Line: p.line, Column: p.column, EndColumn: p.endColumn, Shared: c.relation == shared || c.relation == included}
}
