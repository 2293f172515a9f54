package hosting

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestChoices keeps each answer that a request may get once, and not more than some.
func TestChoices(t *testing.T) {
	t.Parallel()
	moved, unknown := Answer{Kind: Redirect, Status: 301, Location: "/page"}, Answer{Kind: Unknown}
	var choices Choices
	for _, a := range []Answer{moved, unknown, moved} {
		choices.Add(a)
	}
	want := Answer{Or: []Answer{moved, unknown}}
	if diff := cmp.Diff(want, choices.With(Answer{Or: []Answer{unknown, moved}})); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, AnyOf([]Answer{{}, moved, unknown, moved})); diff != "" {
		t.Errorf("any of four (-want +got):\n%s", diff)
	}
	for status := range 2 * MaxChoices {
		choices.Add(Answer{Kind: Redirect, Status: 300 + status, Location: "/"})
	}
	if got := len(choices.With(Answer{}).Or); got != MaxChoices-1 {
		t.Errorf("kept %d further answers, want %d", got, MaxChoices-1)
	}
}

func TestEffortIsBounded(t *testing.T) {
	t.Parallel()
	effort := NewEffort()
	if !effort.Spend(maxEffort) || effort.Spent() || effort.Spend(1) || !effort.Spent() {
		t.Errorf("%d of the effort was used, spent: %t", effort.Used(), effort.Spent())
	}
}
