package hosting

import "testing"

func TestEffort(t *testing.T) {
	t.Parallel()
	effort := NewEffort()
	if !effort.Spend(maxEffort) || effort.Spent() || effort.Used() != maxEffort {
		t.Errorf("%d of the effort was used, spent: %t", effort.Used(), effort.Spent())
	}
	if effort.Spend(1) || !effort.Spent() {
		t.Error("a step was free")
	}
	effort = nil
	if effort.Spent() || !effort.Spend(maxEffort+1) {
		t.Error("no effort bounds something")
	}
}
