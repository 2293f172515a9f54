// Package github is where linkvet meets GitHub: what started the run, the commands and files of a
// runner, the REST API, and what is published there. It is the only package that uses
// go-githubactions, whose functions panic where these return errors.
package github

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/sethvargo/go-githubactions"

	"github.com/linkvet/linkvet/internal/report"
)

// maxTitle is the most code points of a title that may hold text of a page.
const maxTitle = 200

// Workflow is a run of a workflow. Outside of one, each of its methods does
// nothing. Its methods may be called from several goroutines, but for
// ReplaceSummary.
type Workflow struct {
	getenv func(string) string
	active bool
	event  func() Event
	// transport sends the request for an OIDC token; nil is the network.
	transport http.RoundTripper
	// summary is where in its file the last one of ReplaceSummary is.
	summary span

	mu  sync.Mutex // guards what follows and the writes of one command
	out *keeper
	sdk *githubactions.Action
}

// NewWorkflow returns the workflow run that the environment describes. Commands are
// written to out, which is the standard output as it is: a writer that defuses
// commands would defuse these too.
func NewWorkflow(getenv func(string) string, out io.Writer) *Workflow {
	k := &keeper{w: out}
	return &Workflow{
		getenv: getenv,
		active: getenv("GITHUB_ACTIONS") == "true",
		event:  sync.OnceValue(func() Event { return ReadEvent(getenv) }),
		out:    k,
		sdk:    githubactions.New(githubactions.WithWriter(k), githubactions.WithGetenv(getenv)),
	}
}

// Active reports whether the process runs in a workflow.
func (w *Workflow) Active() bool { return w.active }

// Event returns what started the run. Its payload is read once.
func (w *Workflow) Event() Event { return w.event() }

// Mask has the runner replace secret with asterisks in all that is printed from
// then on, so it is called before anything else is. A blank secret is left
// alone. When the command cannot be written, the next Annotate says so.
func (w *Workflow) Mask(secret string) {
	if strings.TrimSpace(secret) != "" {
		w.issue(func() { w.sdk.AddMask(secret) })
	}
}

// Group begins a part of the log that can be folded, which lasts until EndGroup
// is called. Groups do not nest.
func (w *Workflow) Group(title string) {
	w.issue(func() { w.sdk.Group(report.Clean(title, maxTitle)) })
}

// EndGroup ends the part of the log that Group began.
func (w *Workflow) EndGroup() { w.issue(w.sdk.EndGroup) }

// issue writes one command by itself.
func (w *Workflow) issue(command func()) {
	if !w.active {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	command()
}

// keeper keeps the first error of a writer instead of returning it, because
// go-githubactions panics on one.
type keeper struct {
	w   io.Writer
	err error
}

// Write never fails; after the first error nothing more is written.
func (k *keeper) Write(p []byte) (int, error) {
	if k.err == nil {
		if _, err := k.w.Write(p); err != nil {
			k.err = fmt.Errorf("could not write a workflow command: %w", err)
		}
	}
	return len(p), nil
}
