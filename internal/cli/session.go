package cli

import (
	"io"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/filelimit"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/site"
)

// session is one run.
type session struct {
	process  Process
	workflow *actions.Workflow
	site     checkedSite
	job      check.Job
	// targetNotes say how the target was found.
	targetNotes []string
	// out takes the report. In a workflow it passes no commands, and log is the same
	// stream, because the runner does not keep the order of two.
	out, log io.Writer
	// repository opens the work tree around the working directory at the first call; it
	// returns nil without one.
	repository func() *git.Tree
	// guard wraps both in a workflow; it is nil otherwise.
	guard *actions.Guarded
	// unwritable holds the errors of the reports that cannot be written, by path, as far
	// as they were known before the check.
	unwritable map[string]error
	// sharesDomain is whether the site's own domain serves other repositories, too.
	sharesDomain bool
	// fits is how much the run may do at once with the files that it can open.
	fits filelimit.Bounds
	// client is set once the check begins, and then read by the progress line.
	client atomic.Pointer[fetch.Client]
	// scope is that of the job, for requests that run while it is being set.
	scope atomic.Pointer[site.Scope]
}

// use makes client the one that all requests go through.
func (s *session) use(client *fetch.Client) {
	s.client.Store(client)
	s.job.Client = client
}

func (s *session) close() {
	if client := s.client.Load(); client != nil {
		client.Close()
	}
	s.site.close()
}
