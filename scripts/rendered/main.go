// Command rendered shows what a pull request shows: the comment, the check run and the job
// summary of runs with 0, 3 and 3,000 findings, rendered from Markdown and photographed in
// Chromium.
//
// Usage: go run ./scripts/rendered [-linkvet PROGRAM] [-chromium PROGRAM] [-o DIRECTORY]
//
// It runs in the root of the repository. Without -linkvet it builds the program. Look at the
// pictures in DIRECTORY after a change of the comment or of the Markdown report.
//
// With -docs it takes the pictures of the docs instead: the comment, the job summary and the
// HTML report of the demo, for light and for dark pages, and their sums. With -sums it prints
// the sums of the pages in these pictures, and needs no browser.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	program := flag.String("linkvet", "", "the linkvet to run (default: one that is built for this)")
	chromium := flag.String("chromium", "chromium", "the browser")
	out := flag.String("o", "rendered", "the directory of the pictures")
	docs := flag.Bool("docs", false, "take the pictures of the docs")
	sums := flag.Bool("sums", false, "print the sums of the pages in the pictures of the docs")
	flag.Parse()
	do := func(ctx context.Context, program, dir string) error { return run(ctx, program, *chromium, dir, *out) }
	switch {
	case *sums:
		do = printSums
	case *docs:
		do = func(ctx context.Context, program, dir string) error {
			return photographDemo(ctx, program, *chromium, dir)
		}
	}
	if err := with(context.Background(), *program, do); err != nil {
		fmt.Fprintln(os.Stderr, "rendered:", err)
		os.Exit(1)
	}
}

// with calls do with a linkvet to run and a directory that is removed later.
func with(ctx context.Context, program string, do func(ctx context.Context, program, dir string) error) error {
	dir, err := os.MkdirTemp("", "rendered")
	if err != nil {
		return fmt.Errorf("could not make a directory: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if program == "" {
		program = filepath.Join(dir, "linkvet")
		if said, err := exec.CommandContext(ctx, "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
			return fmt.Errorf("could not build linkvet: %w\n%s", err, said)
		}
	}
	if program, err = exec.LookPath(program); err != nil {
		return fmt.Errorf("could not find linkvet: %w", err)
	}
	if program, err = filepath.Abs(program); err != nil {
		return err
	}
	return do(ctx, program, dir)
}

// run makes the pictures.
func run(ctx context.Context, program, chromium, dir, out string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return fmt.Errorf("could not make a directory: %w", err)
	}
	for n, height := range map[int]int{0: 400, 3: 700, 3000: 2000} {
		texts, err := publish(ctx, program, filepath.Join(dir, fmt.Sprint(n)), n)
		if err != nil {
			return err
		}
		for what, text := range texts {
			if err := photograph(ctx, chromium, filepath.Join(out, fmt.Sprintf("%s-%d", what, n)), text, height); err != nil {
				return err
			}
		}
	}
	return nil
}

// publish runs linkvet on a site with n findings, and returns what GitHub shows then, as
// Markdown.
func publish(ctx context.Context, program, dir string, n int) (map[string]string, error) {
	if err := writeSite(dir, n); err != nil {
		return nil, fmt.Errorf("could not write the site: %w", err)
	}
	return texts(ctx, program, dir, "site", min(n, 1), "--baseline=known.json", "--hosting=plain")
}

// texts runs linkvet on a target below dir, and returns what it publishes, as Markdown.
func texts(ctx context.Context, program, dir, target string, status int, settings ...string) (map[string]string, error) {
	api := newAPI(target)
	defer api.close()
	summary := filepath.Join(dir, "summary.md")
	run := exec.CommandContext(ctx, program, append(settings, "--publish=comment", "--publish=check", target)...)
	run.Dir = dir
	run.Env = append(os.Environ(), api.environ()...)
	run.Env = append(run.Env, "GITHUB_STEP_SUMMARY="+summary, "GITHUB_OUTPUT="+filepath.Join(dir, "output"))
	var said bytes.Buffer
	run.Stdout, run.Stderr = &said, &said
	if err := run.Run(); run.ProcessState == nil || run.ProcessState.ExitCode() != status {
		return nil, fmt.Errorf("linkvet ended with %w\n%s", err, said.String())
	}
	text, err := os.ReadFile(summary)
	if err != nil {
		return nil, err
	}
	api.mu.Lock()
	defer api.mu.Unlock()
	texts := map[string]string{"comment": api.comment, "check": "# " + api.title + "\n\n" + api.summary, "summary": string(text)}
	for what, text := range texts {
		if strings.TrimSpace(text) == "" {
			return nil, fmt.Errorf("linkvet has published no %s\n%s", what, said.String())
		}
	}
	return texts, nil
}
