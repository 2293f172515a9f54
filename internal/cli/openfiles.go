package cli

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/actions"
)

// How many files a run opens at once, beyond those that it was started with.
const (
	// minOpenFiles is what a run needs: the runtime's own two, the site, a page, a
	// report or a connection with the look-up of its host.
	minOpenFiles = 8
	// otherFiles is what is kept for all but connections and pages.
	otherFiles = 5
	// filesOfRequest is what one request may take: its connection, or two while it
	// tries both kinds of addresses, and the look-up of a name.
	filesOfRequest = 3
	// filesOfPage is the share of the files that are open which pages may take: one
	// of so many.
	filesOfPage = 4
	// connectionsBeside is how many connections a run may have besides those of
	// requests in flight: to hosts that are silent, and those that are kept.
	connectionsBeside = 2048
	idleOfRequest     = 4
)

// atOnce is how much a run may do at once with the files that it can open.
type atOnce struct {
	// requests and connections bound those; 0 means no bound.
	requests, connections int
	jobs                  int
}

// within returns how much fits in so many files, of what the settings ask for.
func within(files, concurrency, jobs int) atOnce {
	fits := atOnce{requests: concurrency, jobs: max(1, min(jobs, files/filesOfPage))}
	left := files - otherFiles - fits.jobs
	if left >= connectionsBeside+(idleOfRequest+filesOfRequest)*concurrency {
		return fits
	}
	fits.connections = max(1, left/filesOfRequest)
	fits.requests = min(concurrency, fits.connections)
	return fits
}

// fitOpenFiles lowers what the run does at once to what the files that it can open
// allow, and says so.
func (s *session) fitOpenFiles() {
	cfg := &s.job.Config
	files, known := openableFiles()
	if !known {
		return
	}
	s.fits = within(files, cfg.Concurrency, cfg.Jobs)
	if s.fits.requests < cfg.Concurrency {
		s.job.Notes = append(s.job.Notes, fmt.Sprintf("only %d more files can be open at once (ulimit -n), so concurrency is %d, not %d",
			files, s.fits.requests, cfg.Concurrency))
	}
	cfg.Concurrency, cfg.Jobs = s.fits.requests, s.fits.jobs
}

// refuseTooFewFiles ends a run that can open too few files to begin, and reports
// whether it did. Beyond this point Go's runtime would end the process, with the
// status of a wrong call.
func refuseTooFewFiles(p Process) bool {
	files, known := openableFiles()
	if !known || files >= minOpenFiles {
		return false
	}
	text := fmt.Sprintf("could not start: only %d more files can be open at once, and a check needs %d; raise the limit (ulimit -n 1024)", files, minOpenFiles)
	p.warn(text)
	getenv := p.getenv
	if files < filesOfRunner {
		// No file of the runner can be opened, but the log can be written to.
		getenv = func(name string) string {
			if name == "GITHUB_ACTIONS" {
				return p.getenv(name)
			}
			return ""
		}
	}
	stop := actions.Stop{Failed: true, Headline: "linkvet could not start", Causes: []actions.Cause{{Text: text}}}
	if err := actions.New(getenv, p.Stdout).Tell(stop, true, true); err != nil {
		p.warn(err.Error())
	}
	return true
}

// filesOfRunner is how many files it takes to write one: the runtime's two, and it.
const filesOfRunner = 3
