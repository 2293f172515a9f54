//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"
)

// composite is what the tests read of binary/action.yml.
type composite struct {
	Inputs  map[string]struct{ Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct {
		Steps []struct {
			ID, If, Shell, Run string
			Env                map[string]string
		}
	}
}

// compositeRun is a run of the composite action.
type compositeRun struct {
	*installation
	out     strings.Builder
	summary string
	outputs map[string]string
	failed  bool
}

// runComposite runs binary/action.yml in the folder as the runner would: it evaluates the
// expressions, and runs the steps one after the other. Values of with that are no inputs
// reach the steps, too, as on GitHub.
func runComposite(t *testing.T, i *installation, folder string, with map[string]string, env ...string) *compositeRun {
	t.Helper()
	var action composite
	if err := yaml.Load([]byte(read(t, "binary/action.yml")), &action); err != nil {
		t.Fatal(err)
	}
	c := contexts{
		"github": map[string]any{"token": "t1"}, "runner": map[string]any{"os": "Linux"},
		"inputs": map[string]any{}, "steps": map[string]any{},
	}
	inputs, steps := c["inputs"].(map[string]any), c["steps"].(map[string]any)
	for name, input := range action.Inputs {
		inputs[name] = c.filled(t, input.Default)
	}
	for name, value := range with {
		inputs[name] = value
	}
	r := &compositeRun{installation: i, summary: i.file("summary.md"), outputs: map[string]string{}}
	for _, step := range action.Runs.Steps {
		if !c.holds(t, step.If) {
			continue
		}
		script, output := i.file("script-"+step.ID), i.file("output-"+step.ID)
		i.write(t, "script-"+step.ID, step.Run)
		i.write(t, "output-"+step.ID, "")
		cmd := exec.CommandContext(t.Context(), step.Shell, "-e", script)
		cmd.Dir, cmd.Stdout, cmd.Stderr = folder, &r.out, &r.out
		cmd.Env = append(i.env[:len(i.env):len(i.env)], "GORACE=atexit_sleep_ms=0", "GITHUB_ACTIONS=true", "GITHUB_ACTION_PATH="+i.file("action"),
			"GITHUB_WORKSPACE="+folder, "GITHUB_STEP_SUMMARY="+r.summary, "GITHUB_OUTPUT="+output)
		cmd.Env = append(cmd.Env, env...)
		for name, value := range step.Env {
			cmd.Env = append(cmd.Env, name+"="+c.filled(t, value))
		}
		err := cmd.Run()
		steps[step.ID] = map[string]any{"outputs": commandFile(t, output)}
		if r.failed = err != nil; r.failed {
			break
		}
	}
	for name, output := range action.Outputs {
		r.outputs[name] = c.filled(t, output.Value)
	}
	return r
}

// commandFile returns the outputs of a step.
func commandFile(t *testing.T, name string) map[string]any {
	t.Helper()
	all := map[string]any{}
	lines := strings.Split(read(t, name), "\n")
	for len(lines) > 0 && lines[0] != "" {
		key, value, ok := strings.Cut(lines[0], "=")
		lines = lines[1:]
		if key, mark, open := strings.Cut(key, "<<"); open {
			var text []string
			for lines[0] != mark {
				text, lines = append(text, lines[0]), lines[1:]
			}
			all[key], lines = strings.Join(text, "\n"), lines[1:]
		} else if ok {
			all[key] = value
		}
	}
	return all
}

// realProgram is the program of an archive that runs linkvet, and says how it ended.
func realProgram(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("linkvet")
	if err != nil {
		t.Fatal(err)
	}
	return "#!/bin/sh\nexec '" + path + "' \"$@\"\n"
}

// TestTheCompositeActionChecksASite runs it on a copy of the demo, as a user would.
func TestTheCompositeActionChecksASite(t *testing.T) {
	t.Parallel()
	i := installing(t, "Linux", "X64", realProgram(t))
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "public"), os.DirFS("testdata/sites/demo")); err != nil {
		t.Fatal(err)
	}
	r := runComposite(t, i, folder, map[string]string{"target": "public", "external": "false", "report": "json=links.json"})
	want := map[string]string{
		"broken": "6", "unverified": "0", "redirected": "0", "new": "6", "fixed": "0", "lost": "0", "pages": "12", "unread": "0",
		"links": "357", "failed": "true", "complete": "true", "report": "links.json",
	}
	if diff := cmp.Diff(want, r.outputs); diff != "" || !r.failed {
		t.Errorf("failed: %v, outputs (-want +got):\n%s\n%s", r.failed, diff, &r.out)
	}
	if got := strings.Count(r.out.String(), "\n::error "); got != 6 {
		t.Errorf("%d annotations, want 6:\n%s", got, &r.out)
	}
	if !strings.Contains(read(t, r.summary), "community.html") || !strings.Contains(read(t, filepath.Join(folder, "links.json")), `"linkvet.report/1"`) {
		t.Error("the summary or the report is wrong")
	}

	r = runComposite(t, i, folder, map[string]string{"target": "public", "external": "false", "fail-on": "none"})
	if r.failed || r.outputs["broken"] != "6" || r.outputs["failed"] != "false" || !strings.Contains(r.out.String(), "from the tool cache") {
		t.Errorf("failed: %v, outputs %v\n%s", r.failed, r.outputs, &r.out)
	}
}

// TestTheCompositeActionChecksLocalhost is what the container action cannot do.
func TestTheCompositeActionChecksLocalhost(t *testing.T) {
	t.Parallel()
	i := installing(t, "Linux", "X64", realProgram(t))
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, `<!doctype html><title>a</title><a href="lost">lost</a>`)
	}))
	t.Cleanup(site.Close)
	r := runComposite(t, i, t.TempDir(), map[string]string{"target": site.URL, "retries": "0"})
	if !r.failed || r.outputs["broken"] != "1" || r.outputs["pages"] != "1" || r.outputs["complete"] != "true" {
		t.Errorf("failed: %v, outputs %v\n%s", r.failed, r.outputs, &r.out)
	}
}

// TestTheCompositeActionPassesInputsUnchanged has inputs that a shell could change.
func TestTheCompositeActionPassesInputsUnchanged(t *testing.T) {
	t.Parallel()
	i := installing(t, "Linux", "X64", "#!/bin/sh\nprintf %s \"$LINKVET_INPUTS\" >seen\nprintf '%s ' \"$#\" >args\n")
	folder := t.TempDir()
	with := map[string]string{
		"header": "X-A: $(touch injected) `touch injected` ${HOME}\nX-B: \"double\" 'single' \\n %PATH% ! & | ; <>", "exclude": "--leading\n/drafts/**\n\n  -n",
		"target": "Größe/日本", "host-concurrency": "", "no-input": "x",
	}
	r := runComposite(t, i, folder, with)
	if r.failed {
		t.Fatalf("failed:\n%s", &r.out)
	}
	var got map[string]string
	if err := json.Unmarshal([]byte(read(t, filepath.Join(folder, "seen"))), &got); err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(got, func(name, value string) bool { return value == "" && with[name] == "" })
	want := maps.Clone(with)
	delete(want, "host-concurrency")
	want["token"] = "t1"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("inputs (-want +got):\n%s", diff)
	}
	if _, err := os.Stat(filepath.Join(folder, "injected")); err == nil || read(t, filepath.Join(folder, "args")) != "0 " {
		t.Error("an input was run, or became an argument")
	}
}

// TestTheCompositeActionRefusesUnknownInputs has a misspelled input, of which the runner only
// warns, and inputs of another action in the environment.
func TestTheCompositeActionRefusesUnknownInputs(t *testing.T) {
	t.Parallel()
	i := installing(t, "Linux", "X64", realProgram(t))
	r := runComposite(t, i, t.TempDir(), map[string]string{"target": ".", "fail-onn": "unverified"}, "INPUT_OTHER=1")
	if !r.failed || !strings.Contains(r.out.String(), "input fail-onn: ") || strings.Contains(r.out.String(), "other") || r.outputs["complete"] != "false" {
		t.Errorf("failed: %v, outputs %v\n%s", r.failed, r.outputs, &r.out)
	}
}

// TestTheCompositeActionStopsWithoutTheProgram has a release without an archive.
func TestTheCompositeActionStopsWithoutTheProgram(t *testing.T) {
	t.Parallel()
	i := installing(t, "Linux", "X64", realProgram(t))
	i.archive = "linkvet_linux_arm64.tar.gz"
	i.release(t, nil)
	r := runComposite(t, i, t.TempDir(), map[string]string{"target": "."})
	if !r.failed || r.outputs["complete"] != "" || !strings.Contains(r.out.String(), "has no linkvet_linux_amd64.tar.gz") {
		t.Errorf("failed: %v, outputs %v\n%s", r.failed, r.outputs, &r.out)
	}
}
