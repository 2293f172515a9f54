package crawl_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// flakySite is a tree of pages, of which one in a hundred fails with 500 when it is
// first asked for, and one in a hundred with 429. Behind each of them are others.
// One in fifty has a link to no page and one to no element.
type flakySite struct {
	pages int

	mu    sync.Mutex
	asked map[string]int
}

func (f *flakySite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var n int
	if count, _ := fmt.Sscanf(r.URL.Path, "/page%d", &n); r.URL.Path != "/" && (count == 0 || n >= f.pages) {
		http.NotFound(w, r)
		return
	}
	switch first := f.first(r.URL.Path); {
	case first && n%100 == 50:
		w.WriteHeader(http.StatusInternalServerError)
		return
	case first && n%100 == 77:
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
		return
	}
	var body strings.Builder
	fmt.Fprintf(&body, "<!doctype html><title>%d</title><h1>Page %d</h1>", n, n)
	for i := 10*n + 1; i <= 10*n+10 && i < f.pages; i++ {
		fmt.Fprintf(&body, "<a href=/page%d>%d</a> ", i, i)
	}
	if n%50 == 9 {
		fmt.Fprintf(&body, "<a href=/lost%d>lost</a> <a href=/page%d#lost>here</a>", n, n)
	}
	livetest.Page(body.String())(w, r)
}

// first reports whether a path is asked for the first time.
func (f *flakySite) first(path string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked[path]++
	return f.asked[path] == 1
}

// RoundTrip answers without a socket, for virtual time.
func (f *flakySite) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	resp := w.Result()
	resp.Request = r
	return resp, nil
}

func TestFlakySiteIsCheckedAllTheSame(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &flakySite{pages: 1000, asked: map[string]int{}}
		want := map[string]link.Reason{}
		for n := 9; n < f.pages; n += 50 {
			want[fmt.Sprintf("/lost%d", n)] = link.NotFound
			want[fmt.Sprintf("/page%d#lost", n)] = link.FragmentNotFound
		}
		job := checktest.NewJob(t)
		client := fetch.New(fetch.Options{Transport: f, Timeout: time.Minute, Retries: job.Config.Retries})
		defer client.Close()
		job.Client = client
		home := checktest.MustParse(t, checktest.Home)
		first, err := client.Do(t.Context(), fetch.Request{URL: home, Want: fetch.Document})
		if err != nil {
			t.Fatal(err)
		}
		r := crawl.Check(t.Context(), job, home, first, nil)
		got := map[string]link.Reason{}
		for _, found := range r.Findings {
			got[found.Target] = found.Reason
		}
		if diff := cmp.Diff(want, got); diff != "" || !r.Complete || r.Stats.Pages != f.pages {
			t.Errorf("%d pages, problems %q, findings (-want +got):\n%s", r.Stats.Pages, r.Problems, diff)
		}
		again := map[string]int{}
		for path, n := range f.asked {
			if n > 1 {
				again[path] = n
			}
		}
		wantAgain := map[string]int{"/": 2} // in the end, to see whether the site was replaced
		for n := range f.pages {
			if n%100 == 50 || n%100 == 77 {
				wantAgain[fmt.Sprintf("/page%d", n)] = 2
			}
		}
		if diff := cmp.Diff(wantAgain, again); diff != "" {
			t.Errorf("asked for more than once (-want +got):\n%s", diff)
		}
	})
}
