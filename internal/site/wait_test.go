package site

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/weburl"
)

// opening is a site that is up from a moment on.
type opening time.Time

func (o opening) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	u := r.URL
	if time.Now().Before(time.Time(o)) {
		return nil, errors.New("connection refused")
	}
	return &fetch.Response{Status: 200, URL: u}, nil
}

func TestFindStartWaitsNoLongerThanItMay(t *testing.T) {
	t.Parallel()
	start, err := weburl.Parse("http://opening.test/")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		opens, wait time.Duration
		least, most time.Duration
		fails       bool
	}{
		"up at once":       {0, time.Hour, 0, 0, false},
		"up soon":          {time.Second, time.Hour, time.Second, 3 * time.Second, false},
		"up late":          {time.Minute, time.Hour, time.Minute, time.Minute + 5*time.Second, false},
		"up too late":      {time.Minute, 400 * time.Millisecond, 400 * time.Millisecond, 400 * time.Millisecond, true},
		"up at the end":    {time.Minute, time.Minute, time.Minute, time.Minute, false},
		"nobody waits":     {time.Minute, 0, 0, 0, true},
		"longer than ever": {100 * time.Hour, time.Hour, time.Hour, time.Hour, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				_, _, err := FindStart(t.Context(), opening(began.Add(test.opens)), start, test.wait)
				if took := time.Since(began); took < test.least || took > test.most || (err != nil) != test.fails {
					t.Errorf("%v after %v, want between %v and %v", err, took, test.least, test.most)
				}
			})
		})
	}
}
