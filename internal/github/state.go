package github

import (
	"fmt"
	"strings"
)

const (
	// stateFile names the variable of the file that keeps values for the end of the job.
	stateFile = "GITHUB_STATE"
	// statePrefix begins the variables that have these values then.
	statePrefix = "STATE_"
)

// SaveState keeps a value for the step's part at the end of the job, for which State
// returns it. The value is one line. The error is a *FileError.
func (w *Workflow) SaveState(name, value string) error {
	if strings.ContainsAny(name+value, "\r\n") {
		return fmt.Errorf("could not save %s: it must be one line", name)
	}
	return w.append(stateFile, []byte(name+"="+value+"\n"))
}

// State returns a value that SaveState kept; empty for none.
func (w *Workflow) State(name string) string { return w.getenv(statePrefix + name) }
