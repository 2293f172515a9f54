package cli

import "github.com/linkvet/linkvet/internal/report"

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
