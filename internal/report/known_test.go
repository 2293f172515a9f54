package report

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// mixed is a run with one target at known and new places, of pages and of sources, behind a
// target that is known altogether and on more pages.
func mixed() *link.Report {
	at := func(name string, known bool, source *link.Source) link.Occurrence {
		return link.Occurrence{
			Page: "/" + name + "/", File: "public/" + name + ".html", Line: 3, Column: 9, Element: "a", Attribute: "href", Link: "/lost", Known: known, Source: source,
		}
	}
	old := link.Finding{Reason: link.NotFound, Internal: true, Target: "/before", Message: "no such file", Known: true}
	for _, name := range []string{"p", "q", "r", "s", "t", "u"} {
		old.Occurrences = append(old.Occurrences, at(name, true, nil))
	}
	return reportOf(old, link.Finding{Reason: link.NotFound, Internal: true, Target: "/lost", Message: "no such file", Occurrences: []link.Occurrence{
		at("a-known", true, nil), at("b-known", true, &link.Source{File: "content/b-known.md", Line: 1}),
		at("c-new", false, nil), at("d-new", false, &link.Source{File: "content/d-new.md", Line: 2}),
		at("e-known", true, nil),
	}})
}

// TestNewPlacesComeFirst holds that each format lists the new places of a target before the
// known ones, and both before a target that is known.
func TestNewPlacesComeFirst(t *testing.T) {
	t.Parallel()
	order := []string{"content/d-new.md", "c-new", "content/b-known.md", "a-known", "e-known", "public/p.html"}
	for _, format := range []string{FormatText, FormatMarkdown, FormatHTML, FormatJUnit, FormatSARIF, FormatGitLab} {
		want := order
		switch format {
		case FormatMarkdown: // it names three places
			want = []string{"content/d-new.md", "c-new", "content/b-known.md", "public/p.html"}
		case FormatGitLab: // it names one place for several pages
			want = []string{"content/d-new.md", "c-new", "content/b-known.md", "a-known", "public/p.html"}
		}
		var b bytes.Buffer
		if err := Write(&b, format, mixed(), Options{Text: TextOptions{Verbose: true}}); err != nil {
			t.Fatal(err)
		}
		at := 0
		for _, name := range want {
			i := strings.Index(b.String()[at:], name)
			if i < 0 {
				t.Errorf("%s does not list %s after the others of %q:\n%s", format, name, want, b.String())
				break
			}
			at += i
		}
		if format != FormatSARIF && format != FormatGitLab && !strings.Contains(b.String(), "no such file; new on 2 of 5 pages") {
			t.Errorf("%s does not say how many places are new:\n%s", format, b.String())
		}
	}
}

// TestBaselineStates holds that a result of SARIF has the state of its own places, and that
// what follows findings by fingerprints has one for each state.
func TestBaselineStates(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := SARIF(&b, mixed()); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	var got []string
	keys := map[string]bool{}
	for _, result := range log.Runs[0].Results {
		line := result.Baseline
		for _, at := range result.Locations {
			line += " " + at.Physical.Artifact.URI
		}
		got = append(got, line)
		keys[result.Fingerprints["primaryLocationLineHash"]] = true
	}
	want := []string{
		"new content/d-new.md", "new public/c-new.html", "unchanged content/b-known.md", "unchanged public/a-known.html public/e-known.html",
		"unchanged public/p.html public/q.html public/r.html public/s.html public/t.html public/u.html",
	}
	if !slices.Equal(got, want) || len(keys) != len(want) {
		t.Errorf("got %q with %d fingerprints, want %q", got, len(keys), want)
	}
	empty := mixed()
	empty.Baseline, empty.Findings = true, empty.Findings[1:]
	for i := range empty.Findings[0].Occurrences {
		empty.Findings[0].Occurrences[i].Known = false
	}
	b.Reset()
	if err := SARIF(&b, empty); err != nil || strings.Count(b.String(), `"baselineState": "new"`) != 3 {
		t.Errorf("a baseline that lists nothing of a run: %v\n%s", err, b.String())
	}
}

// TestFingerprintsKeepWithoutABaseline holds that an alert has the same fingerprint before and
// after a baseline lists it.
func TestFingerprintsKeepWithoutABaseline(t *testing.T) {
	t.Parallel()
	keys := func(known bool) (all []string) {
		r := mixed()
		f := &r.Findings[1]
		f.Known = known
		for i := range f.Occurrences {
			f.Occurrences[i].Known = known
		}
		for _, a := range alerts(f) {
			all = append(all, a.key)
		}
		if n := countAlerts(f); n != len(all) {
			t.Errorf("%d alerts are counted, and there are %d", n, len(all))
		}
		return all
	}
	if before, after := keys(false), keys(true); !slices.Equal(before, after) {
		t.Errorf("the fingerprints were %q and are %q", before, after)
	}
}

// TestBaselineReport holds that a report baseline has a line for each place of all verdicts,
// and in a run with a baseline only those that it lists already.
func TestBaselineReport(t *testing.T) {
	t.Parallel()
	r := mixed()
	r.Findings = append(r.Findings, link.Finding{Verdict: link.Redirected, Reason: link.MovedPermanently, Target: "https://a.example/ b", Occurrences: []link.Occurrence{{Page: "/c-new/"}}})
	for i := range r.Findings {
		r.Findings[i].ID = link.FindingID(r.Findings[i].Target, r.Findings[i].Reason)
	}
	r.Unsettled = []string{"timeout https://b.example/ /", "not-found /lost /a-known/"}
	known := []string{
		"not-found /before /p/", "not-found /before /q/", "not-found /before /r/", "not-found /before /s/", "not-found /before /t/", "not-found /before /u/",
		"not-found /lost /a-known/", "not-found /lost /b-known/", "not-found /lost /e-known/", "timeout https://b.example/ /",
	}
	fresh := []string{`moved-permanently https://a.example/\x20b /c-new/`, "not-found /lost /c-new/", "not-found /lost /d-new/"}
	all := slices.Sorted(slices.Values(slices.Concat(known, fresh)))
	for hasBaseline, want := range map[bool][]string{false: all, true: known} {
		r.Baseline = hasBaseline
		var b bytes.Buffer
		if err := Baseline(&b, r); err != nil {
			t.Fatal(err)
		}
		if got := strings.Split(strings.TrimSpace(b.String()), "\n"); !slices.Equal(got[1:], want) || !strings.HasPrefix(got[0], "# linkvet.baseline/1: ") {
			t.Errorf("with a baseline (%v): got %q, want %q", hasBaseline, got, want)
		}
	}
}
