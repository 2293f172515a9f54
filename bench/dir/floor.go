package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// floorArgument makes this program read a directory, instead of measure.
const floorArgument = "-read-only-this"

// floor lists a directory and reads every page in it with so many workers. It
// does what each checker has to do at least, and nothing else. It returns the
// exit status.
func floor(dir string, workers int, stderr io.Writer) int {
	var paths []string
	err := eachPage(dir, func(path string, _ fs.DirEntry) error {
		paths = append(paths, path)
		return nil
	})
	if err != nil {
		_, _ = fmt.Fprintln(stderr, err)
		return 1
	}
	errs := make([]error, workers)
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			buf := make([]byte, 1<<20)
			for i := w; i < len(paths) && errs[w] == nil; i += workers {
				errs[w] = readThrough(paths[i], buf)
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			_, _ = fmt.Fprintln(stderr, err)
			return 1
		}
	}
	return 0
}

// readThrough reads a file to its end into buf, again and again.
func readThrough(path string, buf []byte) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("could not open page: %w", err)
	}
	defer func() { _ = file.Close() }()
	for {
		n, err := file.Read(buf)
		if n == 0 && err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("could not read page: %w", err)
		}
	}
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
