package github

import (
	"cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

// Files answers questions about the files of the workspace's repository. The zero Files
// is for a workspace without one: then file names are taken as they are.
type Files struct {
	// Path returns where a file that the report names lies in the repository; it is
	// empty for what lies outside. Nil takes every name as it is.
	Path func(file string) string
	// Tracks reports whether the repository holds the file at a path; nil when
	// that is not known.
	Tracks func(path string) bool
	// Changed holds the paths of what the pull request changes; nil is nothing.
	Changed map[string]bool
	// IsOther is true when the files are those of another commit than the one under
	// test: its lines are not those of the findings.
	IsOther bool
}

// Known reports whether it is known which files the repository holds.
func (f Files) Known() bool { return f.Tracks != nil }

// path is where a file lies in the repository; empty for what no annotation or
// address can name.
func (f Files) path(file string) string {
	if file == "" || report.Clean(file, 0) != file {
		return ""
	}
	if f.Path != nil {
		return f.Path(file)
	}
	return file
}

// holds reports whether the repository holds a file, or may hold it.
func (f Files) holds(path string) bool {
	return path != "" && (f.Tracks == nil || f.Tracks(path))
}

// spot is where an annotation goes: a range of a line of a file, or a page where
// there is none that the repository holds.
type spot struct {
	file              string
	line, column, end int
	page              string
	rank              int
}

// maxSpots is the most annotations for one finding: the budget is better spent on
// others.
const maxSpots = 3

// spots are the places at which a finding is shown, of those that no baseline lists: those
// in files that the pull request changes, else the first in a source, else the first in a page's file
// that the repository holds, else the first page.
func (f Files) spots(finding *link.Finding) []spot {
	var changed []spot
	best := spot{rank: nowhere}
	seen := map[spot]bool{}
	for i := range finding.Occurrences {
		if finding.Occurrences[i].Known {
			continue
		}
		s := f.spotOf(&finding.Occurrences[i])
		switch {
		case finding.Occurrences[i].NotCaused && !finding.NotCaused:
		case s.rank == inChange && len(changed) < maxSpots && !seen[s]:
			changed = append(changed, s)
			seen[s] = true
		case s.rank < best.rank, best.page == "" && best.file == "":
			best = s
		}
	}
	if len(changed) > 0 {
		return changed
	}
	return []spot{best}
}

// spotOf is the place of one occurrence.
func (f Files) spotOf(o *link.Occurrence) spot {
	s := spot{rank: nowhere, page: cmp.Or(o.Page, o.File)}
	if f.IsOther {
		return s
	}
	if o.Source != nil {
		if path := f.path(o.Source.File); path != "" {
			s = spot{file: path, line: o.Source.Line, column: o.Source.Column, end: o.Source.EndColumn, rank: inSource}
		}
	} else if path := f.path(o.File); f.holds(path) {
		s = spot{file: path, line: o.Line, column: o.Column, rank: inFile}
	}
	if s.file != "" && f.Changed[s.file] {
		s.rank = inChange
	}
	return s
}
