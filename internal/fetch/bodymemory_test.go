package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/body"
	"github.com/linkvet/linkvet/internal/link"
)

// zipped answers with so many megabytes, in a few kilobytes.
func zipped(megabytes int) http.HandlerFunc {
	var zipped bytes.Buffer
	zip := gzip.NewWriter(&zipped)
	for range megabytes {
		_, _ = zip.Write(make([]byte, 1<<20))
	}
	_ = zip.Close()
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(zipped.Bytes())
	}
}

func TestExternalBodiesAreReadLessFar(t *testing.T) {
	t.Parallel()
	s := serve(t, zipped(9))
	resp := do(t, testClient(t, Options{}), s.URL, Page)
	var cut *Error
	if !errors.As(resp.Cut, &cut) || !cut.TooLarge || len(resp.Body) != defaultMaxExternalBody {
		t.Errorf("%d bytes of another host, Cut %v", len(resp.Body), resp.Cut)
	}
	resp = do(t, testClient(t, Options{Site: []string{s.URL}}), s.URL, Page)
	if resp.Cut != nil || len(resp.Body) != 9<<20 {
		t.Errorf("%d bytes of the site, Cut %v", len(resp.Body), resp.Cut)
	}
}

// Bodies wait for each other's memory, which is no time that their hosts take.
func TestBodiesWaitForMemory(t *testing.T) {
	t.Parallel()
	const megabytes, bodies, limit = 3, 6, 3 << 20
	synctest.Test(t, func(t *testing.T) {
		c := virtualClient(t, Options{Site: []string{"http://site.test"}, Timeout: 2 * time.Second, Concurrency: bodies}, by(zipped(megabytes)))
		c.requester.sender.memory = body.NewMemory(limit)
		var wg sync.WaitGroup
		for range bodies {
			wg.Go(func() {
				resp, err := c.Do(t.Context(), Request{URL: mustParse(t, "http://site.test/"), Want: Page})
				if err != nil {
					t.Errorf("Do: %v", err)
					return
				}
				defer resp.Release()
				if resp.Cut != nil || len(resp.Body) != megabytes<<20 {
					t.Errorf("%d bytes, Cut %v", len(resp.Body), resp.Cut)
				}
				time.Sleep(1500 * time.Millisecond)
			})
		}
		wg.Wait()
	})
}

func TestRunMayEndWhileABodyWaitsForMemory(t *testing.T) {
	t.Parallel()
	s := serve(t, zipped(4))
	c := testClient(t, Options{Site: []string{s.URL}})
	c.requester.sender.memory = body.NewMemory(1)
	first := do(t, c, s.URL, Page)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if got := fail(t, ctx, c, s.URL, Page); got.Reason != link.NotReached {
		t.Errorf("Reason = %q, want not-reached", got.Reason)
	}
	first.Release()
	do(t, c, s.URL, Page)
}
