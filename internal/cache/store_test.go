package cache

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
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
		URL: "https://example.com/b?q&r", Status: 200, Private: true,
		Redirects: []link.Redirect{{Status: 302, URL: "https://example.com/c"}, {Status: 301, URL: "https://example.com/d#e"}},
		Fragments: []string{"two", "one", "two"},
	}
	s.Keep(full)
	s.Keep(Entry{URL: "https://example.com/a", Status: 204})
	s.Keep(Entry{URL: "https://example.com/gone", Status: 200})
	s.Forget("https://example.com/gone")
	write(t, s)
	want := `{"schema":"linkvet.cache/1"}
{"url":"https://example.com/a","checked":"2026-11-21T12:00:00Z","status":204}
{"url":"https://example.com/b?q&r","checked":"2026-11-21T12:00:00Z","status":200,"private":true,"redirects":[{"status":302,"url":"https://example.com/c"},{"status":301,"url":"https://example.com/d#e"}],"fragments":["one","two"]}
`
	if diff := cmp.Diff(want, content(t, path)); diff != "" {
		t.Errorf("file (-want +got):\n%s", diff)
	}
	got, ok := open(t, path, noon.Add(time.Hour)).Find(full.URL)
	full.Checked, full.Fragments = noon, []string{"one", "two"}
	if diff := cmp.Diff(full, got); diff != "" || !ok {
		t.Errorf("entry (-want +got):\n%s", diff)
	}
	if !got.Has("one") || !got.Has("two") || got.Has("three") {
		t.Errorf("fragments %q", got.Fragments)
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
		"user info":      {URL: "https://me:pw@example.com/", Status: 200},
		"a fragment":     {URL: "https://example.com/#a", Status: 200},
		"another scheme": {URL: "ftp://example.com/", Status: 200},
		"no status":      {URL: "https://example.com/"},
		"a line break":   {URL: "https://example.com/\nhttps://evil.test/", Status: 200},
		"a tab in a hop": {URL: "https://example.com/", Status: 200, Redirects: hop("https://a.test/\t#0")},
		"a secret":       {URL: "https://example.com/", Status: 200, Redirects: hop("https://a.test/?token=s3cr3t")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "cache")
			s := open(t, path, noon)
			s.Keep(e)
			if err := s.Write(t.Context(), func(line string) bool { return strings.Contains(line, "s3cr3t") }); err != nil {
				t.Fatal(err)
			}
			if got := content(t, path); got != formatLine+"\n" {
				t.Errorf("the file holds %q", got)
			}
		})
	}
}

// TestReadingAndWritingEndWithTheRun holds that a file is neither read in part nor written by a
// run that has ended.
func TestReadingAndWritingEndWithTheRun(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cache")
	s := open(t, path, noon)
	s.Keep(Entry{URL: "https://a.example/", Status: 200})
	write(t, s)
	before := content(t, path)
	ended, end := context.WithCancel(t.Context())
	end()
	if s, err := Open(ended, path, day, noon); s != nil || err == nil || !strings.HasSuffix(err.Error(), "the run has ended") {
		t.Errorf("got %v and %v", s, err)
	}
	s.Keep(Entry{URL: "https://a.example/later", Status: 200})
	if err := s.Write(ended, nil); err == nil || !strings.HasSuffix(err.Error(), "the run has ended") || content(t, path) != before {
		t.Errorf("got %v, and the file holds %q", err, content(t, path))
	}
}

func TestFilesThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	const good = `{"url":"https://example.com/","checked":"2026-11-21T12:00:00Z","status":200}`
	tests := map[string]struct {
		line string
		size int64
		want string
	}{
		"cut off":     {line: good[:40], want: "line 3 is not an entry"},
		"a conflict":  {line: "<<<<<<< HEAD\n", want: "line 3 is not an entry"},
		"no time":     {line: strings.Replace(good, "2026", "", 1), want: "line 3 is not an entry"},
		"no status":   {line: strings.Replace(good, "200}", "0}", 1), want: "line 3 is not an entry"},
		"user info":   {line: strings.Replace(good, "//", "//me:pw@", 1), want: "line 3 is not an entry"},
		"binary":      {line: strings.Replace(good, "com/", "com/\xff", 1), want: "line 3 is not an entry"},
		"a hop":       {line: strings.Replace(good, "200}", `200,"redirects":[{"status":301,"url":"/\n"}]}`, 1), want: "line 3 is not an entry"},
		"a large one": {size: maxFile + 1, want: "it is larger than 64 MiB"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			damaged := formatLine + "\n" + good + "\n" + tt.line
			path := cacheOf(t, damaged)
			if tt.size > 0 {
				if err := os.Truncate(path, tt.size); err != nil {
					t.Fatal(err)
				}
			}
			s, err := Open(t.Context(), path, day, noon)
			want := fmt.Sprintf("could not use the cache %q (renamed to %q): %s", path, path+".bad", tt.want)
			if err == nil || err.Error() != want {
				t.Errorf("got the error %v, want %s", err, want)
			}
			if _, found := s.Find("https://example.com/"); found {
				t.Error("some of it was used")
			}
			s.Keep(Entry{URL: "https://example.com/new", Status: 200})
			write(t, s)
			if got := content(t, path+".bad"); !strings.HasPrefix(got, damaged) {
				t.Errorf("set aside is %q", got[:len(damaged)])
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
		"of a later version": {content: `{"schema":"linkvet.cache/2"}` + "\n", size: 0},
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
			want := fmt.Sprintf("could not use %q as the cache (the file is unchanged): its first line must be %s", path, formatLine)
			if s != nil || err == nil || err.Error() != want {
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
	line := func(name, hour string, status int) string {
		return fmt.Sprintf(`{"url":"https://example.com/%s","checked":"2026-11-21T%s:00:00Z","status":%d}`, name, hour, status)
	}
	merged := strings.Join([]string{formatLine, line("b", "11", 200), line("a", "11", 200), line("b", "10", 204), ""}, "\r\n")
	if err := os.WriteFile(path, []byte(merged), 0o644); err != nil {
		t.Fatal(err)
	}
	s := open(t, path, noon)
	if b, _ := s.Find("https://example.com/b"); b.Status != 200 {
		t.Errorf("of two entries the older counts: %+v", b)
	}
	write(t, s)
	want := strings.Join([]string{formatLine, line("a", "11", 200), line("b", "11", 200), ""}, "\n")
	if diff := cmp.Diff(want, content(t, path)); diff != "" {
		t.Errorf("file (-want +got):\n%s", diff)
	}
}

func TestFileThatCannotBeSetAside(t *testing.T) {
	t.Parallel()
	const damaged = formatLine + "\nmine"
	path := cacheOf(t, damaged)
	if err := os.Mkdir(path+".bad", 0o755); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), path, day, noon)
	if s != nil || err == nil || content(t, path) != damaged {
		t.Errorf("got %v and %v, want no cache and the file as it was", s, err)
	}
}

// What reads as a file reads the same once it is written, and is written the same from then on.
func FuzzDecode(f *testing.F) {
	const entry = `{"url":"https://a/b?c","checked":"2026-11-21T11:00:00Z","status":200,"redirects":[{"status":302,"url":"https://b/"}],"fragments":["b","a"]}`
	for _, seed := range []string{
		"", entry, entry + "\r\n" + entry, strings.Replace(entry, "//a", "//u@a", 1), "\n", strings.Replace(entry, "2026", "0000", 1),
		strings.Replace(entry, "200", `200,"private":true`, 1), "null", "{}",
	} {
		f.Add([]byte(formatLine + "\n" + seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		path := cacheOf(t, string(src))
		s, err := Open(t.Context(), path, day, noon)
		if err != nil {
			return
		}
		write(t, s)
		first := content(t, path)
		again := open(t, path, noon)
		if diff := cmp.Diff(s.entries, again.entries, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("entries (-first +again):\n%s", diff)
		}
		again.read = nil
		write(t, again)
		if second := content(t, path); first != second {
			t.Errorf("written first as\n%q\nand then as\n%q", first, second)
		}
	})
}

// BenchmarkLinearDecode reads the content of caches, which anyone may have written.
func BenchmarkLinearDecode(b *testing.B) {
	const line = `{"url":"https://a.example/","checked":"2026-11-21T12:00:00Z","status":200`
	for name, piece := range map[string]string{"entries": line + "}\n", "fragments": `"a",`, "redirects": `{"status":302,"url":"https://b.example/"},`} {
		b.Run(name, func(b *testing.B) {
			lineartest.Time(b, 1<<20, func(n int) func() {
				text := strings.Repeat(piece, n/len(piece))
				if name != "entries" {
					text = line + `,"` + name + `":[` + strings.TrimSuffix(text, ",") + "]}\n"
				}
				path := filepath.Join(b.TempDir(), "cache")
				if err := os.WriteFile(path, []byte(formatLine+"\n"+text), 0o644); err != nil {
					b.Fatal(err)
				}
				return func() { _, _ = Open(b.Context(), path, 1<<62, noon) }
			})
		})
	}
}
