package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/link"
)

// The exit statuses.
const (
	exitClean      = 0 // checked completely, nothing that fail-on names
	exitFailed     = 1 // checked completely, something that fail-on names
	exitUsage      = 2 // the call is wrong
	exitIncomplete = 3 // the site was not checked completely
)

// exitStatus decides every exit status. start is why the run could not start, r is its report, or
// nil where it made none, and undelivered is what could not be written.
func exitStatus(start error, r *link.Report, undelivered error) int {
	isNothing := errors.As(start, new(*github.NothingError)) // to check, which is no fault
	switch {
	case start != nil && !isNothing:
		return exitUsage
	case undelivered != nil, r != nil && !r.Complete:
		return exitIncomplete
	case r != nil && r.Failed:
		return exitFailed
	}
	return exitClean
}

// failToStart ends a run that cannot start, and returns its exit status. It says why on the
// standard error and, in a workflow, as annotations, summary and outputs, and publishes it. The
// text may quote untrusted input, such as the URL of a deployment: the runner must not obey it.
//
// It needs no session, because settings may be wrong before there is one.
func (p Process) failToStart(ctx context.Context, cfg config.Config, err error) int {
	stop := github.Stop{Headline: "linkvet could not start", Failed: true}
	text := err.Error()
	if nothing, ok := errors.AsType[*github.NothingError](err); ok {
		state := "nothing to check"
		if nothing.IsEarly {
			state += " yet"
		}
		stop = github.Stop{Headline: "linkvet has " + state}
		text = state + ": " + text
	}
	p.warn(text)
	workflow := github.NewWorkflow(p.getenv, p.runner(cfg))
	stop.Causes = strings.Split(p.secrets.Text(err.Error()), "\n")
	untold := workflow.Tell(stop, cfg.Annotations, cfg.Summary)
	status := exitStatus(err, nil, untold)
	if untold != nil {
		p.warn(untold.Error())
	}
	if cfg.Annotations && status == exitIncomplete {
		// The standard error has said so, in case the log does not take the annotation.
		_ = workflow.AnnotateProblems(strings.Split(untold.Error(), "\n"))
	}
	if status != exitClean {
		p.publishStop(ctx, cfg, err, workflow)
	}
	return status
}

// lastResort turns a panic into the exit status of an incomplete run. Go's own status
// means a wrong call, and a workflow would get no message. Call it with defer.
func lastResort(p Process, status *int) {
	cause := recover()
	if cause == nil {
		return
	}
	*status = exitIncomplete
	text := fmt.Sprintf("internal error: %v\nplease report it at https://github.com/linkvet/linkvet/issues, with the command and the site:\n%s", cause, strings.TrimSpace(string(debug.Stack())))
	p.warn(text)
	// The next step may panic for the same reason. The settings may be unknown, so annotate and
	// summarize in any case.
	err := errorOf("annotate the error", func() error {
		first, _, _ := strings.Cut(p.secrets.Text(text), "\n")
		stop := github.Stop{Failed: true, Headline: "linkvet failed (internal error)", Causes: []string{"linkvet: " + first}}
		return github.NewWorkflow(p.getenv, p.Stderr).Tell(stop, true, true)
	})
	if err != nil {
		p.warn(strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}
