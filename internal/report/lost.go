package report

import (
	"github.com/linkvet/linkvet/internal/link"
)

// isLost reports whether a finding is a URL of an old site that leads nowhere.
func isLost(f *link.Finding) bool { return f.Reason == link.URLLost }

// lostTitle says how many URLs of an old site would be lost, and for how many of them a
// redirect is proposed.
func lostTitle(findings []*link.Finding) string {
	known, proposed := 0, 0
	for _, f := range findings {
		if f.Known {
			known++
		}
		if f.Suggestion != "" {
			proposed++
		}
	}
	text := count(len(findings), "URL") + " would be lost"
	if known > 0 {
		text += " (" + number(known) + " known)"
	}
	switch {
	case proposed == 1:
		text += "; 1 has a proposed redirect"
	case proposed > 1:
		text += "; " + number(proposed) + " have a proposed redirect"
	}
	return text
}

// lostLine is lostTitle for all URLs of a report; empty when none is lost.
func lostLine(r *link.Report) string {
	var lost []*link.Finding
	for i := range r.Findings {
		if f := &r.Findings[i]; isLost(f) {
			lost = append(lost, f)
		}
	}
	if len(lost) == 0 {
		return ""
	}
	return lostTitle(lost)
}
