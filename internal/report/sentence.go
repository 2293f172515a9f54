package report

import "github.com/linkvet/linkvet/internal/link"

// Sentence says in one line how a run ended, in at most limit code points: "3 broken, 1
// unverified in 412 pages".
func Sentence(r *link.Report, limit int) string {
	found, where := foundWords(r), " in "+count(r.Stats.Pages, "page")
	text := "no broken links" + where
	switch {
	case !r.Complete:
		text = "not checked completely"
		if found != "" {
			text += ", so far " + found
		}
		if len(r.Problems) > 0 {
			text += ": " + r.Problems[0]
		}
	case r.Failed:
		text = found + where
	case found != "":
		text = "passed, with " + found + where
	}
	return Clean(text, limit)
}
