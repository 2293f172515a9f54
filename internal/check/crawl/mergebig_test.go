package crawl_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// manyPages are so many pages, of which each links to some at random. The sitemap lists those
// of shards 1 and 2 of 4 alone: links lead to the others.
func manyPages(n int, asked *atomic.Int64) http.HandlerFunc {
	path := func(i int) string { return fmt.Sprintf("/p/%d", i) }
	return func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.URL.Path == "/sitemap.xml" {
			var locs []string
			for i := range n {
				if facts.ShardOf(path(i), 4) <= 2 {
					locs = append(locs, "http://"+r.Host+path(i))
				}
			}
			livetest.XML(livetest.Sitemap(locs...))(w, r)
			return
		}
		i := 0
		if _, err := fmt.Sscanf(r.URL.Path, "/p/%d", &i); err != nil && r.URL.Path != "/" || i >= n {
			http.NotFound(w, r)
			return
		}
		random := rand.New(rand.NewPCG(uint64(i), 1))
		var body strings.Builder
		fmt.Fprintf(&body, `<h1 id="top">Page %d</h1><img src="/p/%d"><a href="/p/%d">next</a>`, i, i%100, i+1)
		for range 20 {
			to := random.IntN(n)
			fmt.Fprintf(&body, `<li><a href="/p/%d">page %d</a> <a href="/p/%d#top">its top</a>`, to, to, random.IntN(n))
		}
		if i%100 == 0 {
			fmt.Fprintf(&body, `<a href="/lost/%d">lost</a><a href="/p/%d#lost">lost</a>`, i, (i+7)%n)
		}
		livetest.FullPage(fmt.Sprintf("Page %d", i), body.String())(w, r)
	}
}

// watchHeap returns a function that returns the largest heap since.
func watchHeap() (most func() uint64) {
	var largest atomic.Uint64
	stop := make(chan struct{})
	go func() {
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			largest.Store(max(largest.Load(), m.HeapInuse))
			select {
			case <-stop:
				return
			case <-time.After(200 * time.Millisecond):
			}
		}
	}()
	return func() uint64 {
		close(stop)
		return largest.Load()
	}
}

// TestManyPagesInFourShards compares one run on many pages with four shards. By hand, with
// LINKVET_PAGES=200000, it is the evidence for large sites.
func TestManyPagesInFourShards(t *testing.T) {
	n := 1500
	if value := os.Getenv("LINKVET_PAGES"); value != "" {
		var err error
		if n, err = strconv.Atoi(value); err != nil {
			t.Fatal(err)
		}
	}
	var asked atomic.Int64
	s := httptest.NewServer(manyPages(n, &asked))
	defer s.Close()
	start, err := weburl.Parse(s.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	p := &parts{t: t, start: start, args: []string{"--allow-private", "--retries=0"}, count: 4}
	step := func(name string, do func()) {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		t.Logf("%d MB are in use before", m.HeapAlloc>>20)
		before, began, most := asked.Load(), time.Now(), watchHeap()
		do()
		t.Logf("%s: %v, %d requests, heap %d MB", name, time.Since(began).Round(time.Millisecond), asked.Load()-before, most()>>20)
	}
	var want *link.Report
	step("one run", func() {
		job, first := p.job()
		want = crawl.Check(t.Context(), job, start, first)
	})
	step("round 1 of four shards", p.round)
	var size int64
	for _, n := range p.sizes {
		size += n
	}
	t.Logf("facts: %d MB, %d bytes a page", size>>20, size/int64(n))
	got := want
	step("merge", func() { got = p.merge() })
	for n := 2; isUnread(got) && n < 10; n++ {
		t.Logf("problems: %q", got.Problems)
		step(fmt.Sprintf("round %d", n), p.round)
		step("merge", func() { got = p.merge() })
	}
	if want.Stats.Pages != n+1 {
		t.Errorf("one run read %d pages, want %d", want.Stats.Pages, n+1)
	}
	sameReport(t, want, got)
}
