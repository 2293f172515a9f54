package cli

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch"
)

// TestProgressLine holds the line to what the run knows.
func TestProgressLine(t *testing.T) {
	t.Parallel()
	client := fetch.New(fetch.Options{})
	defer client.Close()
	s := &session{job: check.Job{Progress: &check.Progress{}, Started: time.Now()}}
	s.job.Progress.Pages.Add(1)
	s.job.Progress.Links.Add(1234)
	const want = "checking: 1 page, 1,234 links, 0 requests ("
	for range 2 {
		if got := s.progressLine(); !strings.HasPrefix(got, want) {
			t.Errorf("got  %q\nwant %q…", got, want)
		}
		s.client.Store(client) // the same before and after there is a client
	}
}

func TestProgressLineOfAWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &session{job: check.Job{Progress: &check.Progress{}, Started: time.Now()}}
		seen := `waiting for the text "abc123": 3 answers with status 200, without it`
		s.waiting.Store(&seen)
		time.Sleep(24*time.Second + 500*time.Millisecond)
		const want = `waiting for the text "abc123": 3 answers with status 200, without it, for 24s`
		if got := s.progressLine(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
