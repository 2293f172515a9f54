package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
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

// precision is the share of the named lines that is right, and recall the share of the
// found breakages whose line was named.
func (f *figures) precision() string { return percent(f.exact, f.exact+f.wrong) }
func (f *figures) recall() string    { return percent(f.exact, f.found) }

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

// sitesTable shows what linkvet said of each site as it is, and of its planted breakages.
func sitesTable(results []*result) string {
	var b strings.Builder
	b.WriteString("| generator | version | site | pages | exit | findings: true, arguable, false | breakages found | suggestions: right, none, wrong |\n")
	b.WriteString("| --- | --- | --- | ---: | ---: | --- | --- | --- |\n")
	for _, r := range measured(results) {
		f := r.figures()
		found, suggested := "–", "–"
		if f.planted > 0 {
			found = fmt.Sprintf("%d of %d", f.found, f.planted)
			suggested = fmt.Sprintf("%d, %d, %d", f.suggestRight, f.suggestNo, f.suggestIt)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %d | %d | %d, %d, %d | %s | %s |\n", r.site.Generator, r.version, r.site.Source,
			r.stats.Pages, r.status, r.verdicts["true"], r.verdicts["arguable"], r.verdicts["false"]+len(r.unlabelled), found, suggested)
	}
	return b.String()
}

// linesTable shows how well lines were named for each generator.
func linesTable(results []*result) string {
	var b strings.Builder
	var total figures
	b.WriteString("| generator | planted places | exact line | candidate | no line | wrong line | precision | recall |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	row := func(name string, f *figures) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %s | %s |\n", name, f.found, f.exact, f.candidate, f.none, f.wrong, f.precision(), f.recall())
	}
	for _, r := range measured(results) {
		f := r.figures()
		if f.planted == 0 {
			continue
		}
		row(r.site.Generator, &f)
		for i := range r.outcomes {
			if r.outcomes[i].built {
				total.add(&r.outcomes[i])
			}
		}
	}
	row("all", &total)
	return b.String()
}

// rulesTable shows what each rule named, over all sites.
func rulesTable(results []*result) string {
	scores := map[string]score{}
	found := 0
	for _, r := range measured(results) {
		f := r.figures()
		found += f.found
		for rule, n := range r.byRule {
			scores[rule] = score{scores[rule].right + n.right, scores[rule].wrong + n.wrong}
		}
	}
	var b strings.Builder
	b.WriteString("| rule that named the line | right | wrong | precision | recall |\n| --- | ---: | ---: | ---: | ---: |\n")
	for _, rule := range byScore(scores) {
		n := scores[rule]
		fmt.Fprintf(&b, "| %s | %d | %d | %s | %s |\n", rule, n.right, n.wrong, percent(n.right, n.right+n.wrong), percent(n.right, found))
	}
	return b.String()
}

// withoutTable shows what changes when a rule is left out; rules without a change are left
// out of it, and returned.
func withoutTable(results []*result) (table string, unchanged []string) {
	changes := map[string]score{}
	for _, r := range measured(results) {
		for rule, n := range r.without {
			sum := changes[rule]
			changes[rule] = score{sum.right + n.right - r.named.right, sum.wrong + n.wrong - r.named.wrong}
		}
	}
	var b strings.Builder
	b.WriteString("| left out | right lines | wrong lines |\n| --- | ---: | ---: |\n")
	for _, rule := range byScore(changes) {
		if n := changes[rule]; n == (score{}) {
			unchanged = append(unchanged, rule)
		} else {
			fmt.Fprintf(&b, "| %s | %+d | %+d |\n", rule, n.right, n.wrong)
		}
	}
	return b.String(), unchanged
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

// measured leaves out the sites that failed.
func measured(results []*result) []*result {
	return slices.DeleteFunc(slices.Clone(results), func(r *result) bool { return r.failure != nil })
}

// writeTables puts the tables between their markers in the documentation, when all sites
// were measured.
func writeTables(results []*result) error {
	if n := len(results) - len(measured(results)); n > 0 {
		return fmt.Errorf("could not measure all sites: %d failed", n)
	}
	left, _ := withoutTable(results)
	date := "Measured on " + time.Now().UTC().Format(time.DateOnly) + ".\n\n"
	for _, table := range []struct{ file, name, text string }{
		{"docs/generators.md", "sites", date + sitesTable(results)},
		{"docs/sources.md", "generators", date + linesTable(results)},
		{"docs/sources.md", "rules", rulesTable(results)},
		{"docs/sources.md", "rules left out", left},
	} {
		if err := writeTable(table.file, table.name, table.text); err != nil {
			return err
		}
	}
	return nil
}

// writeTable puts a table between its markers in a page.
func writeTable(file, name, text string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("could not read a page (run this from the top of the module): %w", err)
	}
	start, end := "<!-- measured: "+name+" -->\n", "<!-- /measured -->"
	before, rest, ok := strings.Cut(string(data), start)
	_, after, hasEnd := strings.Cut(rest, end)
	if !ok || !hasEnd {
		return fmt.Errorf("%s has no %q before %q", file, strings.TrimSpace(start), end)
	}
	if err := os.WriteFile(file, []byte(before+start+"\n"+text+"\n"+end+after), 0o600); err != nil {
		return fmt.Errorf("could not write a page: %w", err)
	}
	return nil
}
