package target_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// heavy is a site whose pages are large and answer at once.
type heavy struct {
	mu       sync.Mutex
	requests int64
}

func (h *heavy) Requests() int64 { return h.requests }

const heavyPages, heavyBytes = 100, 256 << 10

func (h *heavy) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	u, want := r.URL, r.Want
	var body strings.Builder
	if u.Path == "/" {
		for i := range heavyPages {
			body.WriteString(`<a href="/page-` + strings.Repeat("x", i) + `">x</a>`)
		}
	}
	body.WriteString(strings.Repeat(" ", heavyBytes))
	h.mu.Lock()
	defer h.mu.Unlock()
	h.requests++
	if want != fetch.Document && want != fetch.Page {
		return &fetch.Response{Status: 404, URL: u}, nil
	}
	return &fetch.Response{Status: 200, URL: u, HTML: true, Body: []byte(body.String())}, nil
}

// TestCrawlOfLargePages holds that a full queue of documents neither stops a crawl nor
// leaves anything of it unread.
func TestCrawlOfLargePages(t *testing.T) {
	t.Parallel()
	cfg, err := config.Load(config.Sources{Args: []string{"--concurrency=64", "http://site.test/"}})
	if err != nil {
		t.Fatal(err)
	}
	start, err := weburl.Parse("http://site.test/")
	if err != nil {
		t.Fatal(err)
	}
	client := &heavy{}
	job := &check.Job{
		Config: cfg, Scope: site.NewScope(start, weburl.URL{}), Client: client,
		Progress: &check.Progress{}, Started: time.Now(),
	}
	first, err := client.Do(t.Context(), fetch.Request{URL: start, Want: fetch.Page})
	if err != nil {
		t.Fatal(err)
	}
	r := crawl.Check(t.Context(), job, start, first)
	if r.Stats.Pages != heavyPages+1 || len(r.Findings) != 0 || !r.Complete {
		t.Errorf("read %d pages with %d findings, problems %q; want %d, none, none",
			r.Stats.Pages, len(r.Findings), r.Problems, heavyPages+1)
	}
	if r.Stats.OK != heavyPages {
		t.Errorf("%d targets are %s, want %d", r.Stats.OK, link.OK, heavyPages)
	}
}
