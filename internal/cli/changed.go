package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/linkvet/linkvet/internal/cause"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/phase"
)

// comparing is how long the files of a pull request may be compared with those at its
// merge base.
const comparing = 30 * time.Second

// judgeChanged lets only those findings fail the run that the pull request causes, when
// the setting changed asks for that. It reads nothing unless a finding fails the run. When
// the pull request cannot be compared with its base, all findings count, and a note says
// why.
func (s *session) judgeChanged(ctx context.Context, r *link.Report) {
	if !s.cfg.Changed {
		return
	}
	s.process.phases.Begin(phase.Causes)
	base, head, ok := s.pullRequestCommits()
	switch {
	case !ok:
		r.Notes = append(r.Notes, "changed has no effect: this run is not for a pull request")
		return
	case head == "":
		r.Notes = append(r.Notes, "changed has no effect, all findings count: the event does not name the commit under test")
		return
	}
	if !slices.ContainsFunc(r.Findings, func(f link.Finding) bool { return f.Fails }) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, comparing)
	defer cancel()
	var notes []string
	problem := contain.Panic("compare the pull request with its base", "", func() { notes = s.compare(ctx, r, base, head) })
	r.AddProblem(problem)
	r.Notes = append(r.Notes, notes...)
}

// pullRequestCommits returns the commit that a pull request is to be merged into, and its
// last one, which is the commit under test; ok is false for a run that is for no pull
// request. A deployment does not name the base, so it is compared with the default branch.
func (s *session) pullRequestCommits() (base, head string, ok bool) {
	event := s.workflow.Event()
	switch event.Name {
	case "pull_request", "pull_request_target", "merge_group":
		return event.Base, event.Commit, true
	case "deployment_status", "repository_dispatch", "status", "check_run", "workflow_run":
		if base = event.Base; base != "" {
			return base, event.Commit, true
		}
		if tree := s.repository(); tree != nil {
			base = tree.RemoteDefault(event.DefaultBranch)
		}
		return base, event.Commit, true
	}
	return "", "", false
}

// compare decides which findings the pull request causes, and returns what the report says
// of that.
func (s *session) compare(ctx context.Context, r *link.Report, base, head string) []string {
	tree := s.repository()
	if tree == nil {
		return []string{"changed has no effect, all findings count: the working directory has no git repository; check out the pull request with actions/checkout and fetch-depth: 0"}
	}
	changes, err := tree.Compare(ctx, base, head)
	switch {
	case errors.Is(err, git.ErrMerged):
		return []string{"changed has no effect: this run is not for a pull request"}
	case errors.Is(err, git.ErrOtherCommit):
		return []string{fmt.Sprintf("changed has no effect, all findings count: %v; check out the commit %.7s", err, head)}
	case errors.Is(err, git.ErrShallow):
		return []string{fmt.Sprintf("changed has no effect, all findings count: %v; set fetch-depth: 0 for actions/checkout", git.ErrShallow)}
	case err != nil:
		return []string{fmt.Sprintf("changed has no effect, all findings count: could not compare the pull request with its base: %v", err)}
	}
	defer changes.Close()
	result := cause.Decide(ctx, r, cause.Options{History: changes, Changes: changes.Changes, Path: tree.Path, Tracks: tree.Tracks})
	var notes []string
	if result.NotCaused > 0 {
		notes = append(notes, fmt.Sprintf("changed: this pull request does not cause %d of %s, which therefore cannot fail the run",
			result.NotCaused, check.Count(result.Failing, "finding")))
	}
	for _, why := range slices.Sorted(maps.Keys(result.Undecided)) {
		notes = append(notes, fmt.Sprintf("changed: linkvet could not decide whether this pull request causes %s, which can therefore fail the run: %s",
			check.Count(result.Undecided[why], "finding"), why))
	}
	return notes
}
