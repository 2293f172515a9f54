package body

import (
	"bytes"
	"io"
	"net/http"
	"testing"
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
