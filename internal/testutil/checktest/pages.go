package checktest

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/cache"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
)

// offline is a Client that reaches no host.
type offline struct{}

// Do answers no request.
func (offline) Do(context.Context, fetch.Request) (*fetch.Response, error) {
	return nil, &fetch.Error{Reason: link.NotReached, Message: "no host is reached"}
}

// Requests is 0.
func (offline) Requests() int64 { return 0 }

// OpenPages makes a directory that holds the given files, and the job to check
// it with those flags.
func OpenPages(t testing.TB, files map[string]string, flags ...string) (*check.Job, *site.Dir) {
	t.Helper()
	top := t.TempDir()
	for name, content := range files {
		path := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cfg, err := config.Load(config.Sources{Args: append(flags, top)})
	if err != nil {
		t.Fatal(err)
	}
	dir, err := site.OpenDir(t.Context(), top)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := dir.Close(); err != nil {
			t.Error(err)
		}
	})
	return &check.Job{Config: cfg, Scope: site.UnknownScope("/"), Client: offline{}, Progress: &check.Progress{}, Started: time.Now()}, dir
}

// Notebook is a Cache without a file.
type Notebook map[string]cache.Entry

// Find returns what was kept for a URL.
func (n Notebook) Find(url string) (cache.Entry, bool) { e, ok := n[url]; return e, ok }

// Keep keeps an entry.
func (n Notebook) Keep(e cache.Entry) { n[e.URL] = e }

// Forget removes the entry of a URL.
func (n Notebook) Forget(url string) { delete(n, url) }
