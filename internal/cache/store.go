// Package cache keeps between runs what was ok of other sites, in one small text
// file, so that it need not be asked for again. Failures are never kept: what was
// broken yesterday may be fixed, and what is broken today must be a fact.
//
// What is in the file is taken for what it says, and for no more: a file that
// is damaged is set aside and never read in part. One that was not written here is
// left as it is, and there is no cache then.
package cache

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/linkvet/linkvet/internal/openfile"
)

// maxFile bounds the file in bytes, for reading and for writing.
const maxFile = 64 << 20

// setAside is what the name of a file ends in that could not be used.
const setAside = ".bad"

// Store is what a file keeps, and what is to be kept in it. It is not safe for
// concurrent use; files are, of several runs the last to write counts.
type Store struct {
	path    string
	now     time.Time
	oldest  time.Time
	read    []byte // what the file held
	entries map[string]Entry
}

// Warning says why a file is not used as it should be. It is nothing to fail
// for.
type Warning struct {
	// What could not be done, with the file's name.
	What string
	// Err is the cause.
	Err error
}

func (w *Warning) Error() string { return w.What + ": " + w.Err.Error() }

// Unwrap returns the cause.
func (w *Warning) Unwrap() error { return w.Err }

// Open reads the file at path, which need not exist. What is older than ttl at
// the time now, or newer than now, is as if it were not there. The error is a
// *Warning. A damaged file is then renamed. Or Store is nil, and the run has no cache:
// that is so for a file that is not a cache, and when the context ends first.
func Open(ctx context.Context, path string, ttl time.Duration, now time.Time) (*Store, error) {
	now = now.UTC().Truncate(time.Second)
	s := &Store{path: path, now: now, oldest: now.Add(-ttl), entries: map[string]Entry{}}
	src, err := readFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(src) == 0:
		return s, nil
	case err == nil:
		s.read = src
		s.entries, err = decode(src, &ending{ctx: ctx})
	case errors.Is(err, errTooLarge) && !isOurs(src):
		err = errForeign
	case !errors.Is(err, errTooLarge):
		return nil, &Warning{What: fmt.Sprintf("could not read the cache %q", path), Err: plain(err)}
	}
	if errors.Is(err, errEnded) {
		return nil, &Warning{What: fmt.Sprintf("could not read the cache %q", path), Err: err}
	}
	if errors.Is(err, errForeign) {
		return nil, &Warning{What: fmt.Sprintf("could not use %q as the cache (the file is unchanged)", path), Err: err}
	}
	if err != nil {
		return s.reject(err)
	}
	s.expire()
	return s, nil
}

// reject sets the file aside, which is of no use because of err.
func (s *Store) reject(err error) (*Store, error) {
	aside := s.path + setAside
	if failed := openfile.Replace(s.path, aside); failed != nil {
		return nil, &Warning{What: fmt.Sprintf("could not use the cache %q, and could not rename it", s.path), Err: err}
	}
	s.read, s.entries = nil, map[string]Entry{}
	return s, &Warning{What: fmt.Sprintf("could not use the cache %q (renamed to %q)", s.path, aside), Err: err}
}

// The causes of a file that is not read.
var (
	errTooLarge  = fmt.Errorf("it is larger than %d MiB", maxFile>>20)
	errNoRegular = errors.New("it is not a regular file")
)

// readFile reads a file that is neither too large nor anything but a file.
func readFile(path string) ([]byte, error) {
	src, err := openfile.Read(path, maxFile)
	switch {
	case errors.Is(err, openfile.ErrIrregular):
		return nil, errNoRegular
	case errors.Is(err, openfile.ErrTooLarge):
		return src, errTooLarge
	}
	return src, err
}

// Find returns what is kept of the target at url.
func (s *Store) Find(url string) (Entry, bool) {
	e, ok := s.entries[url]
	return e, ok
}

// Keep keeps e from now on, in place of what was kept of its target. What cannot
// are in a file is not kept.
func (s *Store) Keep(e Entry) {
	e.Checked = s.now
	if !isETag(e.ETag) {
		e.ETag = ""
	}
	e.Fragments = slices.Compact(slices.Sorted(slices.Values(e.Fragments)))
	if !canKeep(&e) {
		s.Forget(e.URL)
		return
	}
	s.entries[e.URL] = e
}

// Forget forgets the target at url, which was not ok any more.
func (s *Store) Forget(url string) { delete(s.entries, url) }

// Write writes the file anew, whole or not at all, unless it is as it has to be.
// Entries of which secret says that they hold one are left out; nil is none. The error is a
// *Warning; the file is as it was then, also when the context ends first.
func (s *Store) Write(ctx context.Context, secret func(line string) bool) error {
	end := &ending{ctx: ctx}
	for url, e := range s.entries {
		if end.reached() {
			break
		}
		if secret != nil && secret(string(appendLine(nil, &e))) {
			delete(s.entries, url)
		}
	}
	content, err := encode(s.entries, maxFile, end)
	if err != nil {
		return &Warning{What: fmt.Sprintf("could not write the cache %q", s.path), Err: err}
	}
	if bytes.Equal(content, s.read) {
		return nil
	}
	if err := replace(s.path, content); err != nil {
		return &Warning{What: fmt.Sprintf("could not write the cache %q", s.path), Err: plain(err)}
	}
	return nil
}

// replace replaces the file at path by one with that content. Readers find the old file
// or the new one, even if the machine stops.
func replace(path string, content []byte) error {
	temp, err := os.CreateTemp(filepath.Dir(path), ".linkvet-*")
	if err != nil {
		return err
	}
	_, err = temp.Write(content)
	// CreateTemp makes files that only their owner reads; later steps of a job
	// may run as another user.
	err = errors.Join(err, temp.Chmod(0o644), temp.Sync(), temp.Close())
	if err == nil {
		err = openfile.Replace(temp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	syncDir(filepath.Dir(path))
	return nil
}

// syncDir makes a rename last. Some file systems cannot: the file is whole all
// the same.
func syncDir(path string) {
	dir, err := openfile.Directory(path)
	if err != nil {
		return
	}
	defer dir.Close()
	_ = dir.Sync()
}

// plain takes the names of files out of an error, which its reader knows.
func plain(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var rename *os.LinkError
	if errors.As(err, &rename) {
		return rename.Err
	}
	return err
}
