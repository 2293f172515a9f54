package body

import (
	"bytes"
	"io"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestPoolIsBounded(t *testing.T) {
	t.Parallel()
	var p pool
	p.put(bytes.NewBuffer(make([]byte, 0, maxPooled+1)))
	if len(p.kept) != 0 {
		t.Error("a buffer larger than the pool is kept")
	}
	for range 100 {
		p.put(bytes.NewBuffer(make([]byte, 0, 64<<10)))
	}
	p.put(bytes.NewBuffer(make([]byte, 0, maxPooled/2)))
	sum := 0
	for _, buf := range p.kept {
		sum += buf.Cap()
	}
	if sum > maxPooled || sum != p.bytes {
		t.Errorf("%d bytes are kept and %d counted, want at most %d", sum, p.bytes, maxPooled)
	}
	if last := p.kept[len(p.kept)-1]; last.Cap() != maxPooled/2 {
		t.Errorf("the newest has %d bytes, want %d: older ones are dropped", last.Cap(), maxPooled/2)
	}
}

func TestDrainLeavesLargeBodies(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		length int64
		read   int
	}{
		"small":   {length: 1000, read: 1000},
		"large":   {length: drainBytes + 1},
		"unknown": {length: -1, read: drainBytes},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			size := drainBytes * 2
			if test.length == 1000 {
				size = 1000
			}
			body := bytes.NewReader(make([]byte, size))
			Drain(&http.Response{Body: io.NopCloser(body), ContentLength: test.length}, func() {})
			if got := size - body.Len(); got != test.read {
				t.Errorf("read %d bytes, want %d", got, test.read)
			}
		})
	}
}

// TestBodiesShareTheBudget reads bodies at once that do not fit into the memory together.
func TestBodiesShareTheBudget(t *testing.T) {
	t.Parallel()
	const size, bodies, limit = 3 << 20, 6, 3 << 20
	synctest.Test(t, func(t *testing.T) {
		m := NewMemory(limit)
		var wg sync.WaitGroup
		for range bodies {
			wg.Go(func() {
				body := io.NopCloser(bytes.NewReader(make([]byte, size)))
				resp := &http.Response{Body: body, ContentLength: -1, Request: (&http.Request{}).WithContext(t.Context())}
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
				time.Sleep(time.Second)
			})
		}
		wg.Wait()
		if m.budget.taken != 0 || m.budget.over != nil {
			t.Errorf("%d bytes are taken in the end", m.budget.taken)
		}
	})
}
