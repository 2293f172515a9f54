package target_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/check/dir"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
	"github.com/linkvet/linkvet/internal/testutil/leaktest"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// siteHost is the host of checktest.Home.
const siteHost = "site.test"

// crawlHosts checks the site at checktest.Home, which is one of the hosts. It needs no
// network, so that time may be virtual.
func crawlHosts(t *testing.T, hosts fetchtest.Hosts, args ...string) *livetest.Result {
	t.Helper()
	return crawlUntil(t.Context(), t, hosts, args...)
}

// crawlUntil is crawlHosts in a run that may end early.
func crawlUntil(ctx context.Context, t *testing.T, hosts fetchtest.Hosts, args ...string) *livetest.Result {
	t.Helper()
	job := checktest.NewJob(t, args...)
	job.Client = fetch.New(fetch.Options{
		Concurrency: job.Config.Concurrency, HostConcurrency: job.Config.HostConcurrency, Timeout: job.Config.Timeout,
		Retries: job.Config.Retries, Site: []string{checktest.Home}, Transport: hosts,
	})
	job.Started = time.Now()
	return &livetest.Result{Report: *crawlWith(ctx, t, job)}
}

// crawlWith checks the site at checktest.Home with the client of a job.
func crawlWith(ctx context.Context, t *testing.T, job *check.Job) *link.Report {
	t.Helper()
	home := checktest.MustParse(t, checktest.Home)
	first, err := job.Client.Do(ctx, fetch.Request{URL: home, Want: fetch.Document})
	if err != nil {
		t.Fatal(err)
	}
	return crawl.Check(ctx, job, home, first, nil)
}

// checkPage checks a directory of one page, with a resolver. watch may replace the client.
func checkPage(t *testing.T, page string, names *net.Resolver, watch func(*check.Job, *fetch.Client)) *link.Report {
	t.Helper()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "index.html"), []byte(page), 0o600); err != nil {
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
	client := fetch.New(fetch.Options{Concurrency: 1, Timeout: cfg.Timeout, AllowPrivate: true, Resolver: names})
	defer client.Close()
	job := &check.Job{Config: cfg, Scope: site.UnknownScope("/"), Client: client, Progress: &check.Progress{}, Started: time.Now()}
	if watch != nil {
		watch(job, client)
	}
	return dir.Check(t.Context(), job, pages, nil)
}

// upName is the only name that exists.
const upName = "up.test"

// fewNames is a resolver to which no other name exists, or none at all.
func fewNames(t *testing.T, any bool) *net.Resolver {
	t.Helper()
	return fetchtest.Names(t, func(name string, _ bool) fetchtest.Record {
		if any && name == upName {
			return fetchtest.At("127.0.0.1")
		}
		return fetchtest.None
	})
}
