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
		"up at once":       {opens: 0, wait: time.Hour, least: 0, most: 0, fails: false},
		"up soon":          {opens: time.Second, wait: time.Hour, least: time.Second, most: 3 * time.Second, fails: false},
		"up late":          {opens: time.Minute, wait: time.Hour, least: time.Minute, most: time.Minute + 5*time.Second, fails: false},
		"up too late":      {opens: time.Minute, wait: 400 * time.Millisecond, least: 400 * time.Millisecond, most: 400 * time.Millisecond, fails: true},
		"up at the end":    {opens: time.Minute, wait: time.Minute, least: time.Minute, most: time.Minute, fails: false},
		"no wait":          {opens: time.Minute, wait: 0, least: 0, most: 0, fails: true},
		"longer than ever": {opens: 100 * time.Hour, wait: time.Hour, least: time.Hour, most: time.Hour, fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				_, _, err := FindStart(t.Context(), opening(began.Add(test.opens)), start, Wanted{Within: test.wait})
				if took := time.Since(began); took < test.least || took > test.most || (err != nil) != test.fails {
					t.Errorf("%v after %v, want between %v and %v", err, took, test.least, test.most)
				}
			})
		})
	}
}
