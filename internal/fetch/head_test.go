package fetch

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

func TestDoAsksWithHEAD(t *testing.T) {
	t.Parallel()
	const cut = -1
	tests := map[string]struct {
		head, get []int // statuses in turn, the last one repeated; cut closes the connection
		want      []string
		status    int
		second    []string // what a second Do adds
	}{
		"answered":                {[]int{200}, []int{200}, []string{"HEAD"}, 200, []string{"HEAD"}},
		"gone":                    {[]int{410}, []int{410}, []string{"HEAD", "GET"}, 410, []string{"HEAD", "GET"}},
		"gone to HEAD alone":      {[]int{410}, []int{200}, []string{"HEAD", "GET"}, 200, []string{"GET"}},
		"a bad request":           {[]int{400}, []int{200}, []string{"HEAD", "GET"}, 200, []string{"GET"}},
		"not allowed":             {[]int{405}, []int{200}, []string{"HEAD", "GET"}, 200, []string{"GET"}},
		"not implemented, really": {[]int{501}, []int{501}, []string{"HEAD", "GET"}, 501, []string{"GET"}},
		"not found":               {[]int{404}, []int{404}, []string{"HEAD", "GET"}, 404, []string{"HEAD", "GET"}},
		"found by GET":            {[]int{404}, []int{200}, []string{"HEAD", "GET"}, 200, []string{"GET"}},
		"forbidden":               {[]int{403}, []int{403}, []string{"HEAD", "GET"}, 403, []string{"HEAD", "GET"}},
		"forbidden to HEAD":       {[]int{403}, []int{200}, []string{"HEAD", "GET"}, 200, []string{"GET"}},
		"not acceptable":          {[]int{406}, []int{200}, []string{"HEAD", "GET"}, 200, []string{"GET"}},
		"server error":            {[]int{500}, []int{200}, []string{"HEAD", "GET"}, 200, []string{"GET"}},
		"server error that stays": {[]int{500}, []int{500}, []string{"HEAD", "GET", "GET", "GET"}, 500, []string{"HEAD", "GET", "GET", "GET"}},
		"too many requests":       {[]int{429, 200}, []int{200}, []string{"HEAD", "HEAD"}, 200, []string{"HEAD"}},
		"cut":                     {[]int{cut}, []int{200}, []string{"HEAD", "GET"}, 200, []string{"GET"}},
		"cut counts as a try":     {[]int{cut}, []int{503}, []string{"HEAD", "GET", "GET"}, 503, []string{"HEAD", "GET", "GET"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			turns := map[string][]int{"HEAD": test.head, "GET": test.get}
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				turn := turns[r.Method]
				if len(turn) > 1 {
					turns[r.Method] = turn[1:]
				}
				if turn[0] == cut {
					hijack(t, w, "")
					return
				}
				// On a connection used before, net/http sends again by itself.
				w.Header().Set("Connection", "close")
				w.WriteHeader(turn[0])
			})
			c := testClient(t, Options{Retries: 2})
			if resp := do(t, c, s.URL, Answer); resp.Status != test.status {
				t.Errorf("Status = %d, want %d", resp.Status, test.status)
			}
			if diff := cmp.Diff(test.want, s.methods()); diff != "" {
				t.Errorf("methods (-want +got):\n%s", diff)
			}
			do(t, c, s.URL, Answer)
			if diff := cmp.Diff(slices.Concat(test.want, test.second), s.methods()); diff != "" {
				t.Errorf("methods of both (-want +got):\n%s", diff)
			}
			if got := c.Requests(); got != int64(len(s.methods())) {
				t.Errorf("Requests() = %d, want %d", got, len(s.methods()))
			}
		})
	}
}

func TestDoAsksEachHopByItself(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/":
			moved(w, "/end")
		case r.Method == http.MethodHead:
			w.WriteHeader(http.StatusMethodNotAllowed)
		}
	})
	do(t, testClient(t, Options{}), s.URL, Answer)
	if diff := cmp.Diff([]string{"HEAD", "HEAD", "GET"}, s.methods()); diff != "" {
		t.Errorf("methods (-want +got):\n%s", diff)
	}
}

func TestDoAsksOnceForWhatCannotPass(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(s.Close)
	// With such a wait, a second try would outlive the test.
	c := strictClient(t, Options{Retries: 3, RetryWait: 1000 * time.Hour})
	got := fail(t, t.Context(), c, s.URL, Answer)
	if got.Reason != link.PrivateAddress || c.Requests() != 0 {
		t.Errorf("Reason %q after %d requests, want private-address after none", got.Reason, c.Requests())
	}
}
