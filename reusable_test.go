package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"
)

// reusableFile is the workflow that other repositories call.
const reusableFile = ".github/workflows/check.yml"

// reusableHead and reusableJob are the parts of reusableFile that hang on no input or
// output of the action.
const (
	reusableHead = `name: check

# The whole check as one job for other repositories to call: docs/recipes.md shows how. A
# test writes this file from action.yml. The caller grants the permissions, and gives a
# header as a secret. docs/settings.md describes the inputs.
on:
  workflow_call:
`
	reusableJob = `
jobs:
  links:
    # linkvet ignores deployments that are not ready, too. This saves the runner.
    if: (github.event.deployment_status.state || github.event.state || github.event.check_run.conclusion || 'success') == 'success'
    runs-on: ubuntu-latest
`
	// reusableSteps end in the step that runs linkvet.
	reusableSteps = `    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          # The commit under test, where the event has one of its own.
          ref: ${{ github.event.deployment.sha || github.event.client_payload.git.sha || github.event.check_run.head_sha ||
            github.event.workflow_run.head_sha || github.event.pull_request.head.sha || github.event.sha || github.sha }}
          # The setting changed compares with the base of the pull request.
          fetch-depth: ${{ inputs.changed == 'true' && '0' || '1' }}
          persist-credentials: false
      # The action of the commit that this file comes from.
      - uses: $/
        id: linkvet
        with:
`
)

// notCallers are the inputs and outputs of the action that a caller does not have: they are
// files of other steps, and the job has its own token.
var notCallers = []string{"cache", "cache-ttl", "from", "merge", "report", "shard", "token"}

// actionNames returns the names of the inputs or the outputs of the action that a caller of
// the workflow can use, in the order of the file.
func actionNames(t *testing.T, section string) []string {
	t.Helper()
	var action yaml.Node
	if err := yaml.Load([]byte(read(t, "action.yml")), &action); err != nil {
		t.Fatal(err)
	}
	top := action.Content[0]
	var found []string
	for i := 0; i+1 < len(top.Content); i += 2 {
		if top.Content[i].Value != section {
			continue
		}
		all := top.Content[i+1].Content
		for j := 0; j+1 < len(all); j += 2 {
			if !slices.Contains(notCallers, all[j].Value) {
				found = append(found, all[j].Value)
			}
		}
	}
	if len(found) == 0 {
		t.Fatalf("action.yml has no %s", section)
	}
	return found
}

// reusable returns the workflow for the action.
func reusable(inputs, outputs []string) string {
	var b strings.Builder
	line := func(parts ...string) { b.WriteString(strings.Join(parts, "") + "\n") }
	b.WriteString(reusableHead)
	line("    inputs:")
	for _, input := range inputs {
		if input != "header" {
			line("      ", input, ":")
			line("        type: string")
		}
	}
	line("    secrets:")
	line("      header:")
	line("        description: HTTP header for requests to the site, as the action's input")
	line("    outputs:")
	for _, output := range outputs {
		line("      ", output, ":")
		line("        value: ${{ jobs.links.outputs.", output, " }}")
	}
	b.WriteString(reusableJob)
	line("    outputs:")
	for _, output := range outputs {
		line("      ", output, ": ${{ steps.linkvet.outputs.", output, " }}")
	}
	b.WriteString(reusableSteps)
	for _, input := range inputs {
		from := "inputs."
		if input == "header" {
			from = "secrets."
		}
		line("          ", input, ": ${{ ", from, input, " }}")
	}
	return b.String()
}

// TestTheReusableWorkflowAgreesWithTheAction holds the workflow that others call to the
// inputs and outputs of the action.
func TestTheReusableWorkflowAgreesWithTheAction(t *testing.T) {
	t.Parallel()
	want := reusable(actionNames(t, "inputs"), actionNames(t, "outputs"))
	if *update {
		if err := os.WriteFile(reusableFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, read(t, reusableFile)); diff != "" {
		t.Errorf("%s, run this test with -update (-want +got):\n%s", reusableFile, diff)
	}
}
