// Package cache keeps between runs which external targets were ok, in one file, so that they
// need not be requested again. Failures are never kept: what was broken yesterday may be fixed,
// and what is broken today must be a fact.
//
// The file has one line of JSON for each target, sorted by URL, behind a line that names the
// format, so that it can be kept in a repository. A damaged file is set aside and never read in
// part. A file that was not written here is left as it is, and there is no cache then.
package cache

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/weburl"
)

const (
	// formatLine is the first line of a file.
	formatLine = `{"schema":"linkvet.cache/1"}`
	// maxFile is the largest file that is read or written, in bytes.
	maxFile = 64 << 20
	// setAside is what the name of a file ends in that could not be used.
	setAside = ".bad"
)

// Entry is what one run found out about one target that was ok.
type Entry struct {
	// URL is that of the target, absolute, without user info and fragment.
	URL string `json:"url"`
	// Checked is when it was requested, in UTC, to the second.
	Checked time.Time `json:"checked"`
	// Status is the final HTTP status.
	Status int `json:"status"`
	// Private is whether the run was one that may request private addresses, so that what is
	// known may come from one.
	Private bool `json:"private,omitempty"`
	// Redirects are the hops that led there, in order.
	Redirects []link.Redirect `json:"redirects,omitempty"`
	// Fragments are those that were looked for and found, sorted, each once.
	Fragments []string `json:"fragments,omitempty"`
}

// Has reports whether a fragment was looked for and found.
func (e *Entry) Has(fragment string) bool {
	_, ok := slices.BinarySearch(e.Fragments, fragment)
	return ok
}

// isValid reports whether an entry says what one run can find out: its URLs go into reports.
func (e *Entry) isValid() bool {
	u, err := weburl.Parse(e.URL)
	if err != nil || !u.IsHTTP() || u.User != "" || u.Fragment != "" || u.String() != e.URL || !isStatus(e.Status) {
		return false
	}
	return !slices.ContainsFunc(e.Redirects, func(hop link.Redirect) bool {
		to, err := weburl.Parse(hop.URL)
		return err != nil || to.String() != hop.URL || !isStatus(hop.Status)
	})
}

func isStatus(n int) bool { return n >= 100 && n <= 999 }

// Store is what a file keeps, and what is to be kept in it. It is not safe for concurrent use.
// Of several runs that write one file, the last counts.
type Store struct {
	path    string
	now     time.Time
	read    []byte // the file as it is
	entries map[string]Entry
}

// Open reads the file at path, which need not exist. Entries that are older than ttl at the time
// now, or from the future, are dropped. An error is one to report and not to fail for. With it,
// the Store is nil if there can be no cache in this run.
func Open(ctx context.Context, path string, ttl time.Duration, now time.Time) (*Store, error) {
	s := &Store{path: path, now: now.UTC().Truncate(time.Second), entries: map[string]Entry{}}
	src, err := openfile.Read(path, maxFile)
	isTooLarge := errors.Is(err, openfile.ErrTooLarge)
	switch first, _, _ := bytes.Cut(src, []byte("\n")); {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(src) == 0:
		return s, nil
	case err != nil && !isTooLarge:
		return nil, fmt.Errorf("could not read the cache %q: %w", path, openfile.Cause(err))
	case string(bytes.TrimSuffix(first, []byte("\r"))) != formatLine:
		return nil, fmt.Errorf("could not use %q as the cache (the file is unchanged): its first line must be %s", path, formatLine)
	case isTooLarge:
		return s.reject(fmt.Errorf("it is larger than %d MiB", maxFile>>20))
	}
	oldest := s.now.Add(-ttl)
	number := 0
	for line := range bytes.Lines(src) {
		if number++; number == 1 {
			continue
		}
		if ctx.Err() != nil {
			return nil, fmt.Errorf("could not read the cache %q: the run has ended", path)
		}
		var e Entry
		if json.Unmarshal(line, &e) != nil || !e.isValid() {
			return s.reject(fmt.Errorf("line %d is not an entry", number))
		}
		// A version control may have merged two files: of two lines for a URL, the newer counts.
		if e.Checked.After(oldest) && !e.Checked.After(s.now) && e.Checked.After(s.entries[e.URL].Checked) {
			slices.Sort(e.Fragments)
			s.entries[e.URL] = e
		}
	}
	s.read = src
	return s, nil
}

// reject sets a damaged file aside.
func (s *Store) reject(err error) (*Store, error) {
	aside := s.path + setAside
	if openfile.Replace(s.path, aside) != nil {
		return nil, fmt.Errorf("could not use the cache %q, and could not rename it: %w", s.path, err)
	}
	s.entries = map[string]Entry{}
	return s, fmt.Errorf("could not use the cache %q (renamed to %q): %w", s.path, aside, err)
}

// Find returns what is kept of the target at url.
func (s *Store) Find(url string) (Entry, bool) {
	e, ok := s.entries[url]
	return e, ok
}

// Keep keeps e from now on, in place of what was kept of its target.
func (s *Store) Keep(e Entry) {
	e.Checked = s.now
	e.Fragments = slices.Compact(slices.Sorted(slices.Values(e.Fragments)))
	if e.isValid() {
		s.entries[e.URL] = e
	} else {
		s.Forget(e.URL)
	}
}

// Forget removes the target at url, which is no longer ok.
func (s *Store) Forget(url string) { delete(s.entries, url) }

// Write replaces the file as a whole, unless nothing changed. Lines that isSecret reports are
// left out; nil is none. After an error the file is as it was.
func (s *Store) Write(ctx context.Context, isSecret func(line string) bool) error {
	content, err := s.encode(ctx, isSecret)
	if err == nil && !bytes.Equal(content, s.read) {
		err = openfile.Write(s.path, 0o644, func(w io.Writer) error {
			_, err := w.Write(content)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("could not write the cache %q: %w", s.path, err)
	}
	return nil
}

func (s *Store) encode(ctx context.Context, isSecret func(line string) bool) ([]byte, error) {
	content := bytes.NewBufferString(formatLine + "\n")
	lines := json.NewEncoder(content)
	lines.SetEscapeHTML(false) // a query has "&"
	sorted := slices.SortedFunc(maps.Values(s.entries), func(a, b Entry) int { return cmp.Compare(a.URL, b.URL) })
	for i := range sorted {
		before := content.Len()
		switch err := lines.Encode(&sorted[i]); {
		case ctx.Err() != nil:
			return nil, errors.New("the run has ended")
		case err != nil:
			return nil, err
		case isSecret != nil && isSecret(string(content.Bytes()[before:])):
			content.Truncate(before)
		case content.Len() > maxFile:
			return nil, fmt.Errorf("it would be larger than %d MiB; set a lower cache-ttl", maxFile>>20)
		}
	}
	return content.Bytes(), nil
}
