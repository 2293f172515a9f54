package cli

import (
	"io"
	"strings"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/redact"
	"github.com/linkvet/linkvet/internal/secrets"
)

// redacted returns p with the secrets of its call. Its standard error shows none.
func (p Process) redacted() Process {
	p.secrets = secrets.OfCall(p.Args, p.Environ)
	p.Stderr = redact.NewWriter(p.Stderr, p.secrets.Text)
	return p
}

// redactStop removes the secrets from the message about a run without a report.
func (p Process) redactStop(stop actions.Stop) actions.Stop {
	redact.Strings(&stop, p.secrets.Text)
	return stop
}

// runner is the stream for the commands of a workflow. A mask has to name its secret; no
// other command does.
func (p Process) runner(cfg config.Config) io.Writer {
	return redact.NewWriter(unwrapped(p.commands(cfg)), func(command string) string {
		if strings.HasPrefix(command, "::add-mask::") {
			return command
		}
		return p.secrets.Text(command)
	})
}

// unwrapped is the stream of the process itself.
func unwrapped(w io.Writer) io.Writer {
	if wrapped, ok := w.(*redact.Writer); ok {
		return wrapped.Unwrap()
	}
	return w
}
