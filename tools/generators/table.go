package main

import (
	"fmt"
	"io"
)

func percent(part, all int) string {
	if all == 0 {
		return "–"
	}
	// Only all of them are 100%.
	return fmt.Sprintf("%d%%", 100*part/all)
}

// figures are the counts of one row of a table: of planted breakages that reached the site, of those
// that were found, and of these by line and by suggestion.
type figures struct {
	planted, found    int
	lines, suggestion map[string]int
}

// figures returns the counts of a site.
func (r *result) figures() figures {
	f := figures{lines: map[string]int{}, suggestion: map[string]int{}}
	for _, o := range r.outcomes {
		if o.built {
			f.planted++
		}
		if o.found {
			f.found++
			f.lines[o.line]++
			f.suggestion[o.suggestion]++
		}
	}
	return f
}

// writeTables writes what linkvet said of each site as it is and of its planted breakages, and how
// well lines were named for each generator.
func writeTables(w io.Writer, results []*result) {
	fmt.Fprintln(w, "| generator | version | site | pages | exit | findings: true, arguable, false | breakages found | suggestions: right, none, wrong |\n"+
		"| --- | --- | --- | ---: | ---: | --- | --- | --- |")
	for _, r := range results {
		f := r.figures()
		found, suggested := "–", "–"
		if f.planted > 0 {
			found = fmt.Sprintf("%d of %d", f.found, f.planted)
			suggested = fmt.Sprintf("%d, %d, %d", f.suggestion[right], f.suggestion[none], f.suggestion[wrong])
		}
		fmt.Fprintf(w, "| %s | %s | %s | %d | %d | %d, %d, %d | %s | %s |\n", r.site.Generator, r.version, r.site.Source,
			r.before.Stats.Pages, r.status, r.verdicts["true"], r.verdicts["arguable"], r.verdicts["false"]+len(r.unlabeled), found, suggested)
	}

	fmt.Fprintln(w, "\n| generator | planted places | exact line | candidate | no line | wrong line | precision | recall |\n"+
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
	all := &result{site: &site{Generator: "all"}}
	for _, r := range append(results, all) {
		f := r.figures()
		if f.planted > 0 {
			// The precision is the share of the named lines that is right, and the recall the share
			// of the found breakages whose line was named.
			fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %s | %s |\n", r.site.Generator, f.found, f.lines[exact], f.lines[candidate], f.lines[none], f.lines[wrong],
				percent(f.lines[exact], f.lines[exact]+f.lines[wrong]), percent(f.lines[exact], f.found))
		}
		if r != all {
			all.outcomes = append(all.outcomes, r.outcomes...)
		}
	}
}
