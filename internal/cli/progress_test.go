package cli

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/check"
)

// TestProgressLine holds the line to what the run knows, before there is a client, too.
func TestProgressLine(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &session{job: check.Job{Progress: &check.Progress{}, Started: time.Now()}}
		s.job.Progress.Pages.Add(1)
		s.job.Progress.Links.Add(1234)
		time.Sleep(24*time.Second + 500*time.Millisecond)
		want := "checking: 1 page, 1,234 links, 0 requests (24s)"
		if got := s.progressLine(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		seen := `waiting for the text "abc123": 3 answers with status 200, without it`
		s.waiting.Store(&seen)
		if got, want := s.progressLine(), seen+", for 24s"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
