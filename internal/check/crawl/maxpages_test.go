package crawl

import (
	"testing"

	"github.com/linkvet/linkvet/internal/check/target"
)

func TestBudget(t *testing.T) {
	t.Parallel()
	b := budget{limit: 2}
	pages := [5]target.Target{}
	for i, want := range []grant{granted, granted, later, later, later} {
		if got := b.take(&pages[i]); got != want {
			t.Errorf("take %d: %d, want %d", i, got, want)
		}
	}
	if b.take(&pages[2]); len(b.waiting) != 3 {
		t.Errorf("one that waits was queued again: %d wait", len(b.waiting))
	}
	// The first was no page: its place goes to the one that waits longest.
	read, left := b.spend(false)
	if len(read) != 1 || read[0] != &pages[2] || len(left) != 0 || pages[2].Queued {
		t.Errorf("after what was no page: read %d, left %d", len(read), len(left))
	}
	if read, left = b.spend(true); len(read) != 0 || len(left) != 0 {
		t.Errorf("after one page of two: read %d, left %d", len(read), len(left))
	}
	if read, left = b.spend(true); len(read) != 0 || len(left) != 2 {
		t.Errorf("after the last page: read %d, left %d, want the rest left", len(read), len(left))
	}
	if got := b.take(&target.Target{}); got != refused {
		t.Errorf("take after the last page: %d", got)
	}
}

func TestBudgetGivesPlacesBack(t *testing.T) {
	t.Parallel()
	b := budget{limit: 1}
	for range 3 {
		if b.take(&target.Target{}) != granted {
			t.Fatal("a place that was given back is not given out again")
		}
		b.spend(false)
	}
	unbounded := budget{}
	if unbounded.take(&target.Target{}) != granted {
		t.Error("without a bound a page was refused")
	}
}
