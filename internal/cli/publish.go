package cli

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/githubapi"
	"github.com/linkvet/linkvet/internal/publish"
	"github.com/linkvet/linkvet/internal/secrets"
)

const (
	// startPatience bounds the time for the status at the start, which delays the check.
	startPatience = 15 * time.Second
	// publishPatience bounds the time for what is shown after the run was ended early.
	publishPatience = time.Second
)

// publisher shows on GitHub how the run ended. A nil publisher shows nothing.
type publisher struct {
	client   *github.Client
	at       publish.Place
	wants    []string
	workflow *actions.Workflow

	mu sync.Mutex // held while a status is set
	// pending is true while the status says so.
	pending bool
	// stop ends the watch for an early end of the run.
	stop func() bool
	// check is the number of the check run; zero for none yet.
	check int64
	// link is where the status leads.
	link string
	// reviewed is true once the review is written, and patch has the fixes that are not in it.
	reviewed bool
	patch    string
}

// newPublisher returns the publisher of the run, or nil and perhaps a note. Its errors are
// errors of the call.
func newPublisher(p Process, cfg config.Config, workflow *actions.Workflow) (*publisher, []string, error) {
	if len(cfg.Publish) == 0 {
		return nil, nil, nil
	}
	at := p.place(workflow)
	if cfg.Shard.Count > 0 {
		at.Share = cfg.Shard.String()
	}
	switch _, _, ok := at.Split(); {
	case !ok:
		return nil, nil, errors.New("could not publish: set the environment variable GITHUB_REPOSITORY to OWNER/NAME")
	case !isCommit(at.Commit):
		return nil, nil, errors.New("could not publish: set the environment variable GITHUB_SHA to the commit under test")
	case cfg.Token == "":
		where := "the environment variable " + secrets.Token
		if p.inWorkflow() {
			where = "the input `token`"
		}
		return nil, []string{"publish has no effect: there is no token; set " + where}, nil
	}
	client, err := githubapi.New(githubapi.Options{URL: p.getenv("GITHUB_API_URL"), Token: cfg.Token, UserAgent: p.userAgent()})
	if err != nil {
		return nil, nil, err
	}
	return &publisher{client: client, at: at, wants: cfg.Publish, workflow: workflow, link: at.RunURL, stop: func() bool { return true }}, nil, nil
}

// place is where the run shows how it ended.
func (p Process) place(workflow *actions.Workflow) publish.Place {
	event := workflow.Event()
	at := publish.Place{
		Server: p.getenv("GITHUB_SERVER_URL"), Repository: p.getenv("GITHUB_REPOSITORY"), Commit: p.getenv("GITHUB_SHA"),
		PullRequest: event.PullRequest, Environment: event.Environment,
	}
	if event.Name != "" {
		at.Commit = event.Commit
	}
	if run := p.getenv("GITHUB_RUN_ID"); run != "" && at.Server != "" {
		at.RunURL = at.Server + "/" + at.Repository + "/actions/runs/" + run
	}
	return at
}

// isCommit reports whether a text is the whole name of a commit.
func isCommit(sha string) bool {
	return (len(sha) == 40 || len(sha) == 64) && strings.Trim(sha, "0123456789abcdefABCDEF") == ""
}

// shows reports whether the setting publish has a value.
func (b *publisher) shows(what string) bool { return b != nil && slices.Contains(b.wants, what) }

// drop leaves out a value of the setting publish: the token may not show it.
func (b *publisher) drop(what string) {
	b.wants = slices.DeleteFunc(slices.Clone(b.wants), func(s string) bool { return s == what })
}

// stateVariable is the name under which a run keeps its pending status.
const stateVariable = "pending_status"

// pendingStatus is what the end of the job has to know of a status.
type pendingStatus struct {
	ID    int64
	Place publish.Place
}

// start sets the status to pending, and to an error as soon as ctx ends the run early. It
// returns what to note.
func (b *publisher) start(ctx context.Context) (notes []string) {
	if !b.shows(config.PublishStatus) {
		return nil
	}
	within, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	id, err := publish.SetStatus(within, b.client, b.at, publish.Status{State: publish.Pending, Text: "checking the links", URL: b.at.RunURL})
	if err != nil {
		if errors.As(err, new(*githubapi.ReadOnlyError)) {
			b.drop(config.PublishStatus)
		}
		return []string{"could not set the commit status: " + err.Error()}
	}
	b.pending = true
	kept, err := json.Marshal(pendingStatus{id, b.at})
	if err == nil {
		err = b.workflow.SaveState(stateVariable, string(kept))
	}
	if err != nil {
		// Only a run that is killed needs it.
		notes = append(notes, "the commit status stays pending if this run is killed: "+err.Error())
	}
	b.stop = context.AfterFunc(ctx, func() { b.end(ctx, "the run was ended early") })
	return notes
}

// end replaces a pending status with an error.
func (b *publisher) end(ctx context.Context, text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.pending {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), publishPatience)
	defer cancel()
	// A status that stays pending lets nothing be merged either.
	if _, err := publish.SetStatus(ctx, b.client, b.at, publish.Status{State: publish.Error, Text: text, URL: b.at.RunURL}); err == nil {
		b.pending = false
	}
}

// abandon ends a status that is still pending: after a panic, or after a last request that
// failed.
func (b *publisher) abandon(ctx context.Context) {
	if b != nil {
		b.end(ctx, "linkvet ended without a result")
	}
}

// stateOf is how a run with an exit status ended.
func stateOf(exit int) publish.State {
	switch exit {
	case exitClean:
		return publish.Success
	case exitFailed:
		return publish.Failure
	}
	return publish.Error
}
