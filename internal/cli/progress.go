package cli

import (
	"fmt"
	"time"

	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/report"
)

// How often the signs of life change: on a terminal quickly, in a log seldom.
const (
	screenInterval = 100 * time.Millisecond
	logInterval    = 10 * time.Second
)

// showProgress shows that the run continues: one line that changes on a terminal, a new line now
// and then in a log. stop ends that, wipes the line, and returns the problem that showing it had.
func (s *session) showProgress() (stop func() (problem string)) {
	if s.cfg.Quiet {
		return func() string { return "" }
	}
	done, problem := make(chan struct{}), make(chan string, 1)
	go func() { problem <- contain.Panic("show the progress", "", func() { s.tick(done) }) }()
	return func() string {
		close(done)
		return <-problem
	}
}

// tick shows the progress until done is closed.
func (s *session) tick(done <-chan struct{}) {
	interval, before, after := logInterval, "", "\n"
	if isTerminal(s.log) {
		interval, before, after = screenInterval, "\r\x1b[K", ""
		defer fmt.Fprint(s.log, before)
	}
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-done:
			return
		case <-ticker.C:
			fmt.Fprint(s.log, before+s.progressLine()+after)
		}
	}
}

// progressLine says how far the run is.
func (s *session) progressLine() string {
	if seen := s.waiting.Load(); seen != nil {
		return report.Waiting(*seen, time.Since(s.started))
	}
	var requests int64
	if client := s.client.Load(); client != nil {
		requests = client.Requests()
	}
	broken, unverified := s.progress.Found()
	return report.Progress(s.progress.Pages.Load(), s.progress.Links.Load(), requests, broken, unverified, time.Since(s.started))
}
