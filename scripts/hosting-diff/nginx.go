package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// newNginx is nginx with a configuration in which DIRECTORY stands for the
// repository and PORT for the port.
func newNginx(ctx context.Context, conf string) (*host, error) {
	output, err := exec.CommandContext(ctx, "nginx", "-v").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("could not run nginx: %w", err)
	}
	version := strings.TrimPrefix(strings.TrimSpace(string(output)), "nginx version: ")
	return &host{version: strings.Replace(version, "/", " ", 1), command: func(ctx context.Context, repository, port string) (*exec.Cmd, error) {
		file := filepath.Join(repository, "nginx.conf")
		text := strings.NewReplacer("DIRECTORY", repository, "PORT", port).Replace(conf)
		if err := writeFile(file, text); err != nil {
			return nil, err
		}
		return exec.CommandContext(ctx, "nginx", "-e", "stderr", "-p", repository, "-c", file), nil
	}}, nil
}
