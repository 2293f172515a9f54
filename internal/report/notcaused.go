package report

import (
	"fmt"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// aside marks a finding that fails no run because it is not new; it is empty for all
// others.
func aside(f *link.Finding) string {
	switch {
	case f.Known:
		return "known, "
	case f.NotCaused:
		return "not caused, "
	}
	return ""
}

// numbersOf says how many findings of a verdict there are, those that are not new in
// parentheses: "5 broken (3 not caused by this pull request)".
func numbersOf(n, known, notCaused int, v link.Verdict) string {
	if known == n {
		return fmt.Sprintf("%s known %s", number(n), v)
	}
	var parts []string
	said := number(n) + " "
	if known > 0 {
		said = number(n-known) + " new "
	}
	switch {
	case notCaused == n:
		parts = append(parts, "not caused by this pull request")
	case notCaused > 0:
		parts = append(parts, number(notCaused)+" not caused by this pull request")
	}
	if known > 0 {
		parts = append(parts, number(known)+" known")
	}
	said += string(v)
	if len(parts) > 0 {
		said += " (" + strings.Join(parts, ", ") + ")"
	}
	return said
}
