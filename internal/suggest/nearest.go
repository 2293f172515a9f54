package suggest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/pagekind"
)

// Query is a path that leads nowhere, with links to it.
type Query struct {
	// Target is the path, as a URL writes it, with a leading slash and without a query.
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

// What one difference between two paths counts: near names count the letters that
// differ, so one or two.
const (
	otherSuffix  = 1
	oneMore      = 2 // a segment that only one of the two has
	otherSegment = 3
	// farthest is as far as a place may be, and nearby as far as one of the same name that says
	// little: of fewer letters than telling. Up to rivaling it may be what keeps others from
	// standing out.
	farthest = 4
	nearby   = 3
	rivaling = 6
	telling  = 6
)

// candidate is a place that may have been meant, and how far it is from the query.
type candidate struct {
	place int32
	far   int
}

// Nearest returns the place that was perhaps meant, or a negative number when none stands out.
//
// What is at the same path in another form comes first; then where all the links lead when a step
// up is left out of them or put in, if that is one place; and then the nearest of the pages with
// the same name in other folders, of what one segment misspelt makes of the path, and one that is
// too many; the same page in another language or version is none of them. It stands out when there
// is no other, or the next one is twice as far.
func (p *Paths) Nearest(q Query) int32 {
	if len(q.Target) > maxPath || p.work < 0 {
		return none
	}
	keys := readings(q.Target)
	if keys[0] == "" && len(p.at("")) == 0 || strings.Count(keys[0], "/") >= maxSegments {
		return none
	}
	var found []candidate
	for i, key := range keys {
		found = p.add(found, key, i*otherSuffix)
	}
	if len(found) > 0 {
		return p.choose(q, found)
	}
	if place := p.shifted(q); place >= 0 {
		return place
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
	if isIndex(q.Target) && !strings.HasSuffix(q.Target, "/") {
		// "dir/index.html" is no misspelling of "dirs.html".
		found = slices.DeleteFunc(found, func(c candidate) bool { return !isIndex(p.site.Path(c.place)) })
	}
	return p.choose(q, p.inSameTree(q, keys[0], found))
}

// isIndex reports whether a path is that of the index of a folder.
func isIndex(path string) bool {
	_, name := cutPage(path, isPageSuffix)
	return name == "" || strings.HasSuffix(path, "/")
}

// add adds the places with a key.
func (p *Paths) add(found []candidate, key string, far int) []candidate {
	for _, e := range p.at(key) {
		found = append(found, candidate{e.place, far})
	}
	return found
}

// families are suffixes of files that serve the same purpose.
var families = [...][]string{{".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif", ".svg"}, {".yml", ".yaml"}, {".woff", ".woff2"}, {".mp4", ".webm"}}

// gather adds what is near to a key, that much farther.
func (p *Paths) gather(found []candidate, key string, farther int) []candidate {
	if key == "" {
		return found
	}
	segments := strings.Split(key, "/")
	found = p.sameName(found, segments, farther)
	found = p.misspelt(found, segments, farther)
	dot := max(strings.LastIndexByte(key, '.'), 0)
	for _, family := range families {
		for _, suffix := range family {
			if suffix != key[dot:] && slices.Contains(family, key[dot:]) {
				found = p.add(found, key[:dot]+suffix, farther+otherSuffix)
			}
		}
	}
	for i := range len(segments) - 1 {
		found = p.add(found, strings.Join(slices.Delete(slices.Clone(segments), i, i+1), "/"), farther+oneMore)
	}
	return found
}

// sameName adds the places whose last segment is the same, unless that says little.
func (p *Paths) sameName(found []candidate, segments []string, farther int) []candidate {
	folder, name := segments[:len(segments)-1], segments[len(segments)-1]
	i, ok := p.first[name]
	if !ok || letters(name) < 3 {
		return found
	}
	limit := rivaling
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

// distance is how far two folders are from each other: by the segments that one has more, and by
// those that are others, between what is the same at both ends.
func distance(a, b []string) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return (max(len(a), len(b))-min(len(a), len(b)))*oneMore + min(len(a), len(b))*otherSegment
}

// misspelt adds the places that are reached with another name, near to it, for
// the first segment that does not exist.
func (p *Paths) misspelt(found []candidate, segments []string, farther int) []candidate {
	wrong := 0
	for wrong < len(segments)-1 && p.exists(strings.Join(segments[:wrong+1], "/")) {
		wrong++
	}
	folder := strings.Join(segments[:wrong], "/")
	p.near(folder, segments[wrong], func(name string, difference int) {
		right := slices.Clone(segments)
		right[wrong] = name
		found = p.add(found, strings.Join(right, "/"), difference+farther)
	})
	if _, ok := nearText(segments[wrong], "index"); ok && wrong == len(segments)-1 && wrong > 0 {
		found = p.add(found, folder, 1+farther)
	}
	return found
}

// maxUses is how many links are asked where they may have been meant to lead.
const maxUses = 16

// shifted returns the place where all links lead when each is read as its author may have meant it:
// from one folder up or down, or from the top of the site. It is negative when that is not one
// place.
func (p *Paths) shifted(q Query) int32 {
	place := int32(none)
	for i, use := range q.Uses[:min(len(q.Uses), maxUses)] {
		var found []candidate
		for _, path := range shifts(q.Target, use) {
			for _, key := range readings(path) {
				if key != "" && path != "" {
					found = p.add(found, key, 0)
				}
			}
		}
		found = p.ends(q, p.inSameTree(q, readings(q.Target)[0], found))
		if len(found) != 1 || i > 0 && found[0].place != place {
			return none
		}
		place = found[0].place
	}
	return place
}

// fromSources returns the path to which all links would lead if they were resolved from the folder
// of the file that their page is made of: "guide/a.md" is served as "/guide/a/", and the generator
// resolves what it finds, and leaves other links as they are. It is "" when that is not one path.
func fromSources(q Query) string {
	path := ""
	for i, use := range q.Uses[:min(len(q.Uses), maxUses)] {
		all := shifts(q.Target, use)
		if len(all) < 3 || !strings.HasSuffix(use.Page, "/") || i > 0 && all[2] != path {
			return ""
		}
		path = all[2]
	}
	return path
}

// shifts are the paths that a link may have been meant for. Of a relative link, these are the ones
// from the top, from one folder down and from one up; the last two are empty where there is none.
// There is none where a <base> has its say, or where the link climbs above the top.
func shifts(target string, use Use) []string {
	link, _, _ := strings.Cut(strings.TrimSpace(use.Link), "#")
	link, _, _ = strings.Cut(link, "?")
	if use.Page == "" {
		return nil
	}
	folders := strings.FieldsFunc(use.Page[:strings.LastIndexByte(use.Page, '/')+1], func(r rune) bool { return r == '/' })
	if strings.HasPrefix(link, "/") {
		// Below a base path, or by its whole URL, what the link leads to is not what was written.
		return []string{join(folders, strings.TrimPrefix(target, "/"))}
	}
	up, rest := 0, link
	for {
		if after, ok := strings.CutPrefix(rest, "../"); ok {
			up, rest = up+1, after
		} else if rest, ok = strings.CutPrefix(rest, "./"); !ok {
			break
		}
	}
	if strings.Contains(link, ":") || rest == "" || up > len(folders) || foldPath(join(folders[:len(folders)-up], rest)) != foldPath(target) {
		return nil
	}
	all := []string{"/" + rest, "", ""}
	if up > 0 {
		all[1] = join(folders[:len(folders)-up+1], rest)
	}
	if up < len(folders) {
		all[2] = join(folders[:len(folders)-up-1], rest)
	}
	return all
}

// join is the path of what is in a folder.
func join(folders []string, rest string) string {
	return "/" + strings.Join(append(folders[:len(folders):len(folders)], rest), "/")
}

// inSameTree leaves the candidates that are not the same page in another language, version or
// edition: that a page is there says nothing of where the one that lacks here has gone. Where all
// links are from that other tree they were perhaps meant for it.
func (p *Paths) inSameTree(q Query, key string, found []candidate) []candidate {
	return slices.DeleteFunc(found, func(c candidate) bool {
		tree, other := trees(folderOf(key), folderOf(pageKey(p.site.Path(c.place), isPageSuffix)))
		isMeant := other != "" && len(q.Uses) > 0 && !strings.HasPrefix(tree+"/", other+"/") && !slices.ContainsFunc(q.Uses, func(use Use) bool {
			return !strings.HasPrefix(pageKey(use.Page, isPageSuffix)+"/", other+"/")
		})
		return !isMeant && p.areParallel(tree, other)
	})
}

// choose returns the candidate that stands out.
func (p *Paths) choose(q Query, found []candidate) int32 {
	found = p.ends(q, found)
	if len(found) > 0 && found[0].far <= farthest && (len(found) == 1 || found[1].far > found[0].far && found[1].far >= 2*found[0].far) {
		return found[0].place
	}
	return none
}

// ends are the places where readers of the candidates end, each once, the nearest
// first. The path itself is none of them, nor is a page with a link to it, unless that has a fragment:
// it may lead to another part of that page.
func (p *Paths) ends(q Query, found []candidate) []candidate {
	isOn := func(path string) bool {
		return slices.ContainsFunc(q.Uses, func(use Use) bool { return use.Page == path && !strings.Contains(use.Link, "#") })
	}
	ends := make([]candidate, 0, len(found))
	for _, c := range found {
		end := p.site.End(c.place)
		if end < 0 {
			continue
		}
		if path := p.site.Path(end); path != "" && path != q.Target && !pagekind.IsErrorPage(path) && !isOn(path) {
			ends = append(ends, candidate{end, c.far})
		}
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
