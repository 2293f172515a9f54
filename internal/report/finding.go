package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// state says how much a finding matters now.
type state uint8

// The states, in the order of reports.
const (
	fresh     state = iota
	notCaused       // by the pull request
	inBaseline
)

func stateOf(f *link.Finding) state {
	switch {
	case f.Known:
		return inBaseline
	case f.NotCaused:
		return notCaused
	}
	return fresh
}

// isFresh reports whether a finding is broken and new, and caused by the pull request where
// that counts.
func isFresh(f *link.Finding) bool { return f.Verdict == link.Broken && stateOf(f) == fresh }

// isLost reports whether a finding is a URL of an old site that leads nowhere.
func isLost(f *link.Finding) bool { return f.Reason == link.URLLost }

// aside marks a finding that fails no run because it is not new; it is empty for all others.
func aside(f *link.Finding) string {
	return [...]string{fresh: "", notCaused: "not caused, ", inBaseline: "known, "}[stateOf(f)]
}

// Explain says what is wrong with a finding's target, and on how many pages it is new
// where the baseline lists others.
func Explain(f *link.Finding) string {
	if pages, unlisted := countPages(f); !f.Known && unlisted > 0 && slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool { return o.Known }) {
		return strings.TrimSuffix(messageOf(f), ".") + "; new on " + number(unlisted) + " of " + count(pages, "page")
	}
	return messageOf(f)
}

// messageOf says what is wrong with a finding's target, in its own message's words or, without
// one, in those of its reason.
func messageOf(f *link.Finding) string {
	switch n := len(f.Redirects); {
	case f.Message != "":
		return f.Message
	case f.Verdict == link.Redirected && n > 0:
		return "now at " + f.Redirects[n-1].URL
	case f.Status != 0:
		return strings.TrimSpace(fmt.Sprintf("HTTP %d %s", f.Status, http.StatusText(f.Status)))
	}
	return strings.ReplaceAll(string(f.Reason), "-", " ")
}

// Advises reports whether a finding's suggestion says more than its message.
func Advises(f *link.Finding) bool {
	return f.Suggestion != "" && !strings.Contains(messageOf(f), f.Suggestion)
}

// advised returns what to write instead, and the words before it; both are empty where the
// message says it. The suggestion is in the form of the target, without the base path of the
// site: in JSON it begins with that where the author's links do.
func advised(r *link.Report, f *link.Finding) (ask, suggestion string) {
	if !Advises(f) {
		return "", ""
	}
	suggestion = f.Suggestion
	if u, err := url.Parse(r.SiteURL); err == nil && f.Internal && strings.HasSuffix(u.Path, "/") && len(f.Occurrences) > 0 && strings.HasPrefix(f.Occurrences[0].Link, u.Path) {
		if below, ok := strings.CutPrefix(suggestion, u.Path); ok {
			suggestion = "/" + below
		}
	}
	ask = "did you mean "
	if isLost(f) {
		ask = "redirect it to "
	} else if f.Verdict == link.Redirected {
		ask = "use "
	}
	return ask, shown(suggestion, maxTarget)
}

// pageOf names the page of an occurrence.
func pageOf(o *link.Occurrence) string { return cmp.Or(o.Page, o.File) }

// PagesOf counts the distinct pages that link to a finding's target. Occurrences
// are sorted, so those of one page are together.
func PagesOf(f *link.Finding) int {
	n, _ := countPages(f)
	return n
}

// countPages counts the pages of a finding, and those with a place that no baseline lists.
func countPages(f *link.Finding) (all, unlisted int) {
	last, lastUnlisted := "", ""
	for i := range f.Occurrences {
		page := pageOf(&f.Occurrences[i])
		if all == 0 || page != last {
			all, last = all+1, page
		}
		if !f.Occurrences[i].Known && (unlisted == 0 || page != lastUnlisted) {
			unlisted, lastUnlisted = unlisted+1, page
		}
	}
	return all, unlisted
}

// spot is one place to fix: a place of a source, to which the links of many
// pages may come down, or a link of a page whose source is not known.
type spot struct {
	// first is the first of the links that are there.
	first *link.Occurrence
	// file, line and column are in the source that an author edits, else in the page's file,
	// else on the page; end is the column behind the last character, or zero.
	file              string
	line, column, end int
	// pages counts the pages that hold the links that come from there; last is the last one.
	pages int
	last  string
	// known is true when the baseline lists all of these pages, and not all others of
	// the finding. notCaused is the same for what the pull request does not cause.
	known, notCaused bool
}

func newSpot(o *link.Occurrence) spot {
	s := spot{first: o, file: cmp.Or(o.File, o.Page), line: o.Line, column: o.Column, known: true, notCaused: true}
	if o.Source != nil {
		s.file, s.line, s.column, s.end = o.Source.File, o.Source.Line, o.Source.Column, o.Source.EndColumn
	}
	return s
}

// spots returns the places at which a finding is to be fixed, each once: first what is
// new, then what the pull request causes, otherwise in the order of stableSpots.
func spots(f *link.Finding) []spot {
	all := stableSpots(f)
	slices.SortStableFunc(all, func(a, b spot) int {
		return cmp.Or(yesLast(a.known, b.known), yesLast(a.notCaused, b.notCaused))
	})
	return all
}

// stableSpots are the spots in an order that no baseline changes: first those of sources,
// then those of pages, each in the order of the occurrences.
func stableSpots(f *link.Finding) []spot {
	all := make([]spot, 0, len(f.Occurrences))
	seen := map[link.Source]int{}
	for i := range f.Occurrences {
		o, at := &f.Occurrences[i], len(all)
		if o.Source != nil {
			if j, ok := seen[*o.Source]; ok {
				at = j
			}
			seen[*o.Source] = at
		}
		if at == len(all) {
			all = append(all, newSpot(o))
		}
		// Occurrences are sorted by page, so a page that comes again comes next.
		s, page := &all[at], pageOf(o)
		if s.pages == 0 || s.last != page {
			s.pages, s.last = s.pages+1, page
		}
		s.known, s.notCaused = s.known && o.Known && !f.Known, s.notCaused && o.NotCaused && !f.NotCaused
	}
	slices.SortStableFunc(all, func(a, b spot) int { return yesLast(a.first.Source == nil, b.first.Source == nil) })
	return all
}

// yesLast compares two flags: the one that is set comes last.
func yesLast(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// candidatesOf returns the places that may be the source of a finding's links, each once:
// first those that may be the source of most links.
func candidatesOf(f *link.Finding) []link.Source {
	var all []link.Source
	uses := map[link.Source]int{}
	for i := range f.Occurrences {
		if f.Occurrences[i].Source != nil {
			continue
		}
		for _, c := range f.Occurrences[i].Candidates {
			if uses[c] == 0 {
				all = append(all, c)
			}
			uses[c]++
		}
	}
	slices.SortStableFunc(all, func(a, b link.Source) int { return cmp.Compare(uses[b], uses[a]) })
	return all
}

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
	for _, g := range Groups(r) {
		for _, f := range g.Findings {
			some := alerts(f)
			fits := min(len(some), most-len(all))
			all = append(all, some[:fits]...)
			left += len(some) - fits
		}
	}
	return all, left
}

// alerts returns those of a finding.
func alerts(f *link.Finding) []alert {
	var out []alert
	nth := map[string]int{}
	add := func(file string, known bool, spots ...spot) {
		nth[file]++
		out = append(out, alert{finding: f, known: known, spots: spots, key: keyOf(f.ID, file, strconv.Itoa(nth[file]))})
	}
	var known, others []spot // pages
	for _, s := range stableSpots(f) {
		switch {
		case s.first.Source != nil:
			add(s.file, f.Known || s.known || s.notCaused, s)
		case s.known:
			known = append(known, s)
		default:
			others = append(others, s)
		}
	}
	if len(known) > 0 {
		add("", true, known...)
	}
	if len(others) > 0 || len(out) == 0 {
		add("", f.Known && len(known) == 0, others...)
	}
	slices.SortStableFunc(out, func(a, b alert) int { return yesLast(a.known, b.known) })
	return out
}

// keyOf makes an identity of what it depends on.
func keyOf(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// message says in plain words what is wrong, what to write instead, and how
// much of the site is concerned.
func (a *alert) message(r *link.Report) string {
	s := Clean(a.finding.Target, maxTarget) + ": " + strings.TrimSuffix(Clean(Explain(a.finding), maxMessage), ".")
	if ask, suggestion := advised(r, a.finding); ask != "" {
		s += "; " + ask + suggestion
	}
	switch {
	case len(a.spots) > 1:
		s += " (linked from " + count(len(a.spots), "place") + ")"
	case len(a.spots) == 1 && a.spots[0].pages > 1:
		s += " (this line puts the link on " + count(a.spots[0].pages, "page") + ")"
	}
	return s
}
