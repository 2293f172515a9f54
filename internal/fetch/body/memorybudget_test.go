package body

import (
	"bytes"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// clocked is a body with a clock.
type clocked struct {
	bytes.Reader
	stopped, started int
}

func (c *clocked) Close() error { return nil }

func (c *clocked) StopClock() (start func()) {
	c.stopped++
	return func() { c.started++ }
}

// TestBodiesShareTheBudget reads bodies at once that do not fit into the memory together.
// The clock of a try does not run while its body waits.
func TestBodiesShareTheBudget(t *testing.T) {
	t.Parallel()
	const size, bodies, limit = 3 << 20, 6, 3 << 20
	synctest.Test(t, func(t *testing.T) {
		m := NewMemory(limit)
		var wg sync.WaitGroup
		stopped := make(chan int, bodies)
		for range bodies {
			wg.Go(func() {
				b := &clocked{}
				b.Reset(make([]byte, size))
				resp := &http.Response{Body: b, ContentLength: -1, Request: (&http.Request{}).WithContext(t.Context())}
				buf := m.Take(resp, 2*size)
				defer m.Put(buf)
				if err := m.ReadRest(buf, resp, 2*size); err != nil || buf.Len() != size {
					t.Errorf("%d bytes, %v", buf.Len(), err)
				}
				m.budget.mu.Lock()
				if m.budget.taken > limit+2*size {
					t.Errorf("%d bytes are taken", m.budget.taken)
				}
				m.budget.mu.Unlock()
				if b.stopped != b.started {
					t.Errorf("the clock was stopped %d times and started %d", b.stopped, b.started)
				}
				stopped <- b.stopped
				time.Sleep(time.Second)
			})
		}
		wg.Wait()
		if m.budget.taken != 0 || m.budget.over != nil {
			t.Errorf("%d bytes are taken in the end", m.budget.taken)
		}
		close(stopped)
		waited := 0
		for n := range stopped {
			waited += min(n, 1)
		}
		if waited == 0 {
			t.Error("no body waited")
		}
	})
}
