package redirectrules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// syntax is what is known of a format.
type syntax struct {
	// name is that of the format, and file that of its file.
	name, file string
	// also returns other paths that the rule for a path is for, besides the path itself.
	also func(path string) []string
	// folders is true if a rule can be for all paths below a folder.
	folders bool
	// rule writes one rule. The reason is not empty if the format cannot express it.
	rule func(p *plan, r *rule) (entry entry, reason string)
	// join makes the files of the rules. Exact rules come first, each kind by its path.
	join func(p *plan, entries []entry) []File
	// maxExact and maxFolders bound the rules; 0 means that there is no bound.
	maxExact, maxFolders int
	// maxSize bounds the sum of what size returns for each entry, in that unit;
	// 0 means that there is no bound.
	maxSize int
	size    func(entry) int
	unit    string
}

// entry is a rule as text.
type entry struct {
	// text is what the file has for it.
	text string
	// objects are the redirects of a JSON file, which has them instead of the text.
	objects []string
}

// plan is what is written for one list of moves.
type plan struct {
	syntax *syntax
	site   Site
	// base is the path of the site on its server, without a slash at the end.
	base  string
	items []item
	// at has the number of the item that the rule for a path is for.
	at map[string]int
}

// item is a move on its way to a rule.
type item struct {
	move Move
	// from is the decoded path.
	from string
	to   target
	// reason says why there is no rule; empty while there may be one.
	reason string
	// unknown is true for a page that is lost, but not known to be anywhere.
	unknown bool
	// repeats is true if an item before it says the same, which has it among repeated.
	repeats  bool
	repeated []int
}

// rule is one rule: for a path, or for all paths below a folder.
type rule struct {
	// from is a decoded path. That of a folder ends with a slash.
	from   string
	folder bool
	to     target
	gone   bool
	// items are the numbers of the moves that it is for.
	items []int
}

// refuse records why items have no rule.
func (p *plan) refuse(reason string, items ...int) {
	for _, i := range items {
		p.items[i].reason = reason
	}
}

// keys returns the paths that the rule for a path is for.
func (p *plan) keys(path string) []string {
	if p.syntax.also == nil {
		return []string{path}
	}
	return append([]string{path}, p.syntax.also(path)...)
}

// exists reports whether the new site has a page at any path that a rule for a path is for.
func (p *plan) exists(path string) bool {
	return slices.ContainsFunc(p.keys(path), p.site.Exists)
}

// entries writes the rules. A folder that the format cannot express is written page by page.
func (p *plan) entries(rules []rule) (entries []entry, written []rule) {
	for i := 0; i < len(rules); i++ {
		r := &rules[i]
		e, reason := p.syntax.rule(p, r)
		switch {
		case reason == "":
			entries, written = append(entries, e), append(written, *r)
		case r.folder:
			rules = append(rules, p.exact(r.items)...)
		default:
			p.refuse(reason, r.items...)
		}
	}
	order := make([]int, len(entries))
	for i := range order {
		order[i] = i
	}
	if p.syntax.maxSize > 0 {
		order = p.fitting(order, entries, written)
	}
	slices.SortFunc(order, func(x, y int) int { return compareRules(&written[x], &written[y]) })
	return pick(entries, order), pick(written, order)
}

// pick returns the values of these numbers.
func pick[T any](values []T, numbers []int) (picked []T) {
	for _, i := range numbers {
		picked = append(picked, values[i])
	}
	return picked
}

// fitting returns the numbers of the entries for the first moves that together are within the
// format's limit.
func (p *plan) fitting(order []int, entries []entry, rules []rule) []int {
	slices.SortFunc(order, func(x, y int) int { return rules[x].items[0] - rules[y].items[0] })
	size := 0
	for n, i := range order {
		if size += p.syntax.size(entries[i]); size <= p.syntax.maxSize {
			continue
		}
		for _, i := range order[n:] {
			p.refuse(fmt.Sprintf("%s may have at most %d %s", p.syntax.file, p.syntax.maxSize, p.syntax.unit), rules[i].items...)
		}
		return order[:n]
	}
	return order
}

// compareRules orders exact rules before those for folders, each kind by path.
func compareRules(x, y *rule) int {
	if x.folder != y.folder {
		if y.folder {
			return -1
		}
		return 1
	}
	return strings.Compare(x.from, y.from)
}

// exact returns a rule for each of the items.
func (p *plan) exact(items []int) (rules []rule) {
	for _, i := range items {
		if it := &p.items[i]; !it.repeats {
			rules = append(rules, rule{from: it.from, to: it.to, gone: it.move.Gone, items: append([]int{i}, it.repeated...)})
		}
	}
	return rules
}

// bounded keeps as many rules as the format allows: those for the folders with most moves, and
// those for the first moves.
func (p *plan) bounded(rules []rule) (kept []rule) {
	var folders, exact []rule
	for _, r := range rules {
		if r.folder {
			folders = append(folders, r)
		} else {
			exact = append(exact, r)
		}
	}
	if limit := p.syntax.maxFolders; limit > 0 && len(folders) > limit {
		slices.SortStableFunc(folders, func(x, y rule) int {
			return cmp.Or(len(y.items)-len(x.items), strings.Compare(x.from, y.from))
		})
		for _, r := range folders[limit:] {
			exact = append(exact, p.exact(r.items)...)
		}
		folders = folders[:limit]
	}
	if limit := p.syntax.maxExact; limit > 0 && len(exact) > limit {
		slices.SortStableFunc(exact, func(x, y rule) int { return x.items[0] - y.items[0] })
		for _, r := range exact[limit:] {
			p.refuse(fmt.Sprintf("%s may have at most %d rules for single pages", p.syntax.file, limit), r.items...)
		}
		exact = exact[:limit]
	}
	return append(exact, folders...)
}
