package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fix"
	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/redact"
	"github.com/linkvet/linkvet/internal/report"
)

// startPatience is how long the status at the start may delay the check.
const startPatience = 15 * time.Second

// publisher shows on GitHub how the run ended. A nil publisher shows nothing.
type publisher struct {
	client   *github.Client
	at       github.Place
	wants    []string
	workflow *github.Workflow
	// check is the check run in progress, and checkID its number; zero while there is none.
	check   github.CheckRun
	checkID int64
	// link is where the status leads.
	link string
	// patch has the fixes that are not in the review.
	patch string
}

// openPublisher opens the publisher of the run, if there is to be one, and perhaps notes why there
// is none. Its errors are errors of the call.
func (s *session) openPublisher(cfg config.Config) (err error) {
	s.publisher, err = s.process.newPublisher(cfg, s.workflow, s.api)
	if noted, isNote := errors.AsType[*noteError](err); isNote {
		s.notes = append(s.notes, noted.text)
		return nil
	}
	return err
}

// newPublisher returns the publisher of a run, or nil. A noteError says that there is no token.
func (p Process) newPublisher(cfg config.Config, workflow *github.Workflow, api func() (*github.Client, error)) (*publisher, error) {
	if len(cfg.Publish) == 0 {
		return nil, nil
	}
	event := workflow.Event()
	at := github.Place{
		Server: p.getenv("GITHUB_SERVER_URL"), Repository: p.getenv("GITHUB_REPOSITORY"), Commit: p.getenv("GITHUB_SHA"),
		PullRequest: event.PullRequest, Environment: event.Environment,
	}
	if event.Name != "" {
		at.Commit = event.Commit
	}
	if run := p.getenv("GITHUB_RUN_ID"); run != "" && at.Server != "" {
		at.RunURL = at.Server + "/" + at.Repository + "/actions/runs/" + run
	}
	if cfg.Shard.Count > 0 {
		at.Share = cfg.Shard.String()
	}
	switch _, _, ok := at.Split(); {
	case !ok:
		return nil, errors.New("could not publish: set the environment variable GITHUB_REPOSITORY to OWNER/NAME")
	case !commitName.MatchString(at.Commit):
		return nil, errors.New("could not publish: set the environment variable GITHUB_SHA to the commit under test")
	case cfg.Token == "" && p.inWorkflow():
		return nil, &noteError{"publish has no effect: there is no token; set the input `token`"}
	case cfg.Token == "":
		return nil, &noteError{"publish has no effect: there is no token; set the environment variable " + redact.Token}
	}
	client, err := api()
	if err != nil {
		return nil, err
	}
	return &publisher{client: client, at: at, wants: slices.Clone(cfg.Publish), workflow: workflow, link: at.RunURL}, nil
}

// commitName matches the whole name of a commit.
var commitName = regexp.MustCompile(`^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$`)

// api returns a client for GitHub's API.
func (p Process) api(token string) (*github.Client, error) {
	return github.NewClient(github.Options{URL: p.getenv("GITHUB_API_URL"), Token: token, UserAgent: p.userAgent()})
}

// shows reports whether the setting publish has a value.
func (b *publisher) shows(what string) bool { return b != nil && slices.Contains(b.wants, what) }

// stateOf is how a run with an exit status ended.
func stateOf(exit int) github.State {
	switch exit {
	case exitClean:
		return github.Success
	case exitFailed:
		return github.Failure
	}
	return github.Error
}

// start sets the status to pending.
func (b *publisher) start(ctx context.Context, s *session) {
	if !b.shows(config.PublishStatus) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	err := github.SetStatus(ctx, b.client, b.at, github.Status{State: github.Pending, Text: "checking the links", URL: b.at.RunURL})
	if errors.As(err, new(*github.ReadOnlyError)) {
		// The token may not show it at the end either.
		b.wants = slices.DeleteFunc(b.wants, func(what string) bool { return what == config.PublishStatus })
	}
	if err != nil {
		s.notes = append(s.notes, "could not set the commit status: "+err.Error())
	}
}

// publish shows on GitHub what the run found. The review comes before the comment, which has the
// fixes that the review does not show.
func (d *delivery) publish() {
	b := d.publisher
	d.show(d.late, config.PublishReview, "could not write the review of the pull request", b.showReview)
	d.show(d.late, config.PublishComment, "could not write the comment on the pull request", b.showComment)
	d.show(d.late, config.PublishIssue, "could not update the issue", b.showIssue)
	d.show(d.late, config.PublishCheck, "could not create the check run", b.createCheck)
}

// conclude sets what a change may have to wait for: the commit status, and the conclusion of the check
// run. So it comes after all other outputs that may fail, whose time does not count.
func (d *delivery) conclude(ctx context.Context) {
	ctx, stop := check.Late(ctx, patience)
	defer stop()
	d.show(ctx, config.PublishStatus, "could not set the commit status", d.publisher.showStatus)
	d.show(ctx, config.PublishCheck, "could not conclude the check run", d.publisher.concludeCheck)
}

// show publishes one part of what the setting publish has, and records its failure.
func (d *delivery) show(ctx context.Context, what, failure string, show func(context.Context, *delivery) error) {
	if !d.publisher.shows(what) {
		return
	}
	err := errorOf("publish", func() error { return show(ctx, d) })
	noted, isNote := errors.AsType[*noteError](err)
	switch {
	case err == nil:
	case isNote:
		d.report.Notes = append(d.report.Notes, d.oneLine(noted))
	case errors.As(err, new(*github.ReadOnlyError)):
		d.report.Notes = append(d.report.Notes, failure+": "+d.oneLine(err))
	default:
		d.failed(fmt.Errorf("%s: %w", failure, err))
	}
}

// noteError is why something was not published, where that is worth only a note.
type noteError struct{ text string }

func (e *noteError) Error() string { return e.text }

// exit is the exit status by what is known so far.
func (d *delivery) exit() int { return exitStatus(nil, d.report, errors.Join(d.errs...)) }

// explainForks adds what to do about pull requests from forks to the error of a token that may not
// write.
func explainForks(err error) error {
	if errors.As(err, new(*github.ReadOnlyError)) {
		return fmt.Errorf("%w; for pull requests from forks, see https://github.com/linkvet/linkvet/blob/main/docs/pull-requests.md#forks", err)
	}
	return err
}

// onPullRequest returns the place of the open pull request with the commit.
func (b *publisher) onPullRequest(ctx context.Context, what string) (github.Place, error) {
	number, err := github.FindPullRequest(ctx, b.client, b.at)
	if err == nil && number == 0 {
		err = &noteError{fmt.Sprintf("publish: %s has no effect: the commit %.*s has no open pull request", what, shortCommit, b.at.Commit)}
	}
	at := b.at
	at.PullRequest = number
	return at, err
}

// maxPatch bounds the fixes in a comment, in bytes.
const maxPatch = 20_000

// showComment writes the comment of the pull request about the site. When all is well, it
// only updates an existing one, and then a failure leaves nothing out.
func (b *publisher) showComment(ctx context.Context, d *delivery) error {
	isWell := report.IsAllWell(d.report)
	at, err := b.onPullRequest(ctx, config.PublishComment)
	if err == nil {
		site, patch := github.SiteName(at.Environment, d.report.Target), ""
		if at.Share != "" {
			site += " " + at.Share
		}
		if !isWell {
			patch = report.FoldedPatch(b.patch, maxPatch)
		}
		url := ""
		url, err = github.SetComment(ctx, b.client, at, github.Comment{Site: site, Body: b.text(d, report.MaxComment-len(patch)) + patch, UpdateOnly: isWell})
		b.link = cmp.Or(url, b.link)
	}
	switch {
	case !isWell || err == nil || errors.As(err, new(*noteError)):
		return explainForks(err)
	case errors.As(err, new(*github.ReadOnlyError)):
		return nil // there is nothing to say
	}
	return &noteError{"could not look for an earlier comment on the pull request: " + d.oneLine(err)}
}

// showIssue keeps one issue with the findings of scheduled runs.
func (b *publisher) showIssue(ctx context.Context, d *delivery) error {
	if b.at.PullRequest != 0 || strings.HasPrefix(b.workflow.Event().Name, "pull_request") {
		return &noteError{"publish: issue has no effect in a run for a pull request: use comment"}
	}
	site := github.SiteName(b.at.Environment, d.report.Target)
	_, err := github.SetIssue(ctx, b.client, b.at, github.Issue{
		Site: site, Title: report.Clean("Broken links in "+site, github.MaxDescription), IsWell: report.IsAllWell(d.report),
		Body: b.text(d, report.MaxComment),
	})
	return err
}

// text returns the findings as a comment or an issue shows them, in at most limit bytes.
func (b *publisher) text(d *delivery, limit int) string {
	return report.Comment(d.report, report.Options{
		Limit: limit, Commit: b.at.Commit, CommitURL: b.at.Server + "/" + b.at.Repository + "/commit/" + b.at.Commit, RunURL: b.at.RunURL,
		Link: b.workflow.Lines(d.report, d.files),
	})
}

// showReview suggests fixes on lines of the pull request. What it cannot suggest is left for
// the comment. Without anything to fix it sends no request.
func (b *publisher) showReview(ctx context.Context, d *delivery) error {
	switch {
	case d.cfg.From != "":
		return &noteError{"publish: review has no effect: an earlier report does not hold the lines of the sources"}
	case d.fixes == nil || d.fixes.Links() == 0:
		return nil
	}
	at, err := b.onPullRequest(ctx, config.PublishReview)
	if err != nil {
		return err
	}
	tree := d.repository()
	suggestionOf := func(l fix.Line) github.Suggestion {
		return github.Suggestion{File: tree.Path(l.File), Line: l.Number, Old: l.Old, New: l.New}
	}
	lines := d.fixes.Lines()
	var all []github.Suggestion
	for _, l := range lines {
		if l.IsPlain {
			all = append(all, suggestionOf(l))
		}
	}
	shown, err := github.SetReview(ctx, b.client, at, all)
	if err != nil {
		b.patch = d.fixes.Patch(nil) // for the comment
		return explainForks(err)
	}
	b.patch = d.fixes.Patch(func(l fix.Line) bool { return slices.Contains(shown, suggestionOf(l)) })
	if left := len(lines) - len(shown); left > 0 && !b.shows(config.PublishComment) {
		return &noteError{fmt.Sprintf("publish: review: the pull request does not show %s that can be fixed; add comment to publish, or run linkvet --fix diff", link.Count(left, "line"))}
	}
	return nil
}

// createCheck creates the check run.
func (b *publisher) createCheck(ctx context.Context, d *delivery) error {
	options := report.Options{Limit: github.MaxSummary, Link: b.workflow.Lines(d.report, d.files)}
	b.check = github.CheckRun{Title: d.sentence(), Summary: report.Markdown(d.report, options), Annotations: github.LineAnnotations(d.report, d.files)}
	id, err := github.CreateCheck(ctx, b.client, b.at, b.check)
	b.checkID = id
	return err
}

// concludeCheck concludes the check run, unless it could not be created.
func (b *publisher) concludeCheck(ctx context.Context, d *delivery) error {
	if b.checkID == 0 {
		return nil
	}
	b.check.State, b.check.Title = stateOf(d.exit()), d.sentence()
	return github.ConcludeCheck(ctx, b.client, b.at, b.checkID, b.check)
}

// showStatus sets the status of the commit.
func (b *publisher) showStatus(ctx context.Context, d *delivery) error {
	return github.SetStatus(ctx, b.client, b.at, github.Status{State: stateOf(d.exit()), Text: d.sentence(), URL: b.link})
}

// sentence says how the run ended, for a status or the title of a check run.
func (d *delivery) sentence() string {
	weakened := d.weakened()
	return report.Sentence(d.report, github.MaxDescription-len(weakened)) + weakened
}

// publishStop shows that a run could not start.
func (p Process) publishStop(ctx context.Context, cfg config.Config, err error, workflow *github.Workflow) {
	cfg.Token = p.token(cfg)
	b, failed := p.newPublisher(cfg, workflow, func() (*github.Client, error) { return p.api(cfg.Token) })
	if failed != nil && failed.Error() != err.Error() && !errors.As(failed, new(*noteError)) {
		p.warn(failed.Error())
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), startPatience)
	defer cancel()
	cause, _, _ := strings.Cut(p.secrets.Text(err.Error()), "\n")
	text := "linkvet could not start: " + cause
	if b.shows(config.PublishCheck) {
		run := github.CheckRun{State: github.Error, Title: text, Summary: text}
		id, err := github.CreateCheck(ctx, b.client, b.at, run)
		if err == nil {
			err = github.ConcludeCheck(ctx, b.client, b.at, id, run)
		}
		if err != nil {
			p.warn("could not create the check run: " + p.secrets.Text(err.Error()))
		}
	}
	if b.shows(config.PublishStatus) {
		if err := github.SetStatus(ctx, b.client, b.at, github.Status{State: github.Error, Text: text, URL: b.link}); err != nil {
			p.warn("could not set the commit status: " + p.secrets.Text(err.Error()))
		}
	}
}
