package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
)

// figures are the counts of one row of a table.
type figures struct {
	planted, found                     int
	exact, candidate, none, wrong      int
	suggestRight, suggestNo, suggestIt int
}

// add counts one planted breakage that reached the site.
func (f *figures) add(o *outcome) {
	f.planted++
	if !o.found {
		return
	}
	f.found++
	switch o.line {
	case exact:
		f.exact++
	case candidate:
		f.candidate++
	case wrong:
		f.wrong++
	default:
		f.none++
	}
	switch o.suggestion {
	case right:
		f.suggestRight++
	case wrong:
		f.suggestIt++
	case none:
		f.suggestNo++
	}
}

func percent(part, all int) string {
	if all == 0 {
		return "–"
	}
	// Only all of them are 100%.
	return fmt.Sprintf("%d%%", 100*part/all)
}

// figures returns the counts of a site.
func (r *result) figures() figures {
	var f figures
	for i := range r.outcomes {
		if r.outcomes[i].built {
			f.add(&r.outcomes[i])
		}
	}
	return f
}

// writeTables writes what linkvet said of each site as it is and of its planted breakages, how well
// lines were named for each generator, what each rule named over all sites, and what changes when
// a rule is left out.
func writeTables(w io.Writer, results []*result) {
	fmt.Fprintln(w, "| generator | version | site | pages | exit | findings: true, arguable, false | breakages found | suggestions: right, none, wrong |\n"+
		"| --- | --- | --- | ---: | ---: | --- | --- | --- |")
	for _, r := range results {
		f := r.figures()
		found, suggested := "–", "–"
		if f.planted > 0 {
			found = fmt.Sprintf("%d of %d", f.found, f.planted)
			suggested = fmt.Sprintf("%d, %d, %d", f.suggestRight, f.suggestNo, f.suggestIt)
		}
		fmt.Fprintf(w, "| %s | %s | %s | %d | %d | %d, %d, %d | %s | %s |\n", r.site.Generator, r.version, r.site.Source,
			r.before.Stats.Pages, r.status, r.verdicts["true"], r.verdicts["arguable"], r.verdicts["false"]+len(r.unlabelled), found, suggested)
	}

	fmt.Fprintln(w, "\n| generator | planted places | exact line | candidate | no line | wrong line | precision | recall |\n"+
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
	all := &result{site: &site{Generator: "all"}}
	rules, changes := map[string]score{}, map[string]score{}
	for _, r := range append(results, all) {
		f := r.figures()
		if f.planted > 0 {
			// The precision is the share of the named lines that is right, and the recall the share
			// of the found breakages whose line was named.
			fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %s | %s |\n", r.site.Generator, f.found, f.exact, f.candidate, f.none, f.wrong,
				percent(f.exact, f.exact+f.wrong), percent(f.exact, f.found))
		}
		if r != all {
			all.outcomes = append(all.outcomes, r.outcomes...)
		}
		for rule, n := range r.byRule {
			rules[rule] = score{rules[rule].right + n.right, rules[rule].wrong + n.wrong}
		}
		for rule, n := range r.without {
			changes[rule] = score{changes[rule].right + n.right - r.named.right, changes[rule].wrong + n.wrong - r.named.wrong}
		}
	}

	fmt.Fprintln(w, "\n| rule that named the line | right | wrong | precision | recall |\n| --- | ---: | ---: | ---: | ---: |")
	for _, rule := range byScore(rules) {
		n := rules[rule]
		fmt.Fprintf(w, "| %s | %d | %d | %s | %s |\n", rule, n.right, n.wrong, percent(n.right, n.right+n.wrong), percent(n.right, all.figures().found))
	}
	if len(changes) > 0 {
		fmt.Fprintln(w, "\n| left out | right lines | wrong lines |\n| --- | ---: | ---: |")
	}
	for _, rule := range byScore(changes) {
		fmt.Fprintf(w, "| %s | %+d | %+d |\n", rule, changes[rule].right, changes[rule].wrong)
	}
}

// byScore returns the names of rules, the one that named most first.
func byScore(scores map[string]score) []string {
	var names []string
	for name := range scores {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(scores[b].right, scores[a].right), cmp.Compare(a, b))
	})
	return names
}
