package crawl

import (
	"context"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// generated is a live site whose pages answer makes: HTML, a sitemap, "redirect URL", "denied",
// "type MEDIA-TYPE" with the text on the next lines, or "" for what does not exist. It is a Client for virtual time, in which every
// answer takes as long.
type generated struct {
	answer func(r *http.Request) string
	// quick is whether answers take no time: a file of facts cannot be written in a bubble.
	quick    bool
	requests atomic.Int64
}

func (g *generated) Requests() int64 { return g.requests.Load() }

func (g *generated) Do(ctx context.Context, r fetch.Request) (*fetch.Response, error) {
	u, want := r.URL, r.Want
	g.requests.Add(1)
	if g.quick {
		return g.respond(u, want)
	}
	select {
	case <-ctx.Done():
		return nil, &fetch.Error{Reason: link.NotReached, Message: "the run ended before the answer came"}
	case <-time.After(10 * time.Millisecond):
	}
	return g.respond(u, want)
}

func (g *generated) respond(u weburl.URL, want fetch.Want) (*fetch.Response, error) {
	parsed, err := url.Parse(u.String())
	if err != nil {
		return nil, err
	}
	body := g.answer(&http.Request{Method: http.MethodGet, URL: parsed})
	resp := &fetch.Response{Status: 200, URL: u, HTML: true, Body: []byte(body)}
	switch to, redirects := strings.CutPrefix(body, "redirect "); {
	case redirects:
		final, err := u.Resolve(to)
		if err != nil {
			return nil, err
		}
		resp, err = g.respond(final, want)
		if err == nil {
			resp.Redirects = append([]link.Redirect{{Status: 302, URL: final.String()}}, resp.Redirects...)
		}
		return resp, err
	case body == "":
		return &fetch.Response{Status: 404, URL: u}, nil
	case body == "denied":
		return &fetch.Response{Status: 403, URL: u}, nil
	case strings.HasPrefix(body, "type "):
		kind, text, _ := strings.Cut(strings.TrimPrefix(body, "type "), "\n")
		resp.HTML, resp.ContentType, resp.Body = false, kind, []byte(text)
	case strings.HasPrefix(body, "<?xml"):
		resp.HTML, resp.ContentType = false, "application/xml"
	}
	if want == fetch.Answer {
		resp.Body = nil
	}
	return resp, nil
}

// crawl checks the site from its start page, in virtual time.
func (g *generated) crawl(t *testing.T, args ...string) *link.Report {
	t.Helper()
	job, start, first := g.job(t, args...)
	r := Check(t.Context(), job, start, first)
	if !r.Complete || r.Failed || len(r.Findings) > 0 {
		t.Errorf("complete %t, failed %t, problems %q, findings %v", r.Complete, r.Failed, r.Problems, r.Findings)
	}
	return r
}

// job is a crawl of the site from its start page, and what that answers.
func (g *generated) job(t *testing.T, args ...string) (*check.Job, weburl.URL, *fetch.Response) {
	t.Helper()
	cfg, err := config.Load(config.Sources{Args: append(args, checktest.Home)})
	if err != nil {
		t.Fatal(err)
	}
	start, err := weburl.Parse(checktest.Home)
	if err != nil {
		t.Fatal(err)
	}
	first, err := g.respond(start, fetch.Document)
	if err != nil {
		t.Fatal(err)
	}
	return &check.Job{Config: cfg, Scope: site.NewScope(start), Client: g, Progress: &check.Progress{}, Started: time.Now()}, start, first
}

// anchorsTo is a page body that links to each target.
func anchorsTo(targets ...string) string {
	var b strings.Builder
	for _, target := range targets {
		fmt.Fprintf(&b, "<a href=%q>x</a>\n", target)
	}
	return b.String()
}

// token makes a new value for each n.
func token(n int64) string {
	h := fnv.New64a()
	fmt.Fprint(h, n)
	return fmt.Sprintf("%016x", h.Sum64())
}

func numberIn(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
