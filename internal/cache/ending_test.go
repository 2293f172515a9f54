package cache

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// decoded reads a file in a run that does not end.
func decoded(src []byte) (map[string]Entry, error) {
	return decode(src, &ending{ctx: context.Background()})
}

// encoded writes a file in a run that does not end.
func encoded(t *testing.T, entries map[string]Entry, limit int) []byte {
	t.Helper()
	content, err := encode(entries, limit, &ending{ctx: context.Background()})
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// endsAfter is a context that ends after it was looked at so often.
type endsAfter struct {
	context.Context
	looks int
}

func (c *endsAfter) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}

// TestReadingAndWritingEndWithTheRun ends the run at each step of work on a large file.
// The file is then as it was, and neither read in part nor set aside.
func TestReadingAndWritingEndWithTheRun(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cache")
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s, err := Open(t.Context(), path, time.Hour, at)
	if err != nil {
		t.Fatal(err)
	}
	const entries = 2000
	for i := range entries {
		s.Keep(Entry{URL: fmt.Sprintf("https://a.example/%d", i), Status: 200})
	}
	if err := s.Write(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	read, wrote := 0, 0
	for looks := range 1000 {
		store, err := Open(&endsAfter{t.Context(), looks}, path, time.Hour, at)
		if err == nil {
			break
		}
		if read++; store != nil || !errors.Is(err, errEnded) {
			t.Fatalf("after %d looks: store %v, error %v", looks, store, err)
		}
	}
	s.Keep(Entry{URL: "https://a.example/later", Status: 200})
	for looks := range 1000 {
		err := s.Write(&endsAfter{t.Context(), looks}, nil)
		if err == nil {
			break
		}
		if wrote++; !errors.Is(err, errEnded) {
			t.Fatal(err)
		}
		after, err := os.ReadFile(path)
		if err != nil || string(after) != string(before) {
			t.Fatalf("after %d looks the file is another one, error %v", looks, err)
		}
	}
	if least := entries >> 8; read < least || wrote < 3*least || wrote == 1000 {
		t.Errorf("reading could end at %d steps, and writing at %d", read, wrote)
	}
}
