package cli

import (
	"io"
	"sync/atomic"
	"time"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/compare"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fix"
	"github.com/linkvet/linkvet/internal/forge"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/site"
)

// session is one run.
type session struct {
	process  Process
	workflow *actions.Workflow
	site     checkedSite
	// cfg holds the settings, and notes what the report says of them and of the target.
	// Both are complete once the session is.
	cfg   config.Config
	notes []string
	// known, rules, checkout, progress and started are those of the job.
	known    *baseline.Places
	rules    *check.Rulebook
	checkout *forge.Checkout
	progress *check.Progress
	started  time.Time
	// cache holds the results of earlier runs; nil for none, and before the check begins.
	cache check.Cache
	// publisher shows on GitHub how the run ended; nil when nothing is to be shown.
	publisher *publisher
	// targetNotes say how the target was found.
	targetNotes []string
	// out takes the report. In a workflow it passes no commands, and log is the same
	// stream, because the runner does not keep the order of two.
	out, log io.Writer
	// repository opens the work tree around the working directory at the first call; it
	// returns nil without one.
	repository func() *git.Tree
	// isOtherCheckout is true when the work tree holds another commit than the one under
	// test.
	isOtherCheckout bool
	// changedFiles are the paths of the files that the pull request changes, once they are known.
	changedFiles map[string]bool
	// guard wraps both in a workflow; it is nil otherwise.
	guard *actions.Guarded
	// unwritable holds the errors of the reports that cannot be written, by path, as far
	// as they were known before the check.
	unwritable map[string]error
	// checked is true when the site was checked completely, even if a report cannot be delivered.
	checked bool
	// openFiles is how many files the requests may open together; 0 where these are many.
	openFiles int
	// client is set once the check begins, and then read by the progress line.
	client atomic.Pointer[fetch.Client]
	// settled is when all parts of a deployment should have arrived that the run saw begin;
	// zero when it saw none.
	settled time.Time
	// fixes are what can be fixed; nil when the run does not ask for that, or cannot.
	fixes *fix.Plan
	// waiting is what was seen of a start page that the run waits for; nil when it does not
	// wait.
	waiting atomic.Pointer[string]
	// comparison compares the site with an old one; nil for none. endComparison lets go of
	// what that needs.
	comparison    *compare.Comparison
	endComparison func()
	// scope is where the site is as far as it is known by now, for the rules of requests.
	scope atomic.Pointer[site.Scope]
}

func (s *session) close() {
	if client := s.client.Load(); client != nil {
		client.Close()
	}
	if s.endComparison != nil {
		s.endComparison()
	}
	s.site.close()
}
