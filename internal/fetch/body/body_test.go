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

// TestBodiesShareTheMemory reads bodies at once that do not fit into the memory together.
func TestBodiesShareTheMemory(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ size, atOnce int }{
		"small":  {size: firstBytes / 2, atOnce: 6},
		"medium": {size: 3 << 20, atOnce: 2},
		"large":  {size: 9 << 20, atOnce: 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				const bodies, limit = 6, 2 * mediumBytes
				m := NewMemory(limit)
				var wg sync.WaitGroup
				start := time.Now()
				for range bodies {
					wg.Go(func() {
						body := io.NopCloser(bytes.NewReader(make([]byte, test.size)))
						resp := &http.Response{Body: body, ContentLength: -1, Request: (&http.Request{}).WithContext(t.Context())}
						buf := m.Take(resp, limit)
						defer buf.Release()
						if err := buf.ReadRest(resp, limit); err != nil || buf.Len() != test.size {
							t.Errorf("%d bytes, %v", buf.Len(), err)
						}
						time.Sleep(time.Second)
					})
				}
				wg.Wait()
				if took, want := time.Since(start), time.Duration(bodies/test.atOnce)*time.Second; took != want {
					t.Errorf("took %v, want %v", took, want)
				}
				if !m.shared.TryAcquire(limit) || !m.large.TryAcquire(1) {
					t.Error("memory is not given back")
				}
			})
		})
	}
}
