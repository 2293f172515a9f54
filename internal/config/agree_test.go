package config

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"
)

var update = flag.Bool("update", false, "rewrite the inputs of action.yml, the tables of docs/settings.md and linkvet.schema.json")

// holdPart compares the part of a file between two marks with the table, or writes it
// there with -update.
func holdPart(t *testing.T, file, after, before, want string) {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(source), after)
	got, tail, ended := strings.Cut(rest, before)
	if !ok || !ended {
		t.Fatalf("%s has no part between %q and %q", file, after, before)
	}
	if diff := cmp.Diff(want, got); diff != "" && !*update {
		t.Errorf("%s, run this test with -update (-want +got):\n%s", file, diff)
	} else if diff != "" {
		if err := os.WriteFile(file, []byte(head+after+want+before+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// actionInputs returns the table as the inputs of action.yml have to be written.
func actionInputs() string {
	var b strings.Builder
	for _, g := range groupsOf(new(Config)) {
		fmt.Fprintf(&b, "  # %s\n", g.title)
		for _, s := range g.settings {
			text := s.meaning + ". Default: " + s.defaultText() + "."
			fmt.Fprintf(&b, "  %s:\n    description: '%s'\n", s.name, strings.ReplaceAll(text, "'", "''"))
			if s.actionDefault != "" {
				fmt.Fprintf(&b, "    default: %s\n", s.actionDefault)
			}
		}
	}
	return b.String()
}

// settingsTables returns the table as docs/settings.md has to show it, one for each
// group.
func settingsTables() string {
	var b strings.Builder
	for _, g := range groupsOf(new(Config)) {
		fmt.Fprintf(&b, "### %s\n\n| Setting | Default | Meaning |\n| --- | --- | --- |\n", g.title)
		for _, s := range g.settings {
			fmt.Fprintf(&b, "| <a id=%q></a>`%s` | %s | %s. |\n", s.name, s.name, s.defaultText(), s.meaning)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestActionInputsAgree(t *testing.T) {
	t.Parallel()
	holdPart(t, "../../action.yml", "\ninputs:\n", "\noutputs:\n", actionInputs())
}

// actionImage is the image that the runner builds, or, in the commit of a release, the one
// of the release.
var actionImage = regexp.MustCompile(`^(Dockerfile|docker://ghcr\.io/linkvet/linkvet@sha256:[0-9a-f]{64})$`)

func TestActionMetadata(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Name, Description, Author string
		Inputs                    map[string]map[string]any
		Outputs                   map[string]struct{ Description string }
		Runs                      struct{ Using, Image string }
		Branding                  struct{ Icon, Color string }
	}
	if err := yaml.Load(source, &action, yaml.WithKnownFields()); err != nil {
		t.Fatal(err)
	}
	if action.Name != "linkvet" || action.Description == "" || action.Runs.Using != "docker" || !actionImage.MatchString(action.Runs.Image) {
		t.Errorf("unexpected head: %+v", action)
	}
	if len(action.Inputs) != len(settings()) {
		t.Errorf("got %d inputs, want %d", len(action.Inputs), len(settings()))
	}
	for name, keys := range action.Inputs {
		if wanted := 1 + min(len(find(settings(), name).actionDefault), 1); len(keys) != wanted {
			t.Errorf("input %s has other keys than its description: %v", name, keys)
		}
		if strings.Contains(fmt.Sprint(keys["description"]), "${{") {
			t.Errorf("input %s has an expression in its description, with which the runner does not load the action", name)
		}
	}
}

func TestSettingsPageAgrees(t *testing.T) {
	t.Parallel()
	holdPart(t, "../../docs/settings.md", "\n## All settings\n\n", "## Patterns\n", settingsTables())
}

func TestUsageAgrees(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := Print(&b, PrintHelp, "", ""); err != nil {
		t.Fatal(err)
	}
	folded := strings.Join(strings.Fields(b.String()), " ")
	for _, s := range settings() {
		want := s.synopsis() + " " + strings.ReplaceAll(s.meaning+" (default: "+s.defaultText()+")", "`", "")
		if !strings.Contains(folded, want) {
			t.Errorf("the usage does not say %q", want)
		}
	}
}

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
	if action.Runs.Using != "composite" || len(action.Inputs) != len(settings()) || len(action.Outputs) != 12 {
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
