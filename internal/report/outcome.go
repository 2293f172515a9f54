package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
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
	found, where := foundWords(r), " in "+link.Count(r.Stats.Pages, "page")
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
	return r.Complete && !r.Failed && len(r.Problems) == 0 && !slices.ContainsFunc(r.Findings, func(f link.Finding) bool { return isFresh(&f) })
}

// verdicts are those of findings, the worst first.
var verdicts = [...]link.Verdict{link.Broken, link.Unverified, link.Redirected}

// foundWords counts the findings: "4 broken, 2 known broken, 1 redirected". It is empty when
// there are none. What the run did not reach is no finding.
func foundWords(r *link.Report) string {
	type kind struct {
		verdict link.Verdict
		state   state
	}
	// Findings that had no room in the list are new.
	counts := map[kind]int{{link.Broken, fresh}: r.Stats.Broken, {link.Unverified, fresh}: r.Stats.Unverified - notReached(r), {link.Redirected, fresh}: r.Stats.Redirected}
	for i := range r.Findings {
		f := &r.Findings[i]
		if s := stateOf(f); s != fresh && f.Reason != link.NotReached {
			counts[kind{f.Verdict, fresh}]--
			counts[kind{f.Verdict, s}]++
		}
	}
	var parts []string
	for _, v := range verdicts {
		for s, words := range [...]string{fresh: "%s %s", notCaused: "%s %s not caused by this pull request", inBaseline: "%s known %s"} {
			if n := counts[kind{v, state(s)}]; n > 0 {
				parts = append(parts, fmt.Sprintf(words, link.Number(n), v))
			}
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

// decided says how many findings a fail-on other than the default counts; it is empty where
// there is nothing to decide.
func decided(r *link.Report) string {
	if r.FailOn == "" || r.FailOn == "broken" || len(r.Findings) == 0 {
		return ""
	}
	fails := 0
	for i := range r.Findings {
		if r.Findings[i].Fails {
			fails++
		}
	}
	return fmt.Sprintf("with fail-on: %s, findings that fail the run: %s of %s", r.FailOn, link.Number(fails), link.Number(len(r.Findings)))
}

// runCounts returns one line that says how much was read, in what time.
func runCounts(r *link.Report) string {
	s := &r.Stats
	if s.Pages == 0 {
		return "no page was read in " + elapsed(r.DurationMS)
	}
	line := fmt.Sprintf("%s to %s on %s in %s", link.Count(s.Links, "link"), link.Count(s.Targets, "target"),
		link.Count(s.Pages, "page"), elapsed(r.DurationMS))
	if s.Requests > 0 {
		line += ", " + link.Count(s.Requests, "request")
	}
	line += "; " + link.Number(s.OK) + " ok"
	if s.Skipped > 0 {
		line += ", " + link.Number(s.Skipped) + " skipped"
		if why := byReason(r.Skips); why != "" {
			line += " (" + why + ")"
		}
	}
	return line
}

// byReason writes how often each reason occurs, the commonest first: "12
// not-found, 3 gone".
func byReason(reasons map[link.Reason]int) string {
	parts := make([]string, 0, len(reasons))
	for _, r := range byCount(reasons) {
		parts = append(parts, link.Number(reasons[r])+" "+string(r))
	}
	return strings.Join(parts, ", ")
}

// byCount are the keys with a count, the commonest first, and of equals the first.
func byCount[K ~string](counts map[K]int) []K {
	keys := make([]K, 0, len(counts))
	for k, n := range counts {
		if n > 0 {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b K) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return keys
}

// elapsed writes a time in milliseconds as precisely as a reader cares for.
func elapsed(ms int64) string {
	switch {
	case ms < 1000:
		return strconv.FormatInt(ms, 10) + " ms"
	case ms < 60_000:
		return fmt.Sprintf("%.1f s", float64(ms/100)/10)
	default:
		return fmt.Sprintf("%d min %d s", ms/60_000, ms/1000%60)
	}
}

// Option names a setting with its value: as an input of the action, or as a flag.
func Option(input bool, name, value string) string {
	if input {
		return name + ": " + value
	}
	return "--" + name + " " + value
}

// WhereAll says where every finding is listed, for the end of a sentence that
// tells how many are left out.
func WhereAll(r *link.Report) string {
	if r.JSONPath != "" {
		return "see " + shown(r.JSONPath, maxPath) + " for the full list"
	}
	return map[bool]string{true: "set ", false: "add "}[r.Inputs] + Option(r.Inputs, "report", "json=links.json") + " for the full list"
}

// leftOut says how many findings are left out of a report, and where they are.
func leftOut(r *link.Report, n int) string {
	s := "and " + link.Count(n, "more target") + ": "
	if r.JSONPath == "" && r.HTMLPath != "" {
		s += "see " + shown(r.HTMLPath, maxPath) + " for more; "
	}
	return s + WhereAll(r)
}
