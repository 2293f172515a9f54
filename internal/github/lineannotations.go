package github

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// LineAnnotation is what a check run shows at a line of a file.
type LineAnnotation struct {
	// Level is "failure", "warning" or "notice".
	Level string
	// File is relative to the repository. Line is at least 1; Column and EndColumn are zero
	// when they are not known.
	File                    string
	Line, Column, EndColumn int
	Title, Message          string
}

// LineAnnotations returns what Annotate shows at lines of the repository's files, in the
// same order and however much that is.
func LineAnnotations(r *link.Report, files Files) []LineAnnotation {
	all := annotations(r, files)
	levels := map[level]string{failure: "failure", caution: "warning", remark: "notice"}
	var lines []LineAnnotation
	for _, l := range []level{failure, caution, remark} {
		var some []annotation
		for _, a := range all {
			if a.level == l && a.file != "" {
				some = append(some, a)
			}
		}
		slices.SortStableFunc(some, before)
		for _, a := range some {
			lines = append(lines, LineAnnotation{
				Level: levels[l], File: a.file, Line: max(a.line, 1), Column: a.column, EndColumn: a.end,
				Title: a.title, Message: strings.Join(a.messages, "\n"),
			})
		}
	}
	return lines
}
