package host

import (
	"errors"
	"testing"
	"testing/synctest"
)

// The origins of the tests.
const external, siteOrigin = "https://example.test", "https://site.test"

var errDown = errors.New("down")

func TestCircuitOpens(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		origin  string
		seen    bool // it answered before
		failure Result
		after   int  // failures; 0 is never
		shared  bool // its links have one message
	}{
		"no connection":          {origin: external, failure: Result{Unreached: true}, after: failuresUnreached},
		"silence":                {origin: external, failure: Result{Silent: true}, after: failuresSilent},
		"any other failure":      {origin: external, failure: Result{}, after: maxFailures},
		"no connection any more": {origin: external, seen: true, failure: Result{Unreached: true}, after: maxFailures},
		"silent now":             {origin: external, seen: true, failure: Result{Silent: true}, after: maxFailures, shared: true},
		"another failure now":    {origin: external, seen: true, failure: Result{}},
		"says nothing of it":     {origin: external, failure: Result{Unrelated: true, Unreached: true}},
		"the site":               {origin: siteOrigin, failure: Result{Unreached: true, Silent: true}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bs := NewBreakers(map[string]bool{siteOrigin: true})
			if test.seen {
				bs.Done(test.origin, false, Result{Answered: true})
			}
			test.failure.Failed = errDown
			for n := range 2 * maxFailures {
				probe, err := bs.Allow(t.Context(), test.origin, 0, nil)
				var open *OpenError
				isOpen := errors.As(err, &open)
				if want := test.after > 0 && n >= test.after; isOpen != want || probe {
					t.Fatalf("after %d failures: open %t, want %t", n, isOpen, want)
				}
				if isOpen {
					if open.Shared != test.shared || !errors.Is(open.Last, errDown) {
						t.Errorf("got %+v", open)
					}
					continue
				}
				shared := bs.Done(test.origin, false, test.failure)
				if want := test.shared && n+1 >= test.after; shared != want {
					t.Errorf("failure %d: shared %t, want %t", n+1, shared, want)
				}
			}
		})
	}
}

// TestProbesDecide lets two deferred retries ask a host whose circuit is open, while the
// others wait for them.
func TestProbesDecide(t *testing.T) {
	t.Parallel()
	for name, back := range map[string]bool{"still down": false, "back": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				const probes = 2
				bs := NewBreakers(nil)
				bs.Done(external, false, Result{Failed: errDown, Silent: true})
				for range probes {
					if probe, err := bs.Allow(t.Context(), external, probes, nil); !probe || err != nil {
						t.Fatalf("probe %t, %v", probe, err)
					}
				}
				waiting := 0
				third := make(chan error, 1)
				go func() {
					_, err := bs.Allow(t.Context(), external, probes, NewWaiting(func() func() {
						waiting++
						return func() {}
					}))
					third <- err
				}()
				synctest.Wait()
				if waiting != 1 || len(third) != 0 {
					t.Error("the third did not wait")
				}
				for range probes {
					result := Result{Failed: errDown, Silent: true}
					if back {
						result = Result{Answered: true}
					}
					bs.Done(external, true, result)
				}
				if err := <-third; (err == nil) != back {
					t.Errorf("back %t: %v", back, err)
				}
			})
		})
	}
}
