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

// alertsOf returns the first alerts of a report, at most so many, and counts the others.
func alertsOf(r *link.Report, most int) (all []alert, left int) {
	for _, f := range Ordered(r) {
		some := alerts(f)
		fits := min(len(some), most-len(all))
		all = append(all, some[:fits]...)
		left += len(some) - fits
	}
	return all, left
}

// alerts returns those of a finding.
func alerts(f *link.Finding) []alert {
	var out []alert
	nth := map[string]int{}
	pages := [2][]spot{} // the new ones, and those of the baseline
	for _, s := range stableSpots(f) {
		switch {
		case s.first.Source != nil:
			nth[s.file]++
			out = append(out, alert{finding: f, known: f.Known || s.known || s.notCaused, spots: []spot{s}, key: alertKey(f, s.file, nth[s.file])})
		case s.known:
			pages[1] = append(pages[1], s)
		default:
			pages[0] = append(pages[0], s)
		}
	}
	key := 1
	if len(pages[1]) > 0 {
		out = append(out, alert{finding: f, known: true, spots: pages[1], key: alertKey(f, "", key)})
		key++
	}
	if len(pages[0]) > 0 || len(out) == 0 {
		out = append(out, alert{finding: f, known: f.Known && key == 1, spots: pages[0], key: alertKey(f, "", key)})
	}
	slices.SortStableFunc(out, func(a, b alert) int { return yesLast(a.known, b.known) })
	return out
}

func alertKey(f *link.Finding, file string, n int) string {
	return keyOf(f.ID, file, strconv.Itoa(n))
}

// keyOf makes an identity of what it depends on.
func keyOf(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// message says in plain words what is wrong, what to write instead, and how
// much of the site is concerned.
func (a *alert) message(r *link.Report) string {
	f := a.finding
	s := Clean(f.Target, maxTarget) + ": " + strings.TrimSuffix(Clean(Explain(f), maxMessage), ".") + "."
	if Advises(f) {
		before, after := ask(f)
		s += " " + before + Clean(suggestion(r, f), maxTarget) + after
	}
	switch {
	case len(a.spots) > 1:
		s += " Linked from " + count(len(a.spots), "place") + "."
	case len(a.spots) == 1 && a.spots[0].pages > 1:
		s += " This line puts the link on " + count(a.spots[0].pages, "page") + "."
	}
	return s
}
