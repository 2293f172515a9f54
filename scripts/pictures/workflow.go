package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// annotation is one that a run prints for the runner.
type annotation struct {
	file, title, message string
	line                 int
}

// inWorkflow returns the annotations that linkvet prints of the demo in a workflow run.
func inWorkflow(ctx context.Context, program string) ([]annotation, error) {
	root, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("could not find the repository: %w", err)
	}
	cmd := exec.CommandContext(ctx, program, demo)
	cmd.Env = environment("GITHUB_ACTIONS=true", "GITHUB_WORKSPACE="+root)
	out, err := cmd.Output()
	if err := endedWith(err, 1); err != nil {
		return nil, err
	}
	var all []annotation
	for row := range strings.SplitSeq(string(out), "\n") {
		if rest, ok := strings.CutPrefix(row, "::error "); ok {
			a, err := parseAnnotation(rest)
			if err != nil {
				return nil, err
			}
			all = append(all, a)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("found no annotation in\n%s", out)
	}
	return all, nil
}

// How the runner reads back what is escaped in a command.
var (
	message  = strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n")
	property = strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",")
)

// parseAnnotation reads what follows the name of a command.
func parseAnnotation(command string) (annotation, error) {
	properties, text, ok := strings.Cut(command, "::")
	if !ok {
		return annotation{}, fmt.Errorf("could not read the annotation %q", command)
	}
	a := annotation{message: message.Replace(text)}
	for pair := range strings.SplitSeq(properties, ",") {
		name, value, _ := strings.Cut(pair, "=")
		value = property.Replace(value)
		switch name {
		case "file":
			a.file = value
		case "title":
			a.title = value
		case "line":
			n, err := strconv.Atoi(value)
			if err != nil {
				return annotation{}, fmt.Errorf("could not read the line of the annotation %q: %w", command, err)
			}
			a.line = n
		}
	}
	return a, nil
}
