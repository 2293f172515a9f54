package facts_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/facts"
)

// sorted adds facts to a sorter, and returns them in order. Their sections are left out.
func sorted(t *testing.T, s *facts.Sorter, all []fact) (got []fact) {
	t.Helper()
	for _, f := range all {
		if err := s.Add([]byte(f.key), []byte(f.value)); err != nil {
			t.Fatal(err)
		}
	}
	for r, err := range s.Sorted() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fact{0, string(r.Key), string(r.Value)})
	}
	return got
}

func TestASorterSortsWhatDoesNotFitIntoMemory(t *testing.T) {
	t.Parallel()
	var want []fact
	for i := range 5000 {
		want = append(want, fact{0, fmt.Sprintf("%d", i*i%977), strings.Repeat("v", i%300)})
	}
	inOrder(want)
	for _, memory := range []int{0, 1 << 20, 100_000, 1} {
		dir := t.TempDir()
		s := facts.NewSorter(dir, memory)
		input := mixed(want)
		if memory == 1 {
			input = input[:200] // each is a run
		}
		got := sorted(t, s, input)
		if !slices.Equal(got, inOrder(slices.Clone(input))) {
			t.Errorf("with %d bytes of memory, %d records are not in order", memory, len(got))
		}
		if runs := s.Runs(); runs > 0 != (memory > 0 && memory < 1<<20) {
			t.Errorf("with %d bytes of memory there are %d runs", memory, runs)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if left := names(t, dir); left != nil {
			t.Errorf("left behind: %v", left)
		}
	}
}

// names returns what a directory holds.
func names(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// errWriter accepts so many bytes.
type errWriter int

var errFull = errors.New("no space left on device")

func (w *errWriter) Write(b []byte) (int, error) {
	if len(b) > int(*w) {
		return int(*w), errFull
	}
	*w -= errWriter(len(b))
	return len(b), nil
}

func TestAFullDiskIsNamed(t *testing.T) {
	t.Parallel()
	input := some(2000)
	size := len(written(t, header(1, 1), input))
	for fits := 0; fits < size; fits += 1 + size/5 {
		out := errWriter(fits)
		w, err := facts.NewWriter(&out, header(1, 1), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range input {
			w.Add(f.section, []byte(f.key), []byte(f.value))
		}
		for range 2 {
			if err := w.Close(); !errors.Is(err, errFull) || err.Error() != "could not write the facts: no space left on device" {
				t.Errorf("after %d bytes: %v", fits, err)
			}
		}
	}
}
