package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// TestSitesAreComplete reads the files in sites.
func TestSitesAreComplete(t *testing.T) {
	t.Parallel()
	sites, err := readSites()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sites {
		if s.Generator == "" || s.Source == "" || s.Version == "" || s.Get == "" || s.Build == "" {
			t.Errorf("%s: a key is missing", s.name)
		}
		for _, p := range s.Plants {
			if p.Link != "" && (p.Place == "" || !strings.Contains(p.New, p.Link)) {
				t.Errorf("%s: %s: want a place, and the link in what is planted", s.name, p.Link)
			}
		}
		for _, l := range s.Findings {
			if l.Why == "" || l.Verdict != "true" && l.Verdict != "false" && l.Verdict != "arguable" {
				t.Errorf("%s: %s: want a verdict and a reason", s.name, l.Target)
			}
		}
	}
}

func TestPlant(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "docs", "a.md")
	s := site{Plants: []plant{
		{File: "docs/a.md", New: "# Title\n\n[one](b.md)"},
		{File: "docs/a.md", Old: "[one](b.md)", New: "[one](bb.md)", Link: "bb"},
		{File: "docs/a.md", New: "More.\n\n[two](c.md)", Link: "c.md"},
	}}
	for i := range s.Plants {
		if err := s.Plants[i].apply(dir); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("# Title\n\n[one](bb.md)\n\nMore.\n\n[two](c.md)\n", string(data)); diff != "" {
		t.Errorf("the sources (-want +got):\n%s", diff)
	}
	if err := s.locate(dir); err != nil || s.Plants[1].line != 3 || s.Plants[2].line != 7 {
		t.Errorf("lines %d and %d, want 3 and 7: %v", s.Plants[1].line, s.Plants[2].line, err)
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	p := &plant{File: "site/a.md", Link: "instal", Want: "/install/", line: 3}
	at := func(line int) *link.Source { return &link.Source{File: "a.md", Line: line} }
	for _, test := range []struct {
		name             string
		places           []link.Occurrence
		suggested        string
		line, suggestion string
	}{
		{name: "one right line", places: []link.Occurrence{{Source: at(3)}, {}}, suggested: "/install", line: exact, suggestion: right},
		{name: "a wrong line beside a right one", places: []link.Occurrence{{Source: at(3)}, {Source: at(4)}}, suggested: "/", line: wrong, suggestion: wrong},
		{name: "a candidate", places: []link.Occurrence{{Candidates: []link.Source{*at(4), *at(3)}}}, suggested: "", line: candidate, suggestion: none},
		{name: "other candidates", places: []link.Occurrence{{Candidates: []link.Source{*at(4)}}}, suggested: "", line: none, suggestion: none},
	} {
		r := &link.Report{Findings: []link.Finding{
			{Verdict: link.Broken, Target: "/instal/", Suggestion: test.suggested, Occurrences: test.places},
			{Verdict: link.Broken, Target: "/installer", Occurrences: []link.Occurrence{{Source: at(9)}}},
		}}
		got := p.judge(p.findings(r), t.TempDir(), "site")
		if !got.found || got.line != test.line || got.suggestion != test.suggestion {
			t.Errorf("%s: got %+v", test.name, got)
		}
	}
	if got := p.judge(nil, t.TempDir(), "site"); got.built || got.found {
		t.Errorf("nothing was built: got %+v", got)
	}
}
