//go:build unix

package output

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"
)

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
