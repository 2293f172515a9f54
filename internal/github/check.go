package github

import (
	"context"
	"slices"
	"unicode/utf8"

	gh "github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/report"
)

// The bounds of a check run. GitHub sets all but MaxAnnotations, and takes no more than
// about 80 requests a minute that create something.
const (
	// MaxSummary is the most bytes of a summary.
	MaxSummary = 65_535
	// MaxAnnotations is the most annotations that linkvet sends.
	MaxAnnotations = 1000
	// perRequest is the most annotations of one request.
	perRequest = 50
	// maxCheckTitle is the most code points of a title, and maxCheckMessage the most bytes of a message.
	maxCheckTitle   = 255
	maxCheckMessage = 16 << 10
)

// CheckRun is a check run.
type CheckRun struct {
	// State says how the run ended: Success, Failure or Error. A check run has no state for
	// the last one, so that it fails, too.
	State State
	// Title is one line, and Summary Markdown of at most MaxSummary bytes.
	Title, Summary string
	// Annotations are shown at their lines, the first MaxAnnotations of them.
	Annotations []LineAnnotation
}

// CreateCheck creates the check run of the commit under test: first unfinished, with all
// annotations in as many requests as they need, then with its conclusion. It returns the
// number of the check run, with an error too where it exists by then.
func CreateCheck(ctx context.Context, client *gh.Client, at Place, run CheckRun) (id int64, err error) {
	owner, name, _ := at.Split()
	options := gh.CreateCheckRunOptions{Name: at.Name(), HeadSHA: at.Commit, Status: gh.Ptr("in_progress")}
	if at.RunURL != "" {
		options.DetailsURL = &at.RunURL
	}
	var batches [][]*gh.CheckRunAnnotation
	for some := range slices.Chunk(run.Annotations[:min(len(run.Annotations), MaxAnnotations)], perRequest) {
		var batch []*gh.CheckRunAnnotation
		for i := range some {
			batch = append(batch, lineAnnotation(&some[i]))
		}
		batches = append(batches, batch)
	}
	if len(batches) == 0 {
		batches = append(batches, nil)
	}
	options.Output = run.output(batches[0])
	created, _, err := client.Checks.CreateCheckRun(ctx, owner, name, options)
	if err != nil {
		return 0, explainCheck(err)
	}
	for _, batch := range batches[1:] {
		// An unfinished check run keeps its status.
		_, _, err := client.Checks.UpdateCheckRun(ctx, owner, name, created.GetID(),
			gh.UpdateCheckRunOptions{Name: at.Name(), Status: gh.Ptr("in_progress"), Output: run.output(batch)})
		if err != nil {
			return created.GetID(), explainCheck(err)
		}
	}
	return created.GetID(), ConcludeCheck(ctx, client, at, created.GetID(), run)
}

// ConcludeCheck sets the conclusion, the title and the summary of a check run.
func ConcludeCheck(ctx context.Context, client *gh.Client, at Place, id int64, run CheckRun) error {
	owner, name, _ := at.Split()
	conclusion := "failure"
	if run.State == Success {
		conclusion = "success"
	}
	_, _, err := client.Checks.UpdateCheckRun(ctx, owner, name, id, gh.UpdateCheckRunOptions{
		Name: at.Name(), Status: gh.Ptr("completed"), Conclusion: &conclusion, Output: run.output(nil),
	})
	return explainCheck(err)
}

func explainCheck(err error) error { return Explain(err, "checks: write") }

// output returns what a check run shows, with some of its annotations.
func (c *CheckRun) output(some []*gh.CheckRunAnnotation) *gh.CheckRunOutput {
	return &gh.CheckRunOutput{
		Title: gh.Ptr(report.Clean(c.Title, maxCheckTitle)), Summary: gh.Ptr(cutBytes(c.Summary, MaxSummary)), Annotations: some,
	}
}

// lineAnnotation returns an annotation as GitHub takes it.
func lineAnnotation(a *LineAnnotation) *gh.CheckRunAnnotation {
	sent := &gh.CheckRunAnnotation{
		Path: &a.File, StartLine: &a.Line, EndLine: &a.Line, AnnotationLevel: &a.Level,
		Title: gh.Ptr(report.Clean(a.Title, maxCheckTitle)), Message: gh.Ptr(cutBytes(a.Message, maxCheckMessage)),
	}
	if a.Column > 0 && a.EndColumn > a.Column {
		sent.StartColumn, sent.EndColumn = &a.Column, &a.EndColumn
	}
	return sent
}

// cutBytes shortens a text to a number of bytes.
func cutBytes(s string, most int) string {
	const mark = "…"
	if len(s) <= most {
		return s
	}
	end := most - len(mark)
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + mark
}
