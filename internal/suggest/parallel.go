package suggest

import (
	"slices"
	"strings"
)

// leastShared is how many names two folders have in common at least, and half of
// those of the smaller one, to be the same in two languages or versions.
const leastShared = 3

// inSameTree leaves the candidates that are not the same page in another language,
// version or edition: that a page is there says nothing of where the one that
// lacks here has gone. Where all links are from that other tree they were perhaps
// meant for it.
func (p *Paths) inSameTree(q Query, key string, found []candidate) []candidate {
	return slices.DeleteFunc(found, func(c candidate) bool {
		tree, other := trees(folderOf(key), folderOf(pageKey(p.site.Path(c.place), isPageSuffix)))
		return p.areParallel(tree, other) && !allBelow(q.Uses, tree, other)
	})
}

// folderOf is the key of the folder that a key is in.
func folderOf(key string) string { return key[:max(strings.LastIndexByte(key, '/'), 0)] }

// trees are what two folders differ in at their beginnings: "fr" and "en" for
// "fr/mod" and "en/mod".
func trees(a, b string) (x, y string) {
	for a != b && a != "" && b != "" && lastSegment(a) == lastSegment(b) {
		a, b = folderOf(a), folderOf(b)
	}
	return a, b
}

// allBelow reports whether all links are below other, which is not above own.
func allBelow(uses []Use, tree, other string) bool {
	if other == "" || len(uses) == 0 || strings.HasPrefix(tree+"/", other+"/") {
		return false
	}
	return !slices.ContainsFunc(uses, func(use Use) bool {
		return !strings.HasPrefix(pageKey(use.Page, isPageSuffix)+"/", other+"/")
	})
}

// areParallel reports whether two folders hold much the same names.
func (p *Paths) areParallel(a, b string) bool {
	if a == b {
		return false
	}
	pair := [2]string{min(a, b), max(a, b)}
	if known, ok := p.parallel[pair]; ok {
		return known
	}
	names, others := p.in(a), p.in(b)
	if len(names) > len(others) {
		names, others = others, names
	}
	p.work -= len(names) + len(others)
	has := make(map[string]bool, len(names))
	for _, c := range names {
		has[c.name] = true
	}
	shared := 0
	for _, c := range others {
		if has[c.name] {
			shared++
		}
	}
	p.parallel[pair] = shared >= leastShared && 2*shared >= len(names)
	return p.parallel[pair]
}
