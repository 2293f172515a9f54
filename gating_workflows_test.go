package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestWorkflowsOfHostsHaveWhatTheyNeed holds each workflow of docs/gating to the fields that
// docs/gating.md explains.
func TestWorkflowsOfHostsHaveWhatTheyNeed(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("docs/gating/*.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, page := range pages {
		for nth, w := range shownWorkflows(t, strings.TrimSuffix(filepath.Base(page), ".md")) {
			found++
			for _, fault := range w.faults() {
				t.Errorf("%s, workflow %d: %s", page, nth, fault)
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d workflows were found", found)
	}
}

// faults returns what is wrong with a workflow of a host.
func (w *shownWorkflow) faults() []string {
	var faults []string
	fault := func(isFault bool, what string) {
		if isFault {
			faults = append(faults, what)
		}
	}
	job := w.Jobs["links"]
	granted := w.Permissions
	if job.Permissions != nil {
		granted = job.Permissions
	}
	var deploys, checks bool
	var published []string
	for _, step := range job.Steps {
		switch name, _, _ := strings.Cut(step.Uses, "@"); name {
		case "":
		case "actions/checkout":
			fault(!strings.HasSuffix(step.With["ref"], "sha }}"), "the checkout is not of the commit under test")
			fault(step.With["persist-credentials"] != "false", "the checkout keeps the token")
		case "linkvet/linkvet":
			checks, published = true, strings.Fields(step.With["publish"])
			fault(step.With["wait"] == "", "it does not wait")
		default:
			deploys = true
		}
	}
	fault(!checks, "no step runs linkvet")
	fault(!strings.HasPrefix(w.Concurrency.Group, "links-${{ github.event."), "runs for other previews are in the same group")
	var needed []string
	for permission, show := range map[string]string{"statuses": "status", "pull-requests": "comment"} {
		if slices.Contains(published, show) {
			needed = append(needed, permission)
		}
	}
	for permission, access := range granted {
		isNeeded := slices.Contains(needed, permission) && access == "write" || permission == "contents" && (access == "read" || deploys)
		fault(!isNeeded, "it does not need "+permission+": "+access)
	}
	for _, permission := range needed {
		fault(granted[permission] != "write", "it needs "+permission+": write")
	}
	// A run for one of these shows no job on the pull request.
	isOfPull := w.isFor("pull_request", "synchronize")
	fault(!isOfPull && !slices.Contains(published, "status"), "nothing can be required")
	fault(isOfPull && job.If != "" && job.If != "github.event.action != 'closed'", "the job to require can be skipped")
	return faults
}
