package report

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// alert is a finding at one place, the way tools count that follow findings from
// run to run. There is one for each place of a source that is to be fixed, and
// one for all the pages whose sources are not known.
type alert struct {
	finding *link.Finding
	// spots is the place, or the pages; empty when none is known.
	spots []spot
	// key identifies the alert. It stays the same when lines are added
	// above it: it depends on the finding, the file and, where a file holds the link
	// more than once, on the how manieth this is.
	key string
}

// alerts returns those of a finding.
func alerts(f *link.Finding) []alert {
	all := spots(f)
	var out []alert
	nth := map[string]int{}
	for len(all) > 0 && all[0].isSource() {
		file := all[0].file
		nth[file]++
		out = append(out, alert{f, all[:1:1], alertKey(f, file, nth[file])})
		all = all[1:]
	}
	if len(all) > 0 || len(out) == 0 {
		out = append(out, alert{f, all, alertKey(f, "", 1)})
	}
	return out
}

// countAlerts is how many alerts returns.
func countAlerts(f *link.Finding) int {
	sources, pages := map[link.Source]struct{}{}, false
	for i := range f.Occurrences {
		if source := f.Occurrences[i].Source; source != nil {
			sources[*source] = struct{}{}
		} else {
			pages = true
		}
	}
	if pages || len(sources) == 0 {
		return len(sources) + 1
	}
	return len(sources)
}

// alertQueue returns the number of alerts of a report, and the function that
// returns the next of them, so that the places of one finding at a time are kept.
func alertQueue(r *link.Report) (n int, next func() *alert) {
	for i := range r.Findings {
		n += countAlerts(&r.Findings[i])
	}
	findings, ready := Ordered(r), []alert(nil)
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
