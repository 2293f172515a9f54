//go:build unix

package output

import (
	"context"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A reader who is slow is waited for as long as anything is taken; one who takes
// nothing is not.
func TestPatience(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, w := net.Pipe()
		defer r.Close()
		const size = 400 << 10
		to := &pipeWriter{ctx: t.Context(), f: w, patience: time.Second}
		done := make(chan error, 1)
		go func() {
			_, err := to.Write(make([]byte, size))
			_ = w.Close() // or a reader that was held up would wait for ever
			done <- err
		}()
		piece := make([]byte, 32<<10)
		began, got := time.Now(), 0
		for got < size/2 {
			n, err := r.Read(piece)
			if err != nil {
				t.Fatal(err)
			}
			got += n
			time.Sleep(200 * time.Millisecond)
		}
		if took := time.Since(began); took < to.patience {
			t.Fatalf("the reader is not slow enough to tell: %v", took)
		}
		stopped := time.Now()
		if err := <-done; err == nil || err.Error() != "the reader read nothing for 1s" || to.err == nil {
			t.Errorf("got %v", err)
		}
		// It may have begun to wait anew right before the reader stopped.
		if took := time.Since(stopped); took > 2*to.patience {
			t.Errorf("it waited for %v", took)
		}
	})
}

func TestADirectoryIsNoPipe(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := openPipe(ended, t.TempDir()); err == nil || !strings.Contains(err.Error(), "directory") {
		t.Errorf("got %v", err)
	}
}
