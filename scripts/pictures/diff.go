package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
)

// around is how many lines of a file the picture shows before an annotated one. Below it
// the annotation follows.
const around = 2

// excerpt is a part of a diff: lines that it adds, and what stands at the last of them.
type excerpt struct {
	first int // the number of the first line
	lines []string
	note  annotation
}

// diffOf returns the file that the first annotation is in, and what a pull request that
// adds this file shows of it.
func diffOf(all []annotation) (string, []excerpt, error) {
	file := all[0].file
	source, err := os.ReadFile(file)
	if err != nil {
		return "", nil, fmt.Errorf("could not read an annotated file: %w", err)
	}
	lines := strings.Split(string(source), "\n")
	var excerpts []excerpt
	for _, a := range all {
		if a.file != file {
			continue
		}
		if a.line < 1 || a.line > len(lines) {
			return "", nil, fmt.Errorf("could not find line %d of %s", a.line, file)
		}
		first := max(a.line-around, 1)
		excerpts = append(excerpts, excerpt{first, lines[first-1 : a.line], a})
	}
	slices.SortFunc(excerpts, func(a, b excerpt) int { return cmp.Compare(a.first, b.first) })
	return file, excerpts, nil
}
