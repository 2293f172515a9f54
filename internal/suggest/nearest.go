package suggest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/site"
)

// Query is a path that leads nowhere, with links to it.
type Query struct {
	// Target is the path, as a URL writes it, with a leading slash and without a
	// query.
	Target string
	// Uses are links that lead there: as many as there are, or some.
	Uses []Use
}

// Use is one link.
type Use struct {
	// Page is the path of the page that holds it.
	Page string
	// Link is what its author wrote.
	Link string
}

// StandsOn reports whether all links are on the page at a path. One with a fragment may
// lead to another part of that page.
func (q Query) StandsOn(path string) bool {
	return len(q.Uses) > 0 && !slices.ContainsFunc(q.Uses, func(use Use) bool {
		return use.Page != path || strings.Contains(use.Link, "#")
	})
}

// What one difference between two paths counts: near names count the letters that
// differ, so one or two.
const (
	otherSuffix  = 1
	oneMore      = 2 // a segment that only one of the two has
	otherSegment = 3
	// farthest is as far as two places of the same name may be from each other, and
	// nearby as far as those of a name that says little.
	farthest = 6
	nearby   = 3
)

// telling is the number of letters from which on a name says much.
const telling = 6

// candidate is a place that may have been meant, and how far it is from the
// query.
type candidate struct {
	place int32
	far   int
}

// Nearest returns the place that was perhaps meant, or a negative number when
// none stands out. Then rivals are those that come into question, best first, as
// something else may tell.
//
// What is at the same path in another form comes first; then where all the links
// lead when a step up is left out of them or put in, if that is one place; and
// then the nearest of the pages with the same name in other folders, of what one segment
// misspelt makes of the path, and one that is too many; the same page in another
// language or version is none of them. It stands out when there is no other, or the
// next one is twice as far.
func (p *Paths) Nearest(q Query) (place int32, rivals []int32) {
	if len(q.Target) > maxPath || p.work < 0 {
		return none, nil
	}
	keys := readings(q.Target)
	if keys[0] == "" && len(p.at("")) == 0 || strings.Count(keys[0], "/") >= maxSegments {
		return none, nil
	}
	var found []candidate
	for i, key := range keys {
		found = p.add(found, key, i*otherSuffix)
	}
	if len(found) > 0 {
		return p.choose(q, found)
	}
	if place := p.shifted(q); place >= 0 {
		return place, nil
	}
	for i, key := range keys {
		found = p.gather(found, key, i*otherSuffix)
	}
	if at := fromSources(q); len(found) == 0 && at != "" {
		for i, key := range readings(at) {
			if key != "" { // the start page has no name to misspell
				found = p.misspelt(found, strings.Split(key, "/"), i*otherSuffix)
			}
		}
	}
	return p.choose(q, p.inSameTree(q, keys[0], found))
}

// readings are the keys that a path may stand for: with the suffix of a source it
// may be that file, or the page made of it.
func readings(path string) []string {
	key := pageKey(path, isPageSuffix)
	if page := pageKey(path, isSourceSuffix); page != key {
		return []string{key, page}
	}
	return []string{key}
}

// add adds the places with a key.
func (p *Paths) add(found []candidate, key string, far int) []candidate {
	for _, e := range p.at(key) {
		found = append(found, candidate{e.place, far})
	}
	return found
}

// gather adds what is near to a key, that much farther.
func (p *Paths) gather(found []candidate, key string, farther int) []candidate {
	if key == "" {
		return found
	}
	segments := strings.Split(key, "/")
	found = p.sameName(found, segments, farther)
	found = p.misspelt(found, segments, farther)
	for _, other := range otherSuffixes(key) {
		found = p.add(found, other, farther+otherSuffix)
	}
	for i := range len(segments) - 1 {
		without := strings.Join(slices.Delete(slices.Clone(segments), i, i+1), "/")
		found = p.add(found, without, farther+oneMore)
	}
	return found
}

// sameName adds the places whose last segment is the same, unless that says
// little.
func (p *Paths) sameName(found []candidate, segments []string, farther int) []candidate {
	folder, name := segments[:len(segments)-1], segments[len(segments)-1]
	i, ok := p.first[name]
	if !ok || letters(name) < 3 {
		return found
	}
	limit := farthest
	if letters(name) < telling {
		limit = nearby
	}
	all := len(found)
	for n := 0; i != none; n++ {
		if n == maxSameName {
			return found[:all]
		}
		e := p.entries[i]
		p.work--
		theirs := strings.Split(e.key, "/")
		if far := distance(folder, theirs[:len(theirs)-1]); far <= limit {
			found = append(found, candidate{e.place, far + farther})
		}
		i = p.next[i]
	}
	return found
}

// indexName is the name of the page of a folder.
const indexName = "index"

// misspelt adds the places that are reached with another name, near to it, for
// the first segment that does not exist.
func (p *Paths) misspelt(found []candidate, segments []string, farther int) []candidate {
	wrong := 0
	for wrong < len(segments)-1 && p.exists(strings.Join(segments[:wrong+1], "/")) {
		wrong++
	}
	folder := strings.Join(segments[:wrong], "/")
	p.near(p.in(folder), segments[wrong], func(name string, difference int) {
		right := slices.Clone(segments)
		right[wrong] = name
		found = p.add(found, strings.Join(right, "/"), difference+farther)
	})
	if _, ok := near(segments[wrong], indexName); ok && wrong == len(segments)-1 && wrong > 0 {
		found = p.add(found, folder, 1+farther)
	}
	if swapped := swappedAtStart(segments[wrong]); swapped != "" {
		segments = slices.Clone(segments)
		segments[wrong] = swapped
		found = p.add(found, strings.Join(segments, "/"), 1+farther)
	}
	return found
}

// families are suffixes of files that serve the same purpose.
var families = [...][]string{
	{".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif", ".svg"},
	{".yml", ".yaml"},
	{".woff", ".woff2"},
	{".mp4", ".webm"},
}

// otherSuffixes are the keys of the same file in another format.
func otherSuffixes(key string) (others []string) {
	dot := strings.LastIndexByte(key, '.')
	if dot < 0 {
		return nil
	}
	for _, family := range families {
		if !slices.Contains(family, key[dot:]) {
			continue
		}
		for _, suffix := range family {
			if suffix != key[dot:] {
				others = append(others, key[:dot]+suffix)
			}
		}
	}
	return others
}

// distance is how far two folders are from each other: the cheapest way to make
// one list of segments of the other (Wagner and Fischer, "The string-to-string
// correction problem", JACM 21, 1974, with costs of our own).
func distance(a, b []string) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(b) > maxSegments || len(a)-len(b) > farthest || len(b)-len(a) > farthest {
		return farthest + 1
	}
	var table [2][maxSegments + 1]int
	last, row := &table[0], &table[1]
	for j := range len(b) + 1 {
		row[j] = j * oneMore
	}
	for i := range a {
		last, row = row, last
		row[0] = (i + 1) * oneMore
		for j := range b {
			change := otherSegment
			if n, ok := near(a[i], b[j]); ok {
				change = n
			}
			row[j+1] = min(last[j+1]+oneMore, row[j]+oneMore, last[j]+change)
		}
	}
	return row[len(b)]
}

// maxNeighbours is how many places a folder may hold whose names alone say
// nothing.
const maxNeighbours = 64

// Neighbours are the places in the folder of a path that leads nowhere; none when
// it holds too many.
func (p *Paths) Neighbours(target string) (places []int32) {
	if len(target) > maxPath {
		return nil
	}
	key := readings(target)[0]
	folder := key[:strings.LastIndexByte(key, '/')+1]
	for _, c := range p.in(strings.TrimSuffix(folder, "/")) {
		for _, e := range p.at(folder + c.name) {
			if len(places) == maxNeighbours {
				return nil
			}
			places = append(places, e.place)
		}
	}
	return places
}

// choose returns the candidate that stands out, or all of them.
func (p *Paths) choose(q Query, found []candidate) (place int32, rivals []int32) {
	found = p.ends(q, found)
	switch {
	case len(found) == 0:
		return none, nil
	case len(found) == 1, found[1].far > found[0].far && found[1].far >= 2*found[0].far:
		return found[0].place, nil
	}
	for _, c := range found {
		rivals = append(rivals, c.place)
	}
	return none, rivals
}

// ends are the places where readers of the candidates end, each once, the nearest
// first. The path itself is none of them, nor is the only page with links to it.
func (p *Paths) ends(q Query, found []candidate) []candidate {
	ends := make([]candidate, 0, len(found))
	for _, c := range found {
		end := p.site.End(c.place)
		if end < 0 {
			continue
		}
		if path := p.site.Path(end); path == "" || path == q.Target || site.IsErrorPage(path) || q.StandsOn(path) {
			continue
		}
		ends = append(ends, candidate{end, c.far})
	}
	slices.SortFunc(ends, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.far, b.far))
	})
	ends = slices.CompactFunc(ends, func(a, b candidate) bool { return a.place == b.place })
	slices.SortStableFunc(ends, func(a, b candidate) int { return cmp.Compare(a.far, b.far) })
	return ends
}

// Same returns the one place that is at a path in another form; negative when
// there is none, or more.
func (p *Paths) Same(path string) int32 {
	if len(path) > maxPath {
		return none
	}
	for _, key := range readings(path) {
		if found := p.ends(Query{}, p.add(nil, key, 0)); len(found) == 1 {
			return found[0].place
		}
	}
	return none
}
