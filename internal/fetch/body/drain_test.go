package body

import (
	"bytes"
	"io"
	"net/http"
	"testing"
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
