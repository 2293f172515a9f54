package target_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/dir"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
)

// watchedClient looks at the progress around each request.
type watchedClient struct {
	*fetch.Client
	look func()
}

func (c *watchedClient) Do(ctx context.Context, r fetch.Request) (*fetch.Response, error) {
	defer c.look()
	c.look()
	return c.Client.Do(ctx, r)
}

// TestProgressWithoutNames checks links to hosts none of which can be found, which are
// unverified in the end: the progress never calls one of them broken.
func TestProgressWithoutNames(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	var page strings.Builder
	page.WriteString("<!doctype html><title>x</title><a href=missing.html>x</a>")
	for i := range 20 {
		fmt.Fprintf(&page, "<a href=https://www.host%d.test/>x</a>", i)
	}
	if err := os.WriteFile(filepath.Join(root, "index.html"), []byte(page.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(config.Sources{Args: []string{"--retries=0", root}})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := site.OpenDir(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	defer pages.Close()
	client := fetch.New(fetch.Options{Concurrency: 1, HostConcurrency: 1, Timeout: cfg.Timeout, Resolver: fewNames(t, false)})
	defer client.Close()
	progress := &check.Progress{}
	found := func() (broken, unverified int64) {
		n, _ := client.LookedUp()
		return progress.Found(n > 0)
	}
	job := &check.Job{Config: cfg, Scope: site.UnknownScope(), Progress: progress, Started: time.Now()}
	job.Client = &watchedClient{client, func() {
		if broken, _ := found(); broken > 1 {
			t.Errorf("the progress is %d broken, and one target is", broken)
		}
	}}
	r := dir.Check(t.Context(), job, pages)
	broken, unverified := found()
	if r.Stats.Broken != 1 || r.Stats.Unverified != 20 || broken != 1 || unverified != 20 {
		t.Errorf("the report has %d %s and %d %s, the progress %d and %d; want 1 and 20",
			r.Stats.Broken, link.Broken, r.Stats.Unverified, link.Unverified, broken, unverified)
	}
}
