package fetch

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

func TestOneDocumentIsAskedOnce(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/a", "/b":
			moved(w, "/end#"+r.URL.Path[1:])
		case "/end":
			time.Sleep(50 * time.Millisecond)
		}
	})
	c := testClient(t, Options{})
	// Two redirects to what a link names as well, all at once and again later.
	for range 2 {
		var wg sync.WaitGroup
		for _, path := range []string{"/a", "/end", "/b", "/end#x"} {
			wg.Go(func() {
				if resp, err := c.Do(t.Context(), Request{URL: mustParse(t, s.URL+path), Want: Answer}); err != nil || resp.Status != 200 {
					t.Errorf("Do(%s): %v", path, err)
				}
			})
		}
		wg.Wait()
		s.mu.Lock()
		asked := map[string]int{}
		for _, r := range s.requests {
			asked[r.URL.Path]++
		}
		s.requests = nil
		s.mu.Unlock()
		// A caller that asks for the same URL twice gets two answers: "/end" is named twice.
		if asked["/end"] != 2 || asked["/a"] != 1 || asked["/b"] != 1 {
			t.Errorf("requests: %v", asked)
		}
	}
}

// Answers that say the same are kept as one. The race detector finds a write to it while
// another request reads it.
func TestSharedAnswersAreOnlyRead(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/to-end") {
			moved(w, "/end")
		}
	})
	c := testClient(t, Options{})
	do(t, c, s.URL+"/end", Answer)
	var wg sync.WaitGroup
	for i := range 60 {
		for _, path := range []string{"/to-end", "/like-end"} {
			wg.Go(func() {
				if _, err := c.Do(t.Context(), Request{URL: mustParse(t, fmt.Sprintf("%s%s-%d", s.URL, path, i)), Want: Answer}); err != nil {
					t.Errorf("Do(%s-%d): %v", path, i, err)
				}
			})
		}
	}
	wg.Wait()
}

func TestOneFailureOfManyWays(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) { moved(w, refusing+"/end") })
	c := testClient(t, Options{})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			_, err := c.Do(t.Context(), Request{URL: mustParse(t, fmt.Sprintf("%s/%d", s.URL, i)), Want: Answer})
			var failed *Error
			if !errors.As(err, &failed) || failed.Reason != link.ConnectionRefused || len(failed.Redirects) != 1 {
				t.Errorf("Do: %+v", failed)
			}
		})
	}
	wg.Wait()
	resp, err := c.Do(t.Context(), Request{URL: mustParse(t, refusing+"/end"), Want: Answer})
	var failed *Error
	if !errors.As(err, &failed) || len(failed.Redirects) != 0 || failed.Status != 0 {
		t.Errorf("Do: %+v %+v, want the failure alone, not another's way there", resp, failed)
	}
}

// TestAnsweredRequestsTakeLittle keeps a thousand answers that say the same as one.
func TestAnsweredRequestsTakeLittle(t *testing.T) {
	t.Parallel()
	var s singleflight
	u := mustParse(t, "http://example.test/")
	for i := range 1000 {
		u.Path = fmt.Sprintf("/%d", i)
		_, _ = s.share(t.Context(), question{url: u, named: true}, func() (*answer, error) {
			return &answer{status: 200, contentType: "text/html", etag: u.Path, cookies: []*http.Cookie{{Name: "visit", Value: u.Path}}}, nil
		})
	}
	if len(s.byURL) != 0 || len(s.shared) != 1 || len(s.answered) != 1000 {
		t.Errorf("%d requests in flight, %d answers and %d results kept", len(s.byURL), len(s.shared), len(s.answered))
	}
	for _, a := range []answer{
		{status: 301, location: "/x"},
		{status: 301, location: "/y"},
		{status: 301, location: "/y", cookies: []*http.Cookie{{Name: "a"}}},
		{status: 200},
		{status: 200, head: true},
	} {
		u.Path += "x"
		_, _ = s.share(t.Context(), question{url: u, named: true}, func() (*answer, error) { return &a, nil })
		got, err := s.share(t.Context(), question{url: u}, func() (*answer, error) { return nil, errors.New("asked again") })
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(a, *got, cmp.AllowUnexported(answer{})); diff != "" {
			t.Errorf("kept (-want +got):\n%s", diff)
		}
	}
}

// A host that answers each of a million links with a header of a megabyte must not
// have the run remember them.
func TestLargeAnswersAreAskedAgain(t *testing.T) {
	t.Parallel()
	var s singleflight
	u := mustParse(t, "http://example.test/")
	large := strings.Repeat("x", maxKeptAnswer+1)
	for name, a := range map[string]answer{
		"location":     {status: 301, location: "/" + large},
		"cookies":      {status: 301, location: "/", cookies: []*http.Cookie{{Name: "a", Raw: large}}},
		"content type": {status: 200, contentType: "text/" + large},
	} {
		asked := 0
		u.Path = "/" + name
		for range 2 {
			got, err := s.share(t.Context(), question{url: u}, func() (*answer, error) { asked++; return &a, nil })
			if err != nil || got != &a {
				t.Errorf("%s: %v, %v", name, got, err)
			}
		}
		if asked != 2 {
			t.Errorf("%s: asked %d times", name, asked)
		}
	}
	if len(s.answered)+len(s.byURL)+len(s.shared) != 0 {
		t.Errorf("%d answers are kept", len(s.answered))
	}
}
