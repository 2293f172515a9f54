package report

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// spot is one place to fix: a place of a source, to which the links of many
// pages may come down, or a link of a page whose source is not known.
type spot struct {
	// first is the first of the links that are there.
	first *link.Occurrence
	// file, line and column are in the source that an author edits, else in the page's file,
	// else on the page; end is the column behind the last character, or zero.
	file              string
	line, column, end int
	// uses and pages count the links that come from there, and the pages that hold them.
	uses, pages int
	// known is true when the baseline lists all of these pages, and not all others of
	// the finding. notCaused is the same for what the pull request does not cause.
	known, notCaused bool
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
	last := map[int]string{} // the page that a spot was last seen on
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		at, again := len(all), false
		if o.Source != nil {
			if j, ok := seen[*o.Source]; ok {
				at, again = j, true
			}
			seen[*o.Source] = at
		}
		if !again {
			all = append(all, newSpot(o))
		}
		// Occurrences are sorted by page, so a page that comes again comes next.
		s, page := &all[at], cmp.Or(o.Page, o.File)
		if s.uses == 0 || last[at] != page {
			s.pages++
		}
		s.uses++
		s.known, s.notCaused = s.known && o.Known, s.notCaused && o.NotCaused
		if o.Source != nil {
			last[at] = page
		}
	}
	for i := range all {
		all[i].known = all[i].known && !f.Known
		all[i].notCaused = all[i].notCaused && !f.NotCaused
	}
	slices.SortStableFunc(all, func(a, b spot) int { return yesLast(a.first.Source == nil, b.first.Source == nil) })
	return all
}

func newSpot(o *link.Occurrence) spot {
	if o.Source != nil {
		return spot{first: o, file: o.Source.File, line: o.Source.Line, column: o.Source.Column, end: o.Source.EndColumn, known: true, notCaused: true}
	}
	return spot{first: o, file: cmp.Or(o.File, o.Page), line: o.Line, column: o.Column, known: true, notCaused: true}
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

// soleCandidate returns the only place that may be the source of each link of a finding whose
// sources are not known; nil when there is none.
func soleCandidate(f *link.Finding) *link.Source {
	all := candidatesOf(f)
	if len(all) != 1 || slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool { return o.Source != nil || len(o.Candidates) == 0 }) {
		return nil
	}
	return &all[0]
}

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
		page := cmp.Or(f.Occurrences[i].Page, f.Occurrences[i].File)
		if all == 0 || page != last {
			all, last = all+1, page
		}
		if !f.Occurrences[i].Known && (unlisted == 0 || page != lastUnlisted) {
			unlisted, lastUnlisted = unlisted+1, page
		}
	}
	return all, unlisted
}

// Explain says what is wrong with a finding's target, and on how many pages it is new
// where the baseline lists others.
func Explain(f *link.Finding) string {
	isListed := func(o link.Occurrence) bool { return o.Known }
	if pages, unlisted := countPages(f); !f.Known && unlisted > 0 && slices.ContainsFunc(f.Occurrences, isListed) {
		return strings.TrimSuffix(messageOf(f), ".") + "; new on " + number(unlisted) + " of " + count(pages, "page")
	}
	return messageOf(f)
}

// messageOf says what is wrong with a finding's target, in its own message's words or, without
// one, in those of its reason.
func messageOf(f *link.Finding) string {
	if f.Message != "" {
		return f.Message
	}
	if n := len(f.Redirects); f.Verdict == link.Redirected && n > 0 {
		return "now at " + f.Redirects[n-1].URL
	}
	if f.Status != 0 {
		return strings.TrimSpace(fmt.Sprintf("HTTP %d %s", f.Status, http.StatusText(f.Status)))
	}
	return strings.ReplaceAll(string(f.Reason), "-", " ")
}

// Advises reports whether a finding's suggestion says more than its message.
func Advises(f *link.Finding) bool {
	return f.Suggestion != "" && !strings.Contains(messageOf(f), f.Suggestion)
}

// suggestion returns what to write instead in the form of the target, without the base path of
// the site: in JSON it begins with that where the author's links do.
func suggestion(r *link.Report, f *link.Finding) string {
	u, err := url.Parse(r.SiteURL)
	if err != nil || !f.Internal || !strings.HasSuffix(u.Path, "/") || len(f.Occurrences) == 0 || !strings.HasPrefix(f.Occurrences[0].Link, u.Path) {
		return f.Suggestion
	}
	if below, ok := strings.CutPrefix(f.Suggestion, u.Path); ok {
		return "/" + below
	}
	return f.Suggestion
}

// ask returns the words around a suggestion.
func ask(f *link.Finding) (before, after string) {
	switch {
	case isLost(f):
		return "Redirect it to ", "."
	case f.Verdict == link.Redirected:
		return "Use ", "."
	}
	return "Did you mean ", "?"
}

// advised is what follows a message that says what to write instead, in the same sentence.
func advised(r *link.Report, f *link.Finding) string {
	if !Advises(f) {
		return ""
	}
	before, _ := ask(f)
	return "; " + strings.ToLower(before[:1]) + before[1:] + shown(suggestion(r, f), maxTarget)
}

// aside marks a finding that fails no run because it is not new; it is empty for all others.
func aside(f *link.Finding) string {
	return [...]string{fresh: "", notCaused: "not caused, ", inBaseline: "known, "}[stateOf(f)]
}

// linkMarkup writes a link in the language that it is in: an attribute of an
// element, a style sheet, or the text of an element of XML. An attribute's
// value is left out where it only repeats the target.
func linkMarkup(f *link.Finding, o *link.Occurrence) string {
	element, attribute, value := shown(o.Element, maxSnippet), shown(o.Attribute, maxSnippet), shown(o.Link, maxSnippet)
	usual := "src"
	switch element {
	case "":
		return ""
	case "a", "area", "link":
		usual = "href"
	}
	switch {
	case attribute == "import":
		return `@import "` + value + `"`
	case attribute == "url" && (element == "css" || element == "style"):
		return "url(" + value + ")"
	case element == link.RuleElement:
		return "a rule to " + value
	case element == link.OldURLElement:
		return "the old site has " + value
	case attribute == "":
		return "<" + element + ">" + value
	case o.Link != f.Target:
		return "<" + element + " " + attribute + `="` + value + `">`
	case attribute != usual:
		return "<" + element + " " + attribute + ">"
	}
	return "<" + element + ">"
}
