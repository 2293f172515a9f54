package config

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// binaryOutputs returns the outputs of action.yml as those of the composite action: the
// check is one of two steps, that of Windows or the other.
func binaryOutputs(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	_, outputs, _ := strings.Cut(string(source), "\noutputs:\n")
	outputs, _, ok := strings.Cut(outputs, "\nruns:\n")
	if !ok {
		t.Fatal("action.yml has no outputs before runs")
	}
	var b strings.Builder
	name := ""
	for line := range strings.Lines(outputs) {
		b.WriteString(line)
		if strings.HasPrefix(line, "    description: ") {
			fmt.Fprintf(&b, "    value: ${{ steps.check.outputs.%s || steps.check-windows.outputs.%s }}\n", name, name)
		}
		name = strings.Trim(line, " :\n")
	}
	return b.String()
}

func TestBinaryActionAgrees(t *testing.T) {
	t.Parallel()
	holdPart(t, "../../binary/action.yml", "\ninputs:\n", "\nruns:\n", actionInputs()+"\noutputs:\n"+binaryOutputs(t))
}

func TestBinaryActionMetadata(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../binary/action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Name, Description, Author string
		Inputs                    map[string]map[string]any
		Outputs                   map[string]struct{ Description, Value string }
		Runs                      struct {
			Using string
			Steps []struct {
				Name, ID, If, Shell, Run string
				Env                      map[string]string
			}
		}
	}
	if err := yaml.Load(source, &action, yaml.WithKnownFields()); err != nil {
		t.Fatal(err)
	}
	if action.Runs.Using != "composite" || len(action.Inputs) != len(Settings()) || len(action.Outputs) != 12 {
		t.Errorf("got %s with %d inputs and %d outputs", action.Runs.Using, len(action.Inputs), len(action.Outputs))
	}
	for _, step := range action.Runs.Steps {
		if strings.Contains(step.Run, "${{") {
			t.Errorf("step %s has an expression in run, which a stranger's text could leave", step.ID)
		}
		for name, value := range step.Env {
			if strings.Contains(name, "-") {
				t.Errorf("step %s passes %s: sh may drop a name with a hyphen", step.ID, name)
			}
			if name == compositeInputs && value != "${{ toJSON(inputs) }}" {
				t.Errorf("step %s passes %q as inputs", step.ID, value)
			}
		}
	}
}
