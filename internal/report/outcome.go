package report

import (
	"fmt"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// outcome says in one line how a run ended: Word, Before, the target of the run, After.
type outcome struct {
	// Status is incomplete, failed or passed. Mark is its sign in text, and Sign in Markdown.
	Status, Mark, Sign string
	Word, Before       string
	Target, After      string
}

func outcomeOf(r *link.Report) outcome {
	o := outcome{Status: "passed", Mark: "✓", Sign: "✅", Target: shown(r.Target, maxPath)}
	found := foundWords(r)
	switch {
	case !r.Complete:
		o.Status, o.Mark, o.Sign, o.Word, o.Before, o.After = "incomplete", "✗", "⚠️", "Incomplete:", " ", " was not checked completely"
		if found != "" {
			o.After += "; so far " + found
		}
	case r.Failed:
		o.Status, o.Mark, o.Sign, o.Word, o.Before = "failed", "✗", "❌", "Failed:", " "+found+" in "
	case found != "":
		o.Word, o.Before = "Passed:", " "+found+" in "
	default:
		o.Word, o.Before = "No broken links", " in "
	}
	return o
}

// String is the line without its sign.
func (o outcome) String() string { return o.Word + o.Before + o.Target + o.After }

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

// IsAllWell reports whether a pull request needs no comment about r: the check is
// complete, the run passes, and no broken link is new.
func IsAllWell(r *link.Report) bool {
	if !r.Complete || r.Failed || len(r.Problems) > 0 {
		return false
	}
	for i := range r.Findings {
		if isFresh(&r.Findings[i]) {
			return false
		}
	}
	return true
}

// foundWords counts the findings, the new ones first: "4 new broken (2 known), 1
// redirected". It is empty when there are none. What the run did not reach is no finding.
func foundWords(r *link.Report) string {
	by := map[link.Verdict]*[inBaseline + 1]int{link.Broken: {}, link.Unverified: {}, link.Redirected: {}}
	totals := map[link.Verdict]int{link.Broken: r.Stats.Broken, link.Unverified: r.Stats.Unverified - notReached(r), link.Redirected: r.Stats.Redirected}
	for i := range r.Findings {
		f := &r.Findings[i]
		if states := by[f.Verdict]; states != nil {
			states[stateOf(f)]++
		}
	}
	var parts []string
	for _, v := range verdicts {
		if totals[v] > 0 {
			parts = append(parts, numbersOf(totals[v], by[v][inBaseline], by[v][notCaused], v))
		}
	}
	return strings.Join(parts, ", ")
}

// notReached counts the targets that the run ended before.
func notReached(r *link.Report) (n int) {
	for i := range r.Findings {
		if r.Findings[i].Reason == link.NotReached {
			n++
		}
	}
	return n
}

// numbersOf says how many findings of a verdict there are, those that are not new in
// parentheses: "5 broken (3 not caused by this pull request)".
func numbersOf(n, known, notCaused int, v link.Verdict) string {
	if known == n {
		return number(n) + " known " + string(v)
	}
	said := number(n) + " " + string(v)
	var parts []string
	switch {
	case notCaused == n:
		parts = append(parts, "not caused by this pull request")
	case notCaused > 0:
		parts = append(parts, number(notCaused)+" not caused by this pull request")
	}
	if known > 0 {
		said = number(n-known) + " new " + string(v)
		parts = append(parts, number(known)+" known")
	}
	if len(parts) > 0 {
		said += " (" + strings.Join(parts, ", ") + ")"
	}
	return said
}

// decided says how many findings fail the run. It is empty where there is nothing
// to decide.
func decided(r *link.Report) string {
	if r.FailOn == "" || len(r.Findings) == 0 {
		return ""
	}
	fails, all := 0, count(len(r.Findings), "finding")
	for i := range r.Findings {
		if r.Findings[i].Fails {
			fails++
		}
	}
	switch {
	case fails == 0:
		return "no finding fails the run"
	case fails == 1:
		return "1 of " + all + " fails the run"
	case fails == len(r.Findings):
		return "all " + all + " fail the run"
	}
	return number(fails) + " of " + all + " fail the run"
}

// runCounts returns one line that says how much was read, in what time.
func runCounts(r *link.Report) string {
	s := &r.Stats
	if s.Pages == 0 {
		return "no page was read in " + elapsed(r.DurationMS)
	}
	line := fmt.Sprintf("%s to %s on %s in %s", count(s.Links, "link"), count(s.Targets, "target"),
		count(s.Pages, "page"), elapsed(r.DurationMS))
	if s.Requests > 0 {
		line += ", " + count(s.Requests, "request")
	}
	line += "; " + number(s.OK) + " ok"
	if s.Skipped > 0 {
		line += ", " + number(s.Skipped) + " skipped"
		if why := bySkip(r); why != "" {
			line += " (" + why + ")"
		}
	}
	return line
}
