package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// componentFile is the GitLab component. GitLab looks for components in this folder.
const componentFile = "templates/linkvet.yml"

// component is the header of a GitLab component.
type component struct {
	Spec struct{ Inputs yaml.Node }
}

// componentInput is an input of a GitLab component.
type componentInput struct {
	Default, Description, Regex string
}

// readComponent returns the names of the component's inputs in order, the inputs, and the jobs.
func readComponent(t *testing.T) (names []string, inputs map[string]componentInput, jobs string) {
	t.Helper()
	header, jobs, ok := strings.Cut(read(t, componentFile), "\n---\n")
	if !ok {
		t.Fatalf("%s has no header", componentFile)
	}
	var c component
	if err := yaml.Load([]byte(header), &c); err != nil {
		t.Fatal(err)
	}
	if err := c.Spec.Inputs.Decode(&inputs); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(c.Spec.Inputs.Content); i += 2 {
		names = append(names, c.Spec.Inputs.Content[i].Value)
	}
	return names, inputs, jobs
}

// componentJob is the job that the component adds.
type componentJob struct {
	Stage, Image         string
	Variables            map[string]string
	BeforeScript, Script []string
	AllowFailure         bool `yaml:"allow_failure"`
	Artifacts            struct {
		When    string
		Paths   []string
		Reports map[string]string
	}
}

// UnmarshalYAML reads the fields whose names have an underscore as GitLab writes them.
func (j *componentJob) UnmarshalYAML(node *yaml.Node) error {
	type plain componentJob
	var before struct {
		Script []string `yaml:"before_script"`
	}
	if err := node.Decode((*plain)(j)); err != nil {
		return err
	}
	err := node.Decode(&before)
	j.BeforeScript = before.Script
	return err
}

// componentWith returns the job of the component for inputs, as GitLab interpolates them.
func componentWith(t *testing.T, given map[string]string) (name string, job componentJob) {
	t.Helper()
	_, inputs, text := readComponent(t)
	text = regexp.MustCompile(`\$\[\[ inputs\.([a-z-]+) \]\]`).ReplaceAllStringFunc(text, func(use string) string {
		name := strings.TrimSuffix(strings.TrimPrefix(use, "$[[ inputs."), " ]]")
		input, ok := inputs[name]
		if !ok {
			t.Errorf("%s: there is no input %s", componentFile, name)
		}
		if value, ok := given[name]; ok {
			return value
		}
		return input.Default
	})
	var jobs map[string]componentJob
	if err := yaml.Load([]byte(text), &jobs); err != nil {
		t.Fatal(err)
	}
	if len(jobs) != 1 {
		t.Fatalf("%s has %d jobs", componentFile, len(jobs))
	}
	for name, job = range jobs {
	}
	return name, job
}

// TestTheComponentOfGitLabRuns runs the job of the component as GitLab's runner does, on each
// site, with the archive of a release and with a Go that compiles linkvet.
func TestTheComponentOfGitLabRuns(t *testing.T) {
	t.Parallel()
	r := newReleases(t, false, false)
	released := map[string]string{"version": "v1.2.3", "checksum": r.checksum}
	for _, site := range ciSites {
		for _, inputs := range []map[string]string{released, {}} {
			t.Run(fmt.Sprint(site.status, len(inputs)), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				status, out := runComponent(t, dir, r, inputs, site.files)
				if status != site.status {
					t.Errorf("exit status %d, want %d:\n%s", status, site.status, out)
				}
				_, job := componentWith(t, inputs)
				for _, report := range append(job.Artifacts.Paths, job.Artifacts.Reports["junit"], job.Artifacts.Reports["codequality"]) {
					if hasFile(dir, report) != (site.status != 2) {
						t.Errorf("there is a report %q: %v", report, hasFile(dir, report))
					}
				}
				if job.Artifacts.When != "always" || job.AllowFailure {
					t.Errorf("artifacts are kept %q, and the job may fail: %v", job.Artifacts.When, job.AllowFailure)
				}
				if hasFile(dir, "installed") == (len(inputs) > 0) {
					t.Errorf("Go compiled linkvet: %v", hasFile(dir, "installed"))
				}
			})
		}
	}
}

// TestTheComponentOfGitLabRefusesOtherArchives serves an archive that was altered, and none.
func TestTheComponentOfGitLabRefusesOtherArchives(t *testing.T) {
	t.Parallel()
	for _, isMissing := range []bool{false, true} {
		r, dir := newReleases(t, !isMissing, isMissing), t.TempDir()
		status, out := runComponent(t, dir, r, map[string]string{"version": "v1.2.3", "checksum": r.checksum}, ciSites[0].files)
		if status == 0 || hasFile(dir, ".linkvet/linkvet") {
			t.Errorf("missing: %v: exit status %d, and linkvet was unpacked: %v:\n%s", isMissing, status, hasFile(dir, ".linkvet/linkvet"), out)
		}
	}
}

// TestTheComponentOfGitLabPassesItsInputs holds target and flags to what linkvet is given: the
// target is one word, and flags are words that no file replaces.
func TestTheComponentOfGitLabPassesItsInputs(t *testing.T) {
	t.Parallel()
	r, dir := newReleases(t, false, false), t.TempDir()
	inputs := map[string]string{"version": "v1.2.3", "checksum": r.checksum, "target": "my site; touch owned", "flags": "--exclude /*.html --fail-on none"}
	status, out := runComponent(t, dir, r, inputs, map[string]string{
		"build/index.html": "<h1>Tea</h1>", "my site; touch owned/index.html": `<a href="/tea.html">Tea</a><a href="/b/c">Milk</a>`,
	})
	if status != 0 || !strings.Contains(out, "/b/c") || strings.Contains(out, "not-found  /tea.html") || hasFile(dir, "owned") {
		t.Errorf("exit status %d, want 0 with the finding /b/c only:\n%s", status, out)
	}
}

// TestTheTargetOfTheComponentIsNoFlag has targets that would end linkvet with exit status 0.
func TestTheTargetOfTheComponentIsNoFlag(t *testing.T) {
	t.Parallel()
	r := newReleases(t, false, false)
	for _, target := range []string{"--version", "--help", "-h", "--print=man"} {
		inputs := map[string]string{"version": "v1.2.3", "checksum": r.checksum, "target": target}
		if status, out := runComponent(t, t.TempDir(), r, inputs, ciSites[0].files); status != 2 {
			t.Errorf("%s: exit status %d, want 2:\n%s", target, status, out)
		}
	}
}

// runComponent runs the job of the component, and returns its exit status and what it printed.
func runComponent(t *testing.T, dir string, r *releases, inputs, site map[string]string) (int, string) {
	t.Helper()
	_, job := componentWith(t, inputs)
	for name, content := range site {
		put(t, dir, strings.Replace(name, "build/", "public/", 1), content)
	}
	put(t, dir, "bin/go", "#!/bin/sh\n[ \"$*\" = \"install github.com/linkvet/linkvet@latest\" ] || exit 9\n: >installed\nln -s \"$(command -v linkvet)\" \"$GOBIN/linkvet\"\n")
	if err := os.Chmod(filepath.Join(dir, "bin/go"), 0o755); err != nil {
		t.Fatal(err)
	}
	env := r.environ("GITLAB_CI=true", "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"))
	for name, value := range job.Variables {
		env = append(env, name+"="+value)
	}
	runner := ciSystem{shell: []string{"sh", "-e", "-c"}}
	return runner.run(t, dir, env, []string{strings.Join(append(job.BeforeScript, job.Script...), "\n")})
}

// TestTheInputsOfTheComponentAreInTheDocs holds docs/ci/gitlab.md to the inputs.
func TestTheInputsOfTheComponentAreInTheDocs(t *testing.T) {
	t.Parallel()
	var table strings.Builder
	names, inputs, _ := readComponent(t)
	for _, name := range names {
		input, value := inputs[name], "none"
		if input.Default != "" {
			value = "`" + input.Default + "`"
		}
		fmt.Fprintf(&table, "| `%s` | %s | %s. |\n", name, value, input.Description)
	}
	if page := read(t, "docs/ci/gitlab.md"); !strings.Contains(page, "| --- | --- | --- |\n"+table.String()+"\n") {
		t.Errorf("docs/ci/gitlab.md must have this table of inputs:\n%s", table.String())
	}
	if name, job := componentWith(t, nil); name != "links" || job.Stage != "test" {
		t.Errorf("the job is %s in the stage %s", name, job.Stage)
	}
}
