package binary

import (
	"os"
	"slices"
	"testing"

	"go.yaml.in/yaml/v4"
)

// TestReusableWorkflowHasWhatTheActionHas compares .github/workflows/check.yml, which other
// repositories call, with action.yml. A caller has neither files of other steps nor a token.
func TestReusableWorkflowHasWhatTheActionHas(t *testing.T) {
	t.Parallel()
	var action struct{ Inputs, Outputs map[string]any }
	load(t, "../action.yml", &action)
	var workflow struct {
		On struct {
			Call struct {
				Inputs, Secrets map[string]any
				Outputs         map[string]struct{ Value string }
			} `yaml:"workflow_call"`
		}
		Jobs map[string]struct {
			Outputs map[string]string
			Steps   []struct {
				ID   string
				With map[string]string
			}
		}
	}
	load(t, "../.github/workflows/check.yml", &workflow)
	call, job := workflow.On.Call, workflow.Jobs["links"]
	with := job.Steps[len(job.Steps)-1].With
	notCallers := []string{"cache", "cache-ttl", "from", "report", "shard", "token"}
	for name := range action.Inputs {
		from := "inputs"
		_, isThere := call.Inputs[name]
		if name == "header" {
			from = "secrets"
			_, isThere = call.Secrets[name]
		}
		want := !slices.Contains(notCallers, name)
		if passes := with[name] == "${{ "+from+"."+name+" }}"; isThere != want || passes != want {
			t.Errorf("input %s: it is there: %v, it is passed on: %v, want %v", name, isThere, passes, want)
		}
	}
	for name := range action.Outputs {
		want := !slices.Contains(notCallers, name)
		isThere := call.Outputs[name].Value == "${{ jobs.links.outputs."+name+" }}" && job.Outputs[name] == "${{ steps.linkvet.outputs."+name+" }}"
		if isThere != want {
			t.Errorf("output %s: it is there: %v, want %v", name, isThere, want)
		}
	}
	if len(with) != len(call.Inputs)+1 {
		t.Errorf("the workflow passes on %d inputs of %d and a secret", len(with), len(call.Inputs))
	}
}

func load(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err == nil {
		err = yaml.Load(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}
