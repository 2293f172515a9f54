package cache

import (
	"bytes"
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

// cacheOf returns the path of a file with that content.
func cacheOf(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cache")
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
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

func TestFilesThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	const good = "https://example.com/\t2026-11-21T12:00:00Z\t200\n"
	tests := map[string]struct{ content, want string }{
		"cut off":       {content: "linkvet.cache/1\n" + good + "https://example.com/b\t2026-11-21T12:00:00Z\t20", want: "its last line is cut off"},
		"a conflict":    {content: "linkvet.cache/1\n" + good + "<<<<<<< HEAD\n", want: "line 3 does not start with a URL"},
		"no time":       {content: "linkvet.cache/1\nhttps://example.com/\tnow\t200\n", want: "line 2 has no valid time or status"},
		"no status":     {content: "linkvet.cache/1\nhttps://example.com/\t2026-11-21T12:00:00Z\tok\n", want: "line 2 has no valid time or status"},
		"unknown":       {content: "linkvet.cache/1\n" + strings.TrimSpace(good) + "\tx=y\n", want: "line 2 has an unknown field"},
		"private twice": {content: "linkvet.cache/1\n" + strings.TrimSpace(good) + "\tprivate\tprivate\n", want: "line 2 has an unknown field"},
		"a short hash":  {content: "linkvet.cache/1\n" + strings.TrimSpace(good) + "\t#12\n", want: "line 2 has an unknown field"},
		"user info":     {content: "linkvet.cache/1\n" + strings.Replace(good, "//", "//me:pw@", 1), want: "line 2 does not start with a URL"},
		"binary":        {content: "linkvet.cache/1\n" + strings.Replace(good, "com/", "com/\xff", 1), want: "line 2 does not start with a URL"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := cacheOf(t, tt.content)
			s, err := Open(t.Context(), path, day, noon)
			want := fmt.Sprintf("could not use the cache %q (renamed to %q): %s", path, path+".bad", tt.want)
			var warning *Warning
			if !errors.As(err, &warning) || err.Error() != want {
				t.Errorf("got the error %v, want %s", err, want)
			}
			if _, found := s.Find("https://example.com/"); found {
				t.Error("some of it was used")
			}
			s.Keep(Entry{URL: "https://example.com/new", Status: 200})
			write(t, s)
			if got := content(t, path+".bad"); got != tt.content {
				t.Errorf("set aside is %q", got)
			}
			if _, found := open(t, path, noon).Find("https://example.com/new"); !found {
				t.Error("the new file is of no use")
			}
		})
	}
}

// A file that is somebody else's is neither renamed nor replaced: its name may be
// a slip, or a trick.
func TestFilesOfOthersAreLeftAlone(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		content string
		size    int64
	}{
		"another's":          {content: "<!doctype html>\n", size: 0},
		"of a later version": {content: "linkvet.cache/2\n", size: 0},
		"a longer line":      {content: "linkvet.cache/11\n", size: 0},
		"a large one":        {content: "mine\n", size: maxFile + 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := cacheOf(t, tt.content)
			if tt.size > 0 {
				if err := os.Truncate(path, tt.size); err != nil {
					t.Fatal(err)
				}
			}
			s, err := Open(t.Context(), path, day, noon)
			want := fmt.Sprintf("could not use %q as the cache (the file is unchanged): its first line must be \"linkvet.cache/1\"", path)
			var warning *Warning
			if s != nil || !errors.As(err, &warning) || err.Error() != want {
				t.Errorf("got %v and the error %v, want no cache and %s", s, err, want)
			}
			if diff := cmp.Diff([]string{"cache"}, names(t, path)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if tt.size == 0 && content(t, path) != tt.content {
				t.Errorf("it holds %q now", content(t, path))
			}
		})
	}
}

func TestFilesAsVersionControlLeavesThem(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cache")
	merged := "linkvet.cache/1\r\nhttps://example.com/b\t2026-11-21T11:00:00Z\t200\r\nhttps://example.com/a\t2026-11-21T11:00:00Z\t200\r\n" +
		"https://example.com/b\t2026-11-21T10:00:00Z\t204\r\n"
	if err := os.WriteFile(path, []byte(merged), 0o644); err != nil {
		t.Fatal(err)
	}
	s := open(t, path, noon)
	if b, _ := s.Find("https://example.com/b"); b.Status != 200 {
		t.Errorf("of two entries the older counts: %+v", b)
	}
	write(t, s)
	want := "linkvet.cache/1\nhttps://example.com/a\t2026-11-21T11:00:00Z\t200\nhttps://example.com/b\t2026-11-21T11:00:00Z\t200\n"
	if diff := cmp.Diff(want, content(t, path)); diff != "" {
		t.Errorf("file (-want +got):\n%s", diff)
	}
}

func TestPlacesThatAreNoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, path := range []string{dir, os.DevNull} {
		s, err := Open(t.Context(), path, day, noon)
		var warning *Warning
		if s != nil || !errors.As(err, &warning) {
			t.Errorf("%s: got %v and %v, want no cache and a warning", path, s, err)
		}
	}
	s := open(t, filepath.Join(dir, "missing", "cache"), noon)
	var warning *Warning
	if err := s.Write(t.Context(), nil); !errors.As(err, &warning) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want a warning", err)
	}
}

func TestFileThatCannotBeSetAside(t *testing.T) {
	t.Parallel()
	const damaged = "linkvet.cache/1\nmine"
	path := cacheOf(t, damaged)
	if err := os.Mkdir(path+".bad", 0o755); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), path, day, noon)
	if s != nil || err == nil || content(t, path) != damaged {
		t.Errorf("got %v and %v, want no cache and the file as it was", s, err)
	}
}

// What reads as a file reads the same once it is written, and is written the same
// from then on.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		"", "linkvet.cache/1", "linkvet.cache/1\n", "linkvet.cache/1\r\nhttp://a/\t2026-11-21T12:00:00Z\t200\r\n",
		"linkvet.cache/1\nhttps://a/\t2026-11-21T12:00:00Z\t200\tprivate\n",
		"linkvet.cache/1\nhttps://a/b?c\t2026-11-21T12:00:00Z\t200\tetag=W/\"x\"\t302=https://b/\t#0123456789abcdef\t#0000000000000000\n",
		"linkvet.cache/1\nhttps://a/\t0000-01-01T00:00:00Z\t999\nhttps://a/\t9999-12-31T23:59:59Z\t100\n",
		"linkvet.cache/1\nhttps://u@a/\t2026-11-21T12:00:00Z\t200\n", "linkvet.cache/1\n\n", "linkvet.cache/1\nhttps://a/\t2026-11-21T12:00:60Z\t200\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) == 0 {
			t.Skip("a file that holds nothing is not read")
		}
		entries, err := decoded(src)
		if err != nil {
			return
		}
		first := encoded(t, entries, maxFile)
		again, err := decoded(first)
		if err != nil {
			t.Fatalf("cannot read what was written: %v\n%q", err, first)
		}
		if diff := cmp.Diff(entries, again); diff != "" {
			t.Errorf("entries (-first +again):\n%s", diff)
		}
		if second := encoded(t, again, maxFile); !bytes.Equal(first, second) {
			t.Errorf("written first as\n%q\nand then as\n%q", first, second)
		}
		for _, e := range entries {
			if !canKeep(&e) {
				t.Errorf("%+v was read and cannot be kept", e)
			}
		}
	})
}
