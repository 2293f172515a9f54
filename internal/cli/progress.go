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
	p.group.Go(func() { p.problem = contain.Panic("show the progress", "", p.run) })
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
	if p.session.cfg.Quiet {
		<-p.done
		return
	}
	screen := isTerminal(p.session.log)
	interval := logInterval
	if screen {
		interval = screenInterval
	}
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	shown := false
	for {
		select {
		case <-p.done:
			if shown && screen {
				fmt.Fprint(p.session.log, "\r\x1b[K")
			}
			return
		case <-ticker.C:
			shown = true
			if screen {
				fmt.Fprintf(p.session.log, "\r\x1b[K%s", p.line())
			} else {
				fmt.Fprintln(p.session.log, p.line())
			}
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

// colour reports whether the stream of the report wants colors (https://no-color.org):
// standard output, or standard error.
func (p Process) colour(onStderr bool) bool {
	if p.getenv("NO_COLOR") != "" {
		return false
	}
	w := p.Stdout
	if onStderr {
		w = p.Stderr
	}
	return isTerminal(w) && p.getenv("TERM") != "dumb"
}

// isTerminal reports whether w is a terminal that understands escape sequences.
func isTerminal(w io.Writer) bool {
	f, ok := unwrapped(w).(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd())) && understandsSequences(f.Fd())
}
