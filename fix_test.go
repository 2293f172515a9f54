package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fixSite is a site in a repository, with its sources and its build.
type fixSite struct {
	t   *testing.T
	dir string
	git *pullRequest
	// args are those of each run; by default external links are not checked.
	args []string
	// env is added to the environment.
	env []string
}

// newFixSite commits the sources, and writes the built pages.
func newFixSite(t *testing.T, sources, public fileTree) *fixSite {
	t.Helper()
	dir := t.TempDir()
	s := &fixSite{t: t, dir: dir, git: &pullRequest{t: t, dir: dir}}
	s.git.git("init", "--quiet", "--initial-branch=main")
	s.git.git("config", "core.autocrlf", "false")
	all := fileTree{".gitignore": "/public/\n"}
	maps.Copy(all, sources)
	s.git.commit(all)
	s.build(public)
	return s
}

// build writes the built pages.
func (s *fixSite) build(public fileTree) {
	s.t.Helper()
	pages := fileTree{}
	for name, text := range public {
		if strings.HasSuffix(name, ".html") && text != "" && !strings.HasPrefix(text, "<") {
			text = "<!doctype html><title>" + name + "</title>\n" + text
		}
		if strings.HasPrefix(text, "<p") || strings.HasPrefix(text, "<h") || strings.HasPrefix(text, "<a") {
			text = "<!doctype html><title>" + name + "</title>\n" + text
		}
		pages["public/"+name] = text
	}
	writeTree(s.t, s.dir, pages)
}

// run runs linkvet on the site. It returns what it prints.
func (s *fixSite) run(args ...string) (status int, stdout, stderr string) {
	s.t.Helper()
	more := s.args
	if more == nil {
		more = []string{"--external=false"}
	}
	cmd := exec.CommandContext(s.t.Context(), os.Args[0], append(slices.Concat(args, more), "public")...)
	cmd.Dir = s.dir
	cmd.Env = slices.Concat(terminalEnvironment(), []string{"NO_COLOR=1"}, s.env)
	cmd.Args[0] = "linkvet"
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	_ = cmd.Run()
	return cmd.ProcessState.ExitCode(), out.String(), log.String()
}

// terminalEnvironment is that of the tests without a workflow's variables.
func terminalEnvironment() []string {
	var kept []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GITHUB_") && !strings.HasPrefix(v, "INPUT_") && !strings.HasPrefix(v, "CI=") {
			kept = append(kept, v)
		}
	}
	return append(kept, "GORACE=atexit_sleep_ms=0")
}

// tracked returns the tracked files with their content.
func (s *fixSite) tracked() fileTree {
	s.t.Helper()
	all := fileTree{}
	for name := range strings.SplitSeq(s.git.git("ls-files", "-z"), "\x00") {
		if name == "" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(s.dir, name))
		if err != nil {
			s.t.Fatal(err)
		}
		all[name] = string(data)
	}
	return all
}

// apply runs git apply on a patch.
func (s *fixSite) apply(patch string, args ...string) {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), "git", append([]string{"-C", s.dir, "-c", "core.autocrlf=false", "apply"}, args...)...)
	cmd.Stdin = strings.NewReader(patch)
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("git apply %q: %v: %s\n%s", args, err, out, patch)
	}
}

// expect checks that the patch and fix: write change the sources to want, that the patch can
// be taken back, and that a second run changes nothing more.
func (s *fixSite) expect(want fileTree) {
	s.t.Helper()
	before := s.tracked()
	after := maps.Clone(before)
	maps.Copy(after, want)
	_, patch, log := s.run("--fix=diff")
	if diff := cmp.Diff(before, s.tracked()); diff != "" {
		s.t.Fatalf("fix: diff changed files (-want +got):\n%s", diff)
	}
	if patch != "" {
		s.apply(patch)
	}
	if diff := cmp.Diff(after, s.tracked()); diff != "" {
		s.t.Fatalf("after git apply (-want +got):\n%s\n%s", diff, log)
	}
	if patch != "" {
		s.apply(patch, "-R")
	}
	if diff := cmp.Diff(before, s.tracked()); diff != "" {
		s.t.Fatalf("after git apply -R (-want +got):\n%s", diff)
	}
	for _, run := range []string{"the first", "the second"} {
		s.run("--fix=write")
		if diff := cmp.Diff(after, s.tracked()); diff != "" {
			s.t.Fatalf("after %s fix: write (-want +got):\n%s", run, diff)
		}
	}
}
