package e2e

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

// git runs git in the current directory, and returns what it prints.
func git(ts *testscript.TestScript, args ...string) string {
	ts.Check(ts.Exec("git", args...))
	return ts.ReadFile("stdout")
}

// pullRequest commits all files, and makes the next runs those of a workflow for the pull
// request of this commit against main. Before there is a branch main, it makes the repository.
func pullRequest(ts *testscript.TestScript, _ []string) {
	if _, err := os.Stat(ts.MkAbs(".git")); err != nil {
		git(ts, "init", "--quiet")
	}
	git(ts, "add", "--all", ".")
	git(ts, "commit", "--quiet", "--allow-empty", "--message=x")
	base := strings.TrimSpace(git(ts, "rev-parse", "main"))
	head := strings.TrimSpace(git(ts, "rev-parse", "HEAD"))
	event := filepath.Join(ts.Getenv("WORK"), "event.json")
	ts.Check(os.WriteFile(event, fmt.Appendf(nil, `{"repository": {"default_branch": "main"}, "pull_request": {"base": {"sha": %q}, "head": {"sha": %q}},
		"deployment": {"sha": %[2]q}, "deployment_status": {"state": "success", "environment_url": "https://preview.example/"}}`, base, head), 0o644))
	for name, value := range map[string]string{
		"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": event, "GITHUB_SHA": head, "HEAD": head,
	} {
		ts.Setenv(name, value)
	}
}

// fixes runs linkvet with --fix=diff and --fix=write: both have to change the tracked files
// to those of a folder, and no other file. The patch can be taken back, and a second run
// changes nothing more.
func fixes(ts *testscript.TestScript, args []string) {
	before := tracked(ts)
	want := maps.Clone(before)
	folder := ts.MkAbs(args[0])
	ts.Check(filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path == folder {
			return nil // nothing is to change
		}
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		want[filepath.ToSlash(name)] = string(data)
		return err
	}))
	run := func(mode string) string {
		err := ts.Exec("linkvet", append([]string{"--fix=" + mode}, args[1:]...)...)
		if _, ok := errors.AsType[*exec.ExitError](err); !ok {
			ts.Check(err)
		}
		return ts.ReadFile("stdout")
	}
	compare := func(when string, want map[string]string) {
		if diff := cmp.Diff(want, tracked(ts)); diff != "" {
			ts.Fatalf("%s (-want +got):\n%s", when, diff)
		}
	}
	patch := run("diff")
	compare("fix: diff changed files", before)
	if patch != "" {
		file := filepath.Join(ts.Getenv("WORK"), "fix.patch")
		ts.Check(os.WriteFile(file, []byte(patch), 0o644))
		git(ts, "apply", file)
		compare("after git apply", want)
		git(ts, "apply", "-R", file)
		compare("after git apply -R", before)
	}
	run("write")
	compare("after fix: write", want)
	run("write")
	compare("after the second fix: write", want)
	for name, text := range before {
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
	}
}

// tracked returns the tracked files of the current directory.
func tracked(ts *testscript.TestScript) map[string]string {
	all := map[string]string{}
	for name := range strings.SplitSeq(strings.TrimSuffix(git(ts, "ls-files", "-z"), "\x00"), "\x00") {
		data, err := os.ReadFile(ts.MkAbs(name))
		ts.Check(err)
		all[name] = string(data)
	}
	return all
}
