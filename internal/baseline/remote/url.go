// Package remote reads baselines that are not in a file: at a URL, or in an artifact of an
// earlier run of the workflow.
package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/weburl"
)

const (
	// MaxSize is the size in bytes of the largest baseline that is downloaded, and of the
	// largest artifact.
	MaxSize = 64 << 20
	// patience bounds the time for all requests of one baseline, with their retries.
	patience = 2 * time.Minute
)

// Client sends requests without headers of the site and without tokens, to public addresses,
// as a *fetch.Client does. It must read bodies of MaxSize bytes.
type Client interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// AtURL returns the places of the baseline at a URL. It returns nil when ctx ends first.
func AtURL(ctx context.Context, client Client, raw string) (*baseline.Places, error) {
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var places *baseline.Places
	err := download(within, client, raw, func(body []byte) (err error) {
		places, err = baseline.Parse(within, bytes.NewReader(body))
		return err
	})
	switch {
	case ctx.Err() != nil:
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("could not read the baseline %q: %w", shown(raw), err)
	}
	return places, nil
}

// shown returns a URL without what may be secret.
func shown(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return weburl.Redact(raw)
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

// download requests a URL, and passes the body of the answer to read.
func download(ctx context.Context, client Client, raw string, read func(body []byte) error) error {
	u, err := weburl.Parse(raw)
	if err != nil {
		return errors.New("it is not a valid URL")
	}
	resp, err := client.Do(ctx, fetch.Request{URL: u, Want: fetch.Body})
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("it was not complete within %v", patience)
	}
	if err != nil {
		return err
	}
	defer resp.Release()
	for _, hop := range resp.Redirects {
		if to, err := weburl.Parse(hop.URL); err == nil && to.Scheme == "http" && u.Scheme == "https" {
			return errors.New("it redirects to a URL without https")
		}
	}
	var cut *fetch.Error
	switch {
	case resp.Login != "":
		return errors.New("a login page answered; use a URL that needs no login")
	case resp.Status != http.StatusOK:
		return fmt.Errorf("the host answered with status %d", resp.Status)
	case errors.As(resp.Cut, &cut) && cut.TooLarge, len(resp.Body) > MaxSize:
		return fmt.Errorf("it is larger than %d MiB", MaxSize>>20)
	case resp.Cut != nil:
		return resp.Cut
	}
	return read(resp.Body)
}
