package report

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// knownPlaces is a run with one target at known and new places, of pages and of sources, behind a
// target that is known altogether and on more pages.
func knownPlaces() *link.Report {
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

// TestABaselineThatListsNothing holds that a result of SARIF has a state also where a baseline
// lists nothing of the run.
func TestABaselineThatListsNothing(t *testing.T) {
	t.Parallel()
	empty := knownPlaces()
	empty.Baseline, empty.Findings = true, empty.Findings[1:]
	for i := range empty.Findings[0].Occurrences {
		empty.Findings[0].Occurrences[i].Known = false
	}
	var b bytes.Buffer
	if err := Write(&b, "sarif", empty, Options{}); err != nil || strings.Count(b.String(), `"baselineState": "new"`) != 3 {
		t.Errorf("a baseline that lists nothing of a run: %v\n%s", err, b.String())
	}
}

// TestFingerprintsKeepWithoutABaseline holds that an alert has the same fingerprint before and
// after a baseline lists it.
func TestFingerprintsKeepWithoutABaseline(t *testing.T) {
	t.Parallel()
	keys := func(known bool) (all []string) {
		r := knownPlaces()
		f := &r.Findings[1]
		f.Known = known
		for i := range f.Occurrences {
			f.Occurrences[i].Known = known
		}
		for _, a := range alerts(f) {
			all = append(all, a.key)
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
	r := knownPlaces()
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
		if err := Write(&b, FormatBaseline, r, Options{}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Split(strings.TrimSpace(b.String()), "\n"); !slices.Equal(got[1:], want) || !strings.HasPrefix(got[0], "# linkvet.baseline/1: ") {
			t.Errorf("with a baseline (%v): got %q, want %q", hasBaseline, got, want)
		}
	}
}
