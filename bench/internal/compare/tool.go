package compare

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Linkvet is the tool that the others are compared with.
const Linkvet = "linkvet"

// Tool is a program to run.
type Tool struct {
	Name string
	// Args are the arguments for a site, which is a directory or a URL.
	Args func(site string) []string
	// Ends are the exit statuses of a complete run. Checkers end with 1 when they find something.
	Ends []int
	// Env is added to the environment.
	Env []string
	// Path is the executable. Wanted finds it, and the version, unless it is known.
	Path, Version string
}

// find sets the path and the version of the tool. It reports whether there is such a program.
func (t *Tool) find(ctx context.Context, scratch string) (bool, error) {
	if t.Path != "" {
		return true, nil
	}
	if t.Name == Linkvet {
		t.Path = filepath.Join(scratch, Linkvet)
		build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", t.Path, "github.com/linkvet/linkvet")
		build.Env = append(build.Environ(), "CGO_ENABLED=0")
		if output, err := build.CombinedOutput(); err != nil {
			return false, fmt.Errorf("could not build linkvet: %w\n%s", err, output)
		}
		commit, _ := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty").Output()
		t.Version = strings.TrimSpace(string(commit))
		return true, nil
	}
	path, err := exec.LookPath(strings.ToLower(t.Name))
	if err != nil {
		return false, nil // it is left out
	}
	if t.Path, err = filepath.Abs(path); err != nil {
		return false, err
	}
	// Some write it to standard error, some with a status of 1.
	output, _ := exec.CommandContext(ctx, t.Path, "--version").CombinedOutput()
	t.Version = number(string(output))
	return true, nil
}

// number returns the first word that looks like a version.
func number(output string) string {
	for word := range strings.FieldsSeq(output) {
		word = strings.Trim(word, "v,;()")
		if word != "" && '0' <= word[0] && word[0] <= '9' && strings.Contains(word, ".") {
			return word
		}
	}
	return "of an unknown version"
}

// Run runs the tool on a site until it ends. Its output goes to a file, so that it never waits
// for a reader. It runs in an empty folder, as some tools look for the sources of a site.
func (t *Tool) Run(ctx context.Context, timeout time.Duration, site, output string) (Sample, error) {
	dir, err := os.MkdirTemp("", "linkvet-bench-")
	if err != nil {
		return Sample{}, fmt.Errorf("could not make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	out, err := os.Create(output)
	if err != nil {
		return Sample{}, fmt.Errorf("could not keep the output: %w", err)
	}
	defer func() { _ = out.Close() }()
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	cmd := exec.CommandContext(limited, t.Path, t.Args(site)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
	cmd.Env = append(os.Environ(), t.Env...)
	start := time.Now()
	err = cmd.Run()
	wall := time.Since(start)
	if limited.Err() != nil {
		return Sample{}, fmt.Errorf("took more than %v", timeout)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return Sample{}, fmt.Errorf("could not be run: %w", err)
	}
	state := cmd.ProcessState
	if !slices.Contains(t.Ends, state.ExitCode()) {
		return Sample{}, fmt.Errorf("ended with %v", state)
	}
	return Sample{Wall: wall, CPU: state.UserTime() + state.SystemTime(), Memory: peak(state)}, nil
}
