// Linkvet checks the links of a static build directory or of a deployed site,
// and fails when some are broken.
package main

import (
	"context"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/linkvet/linkvet/internal/cli"
)

// version, commit and date are set when a release is built.
var version, commit, date string

func main() {
	// net/http logs what a server sends out of turn, as it came: a stranger's
	// bytes, which a workflow runner would read commands from.
	log.SetOutput(io.Discard)
	// A reader that goes away is an error of that output alone: a check has more of them.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	// The first signal asks for the report of what is known; a second one ends the process as it
	// would any other. Programs such as timeout and npm send the first one twice.
	context.AfterFunc(ctx, func() { time.AfterFunc(signalTwice, stop) })
	number, build := cli.ReadBuild(version, commit, date, os.Getenv)
	os.Exit(cli.Run(ctx, cli.Process{
		Version: number,
		Build:   build,
		Args:    os.Args[1:],
		Environ: os.Environ(),
		Stdout:  os.Stdout,
		Stderr:  os.Stderr,
	}))
}

// signalTwice is how long a signal that comes again counts as the same.
const signalTwice = 250 * time.Millisecond

// endings are the signals that end a run with a report of what is known. A terminal
// that goes away is one of them, unless the program was started by nohup, which
// ignores that.
func endings() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}
