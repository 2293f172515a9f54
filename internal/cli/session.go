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
	site     subject
	job      check.Job
	// out takes the report. In a workflow it lets no command through, and log is
	// the same stream, as the runner keeps no order between two.
	out, log io.Writer
	// repository is the work tree around the working directory, looked for when it is
	// first asked for; nil where there is none.
	repository func() *git.Tree
	// guard is what stands before them in a workflow; nil elsewhere.
	guard *actions.Guarded
	// unwritable says of the paths of reports why nothing can be written there, as far
	// as that was known before the check.
	unwritable map[string]error
	// fits is how much the run may do at once with the files that it can open.
	fits filelimit.Bounds
	// client is set once the check begins, and then read by the progress line.
	client atomic.Pointer[fetch.Client]
	// space is that of the job, for requests that go on while it is settled.
	space atomic.Pointer[site.Space]
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
