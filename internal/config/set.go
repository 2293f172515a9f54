package config

import (
	"fmt"
	"path/filepath"
	"strings"
)

// setter puts the values of one setting into a Config and notes which of them
// will not do.
type setter func(c *Config, entries []entry, f *faults)

// scalar returns the setter of a setting with one value: of several the last
// counts, and each is checked.
func scalar[T any](field func(*Config) *T, parse func(string) (T, error)) setter {
	return func(c *Config, entries []entry, f *faults) {
		for _, e := range entries {
			v, err := parse(e.text)
			if err != nil {
				f.add(e.place, err.Error())
				continue
			}
			*field(c) = v
		}
	}
}

// The bounds of one list. A file's aliases could otherwise make far more out of
// it than its size lets expect.
const (
	maxItems = 1000    // blank lines included
	maxBytes = 1 << 20 // of all values together, before they are split
)

// list returns the setter of a setting with any number of values, one a line, or
// several where split parts a line further. White space around a value and blank
// lines mean nothing. The values replace those of a weaker source.
func list[S ~[]T, T any](field func(*Config) *S, split func(string) []string, parse func(string) (T, error)) setter {
	return func(c *Config, entries []entry, f *faults) {
		var all S
		for _, e := range itemize(entries, split, f) {
			v, err := parse(e.text)
			if err != nil {
				f.add(e.place, err.Error())
				continue
			}
			all = append(all, v)
		}
		*field(c) = all
	}
}

// itemize returns the single values that entries hold, each with its own line.
func itemize(entries []entry, split func(string) []string, f *faults) []entry {
	var items []entry
	count, size := 0, 0
	for _, e := range entries {
		if size += len(e.text); size > maxBytes {
			f.add(e.place, fmt.Sprintf("must have at most %d bytes", maxBytes))
			return items
		}
		i := 0
		for line := range strings.Lines(e.text) {
			texts := split(strings.TrimSpace(line))
			if count += max(1, len(texts)); count > maxItems {
				f.add(e.line(i), fmt.Sprintf("must have at most %d items", maxItems))
				return items
			}
			for _, text := range texts {
				items = append(items, entry{text, e.line(i)})
			}
			i++
		}
	}
	return items
}

// whole splits nothing: a line is one value, a blank one none.
func whole(line string) []string {
	if line == "" {
		return nil
	}
	return []string{line}
}

// setReports is the setter of the reports: a list in which no path may occur twice,
// since the later file would replace the earlier one.
func setReports(c *Config, entries []entry, f *faults) {
	list(func(c *Config) *[]ReportFile { return &c.Reports }, whole, parseReport)(c, entries, f)
	seen := make(map[string]bool, len(c.Reports))
	for _, r := range c.Reports {
		path := filepath.Clean(r.Path)
		if seen[path] {
			f.add(entries[len(entries)-1].place, "must not write two reports to "+quote(r.Path)+"; use a different path for each")
		}
		seen[path] = true
	}
}
