package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/bench/internal/madesite"
)

// site is a directory to check.
type site struct {
	name  string
	dir   string // absolute, without symbolic links
	pages int
	bytes int64
	made  bool
}

// findSites returns the sites that the command line names, and makes those that
// are to be made.
func findSites(s settings, scratch string, stderr io.Writer) ([]site, error) {
	var sites []site
	for _, arg := range s.Sites {
		name, dir, ok := strings.Cut(arg, "=")
		if !ok {
			name, dir = filepath.Base(arg), arg
		}
		found, err := inspect(name, dir)
		if err != nil {
			return nil, err
		}
		sites = append(sites, found)
	}
	if s.generate == "" {
		return sites, nil
	}
	keep := s.keep
	if keep == "" {
		keep = scratch
	}
	for field := range strings.SplitSeq(s.generate, ",") {
		pages, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || pages < 1 || pages > 1_000_000 {
			return nil, fmt.Errorf("-generate: %q is not a number of pages up to 1000000", field)
		}
		made, err := makeSite(keep, pages, stderr)
		if err != nil {
			return nil, err
		}
		sites = append(sites, made)
	}
	return sites, nil
}

// makeSite makes a site of so many pages below keep, unless it is there.
func makeSite(keep string, pages int, stderr io.Writer) (site, error) {
	name := fmt.Sprintf("made-%d", pages)
	dir := filepath.Join(keep, name)
	done := dir + ".done"
	if _, err := os.Stat(done); err != nil {
		_, _ = fmt.Fprintf(stderr, "making a site of %d pages …\n", pages)
		if err := madesite.Write(dir, pages, runtime.NumCPU()); err != nil {
			return site{}, err
		}
		if err := os.WriteFile(done, nil, 0o644); err != nil {
			return site{}, fmt.Errorf("could not note that a site is made: %w", err)
		}
	}
	made, err := inspect(name, dir)
	made.made = true
	return made, err
}

// inspect counts the pages of a directory. It keeps no list of them, as this
// process is to stay small.
func inspect(name, dir string) (site, error) {
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return site{}, fmt.Errorf("could not find site %q: %w", name, err)
	}
	s := site{name: name, dir: dir}
	err = eachPage(dir, func(_ string, entry fs.DirEntry) error {
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
