package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/githubapi"
	"github.com/linkvet/linkvet/internal/publish"
	"github.com/linkvet/linkvet/internal/report"
)

// Post is the program at the end of the job that had a run in one of its steps. It ends the
// commit status that the run left pending because it was killed, and returns the exit status.
func Post(ctx context.Context, p Process) (status int) {
	p.Args = nil
	p = p.redacted()
	defer lastResort(p, &status)
	workflow := actions.New(p.getenv, p.Stdout)
	kept := workflow.State(stateVariable)
	if kept == "" {
		return exitClean
	}
	if err := p.endPending(ctx, kept); err != nil {
		p.warn(fmt.Sprintf("could not end the pending commit status: %v", p.secrets.Text(err.Error())))
		return exitIncomplete
	}
	return exitClean
}

// endPending ends the status that a run kept.
func (p Process) endPending(ctx context.Context, kept string) error {
	var pending pendingStatus
	if err := json.Unmarshal([]byte(kept), &pending); err != nil {
		return fmt.Errorf("could not read the state of the step: %w", err)
	}
	if _, _, ok := pending.Place.Split(); !ok || !isCommit(pending.Place.Commit) {
		return errors.New("could not read the state of the step: it has no commit")
	}
	cfg, err := config.Load(config.Sources{Environ: p.Environ})
	if err != nil {
		return err
	}
	client, err := githubapi.New(githubapi.Options{URL: p.getenv("GITHUB_API_URL"), Token: p.token(cfg), UserAgent: p.userAgent()})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	ended, err := publish.EndPending(ctx, client, pending.Place, pending.ID, "the run was killed")
	if ended {
		said := fmt.Sprintf("linkvet: the run was killed: the commit status %q is an error now", pending.Place.Name())
		fmt.Fprintln(p.Stdout, report.Inert(said))
	}
	return err
}
