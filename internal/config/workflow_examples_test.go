package config

import (
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// exampleStep is a step that uses the action, or a job that calls the reusable workflow.
type exampleStep struct {
	Uses string
	With map[string]any
}

// tryExample reads the inputs that an example of a workflow gives to the action: a whole
// workflow, jobs, or a list of steps. It returns how often the example uses the action.
func tryExample(t *testing.T, text string) (n int) {
	t.Helper()
	var steps []exampleStep
	var document yaml.Node
	if err := yaml.Load([]byte(text), &document); err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	var workflow struct {
		Jobs map[string]struct {
			exampleStep `yaml:",inline"`
			Steps       []exampleStep
		}
	}
	into := any(&workflow)
	if document.Content[0].Kind == yaml.SequenceNode {
		into = &steps
	}
	if err := document.Decode(into); err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	for _, job := range workflow.Jobs {
		steps = append(append(steps, job.exampleStep), job.Steps...)
	}
	for _, step := range steps {
		name, _, _ := strings.Cut(step.Uses, "@")
		switch name {
		case "linkvet/linkvet", "linkvet/linkvet/binary", "linkvet/linkvet/.github/workflows/check.yml":
			n += step.try(t, text)
		}
	}
	return n
}

// expression matches what a workflow fills in, and choice such an expression that is one of
// two texts.
var (
	expression = regexp.MustCompile(`\$\{\{[^}]*\}\}`)
	choice     = regexp.MustCompile(`\$\{\{[^}]* && '[^'}]+' \|\| '([^'}]+)' \}\}`)
)

// try reads the inputs of the step. What a workflow fills in is the last of two texts, or a
// boolean here, or part of a text; a matrix has the third of eight jobs.
func (s exampleStep) try(t *testing.T, text string) int {
	t.Helper()
	var sources Sources
	for name, value := range s.With {
		given, ok := value.(string)
		if !ok {
			t.Fatalf("%s: %s is no text", text, name)
		}
		given = strings.NewReplacer("${{ matrix.shard }}", "3", "${{ strategy.job-total }}", "8").Replace(given)
		sources.Environ = append(sources.Environ, "INPUT_"+strings.ToUpper(name)+"="+expression.ReplaceAllString(choice.ReplaceAllString(given, "$1"), "true"))
	}
	return tryRecipe(t, text, sources)
}
