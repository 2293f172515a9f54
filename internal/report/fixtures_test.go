package report

import (
	"flag"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

var update = flag.Bool("update", false, "rewrite the golden files of testdata")

// golden compares got with the file of that name in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", path, diff)
	}
}

// withoutParts takes the style and the script of the HTML report out of it, which change for themselves.
func withoutParts() *strings.Replacer {
	return strings.NewReplacer(htmlStyle, "", htmlScript, "", html.EscapeString(hashOf(htmlStyle)), "STYLE", html.EscapeString(hashOf(htmlScript)), "SCRIPT")
}

// TestGolden writes the fixtures in each format, holds all to what their readers rely on, and those
// that show something of their own to a golden file.
func TestGolden(t *testing.T) {
	t.Parallel()
	sarif, gitlab := schema(t, "sarif-2.1.0.json"), schema(t, "gitlab-codequality.json")
	markup := withoutParts()
	all, people := []string{"hostile", "known-places"}, []string{"hostile", "known-places", "clean", "causes", "ended"}
	formats := map[string]struct {
		fixtures []string
		write    func(r *link.Report) string
	}{
		"txt": {people, func(r *link.Report) string { return textOf(t, r, Options{}) }},
		"md": {people, func(r *link.Report) string {
			out := markdownOf(t, r, Options{Link: blob, Limit: 20_000})
			wellFormed(t, out)
			return out
		}},
		"comment.md": {[]string{"clean", "mixed"}, func(r *link.Report) string {
			out := commentOf(r, 20_000)
			safeComment(t, out)
			return out
		}},
		"html": {[]string{"hostile", "causes"}, func(r *link.Report) string {
			out := htmlOf(t, r)
			standsAsHTML(t, out)
			return markup.Replace(out)
		}},
		"json": {[]string{"hostile"}, func(r *link.Report) string { return jsonOf(t, r) }},
		"sarif": {append(all, "live"), func(r *link.Report) string {
			out := written(t, as("sarif"), r)
			valid(t, sarif, out)
			return out
		}},
		"gitlab.json": {all, func(r *link.Report) string {
			out := written(t, as("gitlab"), r)
			validIssues(t, gitlab, out)
			return out
		}},
		"junit.xml": {all, func(r *link.Report) string {
			out := written(t, as("junit"), r)
			wellCounted(t, out)
			validXML(t, out)
			return out
		}},
	}
	for format, f := range formats {
		for name, r := range reports() {
			t.Run(name+"."+format, func(t *testing.T) {
				t.Parallel()
				got := f.write(r)
				inert(t, got)
				if slices.Contains(f.fixtures, name) {
					golden(t, name+"."+format, got)
				}
			})
		}
	}
}

// reportOf completes a report about the given findings.
func reportOf(findings ...link.Finding) *link.Report {
	r := &link.Report{
		Schema: link.Schema, Version: "0.1.0", Target: "public", Mode: link.Directory,
		SiteURL: "https://example.com/docs/", Hosting: "plain",
		Started:    time.Date(2026, 11, 21, 10, 0, 0, 999, time.FixedZone("CET", 3600)),
		DurationMS: 812, Complete: true, FailOn: "broken", Findings: findings,
		Stats: link.Stats{Pages: 5001, Links: 735000, Bytes: 177000000},
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		f.ID = link.FindingID(f.Target, f.Reason)
		f.Verdict = link.VerdictOf(f.Reason, f.Internal)
		r.Stats.Count(f.Verdict)
		f.Fails = f.Verdict == link.Broken && !f.Known
		r.Failed = r.Failed || f.Fails
	}
	r.Stats.OK = 5281
	r.Stats.Targets += 5281
	return r
}

func clean() *link.Report {
	r := reportOf()
	r.Stats.Skipped = 12
	r.Stats.Targets += 12
	r.Skips = map[link.Reason]int{link.Excluded: 10, link.UnsupportedScheme: 2}
	return r
}

// three has one finding of each verdict.
func three() *link.Report {
	r := reportOf(
		link.Finding{
			Reason: link.FragmentNotFound, Target: "/guide/install/#linux", Internal: true,
			Message: `page has no element with id "linux"`, Suggestion: "/guide/install/#on-linux",
			Occurrences: []link.Occurrence{
				{
					Page: "/start/", File: "public/start/index.html", Line: 12, Column: 9,
					Element: "a", Attribute: "href", Link: "../guide/install/#linux", Text: "install it",
					Source: &link.Source{File: "content/start.md", Line: 7, Column: 21},
				},
				{
					Page: "/faq/", File: "public/faq/index.html", Line: 130, Column: 14,
					Element: "a", Attribute: "href", Link: "/guide/install/#linux", Text: "how to install on Linux",
				},
			},
		},
		link.Finding{
			Reason: link.Blocked, Target: "https://www.linkedin.com/in/someone", Status: 999,
			Message: "LinkedIn turns programs away (HTTP 999)",
			Occurrences: []link.Occurrence{
				{Page: "/about/", File: "public/about/index.html", Line: 40, Column: 3, Element: "a", Attribute: "href", Link: "https://www.linkedin.com/in/someone"},
				{Page: "/team/", File: "public/team/index.html", Line: 8, Column: 3, Element: "a", Attribute: "href", Link: "https://www.linkedin.com/in/someone"},
			},
		},
		link.Finding{
			Reason: link.MovedPermanently, Target: "http://golang.org/", Status: 200, Suggestion: "https://go.dev/",
			Redirects: []link.Redirect{{Status: 301, URL: "https://golang.org/"}, {Status: 301, URL: "https://go.dev/"}},
			Occurrences: []link.Occurrence{
				{Page: "/", File: "public/index.html", Line: 3, Column: 30, Element: "a", Attribute: "href", Link: "http://golang.org", Text: "Go"},
			},
		},
	)
	r.Stats.Requests = 31
	r.Notes = []string{"2 redirect rules of _redirects were not understood"}
	return r
}

// many has n broken targets, every tenth of them in a page's navigation, and a
// third as many of the other verdicts.
func many(n int) *link.Report {
	var all []link.Finding
	for i := range n {
		f := link.Finding{
			Reason: link.NotFound, Internal: true, Target: fmt.Sprintf("/reference/section-%03d/page.html", i),
			Message: "no such file",
		}
		if i%7 == 3 {
			f.Reason, f.Internal, f.Status, f.Message = link.NotFound, false, 404, ""
			f.Target = fmt.Sprintf("https://old.example.org/wiki/Article_%03d?from=docs", i)
		}
		places := 1 + i%5
		if i%10 == 0 {
			places = 412
		}
		for p := range places {
			f.Occurrences = append(f.Occurrences, link.Occurrence{
				Page: fmt.Sprintf("/guide/part-%d/", p), File: fmt.Sprintf("public/guide/part-%d/index.html", p),
				Line: 10 + p*i, Column: 9 + p, Element: "a", Attribute: "href", Link: f.Target, Text: "see the reference",
			})
		}
		all = append(all, f)
	}
	for i := range n / 6 {
		all = append(all, link.Finding{
			Reason: link.RateLimited, Status: 429, Target: fmt.Sprintf("https://forge.example.net/team/project/issues/%d", i), Message: "asked to slow down (HTTP 429)",
			Occurrences: []link.Occurrence{{Page: "/changes/", File: "public/changes/index.html", Line: 10 + i, Column: 21, Element: "a", Attribute: "href", Link: "x", Text: fmt.Sprintf("#%d", i)}},
		})
	}
	for i := range n / 6 {
		all = append(all, link.Finding{
			Reason: link.MovedPermanently, Target: fmt.Sprintf("http://blog.example.net/%d", i), Redirects: []link.Redirect{{Status: 308, URL: fmt.Sprintf("https://blog.example.net/%d", i)}},
			Occurrences: []link.Occurrence{{Page: "/blog/", File: "public/blog/index.html", Line: 10 + i, Column: 21, Element: "a", Attribute: "href", Link: fmt.Sprintf("http://blog.example.net/%d", i)}},
		})
	}
	r := reportOf(all...)
	r.Stats.Requests = 4321
	return r
}

// ended is a live run that ended before its time.
func ended() *link.Report {
	var all []link.Finding
	for i := range 40 {
		all = append(all, link.Finding{
			Reason: link.NotReached, Internal: true, Target: fmt.Sprintf("/post/%d/", i), Message: "the run stopped first",
			Occurrences: []link.Occurrence{{Page: "/", Line: 9, Column: 2 + i, Element: "a", Attribute: "href", Link: fmt.Sprintf("post/%d/", i)}},
		})
	}
	r := reportOf(all...)
	r.Mode, r.Target, r.SiteURL, r.Hosting = link.Live, "https://preview.example.com/", "https://preview.example.com/", ""
	r.Complete, r.DurationMS = false, 300_412
	r.Problems = []string{"the time limit of 5m0s was over with 40 targets not reached"}
	r.Notes = []string{"12 pages deeper than max-depth 3 were not read"}
	return r
}

// silent is a live run against a site that does not answer.
func silent() *link.Report {
	r := reportOf()
	r.Mode, r.Target, r.SiteURL, r.Hosting = link.Live, "http://127.0.0.1:8080/", "", ""
	r.Stats = link.Stats{Requests: 3}
	r.Complete, r.DurationMS = false, 3200
	r.Problems = []string{"could not read the start page http://127.0.0.1:8080/: connection refused"}
	return r
}

// known is a run in which a baseline knows all that is broken.
func known() *link.Report {
	r := three()
	r.Failed, r.Findings[0].Known, r.Findings[0].Fails = false, true, false
	return r
}

// based is a site below a base path that the run was not told of.
func based() *link.Report {
	var all []link.Finding
	for i := range 24 {
		all = append(all, link.Finding{
			Reason: link.NotFound, Internal: true, Target: fmt.Sprintf("/docs/page-%d/", i), Message: "no such file",
			Occurrences: []link.Occurrence{{Page: "/", File: "public/index.html", Line: 9 + i, Column: 2, Element: "a", Attribute: "href", Link: fmt.Sprintf("/docs/page-%d/", i)}},
		})
	}
	r := reportOf(all...)
	r.SiteURL, r.StrippedBase, r.Stripped = "", "/docs/", 24
	return r
}

// hostile has every string that a page decides turned against its reader.
func hostile() *link.Report {
	const evil = "::error::x\n::add-mask::e\r##[group]\x1b[31m\u202e|`<img src=x>@user #1 www.evil.test https://evil.test/ *b* _i_ [a](b)\u2028\x00\xff$x$ ~s~ \\"
	return reportOf(link.Finding{
		Reason: link.NotFound, Target: evil, Message: evil, Suggestion: "::" + evil,
		Redirects: []link.Redirect{{Status: 301, URL: evil}},
		Occurrences: []link.Occurrence{
			{Page: evil, File: evil, Line: 1, Column: 1, Element: evil, Attribute: evil, Link: evil, Text: evil},
			{Page: evil, Element: "a", Attribute: "href", Link: evil, Text: evil, Source: &link.Source{File: evil, Line: 2}},
			{Page: "::warning::page"},
		},
	})
}

// causes has findings that share a line of a source, candidates, or a link that is written
// the same, and places whose names are markup.
func causes() *link.Report {
	all := fromLine(12)
	all[1].Reason, all[1].Message = link.CaseMismatch, "the file is /Tags/t1/"
	all[7].Occurrences = append(all[7].Occurrences, link.Occurrence{
		Page: "/x/", File: "public/x/index.html", Line: 2, Column: 2, Element: "a", Attribute: "href", Link: all[7].Target,
		Source: &link.Source{File: "content/x.md", Line: 8, Column: 2},
	})
	maybe := fromLine(16)[12:]
	for i := range maybe {
		for j := range maybe[i].Occurrences {
			o := &maybe[i].Occurrences[j]
			o.Source, o.Candidates = nil, []link.Source{{File: "layouts/a.html", Line: 3, Column: 1}, {File: "layouts/b.html", Line: 7, Column: 1}}
		}
	}
	at := func(page, text string, candidates ...link.Source) link.Occurrence {
		return link.Occurrence{
			Page: page, File: "public" + page + "index.html", Line: 3, Column: 9, Element: "a", Attribute: "href", Link: "../x/", Text: text, Candidates: candidates,
		}
	}
	odd := at("/e/", "", link.Source{File: "content/team.md", Line: 4}, link.Source{File: "content/a<b>|c.md", Line: 9}, link.Source{File: "c.md"}, link.Source{File: "d.md"})
	explained := moved("https://old.test/2", "https://new.test/2")
	explained.Message = "it moved"
	return reportOf(append(
		append(all, maybe...), lost("/x/", at("/a/", "old"), at("/b/", "old"), at("/c/", "new"), at("/d/", "old")), lost("/odd/", odd),
		moved("https://old.test/", "https://new.test/"), explained,
	)...)
}

// sited is three with a source that holds a link for many pages, a line that is
// long and a file name that is no URI.
func sited() *link.Report {
	r := three()
	nav := &link.Source{File: "layouts/a b#é.html", Line: 3, Column: 9, EndColumn: 24}
	f := link.Finding{Reason: link.NotFound, Internal: true, Target: "/old/", Message: "no such file", Verdict: link.Broken, Fails: true}
	f.ID = link.FindingID(f.Target, f.Reason)
	for i := range 412 {
		f.Occurrences = append(f.Occurrences, link.Occurrence{
			Page: fmt.Sprintf("/p/%03d/", i), File: fmt.Sprintf("public/p/%03d/index.html", i), Line: 7, Column: 3,
			Element: "a", Attribute: "href", Link: "/old/", Text: "Old", Source: nav,
		})
	}
	r.Findings = append([]link.Finding{f}, r.Findings...)
	r.Stats.Count(link.Broken)
	return r
}

// mixed is sited with known findings, and fixed ones.
func mixed() *link.Report {
	r := sited()
	r.Findings[1].Known = true
	r.Fixed = 4
	return r
}

// live is a run on a deployed site whose sources are not known.
func live() *link.Report {
	r := reportOf(link.Finding{
		Reason: link.Gone, Internal: true, Target: "/a [b]{0}", Status: 410,
		Occurrences: []link.Occurrence{
			{Page: "/", Line: 2, Column: 3, Element: "a", Attribute: "href", Link: "a [b]{0}"},
			{Page: "/x y/?q=1", Element: "a", Attribute: "href", Link: "../a [b]{0}"},
		},
	})
	r.Mode, r.Target, r.SiteURL, r.Hosting = link.Live, "https://preview.example.com/docs/", "https://preview.example.com/docs/", ""
	return r
}

// reports are the fixtures by the names of their golden files.
func reports() map[string]*link.Report {
	return map[string]*link.Report{
		"clean": clean(), "three": three(), "ended": ended(), "silent": silent(), "known": known(), "sited": sited(), "mixed": mixed(), "live": live(),
		"based": based(), "hostile": hostile(), "many": many(300), "causes": causes(), "known-places": knownPlaces(),
	}
}
