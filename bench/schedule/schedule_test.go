package main

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestSchedulesAskForEachPageOnce runs in virtual time, where waiting is exact.
func TestSchedulesAskForEachPageOnce(t *testing.T) {
	t.Parallel()
	walls := map[string]time.Duration{}
	for _, s := range schedules() {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(300, slowLinks)
			o, err := once(t.Context(), s, w, 16)
			if err != nil {
				t.Fatal(err)
			}
			if o.idle < 0 || o.idle >= 1 {
				t.Errorf("%s: idle share %v", s.name, o.idle)
			}
			walls[s.short] = o.wall
		})
	}
	if walls["linkvet's engine"] > walls["rounds"] || walls["rounds"] > walls["one at a time"] {
		t.Errorf("the order is wrong: %v", walls)
	}
}
