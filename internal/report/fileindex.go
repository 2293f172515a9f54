package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// fileCount is a file with the number of new findings to fix there.
type fileCount struct {
	file    string
	numbers [len(verdicts)]int // by verdict
	total   int
	// possible is true when the file is only likely to be their source.
	possible bool
}

// words are the counts of a file: "12 broken, 1 redirected".
func (c *fileCount) words() string {
	var parts []string
	for i, v := range verdicts {
		if c.numbers[i] > 0 {
			parts = append(parts, number(c.numbers[i])+" "+string(v))
		}
	}
	s := strings.Join(parts, ", ")
	if c.possible {
		s += " (possible source)"
	}
	return s
}

// maxPagesEach is the most pages without a source for which each page counts as a place to
// fix: a link on more of them comes from a template.
const maxPagesEach = 3

// fileIndexOf returns the files that make the new findings of a report with many of them,
// those with most broken targets first, and how many findings have no file. A file is a
// source where one is known, else one that may be the source, else the file of a page.
func fileIndexOf(r *link.Report) (files []fileCount, others int) {
	fresh := 0
	counts := map[fileCount]int{} // the place in files by file and possible
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Known || f.NotCaused || f.Reason == link.NotReached {
			continue
		}
		fresh++
		names, possible := filesOf(f)
		if len(names) == 0 {
			others++
		}
		for _, name := range names {
			key := fileCount{file: name, possible: possible}
			at, ok := counts[key]
			if !ok {
				at = len(files)
				counts[key] = at
				files = append(files, key)
			}
			files[at].numbers[slices.Index(verdicts[:], f.Verdict)]++
			files[at].total++
		}
	}
	if fresh <= manyFindings {
		return nil, 0
	}
	slices.SortFunc(files, func(a, b fileCount) int {
		return cmp.Or(cmp.Compare(b.numbers[0], a.numbers[0]), cmp.Compare(b.total, a.total), cmp.Compare(a.file, b.file), yesLast(a.possible, b.possible))
	})
	return files, others
}

// filesOf returns the files in which the new places of a finding are to be fixed, each once.
func filesOf(f *link.Finding) (names []string, possible bool) {
	seen := map[string]bool{}
	add := func(name string) {
		if name != "" && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for i := range f.Occurrences {
		if o := &f.Occurrences[i]; o.Source != nil && !o.Known {
			add(o.Source.File)
		}
	}
	if len(names) > 0 {
		return names, false
	}
	if all := candidatesOf(f); len(all) > 0 {
		return []string{all[0].File}, true
	}
	if PagesOf(f) > maxPagesEach {
		return nil, false
	}
	for i := range f.Occurrences {
		if o := &f.Occurrences[i]; !o.Known {
			add(cmp.Or(o.File, o.Page))
		}
	}
	return names, false
}
