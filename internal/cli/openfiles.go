package cli

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/fetch/transport"
)

const (
	// minFiles is the number of files that a run needs: two of the runtime, the site, a page, a
	// report or a connection with the look-up of its host.
	minFiles = 8
	// otherFiles is kept for everything but connections and pages.
	otherFiles = 5
	// filesOfPage divides the files that can be open: pages may take that part.
	filesOfPage = 4
	// manyFiles is enough for any concurrency that is usual, with thousands of silent hosts.
	manyFiles = 4096
)

// fitOpenFiles lowers what the run does at once to what the files that it can open
// allow, and says so.
func (s *session) fitOpenFiles() {
	files, known := openable()
	if !known {
		return
	}
	cfg := &s.cfg
	cfg.Jobs = max(1, min(cfg.Jobs, files/filesOfPage))
	left := max(files-otherFiles-cfg.Jobs, 1)
	if left >= manyFiles && left >= 2*transport.FilesOfRequest*cfg.Concurrency {
		return
	}
	s.openFiles = left
	if fits := max(1, left/transport.FilesOfRequest); fits < cfg.Concurrency {
		s.notes = append(s.notes, fmt.Sprintf("concurrency is %d instead of %d: the process can open only %d more files (ulimit -n)",
			fits, cfg.Concurrency, files))
		cfg.Concurrency = fits
	}
}

// refuseTooFewFiles ends a run that can open too few files to begin, and reports
// whether it did. Beyond this point Go's runtime would end the process, with the
// status of a wrong call.
func refuseTooFewFiles(p Process) bool {
	files, known := openable()
	if !known || files >= minFiles {
		return false
	}
	text := fmt.Sprintf("could not start: the process can open only %d more files, and needs at least %d; raise the limit with ulimit -n 1024", files, minFiles)
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
