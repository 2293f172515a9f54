package baseline

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
)

// earlierReport is a report as a run writes it.
func earlierReport() *link.Report {
	r := &link.Report{
		Schema: link.Schema, Version: "0.1.0", Target: "public", Mode: link.Directory, SiteURL: "https://example.com/docs/",
		Hosting: "github-pages", Started: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), DurationMS: 812, Complete: true, Failed: true,
		Stats: link.Stats{Pages: 5001, Links: 735000, Bytes: 177000000, Requests: 31, OK: 20, Skipped: 12},
		Notes: []string{"hosting: netlify, by netlify.toml"}, Skips: map[link.Reason]int{link.Excluded: 10, link.ExternalOff: 2},
		Fixed: 3,
		Findings: []link.Finding{
			{
				Verdict: link.Broken, Reason: link.FragmentNotFound, Target: "/guide/#linux", Internal: true, Status: 200,
				Message: `page has no element with id "linux"`, Suggestion: "/guide/#on-linux",
				Occurrences: []link.Occurrence{{
					Page: "/start/", File: "public/start/index.html", Line: 12, Column: 9, Element: "a", Attribute: "href",
					Link: "../guide/#linux", Text: "install it", Source: &link.Source{File: "content/start.md", Line: 7, Column: 21},
				}, {
					Page: "/faq/", File: "public/faq/index.html", Line: 1, Column: 2, Element: "a", Attribute: "href", Link: "/guide/#linux", Known: true,
					Candidates: []link.Source{{File: "layouts/nav.html", Line: 3, Column: 9}, {File: "a.md"}},
				}},
			},
			{
				Verdict: link.Unverified, Reason: link.Blocked, Target: "https://www.example.org/", Status: 999, Known: true,
				Occurrences: []link.Occurrence{{Page: "/", Element: "a", Attribute: "href", Link: "https://www.example.org/"}},
			},
			{
				Verdict: link.Redirected, Reason: link.MovedPermanently, Target: "http://golang.org/", Status: 200, Suggestion: "https://go.dev/",
				Redirects:   []link.Redirect{{Status: 301, URL: "https://go.dev/"}},
				Occurrences: []link.Occurrence{{Page: "/", Element: "a", Attribute: "href", Link: "http://golang.org/"}},
			},
		},
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		f.ID = link.FindingID(f.Target, f.Reason)
		r.Stats.Count(f.Verdict)
	}
	r.Stats.Targets = r.Stats.OK + r.Stats.Skipped + len(r.Findings)
	return r
}

func encoded(t testing.TB, r *link.Report) []byte {
	t.Helper()
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// written writes a report to a file.
func written(t testing.TB, data []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "report.json")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestReadsWhatWasWritten(t *testing.T) {
	t.Parallel()
	want := earlierReport()
	got, err := ReadReport(written(t, encoded(t, want)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// edited returns a report with changes of its JSON text.
func edited(t testing.TB, changes ...string) string {
	t.Helper()
	text := string(encoded(t, earlierReport()))
	for i := 0; i < len(changes); i += 2 {
		if !strings.Contains(text, changes[i]) {
			t.Fatalf("the report has no %s:\n%s", changes[i], text)
		}
		text = strings.Replace(text, changes[i], changes[i+1], 1)
	}
	return text
}

func TestRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{name: "cut off", text: edited(t)[:700], want: "unexpected end of JSON input"},
		{name: "null", text: "null", want: `its schema is "", not "linkvet.report/1"`},
		{name: "another schema", text: edited(t, "linkvet.report/1", "linkvet.report/2"), want: `its schema is "linkvet.report/2", not "linkvet.report/1"`},
		{name: "another mode", text: edited(t, `"directory"`, `"guess"`), want: `its mode is "guess", not "directory" or "live"`},
		{name: "a list", text: "[]", want: "cannot unmarshal array"},
		{name: "an unknown reason", text: edited(t, `"fragment-not-found"`, `"odd"`), want: `the reason "odd"`},
		{name: "a milder verdict", text: edited(t, `"broken",`, `"redirected",`), want: `which do not belong together`},
		{name: "no target", text: edited(t, `"/guide/#linux",`, `"",`), want: "finding 1 has no target"},
		{name: "deep", text: edited(t, `"version"`, `"x": `+strings.Repeat("[", 20_000)+strings.Repeat("]", 20_000)+`, "version"`), want: "exceeded max depth"},
	} {
		_, err := ReadReport(written(t, []byte(tt.text)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got the error %v, want %q in it", tt.name, err, tt.want)
		}
	}
	if _, err := ReadReport(filepath.Join(t.TempDir(), "none.json")); err == nil || !strings.Contains(err.Error(), "set from to the path of a JSON report") {
		t.Errorf("got the error %v", err)
	}
	if _, err := ReadReport(t.TempDir()); err == nil {
		t.Error("reads a directory")
	}
}

func TestTooLarge(t *testing.T) {
	t.Parallel()
	name := written(t, nil)
	if err := os.Truncate(name, MaxSize+1); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadReport(name); err == nil || !errors.Is(err, openfile.ErrTooLarge) {
		t.Errorf("got the error %v", err)
	}
}

// TestTooMuch has lists of which encoding/json would make gigabytes.
func TestTooMuch(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"findings": edited(t, `"findings": [`, `"findings": [`+strings.Repeat("0,", maxItems)),
		"places":   edited(t, `"occurrences": [`, `"occurrences": [`+strings.Repeat("null,", maxItems)),
	} {
		if _, err := decode([]byte(text)); err == nil || !strings.Contains(err.Error(), "more findings and places") {
			t.Errorf("too many %s: %v", name, err)
		}
	}
}

// A report that contradicts itself is never better than the worst that it says.
func TestContradictions(t *testing.T) {
	t.Parallel()
	const hurt = `"problems": ["60 of 61 pages did not answer"], "complete"`
	for _, tt := range []struct {
		name    string
		changes []string
		want    func(*link.Report) bool
	}{
		{name: "complete with problems", changes: []string{`"complete"`, hurt}, want: func(r *link.Report) bool { return !r.Complete && len(r.Problems) == 1 && r.Fixed == 0 }},
		{name: "incomplete without problems", changes: []string{`"complete": true`, `"complete": false`}, want: func(r *link.Report) bool { return !r.Complete && len(r.Problems) == 1 }},
		{name: "empty problems", changes: []string{`"complete"`, `"problems": ["", ""], "complete"`}, want: func(r *link.Report) bool { return r.Complete && len(r.Problems) == 0 }},
		{name: "wrong counts", changes: []string{`"broken": 1`, `"broken": 0`, `"unverified": 1`, `"unverified": 99`, `"targets": 35`, `"targets": -4`}, want: func(r *link.Report) bool {
			return r.Stats.Broken == 1 && r.Stats.Unverified == 1 && r.Stats.Targets == 35
		}},
		{name: "more than is listed", changes: []string{`"broken": 1`, `"broken": 7`, `"complete"`, hurt}, want: func(r *link.Report) bool { return r.Stats.Broken == 7 && r.Stats.Targets == 41 }},
		{name: "negative", changes: []string{`"pages": 5001`, `"pages": -1`, `"line": 12`, `"line": -12`}, want: func(r *link.Report) bool {
			return r.Stats.Pages == 0 && r.Findings[0].Occurrences[0].Line == 0
		}},
		{name: "no line of a source", changes: []string{`"line": 7`, `"line": -7`}, want: func(r *link.Report) bool { return r.Findings[0].Occurrences[0].Source.Line == 0 }},
		{name: "an identity of another", changes: []string{`"id": "` + link.FindingID("/guide/#linux", link.FragmentNotFound), `"id": "0123456789abcdef`}, want: func(r *link.Report) bool {
			return r.Findings[0].ID == link.FindingID("/guide/#linux", link.FragmentNotFound)
		}},
		{name: "an unknown reason of skips", changes: []string{`"excluded": 10`, `"not-found": 10, "x": 5`}, want: func(r *link.Report) bool {
			return len(r.Skips) == 1 && r.Skips[link.ExternalOff] == 2
		}},
		{name: "a host of its own", changes: []string{`"github-pages"`, `"</details>"`}, want: func(r *link.Report) bool { return r.Hosting == "" }},
	} {
		r, err := believed([]byte(edited(t, tt.changes...)))
		if err != nil || !tt.want(r) {
			t.Errorf("%s: got %+v, %v", tt.name, r, err)
		}
	}
}

func TestFilesStayInTheRepository(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"content/a b.md": "content/a b.md", "é.md": "é.md",
		"": "", "/etc/passwd": "", "../a.md": "", "a/../../b": "", "a/../b": "", "./a": "", "a//b": "", "a/": "", ".": "", "..": "",
		`..\a`: "", `C:\a`: "", "a\nb": "", "a\x00b": "", "a\u202eb": "", "a\ufffd": "",
	} {
		if got := local(name); got != want {
			t.Errorf("local(%q) = %q, want %q", name, got, want)
		}
	}
	r, err := believed([]byte(edited(t, `"content/start.md"`, `"../../etc/passwd"`, `"public/start/index.html"`, `"/etc/passwd"`, `"layouts/nav.html"`, `"/"`)))
	if err != nil {
		t.Fatal(err)
	}
	first, second := &r.Findings[0].Occurrences[0], &r.Findings[0].Occurrences[1]
	if first.File != "" || first.Source != nil || first.Page != "/start/" || len(second.Candidates) != 1 {
		t.Errorf("got %+v and %+v", first, second)
	}
}

// Texts are cut, and a place with a source has no candidates besides.
func TestOccurrencesAreBelieved(t *testing.T) {
	t.Parallel()
	r, err := believed([]byte(edited(t, `"install it"`, strconv.Quote(strings.Repeat("é", 100_000))+`, "candidates": [{"file": "a.md", "line": 1}]`)))
	if err != nil {
		t.Fatal(err)
	}
	if o := r.Findings[0].Occurrences[0]; len(o.Text) > link.MaxString || !strings.HasSuffix(o.Text, "é…") || o.Source == nil || len(o.Candidates) > 0 {
		t.Errorf("keeps %d bytes of a string, and the candidates %v", len(o.Text), o.Candidates)
	}
}

// The verdict of a finding follows from its reason, but for where the last hop was, and
// for rules.
func TestVerdictsAndReasonsAgree(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		verdict link.Verdict
		reason  link.Reason
		want    bool
	}{
		{link.Broken, link.NotFound, true},
		{link.Unverified, link.NotFound, true},
		{link.Redirected, link.NotFound, false},
		{link.Broken, link.ServerError, true},
		{link.Unverified, link.ServerError, true},
		{link.Unverified, link.Blocked, true},
		{link.Broken, link.Blocked, false},
		{link.Redirected, link.Blocked, false},
		{link.Redirected, link.MovedPermanently, true},
		{link.Broken, link.MovedPermanently, false},
		{link.Skipped, link.Excluded, false},
		{link.OK, "", false},
		{"", "odd", false},
		{link.Broken, "odd", false},
		{link.Unverified, "odd", false},
	} {
		if got := agree(tt.verdict, tt.reason); got != tt.want {
			t.Errorf("%q with %q: got %v", tt.verdict, tt.reason, got)
		}
	}
}

func FuzzReport(f *testing.F) {
	f.Add(encoded(f, earlierReport()))
	f.Add([]byte(edited(f, `"complete": true`, `"problems": ["x"]`)))
	f.Add([]byte(`{"schema":"linkvet.report/1","mode":"live","findings":[null,{}]}`))
	f.Add([]byte(`{"schema":"linkvet.report/1","mode":"live","skipped":{"excluded":1e9},"x":[{"y":[]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := believed(data)
		if err != nil {
			if message := err.Error(); len(message) > 300 || strings.ContainsAny(message, "\n\r\x1b") {
				t.Errorf("the error is %q", message)
			}
			return
		}
		if r.Complete != (len(r.Problems) == 0) {
			t.Error("its completeness contradicts its problems")
		}
		s := r.Stats
		if s.OK+s.Broken+s.Unverified+s.Redirected+s.Skipped != s.Targets || min(s.OK, s.Skipped, s.Pages, s.Links, r.Fixed) < 0 {
			t.Errorf("its counts are %+v", s)
		}
		for i := range r.Findings {
			checkFinding(t, &r.Findings[i])
		}
		again, err := believed(encoded(t, r))
		if diff := cmp.Diff(r, again); err != nil || diff != "" {
			t.Errorf("written and read again: %v\n%s", err, diff)
		}
	})
}

func checkFinding(t *testing.T, f *link.Finding) {
	t.Helper()
	if link.VerdictOf(f.Reason, true) == "" || f.Verdict != link.Broken && f.Verdict != link.Unverified && f.Verdict != link.Redirected {
		t.Errorf("a finding is %s, %s", f.Verdict, f.Reason)
	}
	files := []string{}
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		files = append(files, o.File)
		if o.Source != nil {
			files = append(files, o.Source.File)
		}
		for _, c := range o.Candidates {
			files = append(files, c.File)
		}
	}
	for _, name := range files {
		if strings.HasPrefix(name, "/") || slices.Contains(strings.Split(name, "/"), "..") {
			t.Errorf("the file %q is outside of the repository", name)
		}
	}
}
