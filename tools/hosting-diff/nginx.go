package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// newNginx is nginx with a configuration in which DIRECTORY stands for the
// repository and PORT for the port. A comment "before:" is a command that is run in
// the repository first, and "version:" one that tells of what it runs.
func newNginx(ctx context.Context, conf string) (*host, error) {
	output, err := exec.CommandContext(ctx, "nginx", "-v").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("could not run nginx: %w", err)
	}
	version := strings.TrimPrefix(strings.TrimSpace(string(output)), "nginx version: ")
	version = strings.Replace(version, "/", " ", 1)
	if command := commentOf(conf, "version"); command != "" {
		output, err := shell(ctx, "", command)
		if err != nil {
			return nil, err
		}
		version = strings.TrimSpace(output) + ", " + version
	}
	return &host{version: version, command: func(ctx context.Context, repository, port string) (*exec.Cmd, error) {
		if command := commentOf(conf, "before"); command != "" {
			if _, err := shell(ctx, repository, command); err != nil {
				return nil, err
			}
		}
		file := filepath.Join(repository, "nginx.conf")
		text := strings.NewReplacer("DIRECTORY", repository, "PORT", port).Replace(conf)
		if err := writeFile(file, text); err != nil {
			return nil, err
		}
		return exec.CommandContext(ctx, "nginx", "-e", "stderr", "-p", repository, "-c", file), nil
	}}, nil
}

// commentOf is what a comment of the configuration says behind a word.
func commentOf(conf, word string) string {
	for line := range strings.Lines(conf) {
		if text, ok := strings.CutPrefix(line, "# "+word+": "); ok {
			return strings.TrimSpace(text)
		}
	}
	return ""
}

// shell runs a command in a directory, and returns what it prints.
func shell(ctx context.Context, dir, command string) (string, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.Dir = dir
	output, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("could not run %q: %w: %s", command, err, output)
	}
	return string(output), nil
}
