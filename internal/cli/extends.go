package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
	"github.com/linkvet/linkvet/internal/workdir"
)

const (
	// extendTime bounds the time for all settings files from URLs.
	extendTime = time.Minute
	// extendAttempt bounds one attempt of one request for such a file.
	extendAttempt = 20 * time.Second
	// extendRetries is the number of retries for each of them.
	extendRetries = 2
)

// errExtends says what a settings file may extend. The value may hold a secret, so it is
// not repeated.
var errExtends = errors.New("must be a path, or an https URL without a user name or password")

// extender opens the files that a settings file extends.
type extender struct {
	process Process
	client  *fetch.Client // nil before the first request
}

// open opens the file that the file from extends, until ctx ends. A path is relative to the file that names
// it; in a file from a URL it is a part of a URL, so such a file names no file of this
// machine.
func (e *extender) open(ctx context.Context, from config.File, to string) (config.File, error) {
	if from.Fetched || strings.Contains(to, "://") {
		return e.openURL(ctx, from, to)
	}
	path := filepath.FromSlash(to)
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(from.At), path)
	}
	name := filepath.ToSlash(path)
	if e.process.inWorkflow() {
		if why := workdir.Leaves(path); why != "" {
			return config.File{}, fmt.Errorf("could not read %s: it %s; use a path inside, or an https URL", name, why)
		}
	}
	data, err := readFile(path, maxConfig)
	if err != nil {
		return config.File{}, fmt.Errorf("could not read %s: %w", name, err)
	}
	return config.File{Name: name, At: path, Content: data}, nil
}

// openURL requests a settings file.
func (e *extender) openURL(ctx context.Context, from config.File, to string) (config.File, error) {
	u, err := weburl.Parse(to)
	if from.Fetched {
		var base weburl.URL
		if base, err = weburl.Parse(from.At); err == nil {
			u, err = base.Resolve(to)
		}
	}
	if err != nil || u.Scheme != "https" || u.Redacted() != u.String() {
		return config.File{}, errExtends
	}
	u = u.Document()
	name := u.WithoutQuery().String()
	data, err := e.get(ctx, u)
	if err != nil {
		return config.File{}, fmt.Errorf("could not read %s: %w", name, err)
	}
	return config.File{Name: name, At: u.String(), Content: data, Fetched: true}, nil
}

// get requests a settings file, without a header of a setting, a cookie of another request
// or a token. In a workflow run it requests no private address, as the file that names the
// URL is untrusted there.
func (e *extender) get(ctx context.Context, u weburl.URL) ([]byte, error) {
	if e.client == nil {
		e.client = fetch.New(fetch.Options{
			Timeout:         extendAttempt,
			Retries:         extendRetries,
			UserAgent:       e.process.userAgent(),
			AllowPrivate:    !e.process.inWorkflow(),
			MaxBody:         maxConfig,
			MaxExternalBody: maxConfig,
		})
	}
	resp, err := e.client.Do(ctx, fetch.Request{URL: u, Want: fetch.Body})
	var failure *fetch.Error
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, fmt.Errorf("no answer in %v", extendTime)
	case errors.As(err, &failure) && failure.Reason == link.RedirectLoop:
		return nil, errors.New("it redirects in a loop") // the URL may hold a secret
	case err != nil:
		return nil, err
	}
	defer resp.Release()
	isPlain := func(hop link.Redirect) bool { return !strings.HasPrefix(hop.URL, "https://") }
	switch {
	case resp.URL.Scheme != "https" || slices.ContainsFunc(resp.Redirects, isPlain):
		return nil, errors.New("it redirects to a URL that is not https")
	case resp.Status != http.StatusOK:
		return nil, fmt.Errorf("the host answered %d", resp.Status)
	case resp.Cut != nil:
		return nil, resp.Cut
	case resp.HTML:
		return nil, errors.New("it is an HTML page; use the URL of the file itself")
	}
	return slices.Clone(resp.Body), nil
}

// close closes the connections of all requests.
func (e *extender) close() {
	if e.client != nil {
		e.client.Close()
	}
}
