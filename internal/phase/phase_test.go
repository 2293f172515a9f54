package phase_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/phase"
)

func TestTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c phase.Clock
		wait := func(p phase.Phase, d time.Duration) {
			c.Begin(p)
			time.Sleep(d)
		}
		wait(phase.Settings, 2*time.Millisecond)
		wait(phase.Judging, time.Second)
		wait(phase.Reading, 5*time.Second)
		// What was still requested when the last page had been read is another phase.
		c.BeginAt(phase.External, time.Now().Add(-3*time.Second))
		wait(phase.Judging, 4*time.Second)
		// A time before the current phase takes all of it, and nothing of those before.
		c.BeginAt(phase.Sources, time.Now().Add(-time.Hour))
		want := []phase.Time{
			{phase.Settings, 2 * time.Millisecond},
			{phase.Reading, 2 * time.Second},
			{phase.External, 3 * time.Second},
			{phase.Judging, time.Second},
			{phase.Sources, 4 * time.Second},
		}
		if diff := cmp.Diff(want, c.Times()); diff != "" {
			t.Errorf("times (-want +got):\n%s", diff)
		}
		time.Sleep(time.Second)
		want[4].Took += time.Second
		if diff := cmp.Diff(want, c.Times()); diff != "" {
			t.Errorf("times a second later (-want +got):\n%s", diff)
		}
	})
}

// TestNil: a run without a clock measures nothing.
func TestNil(t *testing.T) {
	var c *phase.Clock
	c.Begin(phase.Reading)
	if got := c.Times(); got != nil {
		t.Errorf("times: %v, want none", got)
	}
}
