package github

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/linkvet/linkvet/internal/weburl"
)

func TestEachRepositoryIsLookedUpOnce(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	get := func(context.Context, weburl.URL) (status int, body []byte, ok bool) {
		asked.Add(1)
		return http.StatusNotFound, nil, true
	}
	l := NewLookup(Access{Token: "hush"}.WithDefaults())
	for _, path := range []string{"/me/mine", "/me/mine/issues/1", "/me/mine/blob/main/a"} {
		if got := l.Find(t.Context(), weburl.URL{Scheme: "https", Host: "github.com", Path: path}, get); got != Absent {
			t.Errorf("%s: got %d", path, got)
		}
	}
	if asked.Load() != 1 {
		t.Errorf("%d requests, want 1", asked.Load())
	}
}
