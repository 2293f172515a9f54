package check

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Documents of any size come to their ends, however many wait for each other: in a
// bubble, a deadlock is a failure.
func TestLargePagesWaitForEachOther(t *testing.T) {
	t.Parallel()
	const workers = 64
	synctest.Test(t, func(t *testing.T) {
		b := newPageBudget(workers)
		random := rand.New(rand.NewPCG(1, 2))
		sizes := make([]int64, 2000)
		for i := range sizes {
			sizes[i] = random.Int64N(2 * largePages)
			if i%2 == 0 {
				sizes[i] = random.Int64N(2 * b.small)
			}
		}
		var mu sync.Mutex
		var inWork, most int64
		count := func(n int64) {
			mu.Lock()
			defer mu.Unlock()
			inWork += n
			most = max(most, inWork)
		}
		next := make(chan int64)
		var group sync.WaitGroup
		for range workers {
			group.Go(func() {
				for size := range next {
					held, err := b.admit(t.Context(), size)
					if err != nil {
						t.Errorf("%d bytes: %v", size, err)
					}
					if (held == 0) != (size <= b.small) {
						t.Errorf("%d bytes hold %d", size, held)
					}
					count(held)
					time.Sleep(time.Millisecond)
					count(-held)
					b.leave(held)
				}
			})
		}
		for _, size := range sizes {
			next <- size
		}
		close(next)
		group.Wait()
		if most > largePages || most < largePages/2 || inWork != 0 {
			t.Errorf("%d bytes were in work at most, and %d are at last; want %d at most, and most of them", most, inWork, largePages)
		}
		if total := workers * b.small; total > smallPages {
			t.Errorf("the small pages of %d workers have %d bytes", workers, total)
		}
	})
}

func TestWaitForTheBudgetEndsWithTheRun(t *testing.T) {
	t.Parallel()
	b := newPageBudget(1)
	held, err := b.admit(t.Context(), site.MaxPage)
	if err != nil || held != largePages {
		t.Fatalf("the largest page holds %d, %v", held, err)
	}
	ended := errors.New("the run ended")
	ctx, end := context.WithCancelCause(t.Context())
	end(ended)
	if held, err := b.admit(ctx, site.MaxPage); held != 0 || !errors.Is(err, ended) {
		t.Errorf("beside it the next one holds %d, %v", held, err)
	}
	b.leave(held)
	if held, err := b.admit(t.Context(), largePages); held != largePages || err != nil {
		t.Errorf("after it the next one holds %d, %v", held, err)
	}
}

// packedSitemap is one in gzip, of which nobody knows how large it becomes.
func packedSitemap(t *testing.T, path string) string {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = fmt.Fprintf(w, "<urlset><url><loc>https://site.test/%s</loc></url></urlset>", path)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}

// TestManyLargePages reads pages that all take part in the budget, some of which ask
// for all of it, with many workers and again with one: the reports are the same.
func TestManyLargePages(t *testing.T) {
	t.Parallel()
	const pages = 40
	words := strings.Repeat("<p>some words of a page that is large beside its share", 400)
	files := map[string]string{}
	for i := range pages {
		files[fmt.Sprintf("%d.html", i)] = fmt.Sprintf(`<h1 id=here-%d>t</h1><a href="%d.html#here-%[2]d">x</a><a href="%[2]d.html#heer-%[2]d">lost</a><a href="gone-%[1]d.html">y</a>%[3]s`, i, (i+1)%pages, words)
		files[fmt.Sprintf("sitemap-%d.xml", i)] = packedSitemap(t, fmt.Sprintf("none-%d.html", i))
	}
	files["index.html"] = `<a href="0.html">x</a>`
	var reports []*link.Report
	for _, jobs := range []int{1, 1024} {
		job, dir := openPages(t, files, fmt.Sprintf("--jobs=%d", jobs), "--site-url=https://site.test/")
		job.Space = site.NewSpace(mustURL(t, "https://site.test/"))
		if small := newPageBudget(jobs).small; jobs > 1 && small > int64(len(files["0.html"])) {
			t.Fatalf("pages of %d bytes do not take part", len(files["0.html"]))
		}
		r := job.Directory(t.Context(), dir)
		for i := range r.Findings {
			for j := range r.Findings[i].Occurrences {
				r.Findings[i].Occurrences[j].File = ""
			}
		}
		reports = append(reports, r)
	}
	if n := len(reports[0].Findings); n != 3*pages {
		t.Errorf("%d findings, want %d", n, 3*pages)
	}
	if diff := cmp.Diff(reports[0].Findings, reports[1].Findings, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("with many workers (-one +many):\n%s", diff)
	}
}

// What waits for the budget when the run ends is not reached, and nothing is said of it.
func TestLargePageOfALiveSiteWaits(t *testing.T) {
	t.Parallel()
	job, _ := openPages(t, map[string]string{"index.html": ""})
	a := newAsker(job)
	held, err := a.inWork.admit(t.Context(), largePages)
	if err != nil {
		t.Fatal(err)
	}
	page := mustURL(t, "https://other.test/")
	read := func(ctx context.Context) *target {
		owner := newTarget(page.String(), page, false)
		resp := &fetch.Response{URL: page, Status: 200, HTML: true, Body: bytes.Repeat([]byte("<p id=a>"), smallPages/8)}
		a.readDocument(ctx, owner, task{target: owner, level: anchors}, resp, outcome{verdict: link.OK, status: 200})
		return owner
	}
	ctx, end := context.WithCancel(t.Context())
	end()
	if got := read(ctx); got.page != nil || got.outcome.reason != link.NotReached {
		t.Errorf("while another is read: %v, %q", got.page, got.outcome.reason)
	}
	a.inWork.leave(held)
	if got := read(t.Context()); got.page == nil || !got.page.has("a") || got.outcome.verdict != link.OK {
		t.Errorf("after it: %v, %q", got.page, got.outcome.verdict)
	}
	if held, err := a.inWork.admit(t.Context(), largePages); err != nil || held != largePages {
		t.Errorf("the budget is not given back: %d, %v", held, err)
	}
}

// mustURL parses a URL.
func mustURL(t *testing.T, raw string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
