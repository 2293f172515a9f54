// Package measure runs programs and says what they took.
package measure

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// Command is a program to run and measure.
type Command struct {
	// Args are the program and its arguments.
	Args []string
	// Env is added to the environment.
	Env []string
	// Dir is the folder that it runs in; when it is "", a new and empty one.
	Dir string
	// Output is the file that standard output and error go to. A file and not a
	// pipe, so that nobody waits for this process to read.
	Output string
}

// Sample is what one run took.
type Sample struct {
	// Wall is the time from start to end.
	Wall time.Duration
	// CPU is the processor time, of user and system together.
	CPU time.Duration
	// Memory is the peak of resident memory, in bytes; zero where the system
	// does not tell.
	Memory int64
	// Exit is the exit status.
	Exit int
}

// Run runs c to its end. Unless c names a folder, that is in an empty one, as some
// tools look around for what a site was built from. An exit status other than zero is no error: checkers end so when
// they find something. Death by a signal is one, as is the end of ctx.
func Run(ctx context.Context, c Command) (Sample, error) {
	name := filepath.Base(c.Args[0])
	dir := c.Dir
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "measure-"); err != nil {
			return Sample{}, fmt.Errorf("could not make a folder for %q: %w", name, err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
	}
	out, err := os.Create(c.Output)
	if err != nil {
		return Sample{}, fmt.Errorf("could not keep the output of %q: %w", name, err)
	}
	defer func() { _ = out.Close() }()
	cmd := exec.CommandContext(ctx, c.Args[0], c.Args[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
	cmd.Env = append(os.Environ(), c.Env...)
	start := time.Now()
	err = cmd.Run()
	wall := time.Since(start)
	if ctx.Err() != nil {
		return Sample{}, fmt.Errorf("could not wait for %q: %w", name, context.Cause(ctx))
	}
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || !exit.Exited()) {
		return Sample{}, fmt.Errorf("could not run %q: %w", name, err)
	}
	state := cmd.ProcessState
	return Sample{
		Wall:   wall,
		CPU:    state.UserTime() + state.SystemTime(),
		Memory: peak(state),
		Exit:   state.ExitCode(),
	}, nil
}

// Median returns the median of each measure by itself, and the exit status of
// the last sample. It is the zero Sample when there are none.
func Median(samples []Sample) Sample {
	if len(samples) == 0 {
		return Sample{}
	}
	return Sample{
		Wall:   middle(samples, func(s Sample) time.Duration { return s.Wall }),
		CPU:    middle(samples, func(s Sample) time.Duration { return s.CPU }),
		Memory: middle(samples, func(s Sample) int64 { return s.Memory }),
		Exit:   samples[len(samples)-1].Exit,
	}
}

// middle returns the median of a measure; of an even number, the mean of the
// two in the middle.
func middle[N ~int64](samples []Sample, of func(Sample) N) N {
	values := make([]N, len(samples))
	for i, s := range samples {
		values[i] = of(s)
	}
	slices.Sort(values)
	half := len(values) / 2
	if len(values)%2 == 1 {
		return values[half]
	}
	return (values[half-1] + values[half]) / 2
}
