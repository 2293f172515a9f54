package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/changed"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/phase"
)

// comparing is how long it may take to find out what a pull request changes.
const comparing = 30 * time.Second

// judgeChanged lets only those findings fail the run that the pull request causes, when the
// setting changed asks for that. It reads nothing unless a finding fails the run. Without the
// diff of the pull request the run is incomplete.
func (s *session) judgeChanged(ctx context.Context, r *link.Report) {
	if !s.cfg.Changed {
		return
	}
	s.process.phases.Begin(phase.Causes)
	pull, ok := s.pullRequest()
	if !ok {
		r.Notes = append(r.Notes, "changed has no effect: this run is not for a pull request")
		return
	}
	if !slices.ContainsFunc(r.Findings, func(f link.Finding) bool { return f.Fails }) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, comparing)
	defer cancel()
	r.AddProblem(contain.Panic("find out what the pull request causes", "", func() {
		changes, err := s.readDiff(ctx, pull)
		switch {
		case errors.Is(err, git.ErrMerged):
			r.Notes = append(r.Notes, "changed has no effect: this run is not for a pull request")
			return
		case err != nil:
			r.AddProblem(fmt.Sprintf("could not find out what the pull request changes, so all findings count: %v", err))
			return
		}
		s.changedFiles = changedPaths(changes)
		failing, notCaused := changed.Decide(r, changes, s.paths())
		if notCaused > 0 {
			r.Notes = append(r.Notes, fmt.Sprintf("changed: this pull request does not cause %d of %s, which therefore cannot fail the run",
				notCaused, check.Count(failing, "finding")))
		}
	}))
}

// paths returns where the files of a report are in the repository. Without one, all are taken
// for files of it.
func (s *session) paths() changed.Files {
	if tree := s.repository(); tree != nil {
		return changed.Files{Path: tree.Path, Tracks: tree.Tracks}
	}
	return changed.Files{Path: func(file string) string { return file }, Tracks: func(string) bool { return true }}
}

// changedPaths returns the paths of the changed files, as they are after the pull request.
func changedPaths(changes []git.Change) map[string]bool {
	paths := map[string]bool{}
	for i := range changes {
		paths[changes[i].To] = true
	}
	return paths
}

// pullRequest is the pull request of a run.
type pullRequest struct {
	// number is zero where the event does not name it.
	number int
	// base is the commit that it is to be merged into, or else branch is the default branch:
	// a deployment does not name the base. head is its last commit, which is under test.
	base, branch, head string
}

// pullRequest returns the pull request that the run is for; ok is false for another run.
func (s *session) pullRequest() (p pullRequest, ok bool) {
	e := s.workflow.Event()
	switch e.Name {
	case "pull_request", "pull_request_target", "merge_group",
		"deployment_status", "repository_dispatch", "status", "check_run", "workflow_run":
		return pullRequest{e.PullRequest, e.Base, e.DefaultBranch, e.Commit}, true
	}
	return pullRequest{}, false
}

// readDiff reads what a pull request changes, from GitHub, or else from the history of the
// checkout.
func (s *session) readDiff(ctx context.Context, p pullRequest) (changes []git.Change, err error) {
	if p.head == "" {
		return nil, errors.New("the event does not name the commit under test")
	}
	if s.isOtherCheckout {
		return nil, diffError(nil, git.ErrOtherCommit, p.head)
	}
	var fromGitHub error
	owner, name, _ := strings.Cut(s.workflow.Event().Repository, "/")
	if token := s.process.token(s.cfg); token != "" && name != "" {
		client, err := s.process.api(token)
		if err == nil {
			changes, err = changed.FromGitHub(ctx, client, owner, name, p.number, cmp.Or(p.base, p.branch), p.head)
		}
		if err == nil || errors.Is(err, git.ErrMerged) {
			return changes, err
		}
		fromGitHub = err
	}
	fromGit := errors.New("the working directory has no git repository")
	if tree := s.repository(); tree != nil {
		changes, fromGit = tree.Compare(ctx, cmp.Or(p.base, tree.RemoteDefault(p.branch)), p.head)
		if fromGit == nil || errors.Is(fromGit, git.ErrMerged) {
			return changes, fromGit
		}
	}
	return nil, diffError(fromGitHub, fromGit, p.head)
}

// diffError says why there is no diff, and what to set: the reasons are those of GitHub, which is
// nil where it was not asked, and of the checkout.
func diffError(fromGitHub, fromGit error, head string) error {
	why, what := fromGit.Error(), "give linkvet the token of the job, with `permissions: pull-requests: read`"
	switch {
	case errors.Is(fromGit, git.ErrOtherCommit):
		what = fmt.Sprintf("check out the commit %.7s", head)
	case errors.Is(fromGit, git.ErrShallow):
		why = git.ErrShallow.Error()
		what += ", or set fetch-depth: 0 for actions/checkout"
	}
	if fromGitHub != nil {
		why = fmt.Sprintf("could not ask GitHub: %v; %s", fromGitHub, why)
	}
	return fmt.Errorf("%s; %s", why, what)
}
