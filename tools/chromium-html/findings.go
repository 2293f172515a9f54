package main

import (
	"fmt"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

// findings is a report with n findings, of which two in three are broken, and all
// that a report may say of one.
func findings(n int) *link.Report {
	r := &link.Report{
		Schema: link.Schema, Version: "0.1.0", Target: "public", Mode: link.Directory, SiteURL: "https://www.example.com/docs/", Hosting: "plain",
		Started: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), DurationMS: 812, Complete: true, FailOn: "broken",
		Stats: link.Stats{Pages: 5001, Links: 735_000}, Skips: map[link.Reason]int{link.UnsupportedScheme: 3}, Schemes: map[string]int{"mailto": 2, "tel": 1},
	}
	r.Stats.OK, r.Stats.Skipped, r.Stats.Targets = 5281, 3, 5284
	broken := n - n/3 // the order is that of the verdicts
	for i := range n {
		var f link.Finding
		switch {
		case i < broken:
			f = brokenOf(i)
		case i%2 == 0:
			f = link.Finding{Reason: link.Blocked, Target: fmt.Sprintf("https://social.example/people/%d", i), Status: 403, Message: "it turns programs away (HTTP 403)", Occurrences: places(i, 1+i%3)}
		default:
			f = link.Finding{
				Reason: link.MovedPermanently, Target: fmt.Sprintf("http://old.example/%d", i), Suggestion: fmt.Sprintf("https://new.example/%d", i),
				Redirects: []link.Redirect{{Status: 301, URL: fmt.Sprintf("https://old.example/%d", i)}, {Status: 308, URL: fmt.Sprintf("https://new.example/%d", i)}}, Occurrences: places(i, 1),
			}
		}
		f.ID, f.Verdict = link.FindingID(f.Target, f.Reason), link.VerdictOf(f.Reason, f.Internal)
		f.Fails = f.Verdict == link.Broken && !f.Known
		r.Failed = r.Failed || f.Fails
		r.Stats.Count(f.Verdict)
		r.Findings = append(r.Findings, f)
	}
	if n > 0 {
		r.Notes = []string{"2 redirect rules of _redirects were not understood", "3 pages were not read, as exclude-pages says"}
	}
	return r
}

// brokenOf makes up a broken target.
func brokenOf(i int) link.Finding {
	if i%2 == 1 {
		return link.Finding{
			Reason: link.NotFound, Target: fmt.Sprintf("https://elsewhere.example/a/rather/long/way/to/a/page/that/is/not/there/any/more-%d?and=a&query=too", i),
			Status: 404, Message: "not found (HTTP 404)", Known: i%8 == 7, Occurrences: places(i, 1+i%30),
		}
	}
	return link.Finding{
		Reason: link.FragmentNotFound, Internal: true, Target: fmt.Sprintf("/guide/install-%d/#linux", i),
		Message: `page has no element with id "linux"`, Suggestion: fmt.Sprintf("/guide/install-%d/#on-linux", i), Occurrences: places(i, 2),
	}
}

// places are n occurrences of a finding, the first of which has a source, and the second
// several that may be its own.
func places(finding, n int) []link.Occurrence {
	var all []link.Occurrence
	for i := range n {
		o := link.Occurrence{
			Page: fmt.Sprintf("/part-%d/", i), File: fmt.Sprintf("public/part-%d/index.html", i), Line: 12 + i, Column: 9,
			Element: "a", Attribute: "href", Link: "../guide/install/#linux", Text: "how to install it <on> Linux",
		}
		switch i {
		case 0:
			o.Source = &link.Source{File: fmt.Sprintf("content/start-%d.md", finding), Line: 7, Column: 40, EndColumn: 63}
		case 1:
			o.Candidates = []link.Source{{File: "content/a.md", Line: 3}, {File: "layouts/partials/navigation.html", Line: 30, Column: 4}}
		}
		all = append(all, o)
	}
	return all
}
