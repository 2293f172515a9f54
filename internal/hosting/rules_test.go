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
