package redirectrules

import (
	"maps"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

// maxDepth bounds how many folders of a path are looked at, so that a path of very many
// costs no more than others.
const maxDepth = 32

// minFolder is how many pages of a folder have to move alike for one rule.
const minFolder = 2

// folder is a folder of the old site.
type folder struct {
	// to is where all of its pages moved, as in target.path, or origin and other.
	to string
	// external is true if that is another site.
	external bool
	// items are the numbers of its pages, of which pages are different ones.
	items []int
	pages int
	// isSource is true if any of them has a rule.
	isSource bool
	// differs is true if its pages did not all move alike.
	differs bool
}

// rules returns a rule for each folder that moved as a whole, and for each other page.
func (p *plan) rules() (rules []rule) {
	covered := make([]bool, len(p.items))
	if p.syntax.folders && p.site.HasBelow != nil {
		folders := p.folders()
		last := ""
		for _, path := range slices.Sorted(maps.Keys(folders)) {
			f := folders[path]
			if last != "" && strings.HasPrefix(path, last) || !p.isWhole(path, f, folders) {
				continue
			}
			last = path
			for _, i := range f.items {
				covered[i] = true
			}
			r := rule{from: path, folder: true, to: target{path: f.to}, items: f.items}
			if f.external {
				r.to, _ = readTarget(f.to)
			}
			rules = append(rules, r)
		}
	}
	for i := range p.items {
		if it := &p.items[i]; it.reason == "" && !it.unknown && !covered[i] {
			rules = append(rules, p.exact([]int{i})...)
		}
	}
	return rules
}

// folders returns the folders of the old site, by their paths.
func (p *plan) folders() map[string]*folder {
	folders := map[string]*folder{}
	for i := range p.items {
		it := &p.items[i]
		from := it.from
		if p.leadsOn(it) {
			from = strings.TrimSuffix(from, hosting.PageExtension)
		}
		depth := 0
		for end := 0; end < len(it.from) && depth < maxDepth; end++ {
			if it.from[end] != '/' {
				continue
			}
			depth++
			f := folders[it.from[:end+1]]
			if f == nil {
				f = &folder{}
				folders[it.from[:end+1]] = f
			}
			f.add(i, it, from[end+1:])
		}
	}
	return folders
}

// leadsOn reports whether a page went from a path with its extension to one without, to which the
// host leads on from the same path with the extension. A rule for its folder keeps the extension.
func (p *plan) leadsOn(it *item) bool {
	return strings.HasSuffix(it.from, hosting.PageExtension) && it.to.origin == "" && !it.unknown && !it.move.Gone &&
		!strings.HasSuffix(it.to.path, "/") && !strings.HasSuffix(it.to.path, hosting.PageExtension) && p.site.Exists(it.to.path+hosting.PageExtension)
}

// add adds a page by its path below the folder.
func (f *folder) add(i int, it *item, rest string) {
	f.items = append(f.items, i)
	f.isSource = f.isSource || it.reason == "" && !it.unknown
	if f.differs || it.repeats {
		return
	}
	f.pages++
	to, external := it.to.path, false
	if it.to.origin != "" {
		to, external = it.to.origin+it.to.other, true
	}
	to, ok := strings.CutSuffix(to, rest)
	switch {
	case !ok, it.reason != "", it.unknown, it.move.Gone, it.to.query+it.to.fragment != "", !isPlain(rest), !strings.HasSuffix(to, "/"):
		f.differs = true
	case f.pages == 1:
		f.to, f.external = to, external
	case f.to != to || f.external != external:
		f.differs = true
	}
}

// isPlain reports whether every host passes a path on as it is.
func isPlain(path string) bool {
	return !strings.ContainsFunc(path, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-._~/", r)
	})
}

// isWhole reports whether one rule can be for all pages of a folder: it must be for no page of
// the new site, and lead to none that another rule is for.
func (p *plan) isWhole(path string, f *folder, folders map[string]*folder) bool {
	if f.differs || f.pages < minFolder || p.site.HasBelow(path) || p.site.Exists(path) || p.site.Exists(strings.TrimSuffix(path, "/")) {
		return false
	}
	if f.external {
		return true
	}
	if dest := folders[f.to]; dest != nil && dest.isSource {
		return false
	}
	at, ok := p.at[f.to]
	isSource := ok && p.items[at].reason == "" && !p.items[at].unknown
	return !isSource && strings.Count(f.to, "/") <= maxDepth && !strings.HasPrefix(f.to, path)
}
