package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/bench/internal/doc"
)

// examples is how many targets stand in the table.
const examples = 3

// differences compares what each tool calls broken with what linkvet does. It
// is empty when linkvet was not run or nothing differs.
func differences(results []result) string {
	t := doc.NewTable("site", "tool", "both", "only the tool", "only linkvet", "such as")
	rows := 0
	for _, r := range results {
		own, ok := r.broken[linkvetName]
		if !ok {
			continue
		}
		for _, name := range r.names {
			theirs, ok := r.broken[name]
			if !ok || name == linkvetName || slices.Equal(own, theirs) {
				continue
			}
			more, less := without(theirs, own), without(own, theirs)
			t.Add(r.site.name, name, doc.Count(len(theirs)-len(more)), doc.Count(len(more)), doc.Count(len(less)),
				strings.TrimSpace(sample("+", more)+" "+sample("−", less)))
			rows++
		}
	}
	if rows == 0 {
		return ""
	}
	return "Where the broken targets differ (+ only the tool's, − only linkvet's):\n\n" + t.String()
}

// without returns those of the sorted a that are not in the sorted b.
func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool {
		_, found := slices.BinarySearch(b, s)
		return found
	})
}

// withoutFragments returns the targets, those on documents that are missing
// themselves without their fragments: some tools count each.
func withoutFragments(targets, missing []string) []string {
	for i, target := range targets {
		document, _, _ := strings.Cut(target, "#")
		if _, found := slices.BinarySearch(missing, document); found {
			targets[i] = document
		}
	}
	slices.Sort(targets)
	return slices.Compact(targets)
}

// sample returns the first few targets, evenly taken, as they may stand in a table.
func sample(sign string, targets []string) string {
	var shown []string
	step := max(1, len(targets)/examples)
	for i := 0; i < len(targets) && len(shown) < examples; i += step {
		target := strings.NewReplacer("|", "%7C", "`", "%60", "\n", "%0A").Replace(targets[i])
		if len(target) > 80 {
			target = strings.ToValidUTF8(target[:80], "") + "…"
		}
		shown = append(shown, sign+"`"+target+"`")
	}
	return strings.Join(shown, " ")
}

// list writes every difference into a file: site, tool, sign and target, with
// tabs between them.
func list(path string, results []result) error {
	var b strings.Builder
	for _, r := range results {
		own := r.broken[linkvetName]
		for _, name := range r.names {
			theirs, ok := r.broken[name]
			if !ok || name == linkvetName {
				continue
			}
			for _, target := range without(theirs, own) {
				fmt.Fprintf(&b, "%s\t%s\t+\t%q\n", r.site.name, name, target)
			}
			for _, target := range without(own, theirs) {
				fmt.Fprintf(&b, "%s\t%s\t-\t%q\n", r.site.name, name, target)
			}
		}
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("could not write differences: %w", err)
	}
	return nil
}
