package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/output"
	"github.com/linkvet/linkvet/internal/workdir"
)

// factsSuffix ends the names of the files with facts in a directory.
const factsSuffix = ".facts"

// mergedFiles returns the files that a run merges. None of them is the one that it writes.
func mergedFiles(cfg *config.Config) ([]string, error) {
	files, err := findFacts(cfg.Merge)
	if len(files) == 0 || cfg.FactsPath() == "" {
		return files, err
	}
	written, unwritable := workdir.Resolve(cfg.FactsPath())
	if unwritable != nil {
		return files, err // to write there fails, and says why
	}
	for _, file := range files {
		if place, err := workdir.Resolve(file); err == nil && place == written {
			return nil, reportError(cfg.FactsPath(), errors.New("it is one of the files to merge; write to another path"))
		}
	}
	return files, err
}

// checkFacts returns an error for facts that are to be written to a stream or a pipe: they
// begin with what is known only at the end.
func checkFacts(cfg *config.Config) error {
	path := cfg.FactsPath()
	if path == "" || output.StandardStream(path) == 0 && !output.IsPipe(path) {
		return nil
	}
	return reportError(path, errors.New("facts need a file; write the path of one"))
}

// findFacts returns the files that the setting merge names, sorted, each once, with slashes.
// With an error, which says what is missing, it returns the others. A pattern that is the
// name of a file is that file. Directories below a directory are searched, too, because a CI
// system may unpack each artifact into its own. Symbolic links to directories are not followed
// there.
func findFacts(patterns []string) ([]string, error) {
	found := map[string]string{} // the shortest name of each file
	var errs []error
	for _, pattern := range patterns {
		files, err := filesOf(pattern)
		if err != nil {
			errs = append(errs, fmt.Errorf("could not merge %q: %w", pattern, err))
		}
		for _, file := range files {
			name := filepath.ToSlash(filepath.Clean(file))
			key, err := filepath.EvalSymlinks(file)
			if err != nil {
				key = name
			}
			if first, ok := found[key]; !ok || len(name) < len(first) || len(name) == len(first) && name < first {
				found[key] = name
			}
		}
		if len(found) > facts.MaxFiles {
			return nil, fmt.Errorf("could not merge %q: there are more than %d files with facts; use fewer shards", pattern, facts.MaxFiles)
		}
	}
	return slices.Sorted(maps.Values(found)), errors.Join(errs...)
}

// The errors of patterns that name no file.
var (
	errNoFacts     = errors.New("the directory contains no *" + factsSuffix + " file; check the path and the names of the files, or list the files")
	errNoMatch     = errors.New("it matches no file; check the path, and that the earlier jobs passed their facts on")
	errNoMerged    = errors.New("no such file or directory; check the path, and that the earlier jobs passed their facts on")
	errGlobIsWrong = errors.New("it is not a valid glob; quote brackets and braces with a backslash")
)

// filesOf returns the files that one pattern names. It is an error if there are none.
func filesOf(pattern string) ([]string, error) {
	info, err := os.Stat(pattern)
	switch {
	case err == nil && info.IsDir():
		return factsBelow(pattern)
	case err == nil:
		return []string{pattern}, nil
	case !strings.ContainsAny(pattern, "*?[{"):
		if errors.Is(err, fs.ErrNotExist) {
			return nil, errNoMerged
		}
		return nil, openfile.Cause(err)
	}
	matches, err := doublestar.FilepathGlob(pattern, doublestar.WithNoFollow(), doublestar.WithFailOnIOErrors())
	switch {
	case errors.Is(err, doublestar.ErrBadPattern):
		return nil, errGlobIsWrong
	case err != nil:
		return nil, openfile.Cause(err)
	}
	return filesAmong(matches)
}

// filesAmong returns the files among the matches of a glob, and those of the directories if
// only directories match.
func filesAmong(matches []string) ([]string, error) {
	var files, dirs []string
	for _, match := range matches {
		switch info, err := os.Stat(match); {
		case err != nil || !info.IsDir():
			files = append(files, match)
		case len(dirs) == 0 || !strings.HasPrefix(match, dirs[len(dirs)-1]+string(filepath.Separator)):
			dirs = append(dirs, match)
		}
	}
	if len(files) > 0 {
		return files, nil
	}
	for _, dir := range dirs {
		below, err := factsBelow(dir)
		if err != nil && !errors.Is(err, errNoFacts) {
			return nil, err
		}
		files = append(files, below...)
	}
	if len(files) == 0 {
		return nil, errNoMatch
	}
	return files, nil
}

// factsBelow returns the files with facts in a directory and below it.
func factsBelow(dir string) ([]string, error) {
	var files []string
	// With the separator a symbolic link counts as the directory that it leads to.
	err := filepath.WalkDir(dir+string(filepath.Separator), func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("%q: %w", filepath.ToSlash(name), openfile.Cause(err))
		}
		if !entry.IsDir() && strings.HasSuffix(name, factsSuffix) {
			if files = append(files, name); len(files) > facts.MaxFiles {
				return fs.SkipAll
			}
		}
		return nil
	})
	if err == nil && len(files) == 0 {
		err = errNoFacts
	}
	return files, err
}
