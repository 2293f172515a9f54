package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// newNode is a script for Node. It runs beside the packages that it needs, as
// modules are looked up from where a script stands.
func newNode(ctx context.Context, profile string, script []byte) (*host, error) {
	dir, err := cacheDir(profile)
	if err != nil {
		return nil, err
	}
	packages := packagesOf(string(script))
	if len(packages) == 0 {
		return nil, errors.New(`the script has no line "// npm: NAME@VERSION"`)
	}
	if err := install(ctx, dir, packages); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, profile+".mjs")
	if err := os.WriteFile(file, script, 0o600); err != nil {
		return nil, fmt.Errorf("could not write the script: %w", err)
	}
	return &host{version: strings.Join(packages, ", "), says: true, command: func(ctx context.Context, repository, port string) (*exec.Cmd, error) {
		cmd := exec.CommandContext(ctx, "node", file, repository, port)
		cmd.Dir = dir
		return cmd, nil
	}}, nil
}

// packagesOf are the packages that a script names.
func packagesOf(script string) []string {
	var packages []string
	for line := range strings.Lines(script) {
		if names, ok := strings.CutPrefix(line, "// npm:"); ok {
			packages = append(packages, strings.Fields(names)...)
		}
	}
	return packages
}

// install has npm install the packages below dir, unless it did so before.
func install(ctx context.Context, dir string, packages []string) error {
	list := strings.Join(packages, "\n")
	stamp := filepath.Join(dir, "installed")
	if done, err := os.ReadFile(stamp); err == nil && string(done) == list {
		return nil
	}
	if err := writeFile(filepath.Join(dir, "package.json"), "{\"private\": true}\n"); err != nil {
		return err
	}
	args := append([]string{"install", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error", "--save-exact"}, packages...)
	cmd := exec.CommandContext(ctx, "npm", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("could not install %s: %w", strings.Join(packages, ", "), err)
	}
	return writeFile(stamp, list)
}
