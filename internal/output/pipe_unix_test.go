//go:build unix

package output

import (
	"context"
	"errors"
	"net"
	"os"
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

// A machine under load may take longer to begin a write than a reader is waited for. That is
// no reader who takes nothing.
func TestAWriteThatBeginsLateIsNoReaderWhoTakesNothing(t *testing.T) {
	t.Parallel()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	raw, err := null.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	// Of the writes to a file one at a time begins, so this one holds that of the stream up.
	held, release := make(chan struct{}), make(chan struct{})
	over := make(chan error, 1)
	go func() {
		over <- raw.Write(func(uintptr) bool {
			close(held)
			<-release
			return true
		})
	}()
	<-held
	time.AfterFunc(2*writePatience, func() { close(release) })
	n, err := interrupted(t, null).Write([]byte("text"))
	if n != 4 || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	if err := <-over; err != nil {
		t.Error(err)
	}
}

func TestAReaderWhoTakesNothingIsGivenUp(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := interrupted(t, w)
	if _, err := s.Write(make([]byte, 10<<20)); !errors.Is(err, errUnread) {
		t.Errorf("got %v", err)
	}
	if _, err := s.Write([]byte("more")); !errors.Is(err, errUnread) {
		t.Errorf("then got %v", err)
	}
	// This ends the write that was left behind.
	if err := errors.Join(r.Close(), w.Close()); err != nil {
		t.Error(err)
	}
}

// interrupted is the stream of a run that was interrupted a while ago.
func interrupted(t *testing.T, f *os.File) *stream {
	t.Helper()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	return &stream{file: f, late: ended}
}
