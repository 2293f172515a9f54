package cli

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/filelimit"
)

// fitOpenFiles lowers what the run does at once to what the files that it can open
// allow, and says so.
func (s *session) fitOpenFiles() {
	cfg := &s.cfg
	files, known := filelimit.Openable()
	if !known {
		return
	}
	s.fits = filelimit.Within(files, cfg.Concurrency, cfg.Jobs)
	if s.fits.Requests < cfg.Concurrency {
		s.notes = append(s.notes, fmt.Sprintf("concurrency is %[2]d instead of %[3]d: the process can open only %[1]d more files (ulimit -n)",
			files, s.fits.Requests, cfg.Concurrency))
	}
	cfg.Concurrency, cfg.Jobs = s.fits.Requests, s.fits.Jobs
}

// refuseTooFewFiles ends a run that can open too few files to begin, and reports
// whether it did. Beyond this point Go's runtime would end the process, with the
// status of a wrong call.
func refuseTooFewFiles(p Process) bool {
	files, known := filelimit.Openable()
	if !known || files >= filelimit.Min {
		return false
	}
	text := fmt.Sprintf("could not start: the process can open only %d more files, and needs at least %d; raise the limit with ulimit -n 1024", files, filelimit.Min)
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
