package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/linkvet/linkvet/bench/internal/compare"
	"github.com/linkvet/linkvet/bench/internal/madesite"
)

// site is a directory to check.
type site struct {
	compare.Site
	pages, bytes int64
}

// inspect counts the pages of a site. It keeps no list of them, as this process has to stay small.
func inspect(given compare.Site) (site, error) {
	s := site{Site: given}
	err := eachPage(s.Dir, func(_ string, entry fs.DirEntry) error {
		info, err := entry.Info()
		if err != nil {
			return err
		}
		s.pages++
		s.bytes += info.Size()
		return nil
	})
	return s, err
}

// makeSite makes a site with a number of pages below keep, unless it is there.
func makeSite(keep string, pages int, log io.Writer) (compare.Site, error) {
	name := fmt.Sprintf("made-%d", pages)
	dir := filepath.Join(keep, name)
	done := dir + ".done"
	if _, err := os.Stat(done); err != nil {
		_, _ = fmt.Fprintf(log, "making a site of %d pages …\n", pages)
		if err := madesite.Write(dir, pages, runtime.NumCPU()); err != nil {
			return compare.Site{}, err
		}
		if err := os.WriteFile(done, nil, 0o644); err != nil {
			return compare.Site{}, fmt.Errorf("could not note that a site is made: %w", err)
		}
	}
	return compare.NewSite(name, dir)
}

// eachPage calls do for each file below dir that is named like HTML.
func eachPage(dir string, do func(path string, entry fs.DirEntry) error) error {
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		switch filepath.Ext(path) {
		case ".html", ".htm", ".xhtml":
			return do(path, entry)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("could not list %q: %w", dir, err)
	}
	return nil
}

// readArgument makes this program read a directory, instead of measure.
const readArgument = "-read-only-this"

// readPages lists a directory and reads every page in it with a number of workers. It does what
// each checker has to do at least, and nothing else.
func readPages(dir string, workers int) error {
	var paths []string
	err := eachPage(dir, func(path string, _ fs.DirEntry) error {
		paths = append(paths, path)
		return nil
	})
	if err != nil {
		return err
	}
	errs := make([]error, workers)
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			buf := make([]byte, 1<<20)
			for i := w; i < len(paths) && errs[w] == nil; i += workers {
				errs[w] = readPage(paths[i], buf)
			}
		})
	}
	group.Wait()
	return errors.Join(errs...)
}

// readPage reads a file to its end into buf, again and again.
func readPage(path string, buf []byte) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("could not open page: %w", err)
	}
	defer func() { _ = file.Close() }()
	for {
		if _, err := file.Read(buf); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("could not read page: %w", err)
		}
	}
}
