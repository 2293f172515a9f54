package main

import (
	"strings"
	"testing"
)

// TestScaleQuotesTheBenchmarks holds the figures of docs/scale.md to docs/benchmarks.md.
func TestScaleQuotesTheBenchmarks(t *testing.T) {
	t.Parallel()
	benchmarks := read(t, "docs/benchmarks.md")
	_, after, _ := strings.Cut(read(t, "docs/scale.md"), "<!-- figures -->\n")
	tables, _, found := strings.Cut(after, "<!-- /figures -->")
	if !found {
		t.Fatal("docs/scale.md has no figures between <!-- figures --> and <!-- /figures -->")
	}
	n := 0
	for line := range strings.Lines(tables) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if len(cells) != 3 || cells[0] == "---" || cells[2] == "memory" {
			continue
		}
		for _, figure := range append(strings.Split(cells[0], ", "), cells[1:]...) {
			if strings.ContainsAny(figure, "0123456789") && !strings.Contains(benchmarks, strings.TrimSuffix(figure, " away")) {
				n--
				t.Errorf("docs/scale.md: %q is not in docs/benchmarks.md: %s", figure, line)
			}
			n++
		}
	}
	if n < 20 {
		t.Errorf("only %d figures were found", n)
	}
}
