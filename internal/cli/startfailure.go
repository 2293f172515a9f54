package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/event"
)

// failToStart ends a run that cannot start. It says why on the standard error and, in a
// workflow, as annotations, summary and outputs. The text may quote untrusted input, such
// as the URL of a deployment: the runner must not obey it.
//
// It needs no session, because settings may be wrong before there is one.
func failToStart(p Process, cfg config.Config, err error) int {
	stop, status := actions.Stop{Headline: "linkvet could not start", Failed: true}, exitUsage
	text := err.Error()
	if nothing := (*event.NothingError)(nil); errors.As(err, &nothing) {
		state := "nothing to check"
		if nothing.IsEarly {
			state += " yet"
		}
		stop, status = actions.Stop{Headline: "linkvet has " + state}, exitClean
		text = state + ": " + text
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
			annotateFailure(workflow, cfg, err)
			return exitIncomplete
		}
	}
	return status
}

// annotateFailure annotates why a clean run could not write its outputs. The standard
// error says so, too, in case the log does not take the annotation.
func annotateFailure(workflow *actions.Workflow, cfg config.Config, err error) {
	if cfg.Annotations {
		_ = workflow.AnnotateProblems(strings.Split(err.Error(), "\n"))
	}
}

// maxErrorLines is the most lines of an error: an untrusted settings file may have a
// mistake on each of its lines.
const maxErrorLines = 1000

// shorten cuts a text to maxErrorLines lines, of which the last then says how many are
// left out.
func shorten(text string) string {
	lines := strings.Split(text, "\n")
	if rest := len(lines) - maxErrorLines + 1; rest > 1 {
		lines = append(lines[:maxErrorLines-1], fmt.Sprintf("and %d more", rest))
	}
	return strings.Join(lines, "\n")
}

// causes returns one cause for each line of an error. Only annotations need places, so
// they are looked up only then.
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

// inRepository returns the path of a file in the repository around the working
// directory: the name itself without a repository, and empty for a file outside it.
func inRepository(file string) string {
	if tree := repository(); tree != nil {
		return tree.Path(file)
	}
	return filepath.ToSlash(file)
}
