// Package github is where linkvet meets GitHub: what started the run, the commands and files of a
// runner, the REST API, and what is published there. It is the only package that uses
// go-githubactions, whose functions panic where these return errors.
package github

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/sethvargo/go-githubactions"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

// Workflow is a run of a workflow. Outside of one, each of its methods does nothing. Its methods may
// be called from several goroutines.
type Workflow struct {
	getenv func(string) string
	active bool
	event  func() Event

	mu  sync.Mutex // guards what follows and the writes of one command
	out *keeper
	sdk *githubactions.Action
}

// NewWorkflow returns the workflow run that the environment describes. Commands are written to out,
// which is the standard output as it is: a writer that defuses commands would defuse these too.
func NewWorkflow(getenv func(string) string, out io.Writer) *Workflow {
	k := &keeper{w: out}
	return &Workflow{
		getenv: getenv,
		active: getenv("GITHUB_ACTIONS") == "true",
		event:  sync.OnceValue(func() Event { return ReadEvent(getenv) }),
		out:    k,
		sdk:    githubactions.New(githubactions.WithWriter(k), githubactions.WithGetenv(getenv)),
	}
}

// Active reports whether the process runs in a workflow.
func (w *Workflow) Active() bool { return w.active }

// Event returns what started the run. Its payload is read once.
func (w *Workflow) Event() Event { return w.event() }

// Mask has the runner replace secret with asterisks in all that is printed from then on, so it is
// called before anything else is. A blank secret is left alone. When the command cannot be written,
// the next Annotate says so.
func (w *Workflow) Mask(secret string) {
	if strings.TrimSpace(secret) != "" {
		w.issue(func() { w.sdk.AddMask(secret) })
	}
}

// Group begins a part of the log that can be folded, which lasts until EndGroup is called. Groups do
// not nest.
func (w *Workflow) Group(title string) {
	w.issue(func() { w.sdk.Group(report.Clean(title, maxTitle)) })
}

// EndGroup ends the part of the log that Group began.
func (w *Workflow) EndGroup() { w.issue(w.sdk.EndGroup) }

// issue writes one command by itself.
func (w *Workflow) issue(command func()) {
	if w.active {
		w.mu.Lock()
		defer w.mu.Unlock()
		command()
	}
}

// keeper keeps the first error of a writer instead of returning it, because go-githubactions panics
// on one.
type keeper struct {
	w   io.Writer
	err error
}

// Write never fails; after the first error nothing more is written.
func (k *keeper) Write(p []byte) (int, error) {
	if k.err == nil {
		if _, err := k.w.Write(p); err != nil {
			k.err = fmt.Errorf("could not write a workflow command: %w", err)
		}
	}
	return len(p), nil
}

// Guarded is a writer that lets no line through that a workflow runner would obey. It holds a line
// back until it is whole, so Flush must be called at the end. It may be used from several goroutines.
type Guarded struct {
	mu   sync.Mutex
	w    io.Writer
	line []byte
	err  error
}

// Guard returns a writer to w for all that is printed in a workflow, but for the commands that are
// meant.
func Guard(w io.Writer) *Guarded { return &Guarded{w: w} }

// Write takes p, and writes the lines that are whole by then. The first error of the underlying
// writer is returned from then on.
func (g *Guarded) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var out []byte
	rest := p
	// The runner's reader ends a line at a carriage return too.
	for end := bytes.IndexAny(rest, "\r\n"); end >= 0; end = bytes.IndexAny(rest, "\r\n") {
		out = append(append(out, report.Inert(string(append(g.line, rest[:end]...)))...), rest[end])
		g.line, rest = g.line[:0], rest[end+1:]
	}
	g.line = append(g.line, rest...)
	if err := g.send(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes the line that is not whole, ended with a line break: what follows it could make a
// command of it.
func (g *Guarded) Flush() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.line) == 0 {
		return g.err
	}
	out := append([]byte(report.Inert(string(g.line))), '\n')
	g.line = g.line[:0]
	return g.send(out)
}

func (g *Guarded) send(out []byte) error {
	if g.err == nil && len(out) > 0 {
		_, g.err = g.w.Write(out)
	}
	return g.err
}

// append adds content to the runner's file that variable names, with one write. What a full disk
// took of it is removed again, so that the file never ends in the middle of an output or a summary.
func (w *Workflow) append(variable string, content []byte) error {
	path := w.getenv(variable)
	if !w.active || path == "" {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		info, unknown := file.Stat()
		if len(content) > 0 {
			_, err = file.Write(content)
		}
		if err != nil && unknown == nil && info.Mode().IsRegular() {
			err = errors.Join(err, file.Truncate(info.Size()))
		}
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		return fmt.Errorf("could not write the file in %s: %w", variable, err)
	}
	return nil
}

// TryFiles returns an error for each file that the run is to write for the runner and cannot open.
func (w *Workflow) TryFiles(summary bool) (errs []error) {
	if summary {
		errs = append(errs, w.append(summaryFile, nil))
	}
	return append(errs, w.append("GITHUB_OUTPUT", nil))
}

// delimiter is the line that ends a value in the file of outputs. No value may hold such a line.
const delimiter = "_GitHubActionsFileCommandDelimeter_"

// Outputs sets the outputs of the action, all of them in every run. The one named report is the path
// of the JSON report, empty when there is none.
func (w *Workflow) Outputs(r *link.Report, reportPath string) error {
	var refused error
	complete := r.Complete
	if strings.ContainsFunc(reportPath, unicode.IsControl) || reportPath == delimiter {
		refused = fmt.Errorf("could not set the output report: the path %q must be one line", reportPath)
		reportPath, complete = "", false
	}
	fresh, lost := 0, 0
	for i := range r.Findings {
		if r.Findings[i].Reason == link.URLLost {
			lost++
		}
		if !r.Findings[i].Known {
			fresh++
		}
	}
	var b bytes.Buffer
	for _, o := range []struct {
		name  string
		value any
	}{
		{"broken", r.Stats.Broken},
		{"unverified", r.Stats.Unverified},
		{"redirected", r.Stats.Redirected},
		{"new", fresh},
		{"fixed", r.Fixed},
		{"lost", lost},
		{"pages", r.Stats.Pages},
		{"unread", r.Unread},
		{"links", r.Stats.Links},
		{"failed", strconv.FormatBool(r.Failed)},
		{"complete", strconv.FormatBool(complete)},
		{"report", reportPath},
	} {
		fmt.Fprintf(&b, "%s<<%s\n%v\n%s\n", o.name, delimiter, o.value, delimiter)
	}
	return errors.Join(w.append("GITHUB_OUTPUT", b.Bytes()), refused)
}

// The variables by which the runner lets a job with `id-token: write` request a token, and how long
// GitHub may take to give one.
const (
	idTokenURL     = "ACTIONS_ID_TOKEN_REQUEST_URL"
	idTokenBearer  = "ACTIONS_ID_TOKEN_REQUEST_TOKEN"
	idTokenTimeout = 10 * time.Second
)

// signedToken matches the form of a signed token: three parts in base64url.
var signedToken = regexp.MustCompile(`^[\w-]+\.[\w-]+\.[\w-]+$`)

// MayRequestIDToken reports whether the job has the permission `id-token: write`.
func (w *Workflow) MayRequestIDToken() bool {
	return w.active && w.getenv(idTokenURL) != "" && w.getenv(idTokenBearer) != ""
}

// IDToken requests an OIDC token, if MayRequestIDToken, for GitHub's usual audience, the owner of the repository. The error
// says why there is none, and holds neither the token nor the URL.
func (w *Workflow) IDToken(ctx context.Context) (string, error) {
	// Anything else would send the runner's token in the clear.
	if u, err := url.Parse(w.getenv(idTokenURL)); err != nil || u.Scheme != "https" || u.Host == "" {
		return "", fmt.Errorf("%s is not an https URL", idTokenURL)
	}
	ctx, cancel := context.WithTimeout(ctx, idTokenTimeout)
	defer cancel()
	sdk := githubactions.New(githubactions.WithGetenv(w.getenv), githubactions.WithHTTPClient(&http.Client{
		Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true, ForceAttemptHTTP2: true},
		// The runner's token must not follow a redirect.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}))
	// The library reads 64 kB of the answer at most.
	token, err := sdk.GetIDToken(ctx, "")
	if refused, ok := errors.AsType[*githubactions.RequestFailedError](err); ok {
		return "", fmt.Errorf("it answered with status %d", refused.StatusCode)
	}
	if err != nil || !signedToken.MatchString(token) {
		return "", errors.New("it gave no token") // the error may hold the URL
	}
	return token, nil
}
