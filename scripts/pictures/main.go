// Command pictures draws the pictures of the README from what linkvet prints: a run at a
// terminal, and the annotations of a workflow run as GitHub shows them in a pull request.
// Each is drawn for light and for dark pages.
//
// Usage: go run ./scripts/pictures [-linkvet PROGRAM] [-o DIRECTORY]
//
// It runs in the root of the repository, on Linux. Without -linkvet it builds the program.
// `go test . -update` calls it, so it is rarely run by hand.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// demo is the site that both pictures show.
const demo = "testdata/sites/demo"

func main() {
	program := flag.String("linkvet", "", "the linkvet to run (default: one that is built for this)")
	out := flag.String("o", "docs/images", "the directory of the pictures")
	flag.Parse()
	if err := draw(context.Background(), *program, *out); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

// draw runs program on the demo and writes the pictures to out.
func draw(ctx context.Context, program, out string) error {
	if program == "" {
		dir, err := os.MkdirTemp("", "pictures")
		if err != nil {
			return fmt.Errorf("could not make a directory: %w", err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		program = filepath.Join(dir, "linkvet")
		if said, err := exec.CommandContext(ctx, "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
			return fmt.Errorf("could not build linkvet: %w\n%s", err, said)
		}
	}
	lines, err := atTerminal(ctx, program)
	if err != nil {
		return err
	}
	annotations, err := inWorkflow(ctx, program)
	if err != nil {
		return err
	}
	file, excerpts, err := diffOf(annotations)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return fmt.Errorf("could not make a directory: %w", err)
	}
	for _, t := range themes {
		pictures := map[string]string{
			"terminal-" + t.name + ".svg":     drawTerminal(t, lines),
			"pull-request-" + t.name + ".svg": drawPullRequest(t, file, excerpts),
		}
		for name, svg := range pictures {
			if err := os.WriteFile(filepath.Join(out, name), []byte(svg), 0o644); err != nil {
				return fmt.Errorf("could not write a picture: %w", err)
			}
		}
	}
	return nil
}
