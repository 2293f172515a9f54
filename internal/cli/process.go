package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/linkvet/linkvet/internal/phase"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/secrets"
)

// The exit statuses.
const (
	// exitClean: checked completely, nothing that fail-on names.
	exitClean = 0
	// exitFailed: checked completely, something that fail-on names.
	exitFailed = 1
	// exitUsage: the call is wrong.
	exitUsage = 2
	// exitIncomplete: the site was not checked completely.
	exitIncomplete = 3
)

// Process is the process that the program runs in: its arguments, environment and
// standard streams.
type Process struct {
	// Version is for reports and for the user agent.
	Version string
	// Build is what --version prints: the version, and what else is known of the build.
	Build string
	// Args are the arguments without the program's name.
	Args []string
	// Environ holds the environment as KEY=value.
	Environ []string
	// Stdout takes the report, Stderr what is wrong with the call and progress.
	Stdout, Stderr io.Writer
	// IgnoreSIGPIPE makes a write to a pipe without a reader an error instead of the
	// end of the process; nil where it is one already. It is called for a check, as
	// that has more readers than the one who went away, and for a status that has to
	// be right; what only prints ends like any filter.
	IgnoreSIGPIPE func()

	// secrets are nil before Run collects them, and phases before it begins.
	secrets *secrets.Secrets
	phases  *phase.Clock
}

// getenv looks a variable up; the last of several counts.
func (p Process) getenv(name string) string {
	for i := len(p.Environ) - 1; i >= 0; i-- {
		if key, value, _ := strings.Cut(p.Environ[i], "="); key == name {
			return value
		}
	}
	return ""
}

// printStatus returns the exit status of a call that only prints.
func printStatus(p Process, err error) int {
	if err != nil {
		fmt.Fprintf(p.Stderr, "linkvet: could not write to standard output: %v\n", err)
		return exitIncomplete
	}
	return exitClean
}

// inWorkflow reports whether the process runs in a workflow, where people write
// inputs and not flags.
func (p Process) inWorkflow() bool { return p.getenv("GITHUB_ACTIONS") == "true" }

// target is what messages call the site to check.
func (p Process) target() string {
	if p.inWorkflow() {
		return "input `target`"
	}
	return "TARGET"
}

// option is how a setting is given: as an input in a workflow, else as a flag.
func (p Process) option(name, value string) string {
	if p.inWorkflow() {
		return "`" + report.Option(true, name, value) + "`"
	}
	return report.Option(false, name, value)
}

// userAgent is that of requests, where no setting says another one.
func (p Process) userAgent() string {
	return fmt.Sprintf("linkvet/%s (+https://github.com/linkvet/linkvet)", p.Version)
}
