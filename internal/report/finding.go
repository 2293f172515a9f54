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

// explain says what is wrong with a finding's target, without a full stop: in its own message's
// words or, without one, in those of its reason. Where a baseline lists other places, it says on how
// many pages the finding is new.
func explain(f *link.Finding) string {
	text := strings.ReplaceAll(string(f.Reason), "-", " ")
	switch n := len(f.Redirects); {
	case f.Message != "":
		text = strings.TrimSuffix(f.Message, ".")
	case f.Verdict == link.Redirected && n > 0:
		text = "now at " + f.Redirects[n-1].URL
	case f.Status != 0:
		text = strings.TrimSpace(fmt.Sprintf("HTTP %d %s", f.Status, http.StatusText(f.Status)))
	}
	if pages, unlisted := countPages(f); !f.Known && unlisted > 0 && unlisted < pages {
		text += "; new on " + link.Number(unlisted) + " of " + link.Count(pages, "page")
	}
	return text
}

// helpOf is where the documentation says what a reason means, and what to do.
func helpOf(reason link.Reason) string {
	return "https://github.com/linkvet/linkvet/blob/main/docs/reasons.md#" + string(reason)
}

// advised returns what to write instead, and the words before it; both are empty where explain
// says it. The suggestion is in the form of the target, without the base path of the site: in
// JSON it begins with that where the author's links do.
func advised(r *link.Report, f *link.Finding) (ask, suggestion string) {
	suggestion = f.Suggestion
	if suggestion == "" || strings.Contains(explain(f), suggestion) {
		return "", ""
	}
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

// Describe says in one line what is wrong with a finding's target, and what to write instead.
func Describe(r *link.Report, f *link.Finding) string {
	s := Clean(f.Target, maxTarget) + ": " + Clean(explain(f), maxMessage)
	if ask, suggestion := advised(r, f); ask != "" {
		s += "; " + ask + suggestion
	}
	return s
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
	slices.SortStableFunc(all, bySpotState)
	return all
}

func bySpotState(a, b spot) int {
	return cmp.Or(yesLast(a.known, b.known), yesLast(a.notCaused, b.notCaused))
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
// one for all the pages whose sources are not known.
type alert struct {
	finding *link.Finding
	// known is true when the baseline lists all that the alert is about, or the pull request
	// does not cause it.
	known bool
	// spots is the place, or the pages, first the new ones; empty when none is known.
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

// alerts returns those of a finding, the new ones first.
func alerts(f *link.Finding) []alert {
	var out []alert
	nth := map[string]int{}
	add := func(file string, known bool, spots ...spot) {
		nth[file]++
		out = append(out, alert{finding: f, known: known || stateOf(f) != fresh, spots: spots, key: keyOf(f.ID, file, strconv.Itoa(nth[file]))})
	}
	all := stableSpots(f)
	for len(all) > 0 && all[0].first.Source != nil {
		add(all[0].file, all[0].known || all[0].notCaused, all[0])
		all = all[1:]
	}
	if len(all) > 0 || len(out) == 0 {
		slices.SortStableFunc(all, bySpotState)
		add("", len(all) > 0 && (all[0].known || all[0].notCaused), all...)
	}
	slices.SortStableFunc(out, func(a, b alert) int { return yesLast(a.known, b.known) })
	return out
}

// keyOf makes an identity of what it depends on.
func keyOf(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// message describes the finding, and says how much of the site is concerned.
func (a *alert) message(r *link.Report) string {
	s := Describe(r, a.finding)
	switch {
	case len(a.spots) > 1:
		s += "; linked from " + link.Count(len(a.spots), "place")
	case len(a.spots) == 1 && a.spots[0].pages > 1:
		s += "; this line puts the link on " + link.Count(a.spots[0].pages, "page")
	}
	return s
}
