package report

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// The most code points that one untrusted string takes in a report for people.
const (
	maxTarget  = 500
	maxMessage = 500
	maxPath    = 300
	maxSnippet = 80
)

// number writes n with a comma between thousands.
func number[N int | int64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// count writes n and the noun for it, whose plural has an s.
func count[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return number(n) + " " + noun + "s"
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

// byReason writes how often each reason occurs, the commonest first: "12
// not-found, 3 gone".
func byReason(reasons map[link.Reason]int) string {
	parts := make([]string, 0, len(reasons))
	for _, r := range byCount(reasons) {
		parts = append(parts, number(reasons[r])+" "+string(r))
	}
	return strings.Join(parts, ", ")
}

// maxSchemes is how many schemes are named: a page may make any number of them
// up.
const maxSchemes = 5

// bySkip is byReason for skipped targets, with the schemes of those that no
// request can be made for: "9 excluded, 3 unsupported-scheme: 2 mailto, 1 tel".
func bySkip(r *link.Report) string {
	line := byReason(r.Skips)
	if r.Skips[link.UnsupportedScheme] == 0 || len(r.Schemes) == 0 {
		return line
	}
	rest := make(map[link.Reason]int, len(r.Skips))
	for reason, n := range r.Skips {
		if reason != link.UnsupportedScheme {
			rest[reason] = n
		}
	}
	var parts []string
	for i, scheme := range byCount(r.Schemes) {
		if i == maxSchemes {
			parts = append(parts, "others")
			break
		}
		parts = append(parts, number(r.Schemes[scheme])+" "+Clean(scheme, maxScheme))
	}
	line = number(r.Skips[link.UnsupportedScheme]) + " " + string(link.UnsupportedScheme) + ": " + strings.Join(parts, ", ")
	if before := byReason(rest); before != "" {
		line = before + ", " + line
	}
	return line
}

// maxScheme is the most code points of a scheme that are shown.
const maxScheme = 30

// byCount are the keys with a count, the commonest first.
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

// PagesOf counts the distinct pages that link to a finding's target. Occurrences
// are sorted, so those of one page are together.
func PagesOf(f *link.Finding) int {
	n, last := 0, ""
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		if page := cmp.Or(o.Page, o.File); i == 0 || page != last {
			n, last = n+1, page
		}
	}
	return n
}

// morePlaces says how many places are not shown, and on how many pages all are.
func morePlaces(f *link.Finding, rest int) string {
	s := "and " + count(rest, "more place")
	if n := PagesOf(f); n > 1 {
		s += ", on " + number(n) + " pages in total"
	}
	return s
}

// Explain says what is wrong with a finding's target, and on how many pages it is new
// where the baseline lists others.
func Explain(f *link.Finding) string {
	if n := newPages(f); n > 0 {
		return strings.TrimSuffix(messageOf(f), ".") + "; new on " + number(n) + " of " + count(PagesOf(f), "page")
	}
	return messageOf(f)
}

// newPages counts the pages on which a finding is new; it is 0 when it is new on all, or on
// none.
func newPages(f *link.Finding) int {
	n, anyKnown, last := 0, false, ""
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		anyKnown = anyKnown || o.Known
		if page := cmp.Or(o.Page, o.File); !o.Known && (n == 0 || page != last) {
			n, last = n+1, page
		}
	}
	if !anyKnown || f.Known {
		return 0
	}
	return n
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

// whyIncomplete is the title of the problems in reports that have titles.
const whyIncomplete = "Why the check is incomplete"

// advised returns the words before a suggestion that follows a message.
func advised(f *link.Finding) string {
	switch {
	case isLost(f):
		return "; redirect it to "
	case f.Verdict == link.Redirected:
		return "; use "
	}
	return "; did you mean "
}

// sourceLabel returns the words before n places that may be the source of a link.
func sourceLabel(n int) string {
	if n == 1 {
		return "possible source: "
	}
	return "possible sources: "
}

// place names where an occurrence is: in the source that an author edits,
// else in the page's file, else on the page; with line and column when known.
func place(o *link.Occurrence) (file string, line, column int) {
	if o.Source != nil {
		return o.Source.File, o.Source.Line, o.Source.Column
	}
	return cmp.Or(o.File, o.Page), o.Line, o.Column
}

// at writes a place the way editors and terminals understand it.
func at(file string, line, column int) string {
	s := Clean(file, maxPath)
	if line > 0 {
		s += ":" + strconv.Itoa(line)
		if column > 0 {
			s += ":" + strconv.Itoa(column)
		}
	}
	return s
}
