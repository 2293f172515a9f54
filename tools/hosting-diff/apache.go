package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// newApache is Apache with a configuration in which DIRECTORY stands for the repository and PORT
// for the port. It runs in one process.
func newApache(ctx context.Context, conf string) (*host, error) {
	output, err := exec.CommandContext(ctx, "apache2", "-v").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("could not run apache2: %w", err)
	}
	_, version, _ := strings.Cut(string(output), "Apache/")
	version, _, _ = strings.Cut(version, " ")
	return &host{version: "Apache " + version, command: func(ctx context.Context, repository, port string) (*exec.Cmd, error) {
		file := filepath.Join(repository, "apache.conf")
		text := strings.NewReplacer("DIRECTORY", repository, "PORT", port).Replace(conf)
		if err := writeFile(file, text); err != nil {
			return nil, err
		}
		return exec.CommandContext(ctx, "apache2", "-X", "-d", repository, "-f", file), nil
	}}, nil
}
