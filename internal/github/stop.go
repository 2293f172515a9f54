package github

import (
	"errors"
	"fmt"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

// Stop is the message about a run that ended before it checked anything.
type Stop struct {
	// Failed is true for a run that could not start, and false for one that has nothing
	// to do.
	Failed bool
	// Headline says in a few words of our own how it ended.
	Headline string
	// Causes say why, one sentence each.
	Causes []Cause
}

// Cause is one reason for a Stop.
type Cause struct {
	// Text is the sentence. It may quote untrusted text.
	Text string
	// File and Line are the place in the repository that it is about; empty and zero
	// when there is none.
	File string
	Line int
}

// Tell says in annotations, in the job summary and in the outputs that a run ended
// before it checked anything. annotations and summary tell which of the two are
// wanted; the outputs are always set. The error joins what could not be written.
func (w *Workflow) Tell(s Stop, annotations, summary bool) error {
	if !w.active {
		return nil
	}
	var errs []error
	if annotations {
		errs = append(errs, w.annotateStop(s))
	}
	if summary {
		errs = append(errs, w.summarizeStop(s))
	}
	return errors.Join(append(errs, w.Outputs(&link.Report{}, ""))...)
}

// annotateStop shows the causes within the budget of annotations; the last one
// counts those that are left.
func (w *Workflow) annotateStop(s Stop) error {
	a := annotation{level: remark, title: s.Headline}
	if s.Failed {
		a.level = failure
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, c := range s.Causes {
		if rest := len(s.Causes) - i; i == maxAnnotations-1 && rest > 1 {
			a.file, a.line, a.messages = "", 0, []string{fmt.Sprintf("%d more; see the log of this step", rest)}
			w.show(a)
			break
		}
		a.file, a.line, a.messages = c.File, c.Line, []string{report.Clean(c.Text, maxMessage)}
		w.show(a)
	}
	return w.out.err
}

func (w *Workflow) summarizeStop(s Stop) error {
	texts := make([]string, len(s.Causes))
	for i, c := range s.Causes {
		texts[i] = c.Text
	}
	return w.append(summaryFile, []byte(report.Stopped(s.Headline, texts, s.Failed)+"\n"))
}

// AnnotateProblems shows problems that were found after the report was annotated.
func (w *Workflow) AnnotateProblems(problems []string) error {
	if !w.active {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, a := range annotations(&link.Report{Problems: problems}, Files{}) {
		w.show(a)
	}
	return w.out.err
}
