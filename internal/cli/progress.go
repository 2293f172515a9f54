package cli

import (
	"fmt"
	"io"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/report"
)

// How often the signs of life change: on a terminal quickly, in a log seldom.
const (
	screenInterval = 100 * time.Millisecond
	logInterval    = 10 * time.Second
)

// progress shows that the run continues: one line that changes on a terminal, a
// new line now and then in a log.
type progress struct {
	session *session
	done    chan struct{}
	group   sync.WaitGroup
	// problem is set where the signs of life ended by a mistake of ours.
	problem string
}

func startProgress(s *session) *progress {
	p := &progress{session: s, done: make(chan struct{})}
	if !s.cfg.Quiet {
		p.group.Go(func() { p.problem = contain.Panic("show the progress", "", p.run) })
	}
	return p
}

// stop ends the signs of life and wipes the line on a terminal. It returns the
// problem that they had, if any.
func (p *progress) stop() (problem string) {
	close(p.done)
	p.group.Wait()
	return p.problem
}

func (p *progress) run() {
	log := p.session.log
	interval, before, after := logInterval, "", "\n"
	if isTerminal(log) {
		interval, before, after = screenInterval, "\r\x1b[K", ""
	}
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for shown := false; ; shown = true {
		select {
		case <-p.done:
			if shown {
				fmt.Fprint(log, before)
			}
			return
		case <-ticker.C:
			fmt.Fprint(log, before+p.line()+after)
		}
	}
}

// line says how far the run is.
func (p *progress) line() string {
	s := p.session
	if seen := s.waiting.Load(); seen != nil {
		return report.Waiting(*seen, time.Since(s.started))
	}
	var requests int64
	if client := s.client.Load(); client != nil {
		requests = client.Requests()
	}
	broken, unverified := s.progress.Found()
	return report.Progress(s.progress.Pages.Load(), s.progress.Links.Load(), requests, broken, unverified,
		time.Since(s.started))
}

// colour reports whether the stream of the report wants colors: standard output, or standard
// error. NO_COLOR turns them off (https://no-color.org), and FORCE_COLOR turns them on where
// there is no terminal (https://force-color.org).
func (p Process) colour(onStderr bool) bool {
	w := p.Stdout
	if onStderr {
		w = p.Stderr
	}
	switch {
	case p.getenv("NO_COLOR") != "":
		return false
	case p.getenv("FORCE_COLOR") != "":
		return p.getenv("FORCE_COLOR") != "0"
	}
	return isTerminal(w) && p.getenv("TERM") != "dumb"
}

// isTerminal reports whether w is a terminal that understands escape sequences.
func isTerminal(w io.Writer) bool {
	f, ok := unwrapped(w).(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd())) && understandsSequences(f.Fd())
}
