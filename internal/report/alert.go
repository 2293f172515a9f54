package report

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// alert is a finding at one place, the way tools count that follow findings from
// run to run. There is one for each place of a source that is to be fixed, and
// one for all the pages whose sources are not known, or two: one for the new ones.
type alert struct {
	finding *link.Finding
	// known is true when the baseline lists all that the alert is about, or the pull request
	// does not cause it.
	known bool
	// spots is the place, or the pages; empty when none is known.
	spots []spot
	// key identifies the alert. It stays the same when lines are added
	// above it: it depends on the finding, the file and, where a file holds the link
	// more than once, on the how manieth this is.
	key string
}

// alerts returns those of a finding.
func alerts(f *link.Finding) []alert {
	all := stableSpots(f)
	var out []alert
	nth := map[string]int{}
	for len(all) > 0 && all[0].isSource() {
		file := all[0].file
		nth[file]++
		out = append(out, alert{finding: f, known: f.Known || all[0].known || all[0].notCaused, spots: all[:1:1], key: alertKey(f, file, nth[file])})
		all = all[1:]
	}
	slices.SortStableFunc(all, func(a, b spot) int { return yesLast(!a.known, !b.known) })
	known := 0
	for known < len(all) && all[known].known {
		known++
	}
	if known > 0 {
		out = append(out, alert{finding: f, known: true, spots: all[:known:known], key: alertKey(f, "", 1)})
		all = all[known:]
	}
	switch {
	case len(all) > 0 && known > 0:
		out = append(out, alert{finding: f, spots: all, key: alertKey(f, "", 2)})
	case len(all) > 0 || len(out) == 0:
		out = append(out, alert{finding: f, known: f.Known, spots: all, key: alertKey(f, "", 1)})
	}
	slices.SortStableFunc(out, func(a, b alert) int { return yesLast(a.known, b.known) })
	return out
}

// countAlerts is how many alerts returns.
func countAlerts(f *link.Finding) int {
	sources := map[link.Source]struct{}{}
	known, fresh := 0, 0 // 1 for some pages
	for i := range f.Occurrences {
		switch o := &f.Occurrences[i]; {
		case o.Source != nil:
			sources[*o.Source] = struct{}{}
		case o.Known && !f.Known:
			known = 1
		default:
			fresh = 1
		}
	}
	return max(len(sources)+known+fresh, 1)
}

// alertQueue returns the number of alerts of a report, and the function that
// returns the next of them, so that the places of one finding at a time are kept.
func alertQueue(r *link.Report) (n int, next func() *alert) {
	findings, ready := Ordered(r), []alert(nil)
	for _, f := range findings {
		n += countAlerts(f)
	}
	return n, func() *alert {
		for len(ready) == 0 {
			ready, findings = alerts(findings[0]), findings[1:]
		}
		a := &ready[0]
		ready = ready[1:]
		return a
	}
}

func alertKey(f *link.Finding, file string, n int) string {
	sum := sha256.Sum256([]byte(f.ID + "\x00" + file + "\x00" + strconv.Itoa(n)))
	return hex.EncodeToString(sum[:16])
}

// message says in plain words what is wrong, what to write instead, and how
// much of the site is concerned.
func (a *alert) message() string {
	f := a.finding
	s := Clean(f.Target, maxTarget) + ": " + Clean(Explain(f), maxMessage)
	switch {
	case Advises(f) && f.Verdict == link.Redirected:
		s += ". Use " + Clean(f.Suggestion, maxTarget) + "."
	case Advises(f) && isLost(f):
		s += ". Redirect it to " + Clean(f.Suggestion, maxTarget) + "."
	case Advises(f):
		s += ". Did you mean " + Clean(f.Suggestion, maxTarget) + "?"
	default:
		s = strings.TrimSuffix(s, ".") + "."
	}
	switch {
	case len(a.spots) > 1:
		s += " Linked from " + count(len(a.spots), "place") + "."
	case len(a.spots) == 1 && a.spots[0].pages > 1:
		s += " This line puts the link on " + count(a.spots[0].pages, "page") + "."
	}
	return s
}
