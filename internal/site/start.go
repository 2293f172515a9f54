package site

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Wanted is the start page that FindStart waits for.
type Wanted struct {
	// Within is how long to wait for it. 0 requests it once.
	Within time.Duration
	// Text is what the page must contain; empty for any page.
	Text string
	// OnAnswer gets a line about the answers so far after each that is not the wanted
	// page. It may be nil.
	OnAnswer func(seen string)
}

// The pauses between two looks at a start page that does not answer yet.
const (
	firstPause = 250 * time.Millisecond
	lastPause  = 5 * time.Second
)

// FindStart requests the start page until it answers with success, not with a host's
// placeholder, and contains the wanted text, or the time is over. A login ends the wait.
// It returns where the site is, which is start or the place that it redirects to on the
// same host when that is not below start's own directory, and the answer, which the caller
// releases. The error is an *UnreachableError.
func FindStart(ctx context.Context, client Fetcher, start weburl.URL, want Wanted) (weburl.URL, *fetch.Response, error) {
	deadline := time.Now().Add(want.Within)
	seen := newSeen(start, want)
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		found, resp, err := askStart(ctx, client, start)
		if err == nil && want.Text != "" {
			err = seen.judge(resp)
		}
		if err == nil {
			return found, resp, nil
		}
		if resp != nil {
			resp.Release()
		}
		seen.add(err)
		if ctx.Err() != nil || !mayPass(err) {
			return found, nil, err
		}
		left := time.Until(deadline)
		if left <= 0 {
			return found, nil, seen.conclude(err)
		}
		if want.OnAnswer != nil {
			want.OnAnswer(seen.line())
		}
		// Jitter keeps the jobs of a matrix from asking in step.
		nap := min(pause/2+rand.N(pause/2), left)
		select {
		case <-ctx.Done():
			return found, nil, err
		case <-time.After(nap):
		}
	}
}

// mayPass reports whether waiting could help: it cannot where the start page
// leads to another site, or asks for a login.
func mayPass(err error) bool {
	var e *UnreachableError
	return !errors.As(err, &e) || e.Final.Scheme == "" && !e.Login
}
