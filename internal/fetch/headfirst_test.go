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
		head, get []int // statuses in order, the last one repeated; cut closes the connection
		want      []string
		status    int
		second    []string // what a second Do adds
	}{
		"answered":                {head: []int{200}, get: []int{200}, want: []string{"HEAD"}, status: 200, second: []string{"HEAD"}},
		"gone":                    {head: []int{410}, get: []int{410}, want: []string{"HEAD", "GET"}, status: 410, second: []string{"HEAD", "GET"}},
		"gone to HEAD alone":      {head: []int{410}, get: []int{200}, want: []string{"HEAD", "GET"}, status: 200, second: []string{"GET"}},
		"a bad request":           {head: []int{400}, get: []int{200}, want: []string{"HEAD", "GET"}, status: 200, second: []string{"GET"}},
		"not allowed":             {head: []int{405}, get: []int{200}, want: []string{"HEAD", "GET"}, status: 200, second: []string{"GET"}},
		"not implemented, really": {head: []int{501}, get: []int{501}, want: []string{"HEAD", "GET"}, status: 501, second: []string{"GET"}},
		"not found":               {head: []int{404}, get: []int{404}, want: []string{"HEAD", "GET"}, status: 404, second: []string{"HEAD", "GET"}},
		"found by GET":            {head: []int{404}, get: []int{200}, want: []string{"HEAD", "GET"}, status: 200, second: []string{"GET"}},
		"forbidden":               {head: []int{403}, get: []int{403}, want: []string{"HEAD", "GET"}, status: 403, second: []string{"HEAD", "GET"}},
		"forbidden to HEAD":       {head: []int{403}, get: []int{200}, want: []string{"HEAD", "GET"}, status: 200, second: []string{"GET"}},
		"not acceptable":          {head: []int{406}, get: []int{200}, want: []string{"HEAD", "GET"}, status: 200, second: []string{"GET"}},
		"server error":            {head: []int{500}, get: []int{200}, want: []string{"HEAD", "GET"}, status: 200, second: []string{"GET"}},
		"server error that stays": {head: []int{500}, get: []int{500}, want: []string{"HEAD", "GET", "GET", "GET"}, status: 500, second: []string{"HEAD", "GET", "GET", "GET"}},
		"too many requests":       {head: []int{429, 200}, get: []int{200}, want: []string{"HEAD", "HEAD"}, status: 200, second: []string{"HEAD"}},
		"cut":                     {head: []int{cut}, get: []int{200}, want: []string{"HEAD", "GET"}, status: 200, second: []string{"GET"}},
		"cut counts as a try":     {head: []int{cut}, get: []int{503}, want: []string{"HEAD", "GET", "GET"}, status: 503, second: []string{"HEAD", "GET", "GET"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			statuses := map[string][]int{"HEAD": test.head, "GET": test.get}
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				left := statuses[r.Method]
				if len(left) > 1 {
					statuses[r.Method] = left[1:]
				}
				if left[0] == cut {
					hijack(t, w, "")
					return
				}
				// On a connection used before, net/http sends again by itself.
				w.Header().Set("Connection", "close")
				w.WriteHeader(left[0])
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
