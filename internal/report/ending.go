package report

import (
	"fmt"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// ending writes what a reader looks for first, where a log is read first: at
// its end.
func (t *text) ending(r *link.Report) {
	if t.opt.Quiet {
		t.quietEnding(r)
		return
	}
	if t.opt.Verbose {
		for _, s := range t.opt.Settings {
			t.out.add(t.paint.bold("setting:"), " ", Clean(s, maxMessage))
		}
	}
	t.out.add(outcome(t.paint, r))
	t.remarks(t.paint.bad("problem:"), r.Problems)
	t.out.add("  ", runCounts(r))
	t.phases()
	t.remarks(t.paint.bold("note:"), notes(r))
	if t.out.n > farAway {
		t.start(t.paint.bold("start here:") + " ")
	}
	for _, a := range advice(r) {
		t.out.add(t.paint.bold("try:"), " ", a)
	}
}

// farAway is after how many lines the first line is repeated at the end.
const farAway = 40

// start says what to do first, if there is something to say.
func (t *text) start(label string) {
	if t.first != "" {
		t.out.add(label, Clean(t.first, maxLine))
	}
}

// quietEnding says how a run ended that did not end well, and nothing of another.
func (t *text) quietEnding(r *link.Report) {
	if r.Complete && !r.Failed {
		return
	}
	t.out.add(outcome(t.paint, r))
	t.remarks(t.paint.bad("problem:"), r.Problems)
}

// remarks writes problems or notes, each on a line that begins with label.
func (t *text) remarks(label string, sentences []string) {
	for _, s := range atMost(sentences, maxLongRemarks) {
		t.out.add(label, " ", Clean(s, maxMessage))
	}
}

// atMost returns the first of sentences, and one more that says how many are left
// out when there are more than limit.
func atMost(sentences []string, limit int) []string {
	if len(sentences) <= limit {
		return sentences
	}
	return append(sentences[:limit:limit], "and "+number(len(sentences)-limit)+" more")
}

// outcome says in one line how the run ended.
func outcome(p paint, r *link.Report) string {
	where := Clean(r.Target, maxPath)
	found := foundWords(r)
	switch {
	case !r.Complete && r.Failed:
		return p.bad("✗ Incomplete and failed:") + " " + where + " was not checked completely; so far " + found
	case !r.Complete && found != "":
		return p.bad("✗ Incomplete:") + " " + where + " was not checked completely; so far " + found
	case !r.Complete:
		return p.bad("✗ Incomplete:") + " " + where + " was not checked completely"
	case r.Failed:
		return p.bad("✗ Failed:") + " " + found + " in " + where
	case found != "":
		return p.good("✓ Passed:") + " " + found + " in " + where
	}
	return p.good("✓ No broken links") + " in " + where
}

// foundWords counts the findings, the new ones first: "4 new broken (2 known), 1
// redirected". It is empty when there are none.
func foundWords(r *link.Report) string {
	known, notCaused := map[link.Verdict]int{}, map[link.Verdict]int{}
	for i := range r.Findings {
		switch f := &r.Findings[i]; {
		case f.Known:
			known[f.Verdict]++
		case f.NotCaused:
			notCaused[f.Verdict]++
		}
	}
	var parts []string
	add := func(n int, v link.Verdict) {
		if n > 0 {
			parts = append(parts, numbersOf(n, known[v], notCaused[v], v))
		}
	}
	add(r.Stats.Broken, link.Broken)
	add(r.Stats.Unverified, link.Unverified)
	add(r.Stats.Redirected, link.Redirected)
	return strings.Join(parts, ", ")
}

// decided says how many findings fail the run. It is empty where there is nothing
// to decide.
func decided(r *link.Report) string {
	if r.FailOn == "" || len(r.Findings) == 0 {
		return ""
	}
	fails := 0
	for i := range r.Findings {
		if r.Findings[i].Fails {
			fails++
		}
	}
	switch fails {
	case 0:
		return "no finding fails the run"
	case 1:
		return "1 of " + count(len(r.Findings), "finding") + " fails the run"
	case len(r.Findings):
		return "all " + number(fails) + " findings fail the run"
	}
	return number(fails) + " of " + count(len(r.Findings), "finding") + " fail the run"
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
