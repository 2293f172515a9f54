package hosting

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRuleBookSorts expects rules by source, line and column, and faults by source and
// line, with those of one line as they were found.
func TestRuleBookSorts(t *testing.T) {
	t.Parallel()
	var book RuleBook
	for _, rule := range []Rule{
		{Source: "b", Line: 1},
		{Source: "a", Line: 2, Column: 9},
		{Source: "a", Line: 10},
		{Source: "a", Line: 2, Column: 3},
	} {
		book.AddRule(rule)
	}
	book.AddFaults(
		Fault{Source: "b", Line: 1, Message: "z"},
		Fault{Source: "b", Line: 1, Message: "a"},
		Fault{Source: "b", Message: "of the file"},
	)
	book.AddFaults(Fault{Source: "a", Line: 3})
	book.Sort()
	wantRules := []Rule{
		{Source: "a", Line: 2, Column: 3},
		{Source: "a", Line: 2, Column: 9},
		{Source: "a", Line: 10},
		{Source: "b", Line: 1},
	}
	wantFaults := []Fault{
		{Source: "a", Line: 3},
		{Source: "b", Message: "of the file"},
		{Source: "b", Line: 1, Message: "z"},
		{Source: "b", Line: 1, Message: "a"},
	}
	if diff := cmp.Diff(wantRules, book.Rules()); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(wantFaults, book.Faults()); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

// TestDeployment looks for files in the build directory and in the repository.
func TestDeployment(t *testing.T) {
	t.Parallel()
	deployed := map[string]bool{"both": true, "deployed": true}
	repository := map[string]bool{"both": true, "repository": true}
	d := Deployment{
		Deployed: func(name string) *Source {
			if deployed[name] {
				return &Source{Name: "public/" + name}
			}
			return nil
		},
		InRepository: func(pattern string) []*Source {
			if repository[pattern] {
				return []*Source{{Name: pattern}, {Name: "second"}}
			}
			return nil
		},
	}
	for name, test := range map[string]struct {
		source *Source
		want   string
	}{
		"the nearest of both":        {source: d.Nearest("both"), want: "public/both"},
		"the nearest, deployed":      {source: d.Nearest("deployed"), want: "public/deployed"},
		"the nearest, in repository": {source: d.Nearest("repository"), want: "repository"},
		"no nearest":                 {source: d.Nearest("none")},
		"first deployed":             {source: d.FirstDeployed("none", "repository", "deployed", "both"), want: "public/deployed"},
		"none deployed":              {source: d.FirstDeployed("none", "repository")},
		"first in repository":        {source: d.FirstInRepository("deployed", "repository", "both"), want: "repository"},
		"none in repository":         {source: d.FirstInRepository("deployed")},
	} {
		got := ""
		if test.source != nil {
			got = test.source.Name
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}
