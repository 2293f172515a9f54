package github

import (
	"context"
	"slices"
	"strings"

	gh "github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

// The bounds of a check run. GitHub sets all but MaxAnnotations, and takes no more than about 80
// requests a minute that create something.
const (
	// MaxSummary is the most bytes of a summary.
	MaxSummary = 65_535
	// MaxAnnotations is the most annotations that linkvet sends, and perRequest those of one request.
	MaxAnnotations = 1000
	perRequest     = 50
	// maxCheckTitle is the most code points of a title.
	maxCheckTitle = 255
)

// CheckRun is a check run.
type CheckRun struct {
	// State says how the run ended: Success, Failure or Error. A check run has no state for the last
	// one, so that it fails, too.
	State State
	// Title is one line, and Summary Markdown of at most MaxSummary bytes.
	Title, Summary string
	// Annotations are shown at their lines, the first MaxAnnotations of them.
	Annotations []Annotation
}

func explainCheck(err error) error { return Explain(err, "checks: write") }

// CreateCheck creates the check run of the commit under test with its annotations, in as many requests
// as they need, and leaves it in progress. It returns the number of the check run, with an error too
// where it exists by then.
func CreateCheck(ctx context.Context, client *Client, at Place, run CheckRun) (id int64, err error) {
	owner, name, _ := at.Split()
	rest := run.Annotations[:min(len(run.Annotations), MaxAnnotations)]
	next := func() *gh.CheckRunOutput {
		some := rest[:min(len(rest), perRequest)]
		rest = rest[len(some):]
		return run.output(some)
	}
	options := gh.CreateCheckRunOptions{Name: at.Name(), HeadSHA: at.Commit, Status: gh.Ptr("in_progress"), Output: next()}
	if at.RunURL != "" {
		options.DetailsURL = &at.RunURL
	}
	created, _, err := client.Checks.CreateCheckRun(once(ctx), owner, name, options)
	id = created.GetID()
	if mayBeDone(err) {
		id = findCheck(ctx, client, at)
	}
	if id != 0 {
		err = nil
	}
	for err == nil && len(rest) > 0 {
		_, _, err = client.Checks.UpdateCheckRun(ctx, owner, name, id, gh.UpdateCheckRunOptions{Name: at.Name(), Output: next()})
	}
	return id, explainCheck(err)
}

// findCheck returns the number of the unfinished check run that was created although its answer was
// lost, by its name, commit and workflow run; zero when there is none.
func findCheck(ctx context.Context, client *Client, at Place) (id int64) {
	owner, name, _ := at.Split()
	options := &gh.ListCheckRunsOptions{CheckName: gh.Ptr(at.Name()), Filter: gh.Ptr("all"), ListOptions: page}
	for run, err := range client.Checks.ListCheckRunsForRefIter(ctx, owner, name, at.Commit, options) {
		if err != nil {
			return 0
		}
		if run.GetName() == at.Name() && run.GetStatus() == "in_progress" && (at.RunURL == "" || run.GetDetailsURL() == at.RunURL) {
			id = max(id, run.GetID())
		}
	}
	return id
}

// ConcludeCheck sets the conclusion of a check run, with its title and summary.
func ConcludeCheck(ctx context.Context, client *Client, at Place, id int64, run CheckRun) error {
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

// output returns what a check run shows, with some of its annotations.
func (c *CheckRun) output(some []Annotation) *gh.CheckRunOutput {
	out := &gh.CheckRunOutput{Title: gh.Ptr(report.Clean(c.Title, maxCheckTitle)), Summary: gh.Ptr(cut(c.Summary, MaxSummary))}
	for i := range some {
		out.Annotations = append(out.Annotations, some[i].ofCheck())
	}
	return out
}

// LineAnnotations returns the annotations at lines of the repository's files, however many there are.
func LineAnnotations(r *link.Report, files Files) []Annotation {
	return slices.DeleteFunc(Annotations(r, files), func(a Annotation) bool { return a.file == "" })
}

// ofCheck returns an annotation as a check run has it.
func (a *Annotation) ofCheck() *gh.CheckRunAnnotation {
	level := map[link.Verdict]string{link.Broken: "failure", link.Unverified: "warning", link.Redirected: "notice"}[a.level]
	line := max(a.line, 1)
	sent := &gh.CheckRunAnnotation{
		Path: &a.file, StartLine: &line, EndLine: &line, AnnotationLevel: &level, Title: gh.Ptr(report.Clean(a.title, maxCheckTitle)),
		Message: gh.Ptr(cut(strings.Join(a.messages, "\n"), maxMessage)),
	}
	if a.column > 0 && a.end > a.column {
		sent.StartColumn, sent.EndColumn = &a.column, &a.end
	}
	return sent
}
