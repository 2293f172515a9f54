package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// environment is that of a run outside of any workflow, with more added.
func environment(more ...string) []string {
	return append([]string{"PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}, more...)
}

// endedWith returns an error unless err says that a program ended with status.
func endedWith(err error, status int) error {
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != status {
		return fmt.Errorf("linkvet ended with %w, want exit status %d", err, status)
	}
	return nil
}
