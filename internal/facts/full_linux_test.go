package facts_test

import (
	"errors"
	"os"
	"syscall"
	"testing"

	"github.com/linkvet/linkvet/internal/facts"
)

// full opens a device on which nothing fits.
func full(t *testing.T) *os.File {
	t.Helper()
	f, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there is no such device here: ", err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func TestAFullDiskForTemporaryFilesIsNamed(t *testing.T) {
	t.Parallel()
	s := facts.NewSorter("", 1)
	s.SpillTo(full(t))
	err := errors.Join(s.Add([]byte("a"), nil), s.Add([]byte("b"), nil))
	if !errors.Is(err, syscall.ENOSPC) || err.Error() != `could not write a temporary file in "/dev": no space left on device` {
		t.Error(err)
	}
	for _, again := range s.Sorted() {
		if !errors.Is(again, syscall.ENOSPC) {
			t.Errorf("records that were lost are not missed: %v", again)
		}
	}
}

// A process that is killed leaves no temporary file: it has no name from the start.
func TestATemporaryFileHasNoName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := facts.NewSorter(dir, 1)
	defer s.Close()
	if err := errors.Join(s.Add([]byte("a"), nil), s.Add([]byte("b"), nil)); err != nil {
		t.Fatal(err)
	}
	if left := names(t, dir); s.Runs() != 1 || left != nil {
		t.Errorf("%d runs are in %v", s.Runs(), left)
	}
}
