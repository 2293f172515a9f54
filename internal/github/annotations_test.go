package github

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

func annotated(t testing.TB, r *link.Report) []command {
	t.Helper()
	var b bytes.Buffer
	if err := NewWorkflow(env(), &b).Annotate(r, Files{}, true); err != nil {
		t.Fatal(err)
	}
	return obeyed(b.String())
}

func TestAnnotate(t *testing.T) {
	t.Parallel()
	at := func(file string, line, column int) []link.Occurrence {
		return []link.Occurrence{{Page: "/p/", File: file, Line: line, Column: column}}
	}
	tests := map[string]struct {
		problems []string
		findings []link.Finding
		want     []command
	}{
		"nothing": {},
		"each verdict": {
			findings: []link.Finding{
				{Verdict: link.Broken, Reason: link.NotFound, Target: "/x", Message: "no such file", Suggestion: "/y", Internal: true, Occurrences: at("public/p/index.html", 3, 9)},
				{Verdict: link.Unverified, Reason: link.Blocked, Target: "https://x.test/", Status: 403, Occurrences: at("public/p/index.html", 3, 0)},
				{Verdict: link.Redirected, Reason: link.MovedPermanently, Target: "https://x.test/", Redirects: []link.Redirect{{Status: 301, URL: "https://y.test/"}}, Occurrences: at("public/p/index.html", 0, 0)},
			},
			want: []command{
				{"error", map[string]string{"title": "Broken link: /x", "file": "public/p/index.html", "line": "3", "col": "9"}, "/x: no such file; did you mean /y (not-found)"},
				{"warning", map[string]string{"title": "Unverified link: https://x.test/", "file": "public/p/index.html", "line": "3"}, "https://x.test/: HTTP 403 Forbidden (blocked)"},
				{"notice", map[string]string{"title": "Redirected link: https://x.test/", "file": "public/p/index.html"}, "https://x.test/: now at https://y.test/ (moved-permanently)"},
			},
		},
		"live mode": {
			findings: []link.Finding{{Verdict: link.Broken, Reason: link.Gone, Target: "/x", Message: "m", Occurrences: at("", 3, 9)}},
			want:     []command{{"error", map[string]string{"title": "Broken link: /x on /p/"}, "/x: m (gone)"}},
		},
		"one line": {
			findings: []link.Finding{
				{Verdict: link.Broken, Reason: link.Gone, Target: "/x", Message: "m", Occurrences: at("a.html", 3, 9)},
				{Verdict: link.Broken, Reason: link.Gone, Target: "/y", Message: "n", Occurrences: at("a.html", 3, 40)},
				{Verdict: link.Unverified, Reason: link.Blocked, Target: "/z", Message: "o", Occurrences: at("a.html", 3, 50)},
				{Verdict: link.Broken, Reason: link.Gone, Target: "/z", Message: "o", Occurrences: at("a.html", 4, 1)},
			},
			want: []command{
				{"error", map[string]string{"title": "2 broken links", "file": "a.html", "line": "3"}, "/x: m (gone)\n/y: n (gone)"},
				{"error", map[string]string{"title": "Broken link: /z", "file": "a.html", "line": "4", "col": "1"}, "/z: o (gone)"},
				{"warning", map[string]string{"title": "Unverified link: /z", "file": "a.html", "line": "3", "col": "50"}, "/z: o (blocked)"},
			},
		},
		"known, not reached, problems": {
			problems: []string{"time was over"},
			findings: []link.Finding{
				{Verdict: link.Broken, Reason: link.Gone, Target: "/x", Known: true},
				{Verdict: link.Unverified, Reason: link.NotReached, Target: "/y"},
			},
			want: []command{{"error", map[string]string{"title": "The site was not checked completely"}, "time was over"}},
		},
		"odd file names": {
			findings: []link.Finding{
				{Verdict: link.Broken, Reason: link.Gone, Target: "/x", Message: "m", Occurrences: at("a,b:c%25=d é.html", 3, 0)},
				{Verdict: link.Broken, Reason: link.Gone, Target: "/y", Message: "m", Occurrences: at("a\n::warning::b.html", 3, 0)},
			},
			want: []command{
				{"error", map[string]string{"title": "Broken link: /x", "file": "a,b:c%25=d é.html", "line": "3"}, "/x: m (gone)"},
				{"error", map[string]string{"title": "Broken link: /y on /p/"}, "/y: m (gone)"},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, annotated(t, &link.Report{Findings: tt.findings, Problems: tt.problems})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzAnnotate(f *testing.F) {
	f.Add("::error::x", "a\n::add-mask::b", "##[group]c", "\ufeff%0A::x::")
	f.Add("a,line=9::", "\r\n::stop-commands::x", "]", ":")
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		r := &link.Report{
			Problems: []string{d},
			Findings: []link.Finding{
				{Verdict: link.Broken, Reason: link.Gone, Target: a, Message: b, Suggestion: c, Occurrences: []link.Occurrence{{Page: d, File: a, Line: 1, Column: 2}}},
				{Verdict: link.Unverified, Reason: link.Blocked, Target: b, Message: c, Occurrences: []link.Occurrence{{Page: a, Source: &link.Source{File: b, Line: 3}}}},
				{Verdict: link.Redirected, Reason: link.MovedPermanently, Target: c, Occurrences: []link.Occurrence{{Page: b}}},
			},
		}
		var out bytes.Buffer
		w := NewWorkflow(env(), &out)
		w.Group(a)
		w.EndGroup()
		if err := w.Annotate(r, Files{}, true); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range obeyed(out.String()) {
			got = append(got, c.Name)
			for k := range c.Fields {
				if !strings.Contains(" title file line col ", " "+k+" ") {
					t.Errorf("field %q is not ours: %q", k, c)
				}
			}
		}
		if diff := cmp.Diff([]string{"group", "endgroup", "error", "error", "warning", "notice"}, got); diff != "" {
			t.Errorf("(-want +got):\n%s\n%q", diff, out.String())
		}
		if strings.Contains(out.String(), "##[") {
			t.Errorf("the older form of a command: %q", out.String())
		}
		if n := strings.Count(out.String(), "\n"); n != len(got) {
			t.Errorf("%d lines for %d commands: %q", n, len(got), out.String())
		}
	})
}

// A runner shows ten annotations: each cause has some of them before any has more.
func TestTheFirstTenAreOfManyCauses(t *testing.T) {
	t.Parallel()
	at := func(pages int, o link.Occurrence) (all []link.Occurrence) {
		for i := range pages {
			o.Page = fmt.Sprintf("/p%d/", i)
			all = append(all, o)
		}
		return all
	}
	source := func(file string, line int) link.Occurrence {
		return link.Occurrence{Link: "/x", Source: &link.Source{File: file, Line: line}}
	}
	var all []link.Finding
	add := func(target, folder string, known bool, on ...link.Occurrence) {
		all = append(all, link.Finding{
			Verdict: link.Broken, Reason: link.NotFound, Internal: true, Message: "m", Target: target, MissingFolder: folder, Known: known, Occurrences: on,
		})
	}
	for i := range 12 {
		add(fmt.Sprintf("/nav/%02d", i), "", false, at(9, source("nav.html", 1+i))...)
	}
	for i := range 680 {
		on := source(fmt.Sprintf("%03d.md", i), 7)
		on.Page = fmt.Sprintf("/r%d/", i)
		add(fmt.Sprintf("/api/%03d", i), "/api/", false, on)
	}
	add("/known", "", true, at(99, source("known.md", 1))...)
	add("/page", "", false, link.Occurrence{Page: "/q/", File: "public/q.html", Line: 3})
	add("/a", "", false, source("a.md", 1))
	add("/b", "", false, source("b.md", 1))
	for i := range 6 {
		add(fmt.Sprintf("/t%d/x.png", i), "", false, link.Occurrence{Page: fmt.Sprintf("/t%d/", i), Link: "x.png"})
	}
	want := []string{
		"000.md:7: 680 broken links with one cause", "nav.html:1: Broken link: /nav/00", "nav.html:2: Broken link: /nav/01", "nav.html:3: Broken link: /nav/02",
		"6 broken links with one cause", "a.md:1: Broken link: /a", "b.md:1: Broken link: /b", "public/q.html:3: Broken link: /page", "nav.html:4: Broken link: /nav/03",
		"8 more broken links",
	}
	var got []string
	commands := annotatedIn(t, Files{}, all...)
	for _, c := range commands {
		place := ""
		if c.Fields["file"] != "" {
			place = c.Fields["file"] + ":" + c.Fields["line"] + ": "
		}
		got = append(got, place+c.Fields["title"])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if first := commands[0].Data; !strings.Contains(first, "\nOne of 680 targets in the missing folder /api/, on 680 pages.") {
		t.Errorf("the first annotation does not say the cause: %q", first)
	}
}

// A cause that one change fixes has further annotations in files that the pull request
// changes alone.
func TestACauseInThePullRequest(t *testing.T) {
	t.Parallel()
	var all []link.Finding
	for i := range 9 {
		f := gone(fmt.Sprintf("/api/%d", i), link.Occurrence{Page: "/", Source: &link.Source{File: fmt.Sprintf("%d.md", i), Line: 1}})
		f.Internal, f.MissingFolder = true, "/api/"
		all = append(all, f)
	}
	files := Files{Changed: map[string]bool{"7.md": true, "8.md": true}}
	var got []string
	for _, c := range annotatedIn(t, files, all...) {
		got = append(got, c.Fields["file"])
	}
	if diff := cmp.Diff([]string{"7.md", "8.md"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestKnownPlacesAreNotAnnotated holds that the annotations of a target are at its new places,
// even where known ones are better placed.
func TestKnownPlacesAreNotAnnotated(t *testing.T) {
	t.Parallel()
	known := link.Occurrence{Page: "/a/", Known: true, Source: &link.Source{File: "content/a.md", Line: 1}}
	fresh := link.Occurrence{Page: "/b/", File: "public/b.html", Line: 7}
	files := holding([]string{"site/content/a.md"}, "site/content/a.md", "site/public/b.html")
	commands := annotatedIn(t, files, gone("/x", known, fresh))
	if len(commands) != 1 || commands[0].Fields["file"] != "site/public/b.html" || commands[0].Fields["line"] != "7" ||
		commands[0].Data != "/x: m; new on 1 of 2 pages (gone); linked from 2 places" {
		t.Errorf("got %v", commands)
	}
}

// holding are the files of a repository that holds those, with the workspace at
// its folder site.
func holding(changed []string, tracked ...string) Files {
	f := Files{Changed: map[string]bool{}}
	f.Path = func(file string) string {
		if rest, ok := strings.CutPrefix(file, "../"); ok {
			return rest
		}
		return "site/" + file
	}
	f.Tracks = func(path string) bool {
		for _, name := range tracked {
			if name == path {
				return true
			}
		}
		return false
	}
	for _, name := range changed {
		f.Changed[name] = true
	}
	return f
}

func annotatedIn(t *testing.T, files Files, findings ...link.Finding) []command {
	t.Helper()
	var b bytes.Buffer
	if err := NewWorkflow(env(), &b).Annotate(&link.Report{Findings: findings}, files, true); err != nil {
		t.Fatal(err)
	}
	return obeyed(b.String())
}

func gone(target string, places ...link.Occurrence) link.Finding {
	return link.Finding{Verdict: link.Broken, Reason: link.Gone, Internal: true, Target: target, Message: "m", Occurrences: places}
}

func TestAnnotationsInARepository(t *testing.T) {
	t.Parallel()
	source := func(file string, line int) link.Occurrence {
		return link.Occurrence{Page: "/p/", File: "public/p/index.html", Line: 9, Source: &link.Source{File: file, Line: line, Column: 3, EndColumn: 12}}
	}
	page := func(file string, line int) link.Occurrence {
		return link.Occurrence{Page: "/p/", File: file, Line: line, Column: 5}
	}
	tests := map[string]struct {
		files    Files
		findings []link.Finding
		want     []command
	}{
		"a source, by its range": {
			files:    holding(nil, "site/content/a.md"),
			findings: []link.Finding{gone("/x", page("public/p/index.html", 2), source("content/a.md", 7))},
			want:     []command{{"error", map[string]string{"title": "Broken link: /x", "file": "site/content/a.md", "line": "7", "col": "3", "endcolumn": "12"}, "/x: m (gone); linked from 2 places"}},
		},
		"a page that is tracked": {
			files:    holding(nil, "docs/p.html"),
			findings: []link.Finding{gone("/x", page("public/p/index.html", 2), page("../docs/p.html", 4))},
			want:     []command{{"error", map[string]string{"title": "Broken link: /x", "file": "docs/p.html", "line": "4", "col": "5"}, "/x: m (gone); linked from 2 places"}},
		},
		"pages that are not": {
			files:    holding(nil, "docs/p.html"),
			findings: []link.Finding{gone("/x", page("public/p/index.html", 2)), gone("/y", page("", 4)), gone("/z", page("../docs/p.html", 1))},
			want: []command{
				{"error", map[string]string{"title": "Broken link: /z", "file": "docs/p.html", "line": "1", "col": "5"}, "/z: m (gone)"},
				{"error", map[string]string{"title": "2 broken links on pages that are not in the repository"}, "/x: m (gone)\n/y: m (gone)"},
			},
		},
		"what the pull request changes": {
			files: holding([]string{"site/content/c.md", "site/content/b.md", "docs/p.html"}, "docs/p.html"),
			findings: []link.Finding{
				gone("/x", source("content/a.md", 7)),
				gone("/y", source("content/a.md", 8), source("content/b.md", 2), source("content/c.md", 3), source("content/c.md", 3)),
				gone("/z", page("../docs/p.html", 1)),
			},
			want: []command{
				{"error", map[string]string{"title": "Broken link: /y", "file": "site/content/b.md", "line": "2", "col": "3", "endcolumn": "12"}, "/y: m (gone); linked from 4 places"},
				{"error", map[string]string{"title": "Broken link: /y", "file": "site/content/c.md", "line": "3", "col": "3", "endcolumn": "12"}, "/y: m (gone); linked from 4 places"},
				{"error", map[string]string{"title": "Broken link: /z", "file": "docs/p.html", "line": "1", "col": "5"}, "/z: m (gone)"},
				{"error", map[string]string{"title": "Broken link: /x", "file": "site/content/a.md", "line": "7", "col": "3", "endcolumn": "12"}, "/x: m (gone)"},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, annotatedIn(t, tt.files, tt.findings...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheTenthSaysWhereTheRestIs(t *testing.T) {
	t.Parallel()
	var all []link.Finding
	for i := range 18 {
		all = append(all, gone(fmt.Sprintf("/%02d", i), link.Occurrence{Page: "/p/", Source: &link.Source{File: fmt.Sprintf("%02d.md", i/2), Line: i + 1}}))
	}
	const run = " (https://github.test/o/r/actions/runs/77)"
	for name, tt := range map[string]struct {
		summary bool
		json    string
		want    string
	}{
		"the summary and a report": {summary: true, json: "out/links.json", want: "See the job summary" + run + "; see out/links.json for the full list."},
		"no summary":               {summary: false, json: "", want: "See the log of this step" + run + "; set report: json=links.json for the full list."},
	} {
		var b bytes.Buffer
		w := NewWorkflow(env("GITHUB_SERVER_URL", "https://github.test", "GITHUB_REPOSITORY", "o/r", "GITHUB_RUN_ID", "77", "GITHUB_STEP_SUMMARY", "summary.md"), &b)
		if err := w.Annotate(&link.Report{Findings: all, JSONPath: tt.json, Inputs: true}, Files{}, tt.summary); err != nil {
			t.Fatal(err)
		}
		got := obeyed(b.String())
		if len(got) != 10 {
			t.Fatalf("got %d annotations", len(got))
		}
		want := command{"error", map[string]string{"title": "9 more broken links"}, tt.want}
		if diff := cmp.Diff(want, got[9]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestSummaryLinksWhatTheRepositoryHolds(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "summary")
	get := env("GITHUB_STEP_SUMMARY", file, "GITHUB_SERVER_URL", "https://github.test", "GITHUB_REPOSITORY", "o/r", "GITHUB_SHA", "abc")
	r := &link.Report{Target: "public", Complete: true, Failed: true, Stats: link.Stats{Broken: 1}, Findings: []link.Finding{gone("/x",
		link.Occurrence{Page: "/a/", File: "../docs/a.html", Line: 3},
		link.Occurrence{Page: "/b/", File: "public/b.html", Line: 4, Candidates: []link.Source{{File: "content/b.md", Line: 5}}},
	)}}
	if err := NewWorkflow(get, &bytes.Buffer{}).Summary(r, holding(nil, "docs/a.html")); err != nil {
		t.Fatal(err)
	}
	got := read(t, file)
	for _, want := range []string{
		"[`../docs/a.html:3`](https://github.test/o/r/blob/abc/docs/a.html#L3)",
		"`public/b.html:4`",
		"[`content/b.md:5`](https://github.test/o/r/blob/abc/site/content/b.md#L5)",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("summary lacks %q:\n%s", want, got)
		}
	}
}

// manyBroken has n broken targets, each at a line of its own in one of a thousand
// files.
func manyBroken(n int) *link.Report {
	r := &link.Report{Target: "public", Complete: true, Failed: true, Inputs: true, Stats: link.Stats{Broken: n}}
	for i := range n {
		file := fmt.Sprintf("content/%d.md", i%1000)
		r.Findings = append(r.Findings, link.Finding{
			Verdict: link.Broken, Reason: link.NotFound, Internal: true, Target: fmt.Sprintf("/missing/%06d.html", i), Message: "no such file",
			Occurrences: []link.Occurrence{{Page: "/p/", Source: &link.Source{File: file, Line: i + 1}}},
		})
	}
	return r
}

// However many problems there are, findings are shown, too.
func TestProblemsLeaveRoomForFindings(t *testing.T) {
	t.Parallel()
	r := manyBroken(20)
	for i := range 100 {
		r.Problems = append(r.Problems, fmt.Sprintf("problem %d", i))
	}
	got := annotated(t, r)
	problems := 0
	for _, c := range got {
		if c.Fields["title"] == "The site was not checked completely" {
			problems++
		}
	}
	if len(got) != maxAnnotations || problems != maxProblems {
		t.Errorf("got %d annotations, %d of them for problems", len(got), problems)
	}
	if third := got[2].Data; !strings.HasPrefix(third, "problem 2\nproblem 3\n") || !strings.HasSuffix(third, "\nproblem 99") {
		t.Errorf("got %q", third)
	}
	if title := got[maxAnnotations-1].Fields["title"]; title != "14 more broken links" {
		t.Errorf("got %q", title)
	}
}
