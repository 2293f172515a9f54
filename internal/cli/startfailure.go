package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/report"
)

// complain ends a run that cannot begin: it says why on the standard error and, in
// a workflow, where people and later steps look. What it quotes, such as the
// address of a deployment, may be a stranger's: no runner of workflows may obey it.
//
// No session is needed for it, as wrong settings are known before there is one.
func complain(p Process, cfg config.Config, err error) int {
	stop, status := actions.Stop{Headline: "linkvet could not start", Failed: true}, exitUsage
	text := err.Error()
	if errors.As(err, new(*actions.PendingError)) {
		stop, status = actions.Stop{Headline: "linkvet has nothing to check yet"}, exitClean
		text = "nothing to check yet: " + text
	}
	text = shorten(text)
	p.warn(text)
	var settings *config.Errors
	if errors.As(err, &settings) {
		cfg = settings.Shown
	}
	workflow := actions.New(p.getenv, p.runner(cfg))
	stop.Causes = causes(err, workflow.Active())
	if err := workflow.Tell(p.redactStop(stop), cfg.Annotations, cfg.Summary); err != nil {
		p.warn(err.Error())
		if status == exitClean {
			untold(workflow, cfg, err)
			return exitIncomplete
		}
	}
	return status
}

// untold annotates why a run that went well could not say so in a workflow. What the
// log does not take, such an annotation included, was said on the standard error.
func untold(workflow *actions.Workflow, cfg config.Config, err error) {
	if cfg.Annotations {
		_ = workflow.AnnotateProblems(strings.Split(err.Error(), "\n"))
	}
}

// maxTold is the most lines that say what is to be corrected: a settings file that a
// stranger wrote may have a mistake on each of its lines.
const maxTold = 1000

// shorten cuts what is to be corrected to maxTold lines, of which the last then says
// how many are left out.
func shorten(text string) string {
	lines := strings.Split(text, "\n")
	if rest := len(lines) - maxTold + 1; rest > 1 {
		lines = append(lines[:maxTold-1], fmt.Sprintf("and %d more", rest))
	}
	return strings.Join(lines, "\n")
}

// warn writes lines to the standard error, as plain text.
func (p Process) warn(text string) {
	for line := range strings.SplitSeq("linkvet: "+text, "\n") {
		fmt.Fprintln(p.Stderr, report.Inert(report.Clean(line, 0)))
	}
}

// causes takes an error apart into what is to be corrected, one by one. Places in
// the settings file are looked up in the repository for annotations alone.
func causes(err error, places bool) []actions.Cause {
	var settings *config.Errors
	where := map[string]config.Fault{}
	if errors.As(err, &settings) && places {
		for _, f := range settings.Faults {
			where[f.Where+": "+f.What] = f
		}
	}
	inside := map[string]string{"": ""}
	var all []actions.Cause
	for line := range strings.SplitSeq(shorten(err.Error()), "\n") {
		fault := where[line]
		if _, ok := inside[fault.File]; !ok {
			inside[fault.File] = inRepository(fault.File)
		}
		all = append(all, actions.Cause{Text: line, File: inside[fault.File], Line: fault.Line})
	}
	return all
}

// inRepository is where a file lies in the repository around the working
// directory: its own name where there is no repository, and empty outside of it.
func inRepository(file string) string {
	if tree := repository(); tree != nil {
		return tree.Path(file)
	}
	return filepath.ToSlash(file)
}
