package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

// scaleWorkflow is what a workflow of docs/scale.md says of its jobs.
type scaleWorkflow struct {
	Jobs map[string]struct {
		Strategy struct{ Matrix map[string][]string }
		Steps    []struct {
			Uses string
			With map[string]string
		}
	}
}

// runLinkvet runs the steps of a job that use linkvet, once for each value of its matrix, in a
// workspace that all jobs share in place of artifacts. Values for which leaveOut is true do not
// run. It returns the last exit status, and all output.
func (w scaleWorkflow) runLinkvet(t *testing.T, workspace, name string, leaveOut func(string) bool) (status int, output string) {
	t.Helper()
	job := w.Jobs[name]
	key, values := "", []string{""}
	for key, values = range job.Strategy.Matrix {
	}
	for _, value := range values {
		if leaveOut(value) {
			continue
		}
		c := contexts{"matrix": map[string]any{key: value}, "strategy": map[string]any{"job-total": fmt.Sprint(len(values))}}
		for _, step := range job.Steps {
			if !strings.HasPrefix(step.Uses, "linkvet/linkvet@") {
				continue
			}
			cmd := exec.CommandContext(t.Context(), "linkvet")
			cmd.Dir = workspace
			cmd.Env = append(githubtest.Start(t).Environ(), "PATH="+os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0", "GITHUB_ACTIONS=true")
			for input, given := range step.With {
				if input != "publish" { // whose tests are others
					cmd.Env = append(cmd.Env, "INPUT_"+strings.ToUpper(input)+"="+c.filled(t, given))
				}
			}
			if step.With["shard"] == "" {
				cmd.Env = append(cmd.Env, "INPUT_REPORT=json=report.json")
			}
			out, _ := cmd.CombinedOutput()
			status, output = cmd.ProcessState.ExitCode(), string(out)
		}
	}
	return status, output
}

// nothing leaves nothing out.
func nothing(string) bool { return false }

// shownScaleWorkflow reads a workflow of docs/scale.md.
func shownScaleWorkflow(t *testing.T, file string) scaleWorkflow {
	t.Helper()
	var w scaleWorkflow
	if err := yaml.Load([]byte(shownFiles(t, "docs/scale.md")[".github/workflows/"+file]), &w); err != nil {
		t.Fatal(err)
	}
	return w
}

// reportIn reads the JSON report of a workspace, without what differs from run to run.
func reportIn(t *testing.T, workspace string) map[string]any {
	t.Helper()
	var report map[string]any
	if err := json.Unmarshal([]byte(read(t, filepath.Join(workspace, "report.json"))), &report); err != nil {
		t.Fatal(err)
	}
	delete(report, "started")
	delete(report, "duration_ms")
	return report
}

// scaleSite is mergeSite in the directory that the workflows check.
func scaleSite() fileTree {
	files := fileTree{}
	for name, content := range mergeSite {
		files["public/"+strings.TrimPrefix(name, "site/")] = content
	}
	return files
}

// TestTheShardsOfTheWorkflowMerge runs the workflow with shards: its last job reports what one
// run reports, and names a shard that did not run.
func TestTheShardsOfTheWorkflowMerge(t *testing.T) {
	t.Parallel()
	w, dir := shownScaleWorkflow(t, "links.yml"), t.TempDir()
	writeTree(t, dir, scaleSite())
	w.runLinkvet(t, dir, "shards", func(shard string) bool { return shard == "3" })
	status, output := w.runLinkvet(t, dir, "links", nothing)
	if want := "shard 3/8 of public is missing"; status != 3 || !strings.Contains(output, want) {
		t.Errorf("without shard 3: exit status %d, want 3 and %q:\n%s", status, want, output)
	}
	w.runLinkvet(t, dir, "shards", func(shard string) bool { return shard != "3" })
	status, output = w.runLinkvet(t, dir, "links", nothing)
	one := &mergeRun{t: t, dir: dir}
	got := reportIn(t, dir)
	if diff := cmp.Diff(one.report("public"), got); status != 1 || diff != "" {
		t.Errorf("exit status %d, want 1 (-one run +merge):\n%s%s", status, diff, output)
	}
}

// TestThePartsOfTheWorkflowMerge runs the workflow with parts: links between them are judged,
// and a merge without a part is incomplete.
func TestThePartsOfTheWorkflowMerge(t *testing.T) {
	t.Parallel()
	w, dir := shownScaleWorkflow(t, "parts.yml"), t.TempDir()
	writeTree(t, dir, fileTree{
		"public/docs/index.html": `<title>Docs</title><a href="/blog/#new">ok</a><a href="/blog/#old">old</a><a href="/api/x.html">x</a>`,
		"public/blog/index.html": `<title>Blog</title><h1 id="new">New</h1><a href="/docs/gone.html">gone</a>`,
		"public/api/x.html":      `<title>X</title>`,
	})
	w.runLinkvet(t, dir, "parts", func(part string) bool { return part == "api" })
	if status, output := w.runLinkvet(t, dir, "links", nothing); status != 3 || !strings.Contains(output, `could not merge "facts/api.facts"`) {
		t.Errorf("without a part: exit status %d, want 3:\n%s", status, output)
	}
	w.runLinkvet(t, dir, "parts", func(part string) bool { return part != "api" })
	status, _ := w.runLinkvet(t, dir, "links", nothing)
	var broken []string
	for _, finding := range reportIn(t, dir)["findings"].([]any) {
		broken = append(broken, finding.(map[string]any)["target"].(string))
	}
	slices.Sort(broken)
	if diff := cmp.Diff([]string{"/blog/#old", "/docs/gone.html"}, broken); status != 1 || diff != "" {
		t.Errorf("exit status %d, want 1 (-want +got):\n%s", status, diff)
	}
}

// TestTheJobsOfGitLabMerge runs the commands of the pipeline with parallel jobs.
func TestTheJobsOfGitLabMerge(t *testing.T) {
	t.Parallel()
	r, dir := newReleases(t, false, false), t.TempDir()
	writeTree(t, dir, scaleSite())
	put(t, dir, ".linkvet.yml", "external: false\n")
	install := shownFiles(t, "docs/ci.md")[".ci/linkvet.sh"]
	put(t, dir, ".ci/linkvet.sh", strings.NewReplacer(releaseName, "v1.2.3", "CHECKSUM ", r.checksum+" ").Replace(install))
	type job struct {
		Parallel int
		Script   []string
	}
	var p struct{ Shards, Links job }
	if err := yaml.Load([]byte(shownFiles(t, "docs/scale/engines.md")[".gitlab-ci.yml"]), &p); err != nil {
		t.Fatal(err)
	}
	run := func(j job, env ...string) int {
		for _, command := range j.Script {
			cmd := exec.CommandContext(t.Context(), "bash", "-eo", "pipefail", "-c", command)
			cmd.Dir, cmd.Env = dir, r.environ(env...)
			if _, err := cmd.CombinedOutput(); err != nil {
				return cmd.ProcessState.ExitCode()
			}
		}
		return 0
	}
	for i := range p.Shards.Parallel {
		if status := run(p.Shards, fmt.Sprintf("CI_NODE_INDEX=%d", i+1), fmt.Sprintf("CI_NODE_TOTAL=%d", p.Shards.Parallel)); status != 0 {
			t.Fatalf("shard %d: exit status %d, want 0", i+1, status)
		}
	}
	if status := run(p.Links); status != 1 || !hasFile(dir, "links.xml") || !hasFile(dir, "links.html") {
		t.Errorf("merge: exit status %d, want 1 and the reports", status)
	}
}

// failureCell is what a merge says of a failure, in a table of docs/scale.md.
var failureCell = regexp.MustCompile("(?m)^\\| [^|]* \\| `([^`]*)` \\|")

// TestScaleShowsWhatAMergeSays holds the messages of docs/scale.md to those of the program.
func TestScaleShowsWhatAMergeSays(t *testing.T) {
	t.Parallel()
	r := newMergeRun(t, scaleSite())
	var said strings.Builder
	shard := func(i int, args ...string) {
		r.run(append(args, fmt.Sprintf("--shard=%d/3", i), fmt.Sprintf("--report=facts=facts/%d.facts", i), "public")...)
	}
	merge := func(args ...string) {
		_, output := r.run(append([]string{"--merge=facts"}, args...)...)
		said.WriteString(output)
	}
	shard(1)
	shard(3)
	merge()
	shard(2, "--fragments=none")
	merge()
	shard(2)
	merge("--fragments=none")
	put(t, r.dir, "public/new.txt", "")
	shard(2)
	merge()
	put(t, r.dir, "facts/again.facts", read(t, filepath.Join(r.dir, "facts/1.facts")))
	merge()
	said.WriteString(versionProblems(t))
	_, after, _ := strings.Cut(read(t, "docs/scale.md"), "<!-- failures -->\n")
	table, _, _ := strings.Cut(after, "<!-- /failures -->")
	shown := failureCell.FindAllStringSubmatch(table, -1)
	if len(shown) != 6 {
		t.Errorf("docs/scale.md shows %d messages, want 6", len(shown))
	}
	for _, cell := range shown {
		if !strings.Contains(said.String(), cell[1]+"\n") {
			t.Errorf("no merge says %q:\n%s", cell[1], said.String())
		}
	}
}

// versionProblems is what a merge says of facts of two versions, here called facts/1.facts and
// facts/2.facts.
func versionProblems(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for i := range 2 {
		path := filepath.Join(dir, fmt.Sprintf("%d.facts", i+1))
		out, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		w, err := facts.NewWriter(out, facts.Header{
			Version: fmt.Sprintf("v1.%d.0", i), Mode: link.Directory, Target: "public", Build: "build", Shard: i + 1, Shards: 2,
		}, "")
		if err == nil {
			err = w.Close()
		}
		if err == nil {
			err = out.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	set, err := facts.OpenSet(paths)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = set.Close() }() // it was only read from
	return strings.ReplaceAll(strings.Join(set.Problems, "\n"), dir, "facts") + "\n"
}
