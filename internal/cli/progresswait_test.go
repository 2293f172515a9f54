package cli

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/check"
)

func TestProgressLineOfAWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &session{progress: &check.Progress{}, started: time.Now()}
		seen := `waiting for the text "abc123": 3 answers with status 200, without it`
		s.waiting.Store(&seen)
		time.Sleep(24*time.Second + 500*time.Millisecond)
		const want = `waiting for the text "abc123": 3 answers with status 200, without it, for 24s`
		if got := (&progress{session: s}).line(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
