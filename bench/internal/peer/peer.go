// Package peer finds the programs that a benchmark compares.
package peer

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// Peer is a program on this machine.
type Peer struct {
	// Name is what it is called in tables.
	Name string
	// Path is the executable.
	Path string
	// Version is what it says of itself, shortened to the number where there is one.
	Version string
}

// Find looks a program up on PATH and asks it for its version with args. It
// reports false when there is none.
func Find(ctx context.Context, name, program string, args ...string) (Peer, bool) {
	path, err := exec.LookPath(program)
	if err != nil {
		return Peer{}, false
	}
	if path, err = filepath.Abs(path); err != nil {
		return Peer{}, false
	}
	// Some write it to standard error, some with a status of 1.
	said, _ := exec.CommandContext(ctx, path, args...).CombinedOutput()
	return Peer{Name: name, Path: path, Version: number(string(said))}, true
}

// Build builds linkvet from the checkout that the working directory is in, into
// dir.
func Build(ctx context.Context, dir string) (Peer, error) {
	const module = "github.com/linkvet/linkvet"
	path := filepath.Join(dir, "linkvet")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", path, module)
	build.Env = append(build.Environ(), "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		return Peer{}, fmt.Errorf("could not build linkvet: %w\n%s", err, said)
	}
	return Peer{Name: "linkvet", Path: path, Version: commit(ctx)}, nil
}

// commit names the checkout, or is empty where there is no repository.
func commit(ctx context.Context) string {
	said, err := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(said))
}

// number returns the first word of said that begins with a number and holds a
// dot, without what surrounds it.
func number(said string) string {
	for word := range strings.FieldsSeq(said) {
		word = strings.Trim(word, "v,;()")
		if word != "" && '0' <= word[0] && word[0] <= '9' && strings.Contains(word, ".") {
			return word
		}
	}
	return "unknown version"
}
