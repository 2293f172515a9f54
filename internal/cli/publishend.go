package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/githubapi"
	"github.com/linkvet/linkvet/internal/publish"
	"github.com/linkvet/linkvet/internal/report"
)

// outputs are how the outputs of a workflow were written.
type outputs struct {
	files                 actions.Files
	jsonPath              string
	annotates, summarizes bool
}

// publication is one kind of what is published.
type publication struct {
	what string
	// show creates it, or corrects what it created before.
	show func(context.Context, *delivery, outputs) error
	// failure begins the message when that fails.
	failure string
}

// publications are in order. The review comes before the comment, which has the fixes that the
// review does not show. The comment comes before the status, which leads to it. The status is
// last because it says how everything else went.
func (b *publisher) publications() []publication {
	return []publication{
		{what: config.PublishReview, show: b.showReview, failure: "could not write the review of the pull request"},
		{what: config.PublishComment, show: b.showComment, failure: "could not write the comment on the pull request"},
		{what: config.PublishCheck, show: b.showCheck, failure: "could not create the check run"},
		{what: config.PublishStatus, show: b.showStatus, failure: "could not set the commit status"},
	}
}

// publish shows on GitHub how the run ended. Nothing there is better than the exit status:
// it comes after all outputs, and is corrected when a later part fails.
func (d *delivery) publish(ctx, late context.Context, out outputs) {
	b := d.publisher
	if b == nil {
		return
	}
	ctx, stop := check.Late(ctx, publishPatience)
	defer stop()
	shown := map[string]int{}
	// What fails the second time is an error by then.
	for range 2 {
		for _, p := range b.publications() {
			d.explainExit(ctx, late, out)
			exit := d.exit()
			if was, before := shown[p.what]; !b.shows(p.what) || before && was == exit {
				continue
			}
			shown[p.what] = exit
			told := len(d.problems)
			if d.published(p, contained("publish", func() error { return p.show(ctx, d, out) })) {
				d.tellAgain(ctx, late, out, told)
			}
		}
	}
}

// published records how a part went, and reports whether there is something to tell.
func (d *delivery) published(p publication, err error) bool {
	if err == nil {
		return false
	}
	if noted := (*noteError)(nil); errors.As(err, &noted) {
		d.note(noted.text)
		return true
	}
	err = fmt.Errorf("%s: %w", p.failure, err)
	switch {
	case errors.As(err, new(*githubapi.ReadOnlyError)):
		d.note(problemOf(err))
		d.publisher.drop(p.what)
	case slices.Contains(d.problems, d.process.secrets.Text(problemOf(err))):
		// It failed the first time, too.
		return false
	default:
		d.failed(err)
	}
	return true
}

// explainExit adds a problem to a report that would say that all is well, although an output
// could not be written again.
func (d *delivery) explainExit(ctx, late context.Context, out outputs) {
	err := errors.Join(d.errs...)
	if err == nil || !d.report.Complete {
		return
	}
	told := len(d.problems)
	problem := d.process.secrets.Text(problemOf(err))
	d.problems = append(d.problems, problem)
	d.report.AddProblem(problem)
	d.tellAgain(ctx, late, out, told)
}

// note adds a note to the report, and to the log, where the report is by now.
func (d *delivery) note(text string) {
	text = d.process.secrets.Text(text)
	if slices.Contains(d.report.Notes, text) {
		return
	}
	d.report.Notes = append(d.report.Notes, text)
	fmt.Fprintln(d.log, report.Inert("linkvet: note: "+report.Clean(text, 0)))
}

// tellAgain writes the outputs again that lack a note, or the problems from one on.
func (d *delivery) tellAgain(ctx, late context.Context, out outputs, from int) {
	if missed := d.problems[from:]; out.annotates && len(missed) > 0 {
		d.errs = append(d.errs, contained("annotate the problems", func() error { return d.workflow.AnnotateProblems(missed) }))
	}
	if out.summarizes {
		d.errs = append(d.errs, contained("write the job summary", func() error { return d.workflow.ReplaceSummary(d.report, out.files) }))
	}
	d.errs = append(d.errs, contained("set the outputs", func() error { return d.workflow.Outputs(d.report, out.jsonPath) }))
	d.correct(ctx, late)
}

// exit is the exit status by what is known.
func (d *delivery) exit() int {
	switch {
	case errors.Join(d.errs...) != nil, !d.report.Complete:
		return exitIncomplete
	case d.report.Failed:
		return exitFailed
	}
	return exitClean
}

// showStatus sets the status of the commit.
func (b *publisher) showStatus(ctx context.Context, d *delivery, _ outputs) error {
	b.stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	text := report.Sentence(d.report, publish.MaxDescription)
	if d.exit() == exitIncomplete && d.report.Complete {
		text = "an output could not be written"
	}
	_, err := publish.SetStatus(ctx, b.client, b.at, publish.Status{State: stateOf(d.exit()), Text: text, URL: b.link})
	if err == nil {
		b.pending = false
	}
	return err
}

// moreAnnotations is how many bytes of a summary are kept for the line about those that
// are left out.
const moreAnnotations = 200

// showCheck creates the check run, or corrects its conclusion.
func (b *publisher) showCheck(ctx context.Context, d *delivery, out outputs) error {
	var summary bytes.Buffer
	options := report.MarkdownOptions{Limit: publish.MaxSummary - moreAnnotations, Link: b.workflow.Lines(d.report, out.files)}
	if err := report.Markdown(&summary, d.report, options); err != nil {
		return err
	}
	run := publish.CheckRun{
		State: stateOf(d.exit()), Title: report.Sentence(d.report, 0), Annotations: actions.LineAnnotations(d.report, out.files),
	}
	if left := len(run.Annotations) - publish.MaxAnnotations; left > 0 {
		fmt.Fprintf(&summary, "\n%d more annotations are left out.\n", left)
	}
	run.Summary = summary.String()
	if b.check != 0 {
		return publish.ConcludeCheck(ctx, b.client, b.at, b.check, run)
	}
	id, err := publish.CreateCheck(ctx, b.client, b.at, run)
	b.check = id
	return err
}
