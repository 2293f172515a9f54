package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

// The most code points that one untrusted string takes in a report for people.
const (
	maxTarget  = 500
	maxMessage = 500
	maxPath    = 300
	maxSnippet = 80
	maxScheme  = 30
	maxLine    = 700
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

// maxSchemes is how many schemes are named: a page may make any number of them up.
const maxSchemes = 5

// bySkip is byReason for skipped targets, with the schemes of those that no
// request can be made for: "9 excluded, 3 unsupported-scheme: 2 mailto, 1 tel".
func bySkip(r *link.Report) string {
	var parts []string
	for _, reason := range byCount(r.Skips) {
		if reason != link.UnsupportedScheme {
			parts = append(parts, number(r.Skips[reason])+" "+string(reason))
		}
	}
	if n := r.Skips[link.UnsupportedScheme]; n > 0 {
		var schemes []string
		for _, scheme := range byCount(r.Schemes) {
			schemes = append(schemes, number(r.Schemes[scheme])+" "+shown(scheme, maxScheme))
		}
		if len(schemes) > maxSchemes {
			schemes = append(schemes[:maxSchemes], "others")
		}
		last := number(n) + " " + string(link.UnsupportedScheme)
		if len(schemes) > 0 {
			last += ": " + strings.Join(schemes, ", ")
		}
		parts = append(parts, last)
	}
	return strings.Join(parts, ", ")
}

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

// at writes a place the way editors and terminals understand it.
func at(file string, line, column int) string {
	s := shown(file, maxPath)
	if line > 0 {
		s += ":" + strconv.Itoa(line)
		if column > 0 {
			s += ":" + strconv.Itoa(column)
		}
	}
	return s
}

// atMost returns the first of sentences, each cleaned, and one more that says how many are
// left out when there are more than limit.
func atMost(sentences []string, limit int) []string {
	some := make([]string, 0, min(len(sentences), limit+1))
	for _, s := range sentences[:min(len(sentences), limit)] {
		some = append(some, shown(s, maxMessage))
	}
	if rest := len(sentences) - limit; rest > 0 {
		some = append(some, "and "+number(rest)+" more")
	}
	return some
}

// Option names a setting with its value: as an input of the action, or as a flag.
func Option(input bool, name, value string) string {
	switch {
	case input:
		return name + ": " + value
	case value == "false":
		return "--" + name + "=" + value // a flag without a value is true
	}
	return "--" + name + " " + value
}

// WhereAll says where every finding is listed, for the end of a sentence that
// tells how many are left out.
func WhereAll(r *link.Report) string {
	switch {
	case r.JSONPath != "":
		return "see " + shown(r.JSONPath, maxPath) + " for the full list"
	case r.Inputs:
		return "set " + Option(true, "report", "json=links.json") + " for the full list"
	}
	return "add " + Option(false, "report", "json=links.json") + " for the full list"
}

// leftOut says how many findings are left out of a report, and where they are.
func leftOut(r *link.Report, n int) string {
	s := "and " + count(n, "more target") + ": "
	if r.JSONPath == "" && r.HTMLPath != "" {
		s += "see " + shown(r.HTMLPath, maxPath) + " for more; "
	}
	return s + WhereAll(r)
}

// Waiting returns the line that says what a run has seen of the site that it waits for.
func Waiting(seen string, since time.Duration) string {
	return fmt.Sprintf("%s, for %v", seen, since.Truncate(time.Second))
}

// Progress returns the line that says how far a run is.
func Progress(pages, links, requests, broken, unverified int64, since time.Duration) string {
	return fmt.Sprintf("checking: %s, %s, %s; %s broken, %s unverified so far (%v)", count(pages, "page"), count(links, "link"),
		count(requests, "request"), number(broken), number(unverified), since.Truncate(time.Second))
}
