package github

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

const (
	// maxWait bounds the waits of all requests of a client together.
	maxWait = 60 * time.Second
	// maxRetries bounds the retries of one request.
	maxRetries = 4
	// firstBackoff is the wait after the first failure; it doubles with each further one.
	firstBackoff = 500 * time.Millisecond
	// secondaryWait is how long to wait after a secondary rate limit that names no time,
	// as GitHub asks for.
	secondaryWait = 60 * time.Second
	// maxPeek is how much of a refusal is searched for its cause.
	maxPeek = 64 << 10
)

// onceKey marks a context of Once.
type onceKey struct{}

// Once returns a context for requests that must not be done twice, such as those that
// create a comment: after a failure of the server or of the connection they may have been
// done. Refusals because of a rate limit are retried all the same.
func Once(ctx context.Context) context.Context { return context.WithValue(ctx, onceKey{}, true) }

// policy decides which requests are sent again, and when.
type policy struct {
	mu   sync.Mutex
	left time.Duration // of maxWait
}

// check reports whether to send a request again. It reads the beginning of a refusal, and
// puts it back.
func (p *policy) check(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	wait, limited := limitOf(resp)
	if !limited {
		failed, _ := retryablehttp.DefaultRetryPolicy(ctx, resp, err)
		if once, _ := ctx.Value(onceKey{}).(bool); once || !failed {
			return false, nil
		}
		wait = max(wait, firstBackoff)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	// A wait that would not end in time is not begun.
	if end, ok := ctx.Deadline(); ok && time.Until(end) <= wait {
		return false, nil
	}
	return wait <= p.left, nil
}

// wait returns how long to wait before a request is sent again.
func (p *policy) wait(_, _ time.Duration, attempt int, resp *http.Response) time.Duration {
	wait, limited := limitOf(resp)
	if !limited {
		wait = max(wait, firstBackoff<<attempt)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	wait = min(wait, p.left)
	p.left -= wait
	return wait
}

// limitOf returns how long an answer asks to wait. limited reports whether a rate limit
// is the cause. See
// https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
func limitOf(resp *http.Response) (wait time.Duration, limited bool) {
	if resp == nil {
		return 0, false
	}
	after, hasAfter := retryAfter(resp.Header)
	if resp.StatusCode != http.StatusForbidden && resp.StatusCode != http.StatusTooManyRequests {
		return after, false
	}
	switch {
	case hasAfter:
		return after, true
	case resp.Header.Get("X-Ratelimit-Remaining") == "0":
		return untilReset(resp.Header), true
	case resp.StatusCode == http.StatusTooManyRequests || isSecondary(resp):
		// The body is gone when the answer is looked at again.
		resp.Header.Set("Retry-After", strconv.Itoa(int(secondaryWait.Seconds())))
		return secondaryWait, true
	}
	return 0, false
}

// retryAfter reads the header Retry-After: seconds or a date.
func retryAfter(h http.Header) (wait time.Duration, ok bool) {
	text := h.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	date, err := http.ParseTime(text)
	return max(time.Until(date), 0), err == nil
}

// untilReset reads the header X-Ratelimit-Reset: seconds since 1970.
func untilReset(h http.Header) time.Duration {
	seconds, err := strconv.ParseInt(h.Get("X-Ratelimit-Reset"), 10, 64)
	if err != nil {
		return secondaryWait
	}
	// The time has no fraction, so a second more is waited.
	return max(time.Until(time.Unix(seconds+1, 0)), 0)
}

// isSecondary reports whether a refusal is because of a secondary rate limit. Only the
// body says that where the answer has no Retry-After.
func isSecondary(resp *http.Response) bool {
	start, err := io.ReadAll(io.LimitReader(resp.Body, maxPeek))
	rest := io.Reader(resp.Body)
	if err != nil {
		rest = failedReader{err}
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(start), rest), resp.Body}
	text := strings.ToLower(string(start))
	return strings.Contains(text, "secondary rate limit") || strings.Contains(text, "#abuse-rate-limits") || strings.Contains(text, "secondary-rate-limits")
}

// failedReader returns an error that was read before.
type failedReader struct{ err error }

// Read fails.
func (f failedReader) Read([]byte) (int, error) { return 0, f.err }
