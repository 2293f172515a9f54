package cache

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// noon is when the runs of these tests begin.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

// open opens a file that nothing is wrong with.
func open(t *testing.T, path string, now time.Time) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, day, now)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// write writes a store, with which nothing is to go wrong.
func write(t *testing.T, s *Store) {
	t.Helper()
	if err := s.Write(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// names are the files in the directory of path.
func names(t *testing.T, path string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestWhatIsKeptIsFound(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cache")
	s := open(t, path, noon.Add(999*time.Millisecond))
	full := Entry{
		URL: "https://example.com/b?q", Status: 200, ETag: `W/"abc"`,
		Redirects: []link.Redirect{{Status: 302, URL: "https://example.com/c"}, {Status: 301, URL: "https://example.com/d#e"}},
		Fragments: []uint64{HashFragment("two"), HashFragment("one"), HashFragment("two")},
	}
	s.Keep(full)
	s.Keep(Entry{URL: "https://example.com/a", Status: 204})
	s.Keep(Entry{URL: "https://example.com/ab", Status: 200, ETag: "with a space"})
	s.Keep(Entry{URL: "https://example.com/gone", Status: 200})
	s.Forget("https://example.com/gone")
	write(t, s)
	want := `linkvet.cache/1
https://example.com/a	2026-11-21T12:00:00Z	204
https://example.com/ab	2026-11-21T12:00:00Z	200
https://example.com/b?q	2026-11-21T12:00:00Z	200	etag=W/"abc"	302=https://example.com/c	301=https://example.com/d#e	#3fc4ccfe745870e2	#7692c3ad3540bb80
`
	if diff := cmp.Diff(want, content(t, path)); diff != "" {
		t.Errorf("file (-want +got):\n%s", diff)
	}
	got, ok := open(t, path, noon.Add(time.Hour)).Find(full.URL)
	full.Checked, full.Fragments = noon, []uint64{HashFragment("two"), HashFragment("one")}
	if diff := cmp.Diff(full, got); diff != "" || !ok {
		t.Errorf("entry (-want +got):\n%s", diff)
	}
	if !got.Has("one") || !got.Has("two") || got.Has("three") {
		t.Errorf("fragments %x", got.Fragments)
	}
	if diff := cmp.Diff([]string{"cache"}, names(t, path)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestEntriesGrowOld(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		later time.Duration
		ttl   time.Duration
		found bool
	}{
		"just kept":           {later: 0, ttl: day, found: true},
		"a second before":     {later: day - time.Second, ttl: day, found: true},
		"too old":             {later: day, ttl: day, found: false},
		"from the future":     {later: -time.Second, ttl: day, found: false},
		"nothing is to hold":  {later: 0, ttl: 0, found: false},
		"longer than history": {later: day, ttl: 1 << 62, found: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "cache")
			s := open(t, path, noon)
			s.Keep(Entry{URL: "https://example.com/", Status: 200})
			write(t, s)
			s, err := Open(t.Context(), path, tt.ttl, noon.Add(tt.later))
			if err != nil {
				t.Fatal(err)
			}
			if _, found := s.Find("https://example.com/"); found != tt.found {
				t.Errorf("found is %v", found)
			}
			write(t, s)
			if kept := strings.Contains(content(t, path), "example.com"); kept != tt.found {
				t.Errorf("kept is %v", kept)
			}
		})
	}
}

func TestWhatCannotBeKept(t *testing.T) {
	t.Parallel()
	hop := func(url string) []link.Redirect { return []link.Redirect{{Status: 302, URL: url}} }
	for name, e := range map[string]Entry{
		"user info":        {URL: "https://me:pw@example.com/", Status: 200},
		"a fragment":       {URL: "https://example.com/#a", Status: 200},
		"another scheme":   {URL: "ftp://example.com/", Status: 200},
		"no status":        {URL: "https://example.com/"},
		"a line break":     {URL: "https://example.com/\nhttps://evil.test/", Status: 200},
		"a tab in a hop":   {URL: "https://example.com/", Status: 200, Redirects: hop("https://a.test/\t#0")},
		"too many hops":    {URL: "https://example.com/", Status: 200, Redirects: make([]link.Redirect, 33)},
		"a secret":         {URL: "https://example.com/", Status: 200, Redirects: hop("https://a.test/?token=s3cr3t")},
		"a secret, tagged": {URL: "https://example.com/", Status: 200, ETag: "s3cr3t"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "cache")
			s := open(t, path, noon)
			s.Keep(e)
			if err := s.Write(t.Context(), func(line string) bool { return strings.Contains(line, "s3cr3t") }); err != nil {
				t.Fatal(err)
			}
			if got := content(t, path); got != "linkvet.cache/1\n" {
				t.Errorf("the file holds %q", got)
			}
		})
	}
}

func TestWhatHasNoRoomIsTheOldest(t *testing.T) {
	t.Parallel()
	entries := map[string]Entry{}
	for i := range 10 {
		url := fmt.Sprintf("https://example.com/%d", i)
		entries[url] = Entry{URL: url, Status: 200, Checked: noon.Add(time.Duration(i%5) * time.Hour)}
	}
	line := len(appendLine(nil, &Entry{URL: "https://example.com/0", Status: 200, Checked: noon}))
	kept, err := decoded(encoded(t, entries, len(formatLine)+1+4*line))
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{3, 4, 8, 9} {
		if url := fmt.Sprintf("https://example.com/%d", i); kept[url].Status == 0 || len(kept) != 4 {
			t.Errorf("%s is not among %v", url, kept)
		}
	}
}

func TestFileIsLeftAloneWhenNothingChanged(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cache")
	s := open(t, path, noon)
	s.Keep(Entry{URL: "https://example.com/", Status: 200})
	write(t, s)
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, open(t, path, noon.Add(time.Minute)))
	after, err := os.Stat(path)
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("the file was written anew (%v)", err)
	}
}

// With any number of writers at once, a reader finds one whole file of one of them.
func TestRunsAtOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cache")
	var group sync.WaitGroup
	for run := range 8 {
		group.Go(func() {
			for range 5 {
				s, err := Open(t.Context(), path, day, noon)
				if err != nil {
					t.Error(err)
					return
				}
				for i := range 100 {
					s.Keep(Entry{URL: fmt.Sprintf("https://example.com/%d/%d", run, i), Status: 200})
				}
				if err := s.Write(t.Context(), nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if diff := cmp.Diff([]string{"cache"}, names(t, path)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	entries, err := decoded([]byte(content(t, path)))
	if err != nil || len(entries)%100 != 0 {
		t.Errorf("%d entries, %v", len(entries), err)
	}
}

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
	const entries = 600
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

// fullDisk names the directory in which this test binary, called by itself,
// finds no room.
const fullDisk = "LINKVET_TEST_FULL_DISK"

func TestFullDisk(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv(fullDisk); dir != "" {
		path := filepath.Join(dir, "cache")
		s := open(t, path, noon)
		s.Keep(Entry{URL: "https://example.com/", Status: 200})
		write(t, s)
		before := content(t, path)
		for i := range 10_000 {
			s.Keep(Entry{URL: fmt.Sprintf("https://example.com/%d", i), Status: 200})
		}
		var warning *Warning
		if err := s.Write(t.Context(), nil); !errors.As(err, &warning) || !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("got %v, want a warning of a full disk", err)
		}
		if diff := cmp.Diff([]string{"cache"}, names(t, path)); diff != "" || content(t, path) != before {
			t.Errorf("the old file is not as it was; files (-want +got):\n%s", diff)
		}
		return
	}
	dir := t.TempDir()
	const inside = `mount -t tmpfs -o size=32k tmpfs "$0" && exec "$@"`
	if err := exec.Command("unshare", "-rm", "sh", "-c", inside, dir, "true").Run(); err != nil {
		t.Skipf("cannot make a small disk here: %v", err)
	}
	cmd := exec.CommandContext(t.Context(), "unshare", "-rm", "sh", "-c", inside, dir, os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
	cmd.Env = append(os.Environ(), fullDisk+"="+dir)
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: TestFullDisk") {
		t.Errorf("%v\n%s", err, out)
	}
}
