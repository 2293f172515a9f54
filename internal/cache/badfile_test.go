package cache

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
			path := filepath.Join(t.TempDir(), "cache")
			if err := os.WriteFile(path, []byte(tt.content), 0o644); err != nil {
				t.Fatal(err)
			}
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
			path := filepath.Join(t.TempDir(), "cache")
			if err := os.WriteFile(path, []byte(tt.content), 0o644); err != nil {
				t.Fatal(err)
			}
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
	path := filepath.Join(t.TempDir(), "cache")
	const damaged = "linkvet.cache/1\nmine"
	if err := os.WriteFile(path, []byte(damaged), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path+".bad", 0o755); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), path, day, noon)
	if s != nil || err == nil || content(t, path) != damaged {
		t.Errorf("got %v and %v, want no cache and the file as it was", s, err)
	}
}
